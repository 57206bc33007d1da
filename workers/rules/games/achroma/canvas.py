"""Cards coming onto a Canvas, being joined to others, changing Canvases and leaving."""

from __future__ import annotations

from workers.rules.games.achroma.hex import (
    CANVAS,
    carried,
    carrier,
    is_character,
    is_steed,
    objects_on,
    on_canvas,
    refresh,
)
from workers.rules.table.pieces import Card
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule

# What being joined to a card in a certain role makes of the two.
ROLES = {"parasite": "host", "rider": "mounted"}


def canvas(table: Table, seat: str) -> tuple[Card, ...]:
    return table.zone(seat, CANVAS).cards


def all_canvases(table: Table) -> list[Card]:
    return [card for seat in table.seats.values() for card in seat.zones[CANVAS].cards]


def control(table: Table, card: Card, seat: str | None) -> None:
    if card.controller != seat:
        table.put(card, "controller", seat)


# --- joined cards ----------------------------------------------------------------------------------------------------


def role_on(card: Card, to: Card, choice: str | None = None) -> str:
    """What the card is when it is attached to the other one: a parasite, a rider, or a plain object."""
    infests, mounts = "INFEST" in card.keywords, "MOUNT" in card.keywords
    if not is_character(card) or not (infests or mounts):
        return "object"
    if infests and mounts:
        # Where nobody says which of the two is meant, it rides what it can ride.
        could_ride = is_steed(to) and to.seat == card.seat and "mounted" not in to.flags
        return "rider" if choice == "mount" or (choice != "infest" and could_ride) else "parasite"
    return "parasite" if infests else "rider"


def join(table: Table, card: Card, to: Card, role: str) -> None:
    """Attaches a card that lies on the same Canvas, or under the other one."""
    if not on_canvas(to):
        raise Illegal("TBL-REF", f"{table.called(to)} is on no Canvas: nothing hangs on it or lies under it.")
    below: Card | None = to
    while below is not None:
        if below is card:
            raise Illegal("TBL-REF", f"{card.name} cannot hang on itself.")
        below = carrier(table, below)
    table.note_on(card, "on", to.label)
    if role in ROLES:
        table.flag(card, role)
        table.flag(to, ROLES[role])
    order = sorted((*to.attached, card.label), key=lambda label: _rank(table.cards[label]))
    table.put(to, "attached", tuple(order))
    refresh(table, to)
    refresh(table, card)


def _rank(card: Card) -> int:
    """Objects lie nearest, then a PARASITE or rider, then what is hidden or RESTRAINED underneath."""
    if not on_canvas(card):
        return 2
    return 1 if is_character(card) else 0


def part(table: Table, card: Card) -> None:
    """Takes a card off the one that it is joined to."""
    holder = carrier(table, card)
    if holder is None:
        return
    table.note_on(card, "on", None)
    table.put(holder, "attached", tuple(label for label in holder.attached if label != card.label))
    if "rider" in card.flags:
        # What the unit has taken is forgotten with it; an Object that goes leaves the two together.
        table.strip(holder, [mod for mod in holder.mods if mod.what == "unit_damage"])
    for role, other in ROLES.items():
        if role in card.flags:
            table.unflag(card, role)
            # A judge may have let a second one on.
            if not any(role in each.flags for each in carried(table, holder)):
                table.unflag(holder, other)
    refresh(table, holder)
    refresh(table, card)


# --- arriving --------------------------------------------------------------------------------------------------------


def arrive(table: Table, card: Card, seat: str, to: Card | None = None, role: str = "object") -> None:
    """Puts a card onto a Canvas, joined to `to` if that is given."""
    table.move(card, to.seat if to is not None else seat, CANVAS)
    control(table, card, card.seat)
    refresh(table, card)
    if to is not None:
        join(table, card, to, role)


def one_heroic(table: Table, card: Card) -> None:
    """A Canvas has one copy of a Heroic card: those that were there before this one, or what it brings, are Erased."""
    if card.entry.get("heroic") and on_canvas(card) and rule("ACH-HERO-1"):
        for other in canvas(table, card.seat):
            if other is not card and other.name == card.name:
                erase(table, other)
    for each in carried(table, card):
        one_heroic(table, each)


def settle_in(table: Table, card: Card) -> None:
    """A card has come to lie there by a text: an Action, or an Object that nothing carries, does not stay."""
    if card.type == "action" or (card.type == "object" and carrier(table, card) is None):
        erase(table, card)
    one_heroic(table, card)


def could_carry(table: Table, to: Card, card: Card) -> bool:
    """Whether the Object may be attached to that card, Realm Relics apart."""
    wanted = card.entry.get("attaches") or "character"
    if to.type not in ("character", "location") or wanted not in (to.type, "either"):
        return False
    return rule("ACH-OBJ-2") or not objects_on(table, to)


