"""The field: positions, whose a card is, and how cards come onto the field and leave it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from workers.rules.games.aerkana.cards import FIELD, MOST_SPECIAL, is_playing_field, refresh
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule


def partners(table: Table, seat: str) -> tuple[str, ...]:
    """The other seat of the team: p1 sits with p3, p2 with p4."""
    if table.options["mode"] != "teams":
        return ()
    return tuple(each for each in table.seats if each != seat and int(each[1]) % 2 == int(seat[1]) % 2)


def is_own(table: Table, seat: str, card: Card) -> bool:
    """Whether the card lies with the player; a partner's does not."""
    return card.seat == seat or (card.seat in partners(table, seat) and not rule("AER-TEAM-3"))


def is_own_being(table: Table, seat: str, card: Card) -> bool:
    return card.type == "being" and card.zone == "beings" and is_own(table, seat, card)


def changed_cards(table: Table) -> list[Card]:
    """The cards on which a change lies, wherever they are."""
    return [card for zone in table.all_zones for card in zone.cards if card.mods]


def open_to(seat: str, cards: Iterable[Card]) -> list[Card]:
    """The cards whose faces the seat may know: only those can be meant by a name."""
    return [card for card in cards if card.veil is None or seat in card.veil["seats"]]


def own_beings(play: Play, texts: Iterable[str]) -> list[Card]:
    """The beings that a play names, on the own field where a name is given."""
    beings = play.table.zone(play.seat, "beings").cards
    return [play.card(text, beings) for text in texts]


def from_hand(play: Play, texts: Iterable[str]) -> list[Card]:
    """Different cards of the own hand."""
    taken: list[Card] = []
    for text in texts:
        card = play.from_hand(text, besides=taken)
        if card in taken:
            raise Illegal("TBL-REF", f"{play.table.called(card)} is named twice.")
        taken.append(card)
    return taken


def told_openly(play: Play, card: Card, field: str = "card") -> bool:
    """Whether the play itself says the card's name to all."""
    return play.event.get(field) == card.name and play.type != "set" and play.event.get("choice") != "shield"


def named(play: Play, card: Card, field: str = "card") -> str:
    """The card in a sentence about a play."""
    return str(card.name) if told_openly(play, card, field) else play.table.called(card)


def all_different(cards: Collection[Card]) -> bool:
    return len({card.label for card in cards}) == len(cards)


def own_train(play: Play) -> None:
    """Most things are done in the main phase of the own train only."""
    table = play.table
    if table.turn != play.seat or table.phase != "main":
        play.forbid("AER-TRAIN-2", f"{play.who} cannot do that now: it is {table.who(table.turn)}'s train.")


# --- positions -------------------------------------------------------------------------------------------------------


def taken_positions(table: Table, seat: str, leaving: Collection[Card] = ()) -> set[int]:
    beings = table.zone(seat, "beings").cards
    return {card.marks.get("position", 0) for card in beings if card not in leaving}


def lowest_free(table: Table, seat: str, leaving: Collection[Card] = ()) -> int:
    """The lowest free position; beyond the last one where the zone is full."""
    return lowest_besides(taken_positions(table, seat, leaving))


def lowest_besides(taken: set[int]) -> int:
    return next(position for position in range(1, len(taken) + 2) if position not in taken)


def has_room(table: Table, seat: str, zone: str) -> bool:
    options = table.options
    places = {"beings": options["being_zone"], "arcana": options["arcana_zone"], "special": MOST_SPECIAL}
    if zone in ("playing_field", "landmark"):
        return not table.zone(seat, zone).cards
    return zone not in places or table.zone(seat, zone).size < int(places[zone])


def fits(card: Card, zone: str) -> bool:
    """Whether a card of this type lies in such a zone."""
    if zone in ("playing_field", "arcana") and card.type == "arcanum":
        return is_playing_field(card) == (zone == "playing_field")
    types = {"beings": "being", "arcana": "seal", "playing_field": "arcanum", "landmark": "landmark"}
    return card.type == types.get(zone, card.type)


