"""A game's language, read from its data files: phases, zones, counters, actions, ops, citable rules, cards, decks,
and how its table is drawn.

`schemas/games/table.yaml` holds what all games share; `schemas/games/<game>/` one file a subject.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib import resources
from typing import Any

import yaml

from schemas.kinds import Check, checker

GAMES = ("synsouls", "achroma", "solrei", "aerkana", "source")

# Keys that any event may carry, whatever its type.
COMMON_KEYS = frozenset({"id", "type", "seat", "at", "as", "unsure", "seq", "by", "recorded_at", "hash"})


@dataclass(frozen=True, slots=True)
class Rule:
    """One citable rule, told in our own words."""

    id: str
    section: str
    says: str
    check: str


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of an action or an op, ready to be checked."""

    specs: dict[str, dict[str, Any]]
    checks: dict[str, Check]
    required: tuple[str, ...]
    # The fields that name cards which not everybody may know, and when (schemas/games/*/language.yaml: `private`).
    private: dict[str, Any]
    # Of each of these groups at least one field must be there (`by` or `to`).
    one_of: tuple[tuple[str, ...], ...]
    # Every key that may stand there.
    known: frozenset[str] = frozenset()
    title: str = ""
    judge: bool = False  # only judges may do it

    def kept_private(self, given: dict[str, Any]) -> list[str]:
        """The fields of `given` that are private there: always, or together with another field's value."""
        if not self.private:
            return []
        return [
            name
            for name, when in self.private.items()
            if name in given and (when is True or when.items() <= given.items())
        ]

    def fault(self, given: dict[str, Any]) -> str | None:
        """What is wrong with the fields of `given`, or None. Keys that are not ours are not judged here."""
        for name in self.required:
            if name not in given:
                return f"the field {name} is missing"
        for group in self.one_of:
            if given.keys().isdisjoint(group):
                return f"one of the fields {' and '.join(group)} is missing"
        checks = self.checks
        # Most fields that there could be are not there, so it is quicker to go by those that are.
        for name, value in given.items():
            if name in checks and not checks[name](value):
                return f"the field {self._first_wrong(given)} is of the wrong kind"
        return None

    def _first_wrong(self, given: dict[str, Any]) -> str:
        """Of several fields of the wrong kind the one that the language lists first."""
        return next(name for name, check in self.checks.items() if name in given and not check(given[name]))

    def foreign(self, given: dict[str, Any]) -> str | None:
        """The first key of an event that is none of ours and none that any event may carry, or None."""
        if given.keys() <= self.known:
            return None
        return next(key for key in given if key not in self.known)


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be logged."""

    type: str
    title: str
    fields: Fields
    seated: bool
    window: bool
    response: bool
    rules: tuple[str, ...]
    data: dict[str, Any] = field(repr=False)


@dataclass(frozen=True)
class Language:
    """All that a game's data files say."""

    game: str
    title: str
    prefix: str
    seats: range
    data: dict[str, Any] = field(repr=False)
    actions: dict[str, Action] = field(repr=False)
    ops: dict[str, Fields] = field(repr=False)
    rules: dict[str, Rule] = field(repr=False)
    catalog: dict[str, dict[str, Any]] = field(repr=False)
    decks: list[dict[str, Any]] = field(repr=False)
    layout: dict[str, Any] = field(repr=False)  # how its table is drawn

    @property
    def zones(self) -> dict[str, dict[str, Any]]:
        zones: dict[str, dict[str, Any]] = self.data["zones"]
        return zones

    @property
    def counters(self) -> dict[str, dict[str, Any]]:
        counters: dict[str, dict[str, Any]] = self.data["counters"]
        return counters

    @cached_property
    def counter_limits(self) -> dict[str, tuple[int | None, int | None]]:
        """The least and the greatest value of each counter, None where there is no limit."""
        limits = {name: (data.get("min"), data.get("max")) for name, data in self.counters.items()}
        return {name: (_number(low), _number(high)) for name, (low, high) in limits.items()}

    @cached_property
    def _roles(self) -> dict[str, str]:
        return {zone["role"]: name for name, zone in self.zones.items() if "role" in zone}

    @cached_property
    def phase_titles(self) -> dict[str, str]:
        return {phase["name"]: phase["title"] for phase in self.data["phases"]}

    def zone_of_role(self, role: str) -> str:
        return self._roles[role]

    def default_options(self) -> dict[str, Any]:
        return {option["name"]: option["default"] for option in self.data["options"]}

    def option_values(self, name: str) -> list[Any]:
        """The values an option may take; a range is written `30..40`."""
        option = next(each for each in self.data["options"] if each["name"] == name)
        values = option["values"]
        if isinstance(values, str):
            low, high = values.split("..")
            return list(range(int(low), int(high) + 1))
        return list(values)


def _number(value: Any) -> int | None:
    return value if type(value) is int else None


def _read(*path: str) -> Any:
    file = resources.files("schemas").joinpath("games", *path)
    if not file.is_file():
        return None
    # The C loader reads a game's files about ten times as fast; not every build of the library has it.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(file.read_text(encoding="utf-8"), Loader=loader)


def _fields(specs: dict[str, dict[str, Any]] | None, one_of: list[list[str]] | None = None) -> Fields:
    specs = specs or {}
    return Fields(
        specs=specs,
        checks={name: checker(spec) for name, spec in specs.items()},
        required=tuple(name for name, spec in specs.items() if spec.get("required")),
        private={name: spec["private"] for name, spec in specs.items() if spec.get("private")},
        one_of=tuple(tuple(group) for group in one_of or ()),
        known=COMMON_KEYS.union(specs),
    )


def _action(type_: str, data: dict[str, Any]) -> Action:
    return Action(
        type=type_,
        title=data["title"],
        fields=_fields(data.get("fields"), data.get("one_of")),
        seated=data.get("seated", True),
        window=data.get("window", False),
        response=data.get("response", False),
        rules=tuple(data.get("rules", ())),
        data=data,
    )


def _overlay(shared: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The shared entries with the game's own on top; a game drops a shared entry by naming it with null."""
    merged = {**shared, **own}
    return {name: data for name, data in merged.items() if data is not None}


@cache
def language(game: str) -> Language:
    """The language of one of the five games."""
    if game not in GAMES:
        raise KeyError(game)
    table = _read("table.yaml")
    data = _read(game, "language.yaml")
    rules = table["rules"] + (_read(game, "rules.yaml") or [])
    players = data["players"]
    return Language(
        game=game,
        title=data["title"],
        prefix=data["prefix"],
        seats=range(players["min"], players["max"] + 1),
        data=data,
        actions={name: _action(name, each) for name, each in _overlay(table["actions"], data["actions"]).items()},
        ops={
            name: replace(
                _fields(each.get("fields"), each.get("one_of")), title=each["title"], judge=each.get("judge", False)
            )
            for name, each in _overlay(table["ops"], data.get("ops") or {}).items()
        },
        rules={rule["id"]: Rule(**rule) for rule in rules},
        catalog={card["name"]: card for card in _read(game, "catalog.yaml") or []},
        decks=_read(game, "decks.yaml") or [],
        layout=_read(game, "layout.yaml"),
    )


@cache
def installed_games() -> tuple[str, ...]:
    """The games whose language is here, in the order of GAMES."""
    games = resources.files("schemas").joinpath("games")
    return tuple(game for game in GAMES if games.joinpath(game, "language.yaml").is_file())


def sample(game: str) -> dict[str, Any] | None:
    """The game's sample match: a header and a log, or None."""
    found: dict[str, Any] | None = _read(game, "sample.yaml")
    return found
