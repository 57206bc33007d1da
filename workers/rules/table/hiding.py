"""Which fields of an event name cards that not everybody may know.

A game's language marks such a field `private: true`, or `private: {choice: shield}` where it is private only together
with another field's value; a judge's `place` into a hidden zone hides itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from schemas.viewer import JUDGE, redact_text, secret
from workers.rules.table.ops import place_of
from workers.rules.table.table import Table

Hidden = dict[str, Any]
Path = list[str | int]
# Where an event has ops: its texts, and cards that it brings with texts of their own.
LISTS = ("does", "cards")


def hidden_fields(table: Table, event: dict[str, Any]) -> list[Hidden]:
    action = table.language.actions.get(event["type"])
    if action is None:
        return [{"path": [key], "seats": _of(event)} for key in event if key not in ("seat", "type", "seq", "by", "id")]
    hidden: list[Hidden] = []
    for name, private in action.fields.private.items():
        if name in event and _applies(private, event):
            hidden.append({"path": [name], "seats": _of(event)})
    for key in LISTS:
        if type(event.get(key)) is list:
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
    # A secret holds no further secrets: who may read it may read those too.
    return secret(redact_text(why, JUDGE), seats, "It breaks this rule; how, only its player and the judges may know.")


def _of(event: dict[str, Any]) -> list[str]:
    seat = event.get("seat")
    return [seat] if isinstance(seat, str) else []


def _applies(private: Any, event: dict[str, Any]) -> bool:
    return private is True or all(event.get(key) == value for key, value in private.items())


def _hidden_in_op(table: Table, event: dict[str, Any], way: Path, op: dict[str, Any]) -> list[Hidden]:
    fields = table.language.ops.get(op["op"])
    if fields is None:
        return []
    seat = op.get("seat") if isinstance(op.get("seat"), str) else event.get("seat")
    seats = [seat] if isinstance(seat, str) else []
    if op["op"] == "place" and isinstance(op.get("to"), str):
        whose, zone = place_of(op["to"], seats[0] if seats else "")
        path = [*way, "card"]
        if table.language.zones.get(zone, {}).get("hidden"):
            return [{"path": path, "seats": [whose]}]
        # Face down it is known to whom it belongs, wherever it lies.
        return [{"path": path, "seats": seats}] if table.game.placed_face_down(op) else []
    return [
        {"path": [*way, name], "seats": seats}
        for name in fields.private
        if name in op and table.game.keeps_private(table, op)
    ]
