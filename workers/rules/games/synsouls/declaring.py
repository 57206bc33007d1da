"""What a player says that a text does: every card that it names is found at once, or waited for where it brings it."""

from __future__ import annotations

from typing import Any

from workers.rules.table.ops import label_known, meant_by, pin
from workers.rules.table.pieces import Card
from workers.rules.table.play import Origin, Play
from workers.rules.table.table import Table

Op = dict[str, Any]
# Marks an op whose card an earlier op of the same text brings out of a hidden zone.
WHEN_THERE = "when_there"


def declared_ops(play: Play) -> list[Op]:
    """The ops as declared, each card in them pinned to its label."""
    does: list[Op] = play.event.get("does") or []
    if does:
        play.trust("it rests on a card's text")
    if "pay" in play.event:
        play.trust("a card's text changes what it costs")
    return [_pinned(play, op, does[:done]) for done, op in enumerate(does)]


def _pinned(play: Play, op: Op, before: list[Op]) -> Op:
    table, text = play.table, op.get("card")
    if text is None or text in table.cards or meant_by(table, text, play):
        return pin(table, op, play)
    brought = [name for each in before for name in each.get("cards", ())]
    if brought.count(text) == 1 or (brought and _is_label_of(play.origin, text)):
        others = {key: value for key, value in op.items() if key != "card"}
        return {**pin(table, others, play), "card": text, WHEN_THERE: True}
    return pin(table, label_known(table, play.origin, op, play), play)


def as_declared(table: Table, declared: list[Op], seat: str) -> list[Op]:
    """The ops with what they are judged by later: a card that is to be moved has to lie then where it lies now."""
    return [_as_declared(table, op, seat) if op["op"] == "move" else op for op in declared]


def _as_declared(table: Table, op: Op, seat: str) -> Op:
    return {**op, "mover": seat} if WHEN_THERE in op else {**op, "was": table.cards[op["card"]].place, "mover": seat}


def found(table: Table, origin: Origin, op: Op) -> Op:
    """The op with the label of the card that this text has brought out by now, if it has."""
    if WHEN_THERE not in op:
        return op
    brought = [card for card in table.cards.values() if _is_label_of(origin, card.label) and _bears(card, op["card"])]
    return {**op, "card": brought[0].label} if len(brought) == 1 else op


def _bears(card: Card, text: str) -> bool:
    return text in (card.label, card.name)


def _is_label_of(origin: Origin, text: str) -> bool:
    """Whether cards that the event brings in are labelled so."""
    return text in (f"@{origin.seq}", origin.wanted) or text.startswith(f"@{origin.seq}.")
