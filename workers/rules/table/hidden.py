"""Cards that nobody, or not everybody, knows: drawing, shuffling, telling what a hand holds."""

from __future__ import annotations

from workers.rules.table.pieces import Card, Zone
from workers.rules.table.table import Table


def draw(table: Table, seat: str, n: int, deck: str | None = None, hand: str | None = None) -> int:
    """The top cards of a deck go to the hand, as many as there are; says how many."""
    deck = deck or table.language.zone_of_role("deck")
    hand = hand or table.language.zone_of_role("hand")
    drawn = 0
    while drawn < n and take_top(table, seat, deck, hand):
        drawn += 1
    return drawn


def take_top(table: Table, seat: str, deck: str, to: str) -> Card | bool:
    """The top card of a deck goes to another zone: the card if it is known, else True; False if none is left."""
    pile = table.zone(seat, deck)
    for card in reversed(pile.cards):
        if card.spot == "top":
            table.move(card, seat, to)
            return card
    if pile.known:
        # Which of the named cards lie where is not known, so a draw makes them unknown again.
        unname(table, pile)
    if pile.unknown > 0:
        table.put(pile, "unknown", pile.unknown - 1)
        goal = table.zone(seat, to)
        table.put(goal, "unknown", goal.unknown + 1)
        return True
    if pile.cards:
        lowest = pile.cards[0]
        table.move(lowest, seat, to)
        return lowest
    return False


def unname(table: Table, zone: Zone) -> None:
    """What `saw` told of a zone is forgotten."""
    for name in zone.known:
        table.saw_copy(zone.seat, name, -1)
    table.put(zone, "unknown", zone.unknown + len(zone.known))
    table.put(zone, "known", ())


def shuffle(table: Table, seat: str, zone: str) -> None:
    """Known positions are forgotten, and with them the labels."""
    pile = table.zone(seat, zone)
    for card in pile.cards:
        table.forget(card)
    if pile.known:
        unname(table, pile)


def pour(table: Table, seat: str, source: str, into: str) -> None:
    """All cards of one hidden zone go into another, unseen."""
    shuffle(table, seat, source)
    origin, goal = table.zone(seat, source), table.zone(seat, into)
    table.put(goal, "unknown", goal.unknown + origin.unknown)
    table.put(origin, "unknown", 0)


def fill(table: Table, seat: str, zone: str, n: int) -> None:
    """A zone starts with so many unknown cards."""
    table.put(table.zone(seat, zone), "unknown", n)


def tell_names(table: Table, seat: str, zone: str, names: list[str]) -> None:
    """`saw`: unknown cards of a zone get names, but no labels."""
    place = table.zone(seat, zone)
    for name in names:
        table.saw_copy(seat, name, 1)
    table.put(place, "unknown", place.unknown - len(names))
    table.put(place, "known", tuple(sorted([*place.known, *names])))