def find_position(play: Play, leaving: Collection[Card]) -> int:
    """The position that a being is bound onto, once the cards that are used up have left."""
    table, last = play.table, play.table.options["being_zone"]
    wanted = play.event.get("position")
    taken = taken_positions(table, play.seat, leaving)
    free = lowest_besides(taken)
    position = free if wanted is None else wanted
    if position in taken or not 1 <= position <= last:
        told = f"all {last} positions are taken"
        if wanted is not None:
            told = f"position {wanted} is taken" if wanted in taken else f"the positions are 1 to {last}, not {wanted}"
        play.forbid("AER-ZONE-1", f"{play.who} has no place for the being: {told}.")
    return position if position not in taken and position > 0 else free


def put_on_position(table: Table, card: Card, position: int) -> None:
    """Gives a being its position; the zone is listed by it."""
    table.note_on(card, "position", position)
    refresh(table, card)
    table.reveil(card)
    zone = table.zone(card.seat, "beings")
    ordered = tuple(sorted(zone.cards, key=lambda each: each.marks.get("position", 0)))
    if ordered != zone.cards:
        table.put(zone, "cards", ordered)


def check_room_in_arcana(play: Play) -> None:
    if not has_room(play.table, play.seat, "arcana"):
        places = play.table.options["arcana_zone"]
        play.forbid("AER-ZONE-2", f"{play.who}'s Arcanum and Seal zone is full: it has {places} places.")


# --- coming and leaving ----------------------------------------------------------------------------------------------


def arrive(table: Table, card: Card, seat: str, position: int) -> None:
    """A being comes onto the field, face up in Strength mode."""
    leave(table, card, seat, "beings")
    put_on_position(table, card, position)
    table.flag(card, "fresh")


def leave(table: Table, card: Card, seat: str, zone: str) -> None:
    """A card goes elsewhere: off the field it keeps nothing, and what lay beneath it goes to the flow."""
    _detach(table, card)
    attached = card.attached
    # What a text changed on a card in hand goes onto the field with it, and nowhere else.
    if rule("AER-FLOW-2") if card.zone in FIELD else zone not in FIELD:
        _strip(table, card)
    _go(table, card, seat, zone)
    if attached:
        beneath = [table.cards[label] for label in attached if label in table.cards]
        table.put(card, "attached", ())
        for each in beneath if rule("AER-OVL-4") else ():
            to_flow(table, each)


def to_flow(table: Table, card: Card) -> None:
    leave(table, card, card.owner if rule("AER-FLOW-1") else card.seat, "flow")


def go_beneath(table: Table, card: Card, seat: str) -> list[str]:
    """A being goes beneath an overlay with all that lies beneath itself; their labels in order."""
    labels = [card.label, *card.attached]
    table.put(card, "attached", ())
    _strip(table, card)
    _go(table, card, seat, "beneath")
    return labels


def change_control(table: Table, card: Card, seat: str) -> None:
    """A card goes to another seat's field as it lies, with what lies beneath it."""
    position = lowest_free(table, seat)
    for label in card.attached:
        _go(table, table.cards[label], seat, "beneath")
    _go(table, card, seat, card.zone)
    if card.zone == "beings":
        put_on_position(table, card, position)


def _go(table: Table, card: Card, seat: str, zone: str) -> None:
    spot = "top" if zone == "supply" else None
    if zone != "beings" and "position" in card.marks:
        table.note_on(card, "position", None)
        refresh(table, card)
    table.move(card, seat, zone, spot)
    if card.controller != seat:
        table.put(card, "controller", seat)


def _strip(table: Table, card: Card) -> None:
    if card.flags:
        table.set_flags(card, ())
    if card.mods:
        table.strip(card, card.mods)


def _detach(table: Table, card: Card) -> None:
    if card.zone != "beneath":
        return
    for host in table.zone(card.seat, "beings").cards:
        if card.label in host.attached:
            table.put(host, "attached", tuple(label for label in host.attached if label != card.label))


def lift(table: Table, card: Card, *flags: str) -> None:
    """Takes flags off a card, and the changes that would take them off or bring them back later."""
    table.strip(card, [mod for mod in card.mods if mod.kind in ("flag", "unflag") and mod.what in flags])
    table.unflag(card, *flags)
