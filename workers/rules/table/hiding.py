"""Which fields of an event name cards that not everybody may know.

A game's language marks such a field `private: true`, or `private: {choice: shield}` where it is private only together
with another field's value; a judge's `place` into a hidden zone hides itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from schemas.envelope import STORED_KEYS
from schemas.viewer import JUDGE, redact_text, secret
from workers.rules.table.ops import place_of
from workers.rules.table.pieces import Card
from workers.rules.table.table import Table

Hidden = dict[str, Any]
Path = list[str | int]
# Where an event has ops: its texts, and cards that it brings with texts of their own.
LISTS = ("does", "cards")
# What everybody may know of an event that the game has no word for.
OPEN = ("id", "type", "seat", *STORED_KEYS)


def hidden_fields(table: Table, event: dict[str, Any]) -> list[Hidden]:
    action = table.language.actions.get(event["type"])
    if action is None:
        return [{"path": [key], "seats": _of(event)} for key in event if key not in OPEN]
    hidden: list[Hidden] = []
    if action.fields.private:
        private = action.fields.kept_private(event)
        if private or True in action.fields.private.values():
            # A card that stands in a field which the game has no word for is no less hidden.
            private += [key for key in event if key not in action.fields.known]
        hidden.extend({"path": [name], "seats": _of(event)} for name in private)
        if hidden and "as" in event and table.game.hides_labels:
            hidden.append({"path": ["as"], "seats": _of(event)})
    if not hidden and table.game.hides_labels:
        hidden.extend(_hidden_cards_named(table, action.fields.specs, event, [], event.get("seat")))
    for key in LISTS:
        if key in event and type(event[key]) is list:
            for path, op in _ops_within(event[key], [key]):
                hidden.extend(_hidden_in_op(table, event, path, op))
    return hidden


def _ops_within(listed: list[Any], path: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The ops of a list and those that lie deeper, each with the way to it."""
    for index, each in enumerate(listed):
        if isinstance(each, dict):
            if isinstance(each.get("op"), str):
                yield [*path, index], each
            if type(each.get("does")) is list:
                yield from _ops_within(each["does"], [*path, index, "does"])


def kept_private(why: str, hidden: list[Hidden]) -> str:
    """Why a play is illegal, for those only who may read all of its fields: the reason may tell what they hide."""
    if not hidden:
        return why
    seats = sorted(set.intersection(*(set(each["seats"]) for each in hidden)))
    # A secret holds no further secrets: it is told as its player may read it.
    return secret(
        redact_text(why, seats[0] if seats else JUDGE),
        seats,
        "It breaks this rule; how, only its player and the judges may know.",
    )


def _of(event: dict[str, Any]) -> list[str]:
    seat = event.get("seat")
    return [seat] if isinstance(seat, str) else []


def _hidden_in_op(table: Table, event: dict[str, Any], way: Path, op: dict[str, Any]) -> list[Hidden]:
    fields = table.language.ops.get(op["op"])
    if fields is None:
        return []
    seat = op.get("seat") if isinstance(op.get("seat"), str) else event.get("seat")
    seats = [seat] if isinstance(seat, str) else []
    if op["op"] == "place" and isinstance(op.get("to"), str):
        whose, zone = place_of(op["to"], seats[0] if seats else "")
        if table.language.zones.get(zone, {}).get("hidden"):
            return [{"path": [*way, key], "seats": [whose]} for key in ("card", "as") if key in op]
        # Face down it is known to whom it belongs, wherever it lies.
        secrets = ("card", "as") if table.game.hides_labels else ("card",)
        return [
            {"path": [*way, key], "seats": seats} for key in secrets if key in op and table.game.placed_face_down(op)
        ]
    return [
        {"path": [*way, name], "seats": seats}
        for name in fields.private
        if name in op and table.game.keeps_private(table, op)
    ] or list(_hidden_cards_named(table, fields.specs, op, way, event.get("seat")))


def _hidden_cards_named(
    table: Table, specs: dict[str, Any], value: dict[str, Any], way: Path, seat: object
) -> Iterator[Hidden]:
    """Fields that name a card which is hidden once the event has been judged.

    An event that was refused for its seat may say anything there.
    """
    for name, spec in specs.items():
        if spec["kind"] == "card" and isinstance(value.get(name), str):
            card = table.cards.get(value[name]) or _meant_by_name(table, value, value[name], seat)
            if card is not None and card.veil is not None and _is_told_by(table, card, value[name]):
                yield {"path": [*way, name], "seats": card.veil["seats"]}


def _is_told_by(table: Table, card: Card, text: str) -> bool:
    """Whether a label or name tells of a hidden card what not everybody knows."""
    if table.game.hides_labels:
        return True
    # All see where a card lies face-down, and its label.
    if card.veil is not None and card.veil["back"] is not None and text == card.label:
        return False
    # What lay open until now was named before all eyes.
    before = [old for thing, key, old in table.changes if thing is card and key == "veil"]
    if any(thing is table.cards and key == card.label for thing, key, _ in table.changes):
        # It has its label since this event: that it came into being is no sign that it lay open.
        before = before[1:]
    return None not in before


def _meant_by_name(table: Table, value: dict[str, Any], text: str, seat: object) -> Card | None:
    named = [card for card in table.cards.values() if card.name == text and seat in (None, card.owner)]
    if "op" in value and table.language.ops[value["op"]].fault(value) is None:
        named = [card for card in named if table.game.could_be_about(table, value, card)] or named
    return named[0] if len(named) == 1 else None
