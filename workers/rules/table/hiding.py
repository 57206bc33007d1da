"""Which fields of an event name cards that not everybody may know.

A game's language marks such a field `private: true`, or `private: {choice: shield}` where it is private only together
with another field's value; a judge's `place` into a hidden zone hides itself.
"""

from __future__ import annotations

from typing import Any

from workers.rules.table.ops import place_of
from workers.rules.table.table import Table

Hidden = dict[str, Any]


def hidden_fields(table: Table, event: dict[str, Any]) -> list[Hidden]:
    action = table.language.actions.get(event["type"])
    if action is None:
        return [{"path": [key], "seats": _of(event)} for key in event if key not in ("seat", "type", "seq", "by", "id")]
    hidden: list[Hidden] = []
    for name, spec in action.fields.specs.items():
        if name in event and "private" in spec and _applies(spec["private"], event):
            hidden.append({"path": [name], "seats": _of(event)})
    for index, op in enumerate(event["does"]) if type(event.get("does")) is list else ():
        hidden.extend(_hidden_in_op(table, event, index, op))
    return hidden


def _of(event: dict[str, Any]) -> list[str]:
    seat = event.get("seat")
    return [seat] if isinstance(seat, str) else []


def _applies(private: Any, event: dict[str, Any]) -> bool:
    return private is True or all(event.get(key) == value for key, value in private.items())


def _hidden_in_op(table: Table, event: dict[str, Any], index: int, op: Any) -> list[Hidden]:
    name = op.get("op") if isinstance(op, dict) else None
    fields = table.language.ops.get(name) if isinstance(name, str) else None
    if fields is None:
        return []
    seat = op.get("seat") if isinstance(op.get("seat"), str) else event.get("seat")
    seats = [seat] if isinstance(seat, str) else []
    if op["op"] == "place" and isinstance(op.get("to"), str):
        whose, zone = place_of(op["to"], seats[0] if seats else "")
        hides = table.language.zones.get(zone, {}).get("hidden") or table.game.placed_face_down(op)
        return [{"path": ["does", index, "card"], "seats": [whose]}] if hides else []
    return [
        {"path": ["does", index, name], "seats": seats}
        for name, spec in fields.specs.items()
        if name in op and spec.get("private") and table.game.keeps_private(table, op)
    ]
