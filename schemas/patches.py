"""Patches: what one event changed on the table.

A patch has the shape of a view and holds only what is new:
- `seats.<seat>.<group>.<key>` (counters, sizes, zones, known) replaces one entry, null removes it; any other key of a seat
  is replaced whole;
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
