"""Patches: what one event changed on the table.

A patch has the shape of a view and holds only what is new:
- `seats.<seat>.<group>.<key>` (counters, sizes, zones, known) replaces one entry, null removes it; any other key of a
  seat is replaced whole;
- `cards.<label>`: null removes the card, an object with a `name` replaces it, any other object replaces single fields;
- any other key of the view is replaced whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

GROUPS = ("counters", "sizes", "zones", "known")


def apply_patch(view: dict[str, Any], patch: Mapping[str, Any]) -> None:
    """Brings `view` up to date, in place."""
    for key, value in patch.items():
        if key == "cards":
            _apply_cards(view["cards"], value)
        elif key == "seats":
            for seat, changes in value.items():
                _apply_seat(view["seats"][seat], changes)
        else:
            view[key] = value


def _apply_cards(cards: dict[str, Any], changes: Mapping[str, Any]) -> None:
    for label, change in changes.items():
        if change is None:
            cards.pop(label, None)
        elif "name" in change or label not in cards:
            cards[label] = dict(change)
        else:
            cards[label] = {**cards[label], **change}


def _apply_seat(seat: dict[str, Any], changes: Mapping[str, Any]) -> None:
    for key, value in changes.items():
        if key in GROUPS and isinstance(value, Mapping):
            merged = {**seat.get(key, {}), **value}
            seat[key] = {name: each for name, each in merged.items() if each is not None}
        else:
            seat[key] = value


def difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The patch that leads from one view to another."""
    patch = {key: value for key, value in after.items() if key not in ("cards", "seats") and before.get(key) != value}
    cards = _changes(before["cards"], after["cards"])
    seats = {seat: _seat_difference(before["seats"][seat], data) for seat, data in after["seats"].items()}
    if cards:
        patch["cards"] = cards
    if any(seats.values()):
        patch["seats"] = {seat: changes for seat, changes in seats.items() if changes}
    return patch


def _seat_difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    changes = {key: value for key, value in after.items() if key not in GROUPS and before.get(key) != value}
    for group in GROUPS:
        if inner := _changes(before.get(group, {}), after.get(group, {})):
            changes[group] = inner
    return changes


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Entries that are new or different, and null for those that are gone."""
    new = {key: value for key, value in after.items() if key not in before or before[key] != value}
    return new | {key: None for key in before if key not in after}
