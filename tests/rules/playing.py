"""Plays for tests: logs made from what the fold offers, and logs of junk."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

from schemas.language import language
from workers.rules import Header
from workers.scenarios import Recording


def header(game: str, seats: int | None = None) -> Header:
    names = ["Ada", "Ben", "Cleo", "Dan"][: seats or language(game).seats[0]]
    return Header(game=game, options={}, seats=names, catalog=[])


def opened(game: str, rng: random.Random, seats: int | None = None) -> Recording:
    """A match of the game's own decks, begun."""
    recording = Recording(header(game, seats))
    decks = language(game).decks
    for position, seat in enumerate(recording.fold.table.seats):
        recording.log({"type": "register_deck", "seat": seat, "deck": decks[position % len(decks)]["deck"]})
    recording.log({"type": "begin", "first": rng.choice(list(recording.fold.table.seats))})
    return recording


def offered(recording: Recording, rng: random.Random) -> dict[str, Any] | None:
    """One of the plays that are on offer, completed with offered candidates; None where nothing is."""
    choices = [(seat, each) for seat, some in recording.fold.choices().items() for each in some]
    if not choices:
        return None
    return pick(*rng.choice(choices), rng)


def pick(seat: str, choice: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The choice, completed with offered candidates."""
    return {"type": choice["type"], "seat": seat, **{key: rng.choice(some) for key, some in choice["with"].items()}}


JUNK: list[Any] = [
    *(None, True, False, -1, 0, 1, 3, 99, 10**6),
    *("", "x", "@1", "@1.2", "p1", "p2", "p9"),
    *([], {}, ["x"], [{}]),
]


def _value(spec: dict[str, Any], rng: random.Random, labels: list[str], names: list[str]) -> Any:
    """Mostly of the right kind, sometimes anything."""
    if rng.random() < 0.05:
        return rng.choice(JUNK)
    kind = spec["kind"]
    if kind == "word":
        return rng.choice(spec["values"])
    if kind == "integer":
        return rng.randint(spec.get("min", -20), spec.get("max", 20))
    if kind == "list":
        return [_value(spec["of"], rng, labels, names) for _ in range(rng.randint(0, 3))]
    if kind == "either":
        return _value(rng.choice(spec["of"]), rng, labels, names)
    if kind == "object":
        keys = [key for key, each in spec["keys"].items() if each.get("required") or rng.random() < 0.5]
        return {key: _value(spec["keys"][key], rng, labels, names) for key in keys}
    plain = {
        "card": rng.choice([*labels, rng.choice(names)]),
        "name": rng.choice(names),
        "label": rng.choice(["a", "b", "c"]),
        "seat": rng.choice(["p1", "p2", "p3"]),
        "boolean": rng.random() < 0.5,
        "text": rng.choice(["", "attack", "turn", "rating", "a b", "main", "exhausted", "x"]),
        "seq": rng.randint(1, 60),
        "numbers": {"rating": rng.randint(-3, 9)},
        "deck": {"main": {rng.choice(names): 3}},
        "entry": {"name": rng.choice([*names, "New One"]), "type": "record", "cost": 1},
    }
    return plain.get(kind)


def _op(game: str, rng: random.Random, labels: list[str], names: list[str]) -> dict[str, Any]:
    data = language(game)
    kind = rng.choice(list(data.ops))
    op: dict[str, Any] = {"op": kind}
    for name, spec in data.ops[kind].specs.items():
        if not spec.get("required") and rng.random() < 0.5:
            continue
        if spec["kind"] == "zone":
            op[name] = rng.choice([*data.zones, "p1.hand", "nowhere"])
        elif name == "counter":
            op[name] = rng.choice([*data.counters, "luck"])
        elif name in ("stat", "add", "remove", "gain", "lose", "until", "phase"):
            words = [*data.data["stats"], *data.data["flags"], *data.data["keywords"], *data.data["until"], "x"]
            op[name] = rng.choice(words)
        elif spec["kind"] != "ops":
            op[name] = _value(spec, rng, labels, names)
    return op


# The table looks for ops and seats in any event, also where the game has no such field.
STRANGE: list[Any] = [0, None, "p2", [], [{}], [{"op": []}], [{"op": "draw", "n": 1, "seat": []}], {"seat": []}]


def junk(game: str, on_table: Collection[str], rng: random.Random, type_: str | None = None) -> dict[str, Any]:
    """An event that passes the door: any type (or the one wanted), any field, any value; some labels on the table."""
    data = language(game)
    labels = rng.sample(list(on_table), min(4, len(on_table))) or ["a"]
    names = list(data.catalog)
    action = data.actions[type_ or rng.choice(list(data.actions))]
    event: dict[str, Any] = {"type": action.type}
    if action.seated or rng.random() < 0.1:
        event["seat"] = rng.choice(["p1", "p2", "p1", "p2", "p4"])
    for name, spec in action.fields.specs.items():
        if not spec.get("required") and rng.random() < 0.6:
            continue
        if spec["kind"] == "ops":
            event[name] = [_op(game, rng, labels, names) for _ in range(rng.randint(0, 3))]
        elif spec["kind"] == "zone":
            event[name] = rng.choice([*data.zones, "x"])
        else:
            event[name] = _value(spec, rng, labels, names)
    if rng.random() < 0.1:
        event["as"] = rng.choice(["a", "b", "c", 3, "@9"])
    if rng.random() < 0.1:
        event[rng.choice(["does", "target", "first"])] = rng.choice(STRANGE)
    return event
