"""The Action Deck: 52 cards a seat, one of each, most of them unknown. Finding, naming and moving them."""

from __future__ import annotations

from schemas.viewer import secret
from workers.rules.games.solrei.cards import PACK, zone_called
from workers.rules.games.solrei.faults import Fault
from workers.rules.games.solrei.turning import lay
from workers.rules.table import hidden
from workers.rules.table.pieces import Card, Zone
from workers.rules.table.play import Origin, Play, looks_like_label
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule

# A card that the record can tell from others, or the name of one that it cannot yet.
Found = Card | str


def find(play: Play, seat: str, zone: str, text: str) -> Found:
    """The Action Card that a label or name means, wherever the record has it; else one of `zone` by name."""
    table = play.table
    must_be_action_card(table, seat, text)
    card = table.cards.get(text)
    if card is not None:
        return card
    if table.seats[seat].seen.get(text):
        return on_record(table, seat, text) or text
    if table.zone(seat, zone).unknown <= 0:
        told = secret(text, [seat], "that card")
        play.forbid(
            "TBL-HAND", f"{table.who(seat)}'s {zone_called(zone)} does not hold {told}: every card in it is known."
        )
    return text


def must_be_action_card(table: Table, seat: str, text: str) -> None:
    """What is named is an Action Card of the seat, wherever it may be."""
    card = table.cards.get(text)
    if card is not None:
        if card.owner != seat or card.type != "action":
            raise Illegal("TBL-REF", f"{table.called(card)} is no Action Card of {table.who(seat)}.")
    elif text not in table.catalog:
        if looks_like_label(text):
            raise Illegal("TBL-REF", f"No card on the table bears the label {text}.")
        raise Illegal("TBL-CARD", f"{text} is in no catalog of this match and was not defined.")
    elif text not in PACK:
        raise Illegal("TBL-REF", f"{text} is no Action Card.")


def on_record(table: Table, seat: str, name: str) -> Card | None:
    """The seat's card of that name, if it has a label."""
    for zone in table.seats[seat].zones.values():
        for card in zone.cards:
            if card.name == name:
                return card
    return None


def second_copy(table: Table, seat: str, found: Found, zone: str) -> Fault | None:
    """A card that the record has elsewhere cannot also come out of `zone`."""
    if isinstance(found, Card):
        if found.zone == zone:
            return None
        name, where = found.name or "", f"in the {zone_called(found.zone)}"
        # Whoever guesses is not told where a hidden card lies.
        if found.veil is not None:
            where = secret(where, found.veil["seats"], "elsewhere")
    elif zone == "deck" and found in table.zone(seat, "hand").known:
        name, where = found, secret("in the hand", [seat], "elsewhere")
    else:
        return None
    return one_only(table, seat, name, f"it is {where}, not in the {zone_called(zone)}")


def one_only(table: Table, seat: str, name: str, why: str) -> Fault:
    told = secret(name, [seat], "that card")
    return "SOL-DECK-2", f"{table.who(seat)} has {told} only once, and {why}."


def bind(table: Table, origin: Origin, seat: str, zone: str, found: Found, wanted: str | None = None) -> Card:
    """The card itself: one that had no label yet gets it from this event. A card keeps the first label it got."""
    if isinstance(found, Card):
        return found
    hand = table.zone(seat, "hand")
    if found in hand.known:
        known = list(hand.known)
        known.remove(found)
        table.put(hand, "known", tuple(known))
        table.saw_copy(seat, found, -1)
        return table.new_card(origin.label(table, wanted), found, seat, seat, "hand")
    source = _unnamed(table, seat, zone)
    if source.unknown > 0:
        table.put(source, "unknown", source.unknown - 1)
    return table.new_card(origin.label(table, wanted), found, seat, seat, source.name)


def _unnamed(table: Table, seat: str, zone: str) -> Zone:
    """A zone that has an unnamed card to become the named one: `zone` if it can be."""
    zones = [table.zone(seat, each) for each in (zone, "deck", "discard", "hand", "under")]
    return next((each for each in zones if each.unknown > 0), zones[0])


def send(table: Table, card: Card, zone: str, *flags: str) -> None:
    """A card goes to a zone of its owner and lies there as `flags` say."""
    table.move(card, card.owner, zone, "top" if zone == "deck" else None)
    lay(table, card, *flags)
    table.game.refresh(table, card)


def discard(table: Table, card: Card) -> None:
    if rule("SOL-ZONE-7"):
        send(table, card, "discard")


def from_top(table: Table, seat: str, n: int, to: str) -> int:
    """The top cards of the seat's own deck go to another of its zones, as many as there are; says how many."""
    return hidden.draw(table, seat, n, "deck", to) if rule("SOL-DECK-4") else 0


def draw(table: Table, seat: str, n: int) -> None:
    drawn = from_top(table, seat, n, "hand")
    told = {0: "has no card left to draw", 1: "draws a card"}.get(drawn, f"draws {drawn} cards")
    if n:
        table.tell("drew", f"{table.who(seat)} {told}.", seat=seat, n=drawn)


def gather(table: Table, seat: str, *zones: str) -> int:
    """Takes up all Action Cards of the zones, unnamed again; says how many."""
    taken = 0
    for name in zones:
        zone = table.zone(seat, name)
        for card in zone.cards:
            # An Art that a judge let into the Discard pile is none of them.
            if card.type == "action":
                table.forget(card)
        if zone.known:
            hidden.unname(table, zone)
        taken += zone.unknown
        table.put(zone, "unknown", 0)
    return taken


def not_enough(table: Table, seat: str, named: list[str], wanted: int, there: int) -> Fault | None:
    """A judge can deal only the cards that are there: 52 in all, one of each."""
    for name in named:
        must_be_action_card(table, seat, name)
    doubled = next((name for name in named if named.count(name) > 1 or table.seats[seat].seen.get(name)), None)
    if doubled is None and wanted <= there:
        return None
    why = f"{there} cards to deal, not {wanted}" if doubled is None else f"{doubled} only once, and it is not free"
    return "SOL-DECK-1", f"{table.who(seat)} has {why}."
