"""What SynSouls tells of a play, and to whom."""

from __future__ import annotations

from typing import Any

from schemas.viewer import redact_text
from workers.rules import Header
from workers.scenarios import Recording

CARDS: list[dict[str, Any]] = [
    {"name": "Iron Bear", "type": "record", "cost": 3, "rating": 6, "frequency": "amari"},
    {"name": "Grave Crow", "type": "record", "cost": 1, "rating": 2, "frequency": "amari", "keywords": ["TRACE"]},
    {"name": "Slow Fog", "type": "concept", "cost": 1, "frequency": "amari"},
]
START: list[dict[str, Any]] = [
    {"op": "turn", "seat": "p1", "phase": "main", "number": 5},
    {"op": "place", "card": "Slow Fog", "seat": "p1", "to": "heart", "as": "fog"},
    {"op": "place", "card": "Iron Bear", "seat": "p1", "to": "mind", "as": "bear"},
    {"op": "place", "card": "Grave Crow", "seat": "p1", "to": "frame", "as": "crow", "flags": ["traced"]},
]


def told(*does: dict[str, Any], viewer: str = "p2") -> str:
    """What a viewer is told of a text that does that at once."""
    recording = Recording(Header(game="synsouls", options={}, seats=["Ada", "Ben"], catalog=CARDS))
    recording.log({"type": "begin", "first": "p1"})
    recording.log({"type": "ruling", "decision": "amend", "does": START})
    recording.log({"type": "effect", "seat": "p1", "source": "fog", "passive": True, "does": list(does)})
    return redact_text(recording.steps[-1].narration, viewer).removeprefix("The text of Slow Fog happens. ")


def test_where_a_card_ended_is_told_and_not_where_it_was_to_go() -> None:
    assert told({"op": "move", "card": "crow", "to": "void"}) == "Grave Crow is removed from play."
    assert told({"op": "move", "card": "bear", "to": "p2.mind"}) == "Iron Bear is voided and goes to Ada's Void."


def test_all_know_what_returns_to_a_hand() -> None:
    assert told({"op": "move", "card": "bear", "to": "hand"}) == "Iron Bear goes to Ada's Hand."


def test_strain_that_is_taken_off_is_lost() -> None:
    on, off = ({"op": "stat", "card": "bear", "stat": "strain", "by": by} for by in (2, -5))
    assert told(on, off) == "Iron Bear takes 2 Strain. Iron Bear loses 2 Strain."


def test_one_card_of_a_deck_is_one() -> None:
    assert told({"op": "mill", "seat": "p2", "n": 1}) == "Ben's deck loses 1 card to the Void."
    assert told({"op": "mill", "seat": "p2", "n": 2, "to": "removed"}) == "Ben's deck loses 2 cards, removed from play."
