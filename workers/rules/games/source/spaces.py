"""The map: two halves of eight spaces, the road between the generators, and the four ways to lay it.

A space is written with its half (`p1.t2`), whoever stands there. What the map looks like is data of the language; here
is what the rules make of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from schemas.language import language
from workers.rules.table.pieces import Card, Zone
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

Links = dict[str, tuple[str, ...]]

_LANGUAGE = language("source")
_MAP: dict[str, Any] = _LANGUAGE.data["map"]
MAP_ZONES = tuple(name for name, zone in _LANGUAGE.zones.items() if zone.get("map"))
SUPPORT_ZONES = ("support",)
SPACES: tuple[str, ...] = tuple(_MAP["spaces"])
KINDS: dict[str, str] = {space: data["kind"] for space, data in _MAP["spaces"].items()}
SUMMONING, FLUX = "summon", "flux"
MONSTERS = frozenset({"monster", "token"})


def _both_ways(pairs: Iterable[list[str]]) -> Links:
    links: Links = dict.fromkeys(SPACES, ())
    for one, other in pairs:
        links[one] += (other,)
        links[other] += (one,)
    return links


def _forward(setup: dict[str, Any]) -> dict[str, Links]:
    """For each seat, the spaces that come next on its way from each space; two at the fork, none at the road's end."""
    ways: dict[str, Links] = {seat: dict.fromkeys(SPACES, ()) for seat in ("p1", "p2")}
    for route in (setup["left"], setup["right"]):
        for seat, way in (("p1", route), ("p2", route[::-1])):
            for space, following in pairwise(way):
                if following not in ways[seat][space]:
                    ways[seat][space] += (following,)
    return ways


_GATES = _both_ways(_MAP["gates"])
_FLANKS = _both_ways(_MAP["flanks"])
_PARALLEL = _both_ways(_MAP["parallel"])
_JOINS = {number: _both_ways(setup["joins"]) for number, setup in _MAP["setups"].items()}
_FORWARD = {number: _forward(setup) for number, setup in _MAP["setups"].items()}
SETUPS = tuple(_MAP["setups"])


def _setup(table: Table) -> int:
    number: int = table.memo.get("setup", SETUPS[0])
    return number


def other(seat: str) -> str:
    return "p2" if seat == "p1" else "p1"


def own(seat: str, zone: str) -> str:
    return f"{seat}.{zone}"


def zone_of(table: Table, space: str) -> Zone:
    half, _, zone = space.partition(".")
    return table.zone(half, zone)


def kind_of(space: str) -> str | None:
    """summoning, flux, terrestrial or otherworldly."""
    return KINDS.get(space) if rule("SRC-MAP-1") else None


def generator_at(space: str) -> str | None:
    """The seat whose generator can be reached from a space."""
    return _MAP["generators"].get(space) if rule("SRC-MAP-2") else None


def neighbours(table: Table, space: str) -> tuple[str, ...]:
    """The adjacent spaces."""
    near: tuple[str, ...] = ()
    if rule("SRC-MAP-3"):
        near += _GATES[space]
    if rule("SRC-MAP-4"):
        near += _FLANKS[space]
    setup = _setup(table)
    if rule("SRC-MAP-6" if _MAP["setups"][setup]["ends"] == "like" else "SRC-MAP-7"):
        near += _JOINS[setup][space]
    return near


def parallel_to(space: str) -> tuple[str, ...]:
    return _PARALLEL[space] if rule("SRC-MAP-5") else ()


def ahead(table: Table, seat: str, space: str) -> tuple[str, ...]:
    """The spaces that come next for a monster of the seat."""
    return _FORWARD[_setup(table)][seat][space]


def road(table: Table, seat: str, start: str, goal: str) -> list[str] | None:
    """The spaces entered on the way from one space to another; None where the road does not lead there."""
    if start == goal:
        return []
    for following in ahead(table, seat, start):
        rest = road(table, seat, following, goal)
        if rest is not None:
            return [following, *rest]
    return None


# --- who stands where ------------------------------------------------------------------------------------------------


def on_map(card: Card) -> bool:
    return card.zone in MAP_ZONES


def is_monster(card: Card) -> bool:
    """A monster or monster token that stands on the map."""
    return card.type in MONSTERS and card.zone in MAP_ZONES


def cards_on_map(table: Table) -> list[Card]:
    return [card for zone in table.zones_of(MAP_ZONES) for card in zone.cards]


def cards_in_play(table: Table) -> list[Card]:
    on_support = [card for zone in table.zones_of(SUPPORT_ZONES) for card in zone.cards]
    return cards_on_map(table) + on_support


def monsters_of(table: Table, seat: str) -> Iterator[Card]:
    for zone in table.zones_of(MAP_ZONES):
        for card in zone.cards:
            if card.controller == seat and card.type in MONSTERS:
                yield card


def monster_on(table: Table, space: str) -> Card | None:
    for card in zone_of(table, space).cards:
        if card.type in MONSTERS:
            return card
    return None


def traps_on(table: Table, space: str) -> list[Card]:
    return [card for card in zone_of(table, space).cards if card.type == "trap"]


def nearest_free(table: Table, start: str) -> list[str]:
    """The spaces without a monster that are the fewest steps away, along adjacent spaces."""
    reached, rim = {start}, [start]
    while rim:
        rim = [space for each in rim for space in neighbours(table, each)]
        rim = [space for space in dict.fromkeys(rim) if space not in reached]
        reached.update(rim)
        free = [space for space in rim if monster_on(table, space) is None]
        if free:
            return free
    return []
