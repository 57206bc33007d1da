"""The envelope of an event: what the service checks at the door, before anything is stored.

Whether a type or a field belongs to the game is for the rules to say, because a wrong play is recorded too. Here it
only matters that the event can be stored, hashed and shown: its common keys are of their kind, it is not too deep,
its numbers survive a round trip through JSON, and no text holds a control character (those mark the secret parts of
sentences).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

Path = tuple[str | int, ...]

UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\Z")
# Tab and newline are text; other control characters are not, and half a surrogate pair is no character at all.
UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
LONGEST_TYPE = 64
LONGEST_SEAT = 16
LONGEST_LABEL = 120
LONGEST_KEY = 120
LONGEST_STRING = 4_000
LONGEST_NAME = 80
# Whole numbers beyond this are not the same number to every JSON reader.
LARGEST = 2**53 - 1
# What the store adds: a client may not claim them.
STORED_KEYS = ("seq", "recorded_at", "by", "hash")


@dataclass(frozen=True, slots=True)
class Fault:
    path: Path
    message: str


def event_fault(event: Any, max_depth: int) -> Fault | None:
    """The first thing that keeps `event` from being stored, or None."""
    return common_fault(event) or value_fault(event, max_depth)


def common_fault(event: Any) -> Fault | None:
    """The same, of the keys that all events have."""
    if type(event) is not dict:
        return Fault((), "an event is a JSON object")
    type_ = event.get("type")
    if type(type_) is not str or not 0 < len(type_) <= LONGEST_TYPE:
        return Fault(("type",), f"a text of 1 to {LONGEST_TYPE} characters is required")
    if "id" in event and (type(event["id"]) is not str or not UUID.match(event["id"])):
        return Fault(("id",), "not a UUID")
    for key, longest in (("seat", LONGEST_SEAT), ("as", LONGEST_LABEL), ("at", 64)):
        value = event.get(key, "-")
        if type(value) is not str or not 0 < len(value) <= longest:
            return Fault((key,), f"not a text of 1 to {longest} characters")
    if type(event.get("unsure", False)) is not bool:
        return Fault(("unsure",), "neither true nor false")
    for key in STORED_KEYS:
        if key in event:
            return Fault((key,), "the service sets this field")
    return None


def is_name(value: Any) -> bool:
    """Whether somebody may be called so: by one line of text that can be shown."""
    if type(value) is not str or not 0 < len(value) <= LONGEST_NAME:
        return False
    return len(value.splitlines()) == 1 and not UNPRINTABLE.search(value) and "\t" not in value


def value_fault(value: Any, depth: int, path: Path = ()) -> Fault | None:
    """The first place inside a JSON value that cannot be stored. `depth` is how many levels are left."""
    kind = type(value)
    if kind is str:
        if len(value) > LONGEST_STRING:
            return Fault(path, f"longer than {LONGEST_STRING} characters")
        if not value.isprintable() and UNPRINTABLE.search(value):
            return Fault(path, "holds a control character")
    elif kind is dict or kind is list:
        if depth == 0:
            return Fault(path, "nested too deeply")
        return _inside(value, depth - 1, path)
    elif (kind is int and not -LARGEST <= value <= LARGEST) or (kind is float and not -LARGEST <= value <= LARGEST):
        return Fault(path, "a number beyond what JSON readers agree on")
    return None


def _inside(value: dict[str, Any] | list[Any], depth: int, path: Path) -> Fault | None:
    if isinstance(value, list):
        for index, item in enumerate(value):
            if fault := value_fault(item, depth, (*path, index)):
                return fault
        return None
    for key, item in value.items():
        if len(key) > LONGEST_KEY or (not key.isprintable() and UNPRINTABLE.search(key)):
            return Fault(path, "a key is too long or holds a control character")
        if fault := value_fault(item, depth, (*path, key)):
            return fault
    return None
