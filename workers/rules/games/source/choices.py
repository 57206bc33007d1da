"""What a seat could log now."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice, pairwise
from typing import Any

from workers.rules.games.source.field import SUPPORT, strength
from workers.rules.games.source.moments import DISCARD, sprung_trap, unused_symbols
from workers.rules.games.source.movement import distance, steps_from
from workers.rules.games.source.spaces import (
    SETUPS,
    SPACES,
    SUMMONING,
    ahead,
    monster_on,
    monsters_of,
    nearest_free,
    neighbours,
    other,
    own,
)
from workers.rules.games.source.turns import HAND_LIMIT
from workers.rules.table.choosing import could_be_in_hand, offered
from workers.rules.table.game import Choice
from workers.rules.table.pieces import Card
from workers.rules.table.table import Table

Offer = dict[str, Any]


def choices(table: Table, seat: str) -> list[Choice]:
    """Every play that is worth a try, tried on the table and taken back; what is legal is offered."""
    return offered(table, seat, _offers(table, seat))


def _offers(table: Table, seat: str) -> Iterator[Offer]:
    if table.status == "setup":
        yield from _before_the_game(table, seat)
        return
    if table.status != "playing":
        return
    trap = sprung_trap(table)
    if trap is not None:
        yield {"type": "activate_trap", "card": trap.label}
    elif table.phase == DISCARD:
        yield from _discards(table, seat)
    else:
        yield from _channels(table, seat)
        if seat == table.turn:
            yield {"type": "end_turn"}
            yield from _from_hand(table, seat)
            for card in monsters_of(table, seat):
                yield from _with_symbols(table, seat, card)


def _before_the_game(table: Table, seat: str) -> Iterator[Offer]:
    yield from ({"type": "begin", "first": first, "setup": setup} for first in table.seats for setup in SETUPS)
    if table.seats[seat].deck is None:
        yield from ({"type": "register_deck", "deck": each["deck"]} for each in table.language.decks)


# --- out of the hand -------------------------------------------------------------------------------------------------


def _hand(table: Table, seat: str) -> dict[str, str]:
    """The cards that can be in the hand, each with its type: known ones, then names that may turn up."""
    hand = table.zone(seat, "hand")
    names = [*hand.known, *(could_be_in_hand(table, seat) if hand.unknown else ())]
    return {card.label: card.type for card in hand.cards} | {name: table.catalog[name]["type"] for name in names}


def _from_hand(table: Table, seat: str) -> Iterator[Offer]:
    counters = table.seats[seat].counters
    for text, kind in _hand(table, seat).items():
        if kind == "channeled" and counters["channels"] == 0:
            yield {"type": "place_channeled", "card": text}
        elif counters["plays"] > 0:
            continue
        elif kind == "monster":
            yield from _summons(table, seat, text)
        elif kind == "equipment":
            for monster in monsters_of(table, seat):
                yield {"type": "equip", "card": text, "target": {"card": monster.label}}
        elif kind == "trap":
            yield from ({"type": "place_trap", "card": text, "to": space} for space in _beside(table, seat))


def _summons(table: Table, seat: str, text: str) -> Iterator[Offer]:
    near = nearest_free(table, own(seat, SUMMONING))
    crowded = monster_on(table, own(seat, SUMMONING)) is not None and len(near) > 1
    for type_ in ("summon", "reactionary_summon"):
        if crowded:
            yield from ({"type": type_, "card": text, "push_to": space} for space in near)
        else:
            yield {"type": type_, "card": text}


def _beside(table: Table, seat: str) -> list[str]:
    """The spaces adjacent to the seat's monsters."""
    near = {space for card in monsters_of(table, seat) for space in neighbours(table, card.place)}
    return [space for space in SPACES if space in near]


def _discards(table: Table, seat: str) -> Iterator[Offer]:
    """Ways to come down to the hand limit: any card there is to discard, with the next ones where one is not enough."""
    excess = table.zone(seat, "hand").size - HAND_LIMIT
    texts = list(_hand(table, seat)) if excess > 0 else []
    for start, text in enumerate(texts):
        yield {"type": "discard", "cards": [*islice(cycle(texts), start, start + excess)]}
        # A single name may be all that can still turn up.
        if excess > len(texts):
            yield {"type": "discard", "cards": [text] * excess}


# --- with a symbol ---------------------------------------------------------------------------------------------------


def _channels(table: Table, seat: str) -> Iterator[Offer]:
    for card in table.zone(seat, SUPPORT).cards:
        if card.type == "channeled":
            for monster in monsters_of(table, seat):
                for symbol in unused_symbols(table, seat):
                    yield {"type": "channel", "card": card.label, "monster": monster.label, "symbol": symbol}


def _with_symbols(table: Table, seat: str, card: Card) -> Iterator[Offer]:
    for symbol in unused_symbols(table, seat):
        acting: Offer = {"card": card.label, "symbol": symbol}
        yield {"type": "attack_generator", **acting}
        for space in neighbours(table, card.place):
            enemy = monster_on(table, space)
            if enemy is not None and enemy.controller == other(seat):
                yield {"type": "attack", **acting, "target": {"card": enemy.label}}
        for path in _ways(table, card, card.place, distance(strength(card, symbol))):
            sideways = any(space not in ahead(table, seat, left) for left, space in pairwise([card.place, *path]))
            yield {"type": "move", **acting, "to": path[-1], **({"path": path} if sideways else {})}
        # A symbol that leads nowhere is used up all the same.
        yield {"type": "move", **acting, "to": card.place}


def _ways(table: Table, card: Card, space: str, most: int) -> Iterator[list[str]]:
    """The paths of up to so many steps from a space."""
    for following in steps_from(table, card, space) if most else ():
        yield [following]
        yield from ([following, *rest] for rest in _ways(table, card, following, most - 1))