def carries_relic(table: Table, to: Card, besides: Card) -> bool:
    return any(each.entry.get("relic") and each is not besides for each in objects_on(table, to))


# --- leaving ---------------------------------------------------------------------------------------------------------


def erase(table: Table, card: Card) -> None:
    """The card goes to its owner's Dregs, with what hangs on it."""
    if not on_canvas(card):
        return
    claimed = "claimed" in card.flags
    whose = card.owner if rule("ACH-ERASE-1") and (not claimed or rule("ACH-CLAIM-2")) else card.seat
    table.tell("erased", f"{table.called(card)} is Erased.", card=card.label, seat=card.seat)
    leave(table, card, whose, "dregs", erased=True)


def leave(table: Table, card: Card, seat: str, zone: str, erased: bool = False, freeing: bool = True) -> None:
    """Takes a card off its Canvas; what hung on it or lay under it finds its own place."""
    hanging = carried(table, card)
    parasites = [each for each in hanging if "parasite" in each.flags]
    part(table, card)
    for each in hanging:
        part(table, each)
    bare(table, card)
    table.move(card, seat, zone)
    refresh(table, card)
    for each in hanging:
        if on_canvas(each):
            if each in parasites or each.type == "object":
                _lose_hold(table, each, erased)
        elif each.zone == "restrained" and freeing:
            free(table, each)
        else:
            to_dregs(table, each)


def bare(table: Table, card: Card) -> None:
    """A card that leaves play loses what was laid on it."""
    drop_hunts(table, card)
    if "printed" in card.marks:
        name = card.marks["printed"]
        table.turn_into(card, name, table.catalog[name])
    table.put(card, "mods", ())
    table.put(card, "marks", {})
    table.set_flags(card, ())


def _lose_hold(table: Table, card: Card, erased: bool) -> None:
    """An Object or PARASITE whose Character is gone goes as well. A rider or a Dragon stays where it is."""
    if not erased:
        goes = rule("ACH-OBJ-5")
    else:
        goes = rule("ACH-OBJ-6") if card.type == "object" else rule("ACH-INFEST-7")
    if goes:
        erase(table, card)


def to_dregs(table: Table, card: Card) -> None:
    """Out of a place under another card, into the owner's Dregs."""
    part(table, card)
    bare(table, card)
    table.move(card, card.owner, "dregs")
    refresh(table, card)
    table.tell("lost", f"{spoken_of(table, card)} goes to {table.who(card.owner)}'s Dregs.", card=card.label)


def spoken_of(table: Table, card: Card) -> str:
    """What a card is called that may be a SECRET still."""
    return table.called(card) if card.name is not None else "A card that nobody has seen"


def free(table: Table, card: Card) -> None:
    """A RESTRAINED card comes back to its owner's Canvas; an Object has nothing there to be attached to."""
    if card.type == "object" or table.seats[card.owner].out or not rule("ACH-RESTR-3"):
        to_dregs(table, card)
        return
    part(table, card)
    arrive(table, card, card.owner)
    if is_character(card) and not rule("ACH-RESTR-4"):
        table.flag(card, "fresh")
    table.tell(
        "freed", f"{table.called(card)} is free and returns to {table.who(card.owner)}'s Canvas.", card=card.label
    )
    one_heroic(table, card)


# --- changing Canvases -----------------------------------------------------------------------------------------------


def transfer(table: Table, card: Card, seat: str, to: Card | None = None) -> None:
    """A card changes Canvases, with what hangs on it; an Object is attached to `to`, wherever that is."""
    part(table, card)
    goal = to.seat if to is not None else seat
    if goal != card.seat:
        _carry_over(table, card, goal)
    if to is not None:
        join(table, card, to, "object")
    elif card.type == "object":
        erase(table, card)


def _carry_over(table: Table, card: Card, seat: str) -> None:
    drop_hunts(table, card)
    table.move(card, seat, card.zone)
    if on_canvas(card):
        control(table, card, seat)
        # It lies there through what brought it now, and was not Deployed there.
        table.unflag(card, "claimed", "fresh")
    for each in carried(table, card):
        _carry_over(table, each, seat)


# --- HUNTs that end --------------------------------------------------------------------------------------------------


def drop_hunts(table: Table, card: Card) -> None:
    """HUNTs by this card and for it are over."""
    end_hunt(table, card)
    for label in card.marks.get("hunters", ()):
        end_hunt(table, table.cards[label])


def end_hunt(table: Table, hunter: Card) -> None:
    hunt = hunter.marks.get("hunt")
    if hunt is None:
        return
    table.note_on(hunter, "hunt", None)
    table.unflag(hunter, "hunting")
    prey = table.cards[hunt["prey"]]
    left = [label for label in prey.marks.get("hunters", ()) if label != hunter.label]
    table.note_on(prey, "hunters", left or None)
    if not left:
        table.unflag(prey, "hunted")
