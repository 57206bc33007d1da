"""Keywords that say all there is to say: the ops by which a player logs them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from workers.rules.games.achroma.bank import bank
from workers.rules.games.achroma.canvas import all_canvases, canvas
from workers.rules.games.achroma.hex import is_character
from workers.rules.table.choosing import could_be_in_hand
from workers.rules.table.ops import Op
from workers.rules.table.pieces import Card
from workers.rules.table.table import Table

# The ops of a keyword for a seat; the number is the X behind the word.
Spoken = Callable[[Table, str, int], Iterator[Op]]


def said_on_arrival(table: Table, seat: str, name: str) -> Iterator[Op]:
    """What an Action card, or the ACTION of another card, does as its keywords say."""
    entry = table.catalog[name]
    keywords = entry.get("keywords") or ()
    if entry["type"] == "action" or "ACTION" in keywords:
        for word, number in _told(keywords):
            if word in ON_ARRIVAL:
                yield from ON_ARRIVAL[word](table, seat, number)


def said_in_play(table: Table, seat: str, card: Card) -> Iterator[Op]:
    """What a card on the Canvas may do turn after turn as its keywords say."""
    for word, number in _told(card.keywords):
        if word in IN_PLAY:
            yield from (op for op in IN_PLAY[word](table, seat, number) if op["card"] != card.label)


def _told(keywords: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Each keyword with its X, 0 where it has none."""
    for keyword in keywords:
        word, _, number = keyword.rpartition(" ")
        yield (word, int(number)) if number.isdecimal() else (keyword, 0)


# --- one keyword each ------------------------------------------------------------------------------------------------


def _any_card(op: str) -> Spoken:
    def ops(table: Table, seat: str, n: int) -> Iterator[Op]:
        yield from ({"op": op, "card": card.label} for card in all_canvases(table))

    return ops


def _card_of_another(op: str) -> Spoken:
    def ops(table: Table, seat: str, n: int) -> Iterator[Op]:
        yield from ({"op": op, "card": card.label} for card in all_canvases(table) if card.seat != seat)

    return ops


def _gift(op: str) -> Spoken:
    """SPLAT or SQUISH for own cards that have none of it from this player yet."""

    def ops(table: Table, seat: str, n: int) -> Iterator[Op]:
        for card in canvas(table, seat):
            if not any(mod.until == op and mod.seat == seat for mod in card.mods):
                yield {"op": op, "card": card.label, "n": n}

    return ops


def _hunt(table: Table, seat: str, n: int) -> Iterator[Op]:
    yield from ({"op": "hunt", "card": card.label} for card in characters_of_others(table, seat))


def _secret(table: Table, seat: str, n: int) -> Iterator[Op]:
    yield from ({"op": "secret", "from": each} for each in table.seats_in())


def _dig(table: Table, seat: str, n: int) -> Iterator[Op]:
    yield from ({"op": "dig", "card": card.label} for card in table.zone(seat, "dregs").cards)


def _find(table: Table, seat: str, n: int) -> Iterator[Op]:
    yield from ({"op": "find", "card": name} for name in could_be_in_hand(table, seat))


def _research(table: Table, seat: str, n: int) -> Iterator[Op]:
    """Nobody pays the last Shard for a card."""
    yield from ({"op": "research", "n": n, "keep": keep} for keep in range(min(n + 1, bank(table, seat))))


def characters_of_others(table: Table, seat: str) -> list[Card]:
    return [card for card in all_canvases(table) if is_character(card) and card.seat != seat]


IN_PLAY: dict[str, Spoken] = {"SPLAT": _gift("splat"), "SQUISH": _gift("squish"), "HUNT": _hunt}
# How often a card in play may do these is in its text, so they are offered only where it is once.
ON_ARRIVAL: dict[str, Spoken] = {
    **IN_PLAY,
    "CLAIM": _card_of_another("claim"),
    "CURSE": _any_card("curse"),
    "DIG": _dig,
    "FIND": _find,
    "FREEZE": _any_card("freeze"),
    "RESEARCH": _research,
    "RESTRAIN": _card_of_another("restrain"),
    "SECRET": _secret,
}
