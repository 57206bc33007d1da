"""What SynSouls offers in positions that come about by chance too seldom."""

from __future__ import annotations

from typing import Any

from workers.rules import Header
from workers.scenarios import Recording

CARDS: list[dict[str, Any]] = [
    {"name": "Iron Bear", "type": "record", "cost": 3, "rating": 6, "frequency": "amari"},
    {"name": "Grave Crow", "type": "record", "cost": 1, "rating": 2, "frequency": "amari", "keywords": ["TRACE"]},
    {"name": "Slow Fog", "type": "concept", "cost": 1, "frequency": "amari"},
]
MINE = [{"op": "place", "card": "Slow Fog", "seat": "p1", "to": "soul", "as": "fog"}]


def position(phase: str, start: list[dict[str, Any]]) -> Recording:
    recording = Recording(Header(game="synsouls", options={}, seats=["Ada", "Ben"], catalog=CARDS))
    recording.log({"type": "begin", "first": "p1"})
    turn = {"op": "turn", "seat": "p1", "phase": phase, "number": 5}
    recording.log({"type": "ruling", "decision": "amend", "does": [turn, *MINE, *start]})
    return recording


def offered(type_: str, start: list[dict[str, Any]], does: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the performing player is offered of a type while a text of theirs waits for an answer."""
    recording = position("main", start)
    verdict = recording.log({"type": "effect", "seat": "p1", "source": "fog", "does": does})
    assert verdict["status"] in ("legal", "trusted")
    return [each["with"] for each in recording.fold.choices()["p1"] if each["type"] == type_]


def test_a_load_is_offered_for_the_notes_that_will_be_there() -> None:
    gain = [{"op": "counter", "seat": "p1", "counter": "available_notes", "by": 3}]
    assert any("Iron Bear" in each["card"] for each in offered("load", [], gain))


def test_a_record_that_will_lie_in_the_void_is_offered_to_be_traced() -> None:
    crow = {"op": "place", "card": "Grave Crow", "seat": "p1", "to": "mind", "as": "crow"}
    notes = {"op": "counter", "seat": "p1", "counter": "available_notes", "to": 1}
    assert offered("trace", [crow, notes], [{"op": "move", "card": "crow", "to": "void"}])


def test_a_record_that_will_be_gone_is_not_offered_to_attack() -> None:
    bear = {"op": "place", "card": "Iron Bear", "seat": "p1", "to": "mind", "as": "bear"}
    assert offered("cue", [bear], [])
    assert not offered("cue", [bear], [{"op": "move", "card": "bear", "to": "void"}])


def test_a_closing_beat_that_a_judge_sets_goes_on_to_the_encore() -> None:
    offers = position("closing", []).fold.choices()["p1"]
    assert offers == [{"type": "encore", "with": {"choice": ["notes", "draw", "none"]}}]
