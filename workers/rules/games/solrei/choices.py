"""What a seat could log now.

One play of each kind is tried on the table and taken back. Cards that nobody has named yet are alike to the rules, so
one of them is tried for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from workers.rules.games.solrei.cards import HOME, PACK, alignment, exhausted_cards
from workers.rules.games.solrei.exchange import in_time
from workers.rules.games.solrei.faults import ROUND
from workers.rules.games.solrei.payments import payments, sources
from workers.rules.games.solrei.showdown import SETTLED
from workers.rules.table.choosing import is_legal, once_closed
from workers.rules.table.game import Choice
from workers.rules.table.pieces import Card
from workers.rules.table.table import Table

# An Art that lies so is not readied.
TURNED_AWAY = {"exhausted", "broken", "augmented"}


def choices(table: Table, seat: str) -> list[Choice]:
    if table.status == "setup":
        return list(_before_the_first_act(table, seat))
    if table.status != "playing":
        return []
    return [*_in_the_exchange(table, seat), *once_closed(table, seat, _after_the_exchange)]


def _before_the_first_act(table: Table, seat: str) -> Iterator[Choice]:
    yield from _if_legal(table, seat, "begin", {"first": list(table.seats)})
    if table.seats[seat].deck is None:
        for each in table.language.decks:
            yield from _if_legal(table, seat, "register_deck", {"deck": [each["deck"]]})


def _in_the_exchange(table: Table, seat: str) -> Iterator[Choice]:
    yield from _if_legal(table, seat, "pass", {})
    yield from _activations(table, seat)


def _after_the_exchange(table: Table, seat: str) -> Iterator[Choice]:
    if table.phase == "curtain":
        yield from _if_legal(table, seat, "next_act", {"choice": ["offense", "defense"]})
    if table.phase not in ROUND:
        return
    yield from _if_legal(table, seat, "move_on", {})
    if table.phase in ("start", "open"):
        yield from _if_legal(table, seat, "mulligan", {})
        yield from _one_card(table, seat, "place", *_in_hand(table, seat))
        yield from _one_card(table, seat, "ready", _labels(exhausted_cards(table, seat)), [])
    if table.phase in SETTLED:
        yield from _points(table, seat)
    if table.phase == "charge":
        yield from _shares(table, seat)


def _if_legal(table: Table, seat: str, type_: str, fields: dict[str, list[Any]]) -> Iterator[Choice]:
    """The play, if it is legal with the first candidate of each field; the others have to be like it."""
    if all(fields.values()):
        first = {name: candidates[0] for name, candidates in fields.items()}
        if is_legal(table, {"type": type_, "seat": seat, **first}):
            yield {"type": type_, "with": fields}


def _one_card(
    table: Table, seat: str, type_: str, labels: list[str], names: list[str], fixed: dict[str, Any] | None = None
) -> Iterator[Choice]:
    """A play of one card: each label is tried, and one of the names."""
    fixed = fixed or {}

    def legal(text: str) -> bool:
        return is_legal(table, {"type": type_, "seat": seat, "card": text, **fixed})

    candidates = [label for label in labels if legal(label)]
    if names and legal(names[0]):
        candidates += names
    if candidates:
        yield {"type": type_, "with": {**{key: [value] for key, value in fixed.items()}, "card": candidates}}


def _labels(cards: Iterable[Card]) -> list[str]:
    return [card.label for card in cards]


def _in_hand(table: Table, seat: str) -> tuple[list[str], list[str]]:
    """The cards that the hand can hold: labels, and names of cards that have none."""
    hand = table.zone(seat, "hand")
    return _labels(hand.cards), [*hand.known, *(_unnamed(table, seat) if hand.unknown else ())]


def _in_deck(table: Table, seat: str) -> tuple[list[str], list[str]]:
    deck = table.zone(seat, "deck")
    return _labels(deck.cards), _unnamed(table, seat) if deck.unknown else []


def _unnamed(table: Table, seat: str) -> list[str]:
    """The Action Cards of the seat that can still turn up."""
    seen = table.seats[seat].seen
    return [name for name in PACK if not seen.get(name)]


def _activations(table: Table, seat: str) -> Iterator[Choice]:
    """Abilities with the ways to pay for them; and Rei by itself, which a text may ask for, too."""
    for card in [card for zone in HOME.values() for card in table.zone(seat, zone).cards]:
        abilities = card.entry.get("abilities") or [{}]
        for ability in abilities:
            if card.flags & TURNED_AWAY or not in_time(table, ability):
                continue
            cost = ability.get("cost", {})
            fields: dict[str, list[Any]] = {"card": [card.label]}
            if len(abilities) > 1:
                fields["choice"] = [ability["name"]]
            ways = payments(table, seat, cost)
            if ways != [[]]:
                fields["pay"] = ways
            yield from _if_legal(table, seat, "activate", fields)
    pay: list[Any] = [[text] for text, _ in sources(table, seat)]
    yield from _if_legal(table, seat, "generate", {"pay": pay})


def _points(table: Table, seat: str) -> Iterator[Choice]:
    """Points of damage to take or to block."""
    if not table.seats[seat].counters["incoming"]:
        return
    if not table.zone(seat, "deck").size:
        yield from _if_legal(table, seat, "take", {})
    yield from _one_card(table, seat, "take", *_in_deck(table, seat), {"from": "deck"})
    labels, names = _in_hand(table, seat)
    yield from _one_card(table, seat, "take", labels, names, {"from": "hand"})
    suit = alignment(table, seat)
    fitting = [name for name in names if PACK[name]["suit"] == suit]
    yield from _one_card(table, seat, "block", [*labels, *_labels(table.zone(seat, "damage").cards)], fitting)


def _shares(table: Table, seat: str) -> Iterator[Choice]:
    """What the Charge Phase gives."""
    exhausted = _labels(exhausted_cards(table, seat))
    for bare in ("draw", "charge"):
        yield from _if_legal(table, seat, bare, {})
    for type_ in ("ready", "charge"):
        yield from _one_card(table, seat, type_, exhausted, [])
