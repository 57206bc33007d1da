"""Ways to pay a cost, for those who are offered an ability."""

from __future__ import annotations

from typing import Any

from workers.rules.games.solrei.cards import COLOURS, PACK, SUITS, alignment
from workers.rules.table.table import Table

# The text that names a card, and the suit of the Rei that it would generate.
Source = tuple[str, str]
# How many ways are told where a cost asks for more than one Rei.
WAYS = 6


def sources(table: Table, seat: str) -> list[Source]:
    """The cards that could become Rei: face-up Damage first, then what the hand holds or may hold."""
    hand = table.zone(seat, "hand")
    lying = [card for card in table.zone(seat, "damage").cards if not card.flags]
    told = [(card.label, card.entry["suit"]) for card in (*lying, *hand.cards)]
    told += [(name, PACK[name]["suit"]) for name in hand.known]
    return told + _guessed(table, seat)


def _guessed(table: Table, seat: str) -> list[Source]:
    """Cards that the hand may hold, as far as the record knows."""
    if not table.zone(seat, "hand").unknown:
        return []
    seen = table.seats[seat].seen
    return [(name, entry["suit"]) for name, entry in PACK.items() if not seen.get(name)]


def payments(table: Table, seat: str, cost: dict[str, int]) -> list[list[Any]]:
    """Ways to pay what unused Rei does not cover; `[[]]` where it covers all, `[]` where there is no way."""
    lacking = _lacking(table, seat, cost)
    if not lacking:
        return [[]]
    found = sources(table, seat)
    ways: list[list[Any]] = []
    for first in [source for source in found if source[1] in lacking[0]]:
        way = _completed(table, seat, [first], found, lacking[1:])
        if way is not None:
            ways.append([text for text, _ in way])
        if len(lacking) > 1 and len(ways) == WAYS:
            break
    return ways or _filtered(table, seat, found, lacking)


def _lacking(table: Table, seat: str, cost: dict[str, int]) -> list[tuple[str, ...]]:
    """For each Rei of the cost that is not there yet, the suits that would do."""
    wanted: list[tuple[str, ...]] = [(suit,) for suit in SUITS for _ in range(cost.get(suit, 0))]
    wanted += [suits for colour, suits in COLOURS.items() for _ in range(cost.get(colour, 0))]
    wanted += [SUITS] * cost.get("any", 0)
    unused = {suit: table.seats[seat].counters[f"rei_{suit}"] for suit in SUITS}
    lacking = []
    for suits in wanted:
        suit = next((each for each in suits if unused[each]), None)
        if suit is None:
            lacking.append(suits)
        else:
            unused[suit] -= 1
    return lacking


def _completed(
    table: Table, seat: str, way: list[Source], found: list[Source], lacking: list[tuple[str, ...]]
) -> list[Source] | None:
    """The way with a card for each Rei that it lacks; None if the cards do not suffice."""
    guesses = set(_guessed(table, seat))
    left = table.zone(seat, "hand").unknown - sum(source in guesses for source in way)
    for suits in lacking:
        fits = (each for each in found if each not in way and each[1] in suits and (left > 0 or each not in guesses))
        source = next(fits, None)
        if source is None:
            return None
        left -= source in guesses
        way = [*way, source]
    return way if left >= 0 else None


def _filtered(table: Table, seat: str, found: list[Source], lacking: list[tuple[str, ...]]) -> list[list[Any]]:
    """Where no card of a suit is left, any two become one Rei of the Muse's Alignment, as often as it takes."""
    suit, pairs = alignment(table, seat), 0
    paid: list[Source] = []
    for suits in lacking:
        way = _completed(table, seat, paid, found, [suits])
        if way is not None:
            paid = way
        elif suit in suits:
            pairs += 1
        else:
            return []
    whole = _completed(table, seat, paid, found, [SUITS] * (2 * pairs))
    if whole is None:
        return []
    names = [text for text, _ in whole]
    cards, filtered = names[: len(paid)], names[len(paid) :]
    return [[*cards, *({"filter": list(two)} for two in zip(filtered[::2], filtered[1::2], strict=True))]]
