"""The kinds of value that a field of an event or an op may have.

A game's language file says `{kind: integer, min: 0}` or `{kind: list, of: {kind: card}}`; `checker` turns that into a
function that says whether a value fits, and `json_schema` into the same statement for the OpenAPI document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import NoneType
from typing import Any

Check = Callable[[Any], bool]
Spec = Mapping[str, Any]

SEAT = re.compile(r"p[1-9]\Z")
# Numbers beyond this are no numbers of a card table; they would only make the record heavy.
LARGEST = 1_000_000
LONGEST_NAME = 120
LONGEST_TEXT = 2_000
LONGEST_LIST = 200


def _name(value: Any) -> bool:
    return type(value) is str and 0 < len(value) <= LONGEST_NAME


def _text(value: Any) -> bool:
    return type(value) is str and len(value) <= LONGEST_TEXT


def _seat(value: Any) -> bool:
    return type(value) is str and SEAT.match(value) is not None


def _boolean(value: Any) -> bool:
    return type(value) is bool


def _entry(value: Any) -> bool:
    return type(value) is dict and _name(value.get("name")) and _name(value.get("type"))


def _numbers(value: Any) -> bool:
    return type(value) is dict and all(
        _name(name) and type(number) is int and abs(number) <= LARGEST for name, number in value.items()
    )


def _ops(value: Any) -> bool:
    return (
        type(value) is list
        and len(value) <= LONGEST_LIST
        and all(type(op) is dict and _name(op.get("op")) for op in value)
    )


def _count(value: Any) -> bool:
    return type(value) is int and 0 < value <= LARGEST


def _deck(value: Any) -> bool:
    return type(value) is dict and all(
        _name(section) and type(cards) is dict and all(_name(name) and _count(n) for name, n in cards.items())
        for section, cards in value.items()
    )


_PLAIN: dict[str, tuple[Check, dict[str, Any]]] = {
    "card": (_name, {"type": "string", "description": "a card's label, or its name while one card has it"}),
    "name": (_name, {"type": "string", "description": "a card's name in the catalog"}),
    "label": (_name, {"type": "string", "description": "a card's label"}),
    "zone": (_name, {"type": "string", "description": "a zone, or a seat's zone as p1.hand"}),
    "text": (_text, {"type": "string"}),
    "seat": (_seat, {"type": "string", "pattern": "^p[1-9]$"}),
    "boolean": (_boolean, {"type": "boolean"}),
    "entry": (_entry, {"type": "object", "description": "a catalog entry", "required": ["name", "type"]}),
    "deck": (_deck, {"type": "object", "description": "sections of name: count"}),
    "ops": (_ops, {"type": "array", "items": {"type": "object", "required": ["op"]}}),
    "numbers": (_numbers, {"type": "object", "additionalProperties": {"type": "integer"}}),
    "seq": (_count, {"type": "integer", "minimum": 1}),
}


def checker(spec: Spec) -> Check:
    """The function that says whether a value is of the kind that `spec` tells."""
    kind = spec["kind"]
    if kind in _PLAIN:
        return _PLAIN[kind][0]
    if kind == "word":
        words = frozenset(spec["values"])
        return lambda value: type(value) in (str, int, NoneType) and value in words
    if kind == "integer":
        low, high = spec.get("min", -LARGEST), spec.get("max", LARGEST)
        return lambda value: type(value) is int and low <= value <= high
    if kind == "list":
        item = checker(spec["of"])
        least = spec.get("least", 0)
        return lambda value: type(value) is list and least <= len(value) <= LONGEST_LIST and all(map(item, value))
    if kind == "either":
        ways = [checker(way) for way in spec["of"]]
        return lambda value: any(way(value) for way in ways)
    if kind == "object":
        return _object_checker(spec["keys"])
    raise ValueError(f"no such kind: {kind}")


def _object_checker(keys: Mapping[str, Spec]) -> Check:
    checks = {name: checker(spec) for name, spec in keys.items()}
    required = [name for name, spec in keys.items() if spec.get("required")]

    def fits(value: Any) -> bool:
        if type(value) is not dict:
            return False
        for name in required:
            if name not in value:
                return False
        return all(name in checks and checks[name](each) for name, each in value.items())

    return fits


def json_schema(spec: Spec) -> dict[str, Any]:
    """The same kind, told as JSON Schema."""
    kind = spec["kind"]
    schema: dict[str, Any]
    if kind in _PLAIN:
        schema = dict(_PLAIN[kind][1])
    elif kind == "word":
        schema = {"enum": list(spec["values"])}
    elif kind == "integer":
        schema = {"type": "integer", "minimum": spec.get("min", -LARGEST), "maximum": spec.get("max", LARGEST)}
    elif kind == "list":
        schema = {"type": "array", "items": json_schema(spec["of"]), "maxItems": LONGEST_LIST}
    elif kind == "either":
        schema = {"anyOf": [json_schema(way) for way in spec["of"]]}
    else:
        keys = spec["keys"]
        schema = {"type": "object", "properties": {name: json_schema(each) for name, each in keys.items()}}
        if required := [name for name, each in keys.items() if each.get("required")]:
            schema["required"] = required
    # Pages make a field of it: to them a card, a zone and a remark are not just strings.
    schema["x-kind"] = kind
    if spec.get("private"):
        schema["x-private"] = True
    if "meaning" in spec:
        schema["description"] = spec["meaning"]
    elif "description" in schema:
        schema["x-general"] = True  # said of all of its kind, not of this field
    return schema
