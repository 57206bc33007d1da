"""What Achroma tells of a play, in the words of its rulebook."""

from __future__ import annotations

from typing import Any

import pytest

from schemas.viewer import JUDGE, redact_text
from workers.scenarios import Recording

PLACES = [
    {"op": "turn", "seat": "p1", "phase": "main", "number": 9},
    {"op": "place", "card": "Crossroads Inn", "seat": "p1", "to": "canvas", "as": "inn"},
    {"op": "place", "card": "Sea Wall", "seat": "p2", "to": "canvas", "as": "wall"},
    {"op": "place", "card": "Seed Pouch", "seat": "p2", "to": "canvas", "as": "pouch2"},
    {"op": "place", "card": "Seed Pouch", "seat": "p3", "to": "canvas", "as": "pouch3"},
    {"op": "place", "card": "Pearl Keeper", "seat": "p3", "to": "canvas", "as": "keeper"},
    {"op": "place", "card": "Smoke Pot", "seat": "p4", "to": "canvas", "as": "pot4"},
    {"op": "place", "card": "Salt Gull", "seat": "p4", "to": "out", "as": "gull"},
    {"op": "secret", "from": "p2", "under": "keeper", "as": "hidden"},
]

FIRST_TURN = [
    {"op": "turn", "seat": "p4", "phase": "resolve", "number": 1},
    {"op": "stat", "card": "pot4", "stat": "drain", "by": 1},
]


def recorded(*events: dict[str, Any]) -> Recording:
    names = ["Ada", "Ben", "Cleo", "Dan"]
    recording = Recording({"game": "achroma", "options": {}, "seats": names, "catalog": []})
    recording.log({"type": "begin", "first": "p1"})
    recording.log({"type": "ruling", "decision": "amend", "does": PLACES})
    for event in events:
        recording.log(event)
    return recording


def ability(*does: dict[str, Any]) -> dict[str, Any]:
    return {"type": "ability", "seat": "p1", "card": "inn", "does": list(does)}


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (ability(), "Ada wants to use Crossroads Inn; Ben, Cleo and Dan may answer."),
        ({"type": "effect", "seat": "p1", "source": "inn", "does": [{"op": "move", "card": "wall", "to": "palette"}]},
         "Ada carries out the text of Crossroads Inn. Sea Wall goes to Ben's Palette."),
        ({"type": "effect", "seat": "p1", "source": "inn", "does": [{"op": "erase", "card": "keeper"}]},
         "Ada carries out the text of Crossroads Inn. Pearl Keeper is Erased. "
         "A card that nobody has seen goes to Ben's Dregs."),
        ({"type": "effect", "seat": "p1", "source": "inn", "does": [{"op": "move", "card": "hidden", "to": "hand"}]},
         "Ada carries out the text of Crossroads Inn. A card that nobody has seen goes to Ben's Hand."),
    ],
)  # fmt: skip
def test_a_play_is_told(event: dict[str, Any], told: str) -> None:
    assert redact_text(recorded(event).steps[-1].narration, JUDGE) == told


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ([ability({"op": "freeze", "card": "gull"})],
         "Salt Gull has left the game: texts about cards on a Canvas do not reach it."),
        ([ability({"op": "freeze", "card": "Seed Pouch"})],
         "Seed Pouch does not say which card is meant: 2 cards are called that; a label tells which."),
        ([ability({"op": "freeze", "card": "Moss Warden"})],
         "Moss Warden does not say which card is meant: none of that name is there."),
        ([ability({"op": "drain", "seat": "p2", "n": 3}), {"type": "prevent", "seat": "p2", "n": 3}],
         "Ben cannot Prevent 3: there is PREVENT for 2 Shards, against another's Drain or Steal alone."),
        ([{"type": "ruling", "decision": "amend", "does": FIRST_TURN},
          {"type": "resolve", "seat": "p4", "card": "pot4", "target": {"seat": "p1"}}],
         "Ada, Ben, Cleo and Dan have not finished a first turn: until then nobody reaches another's bank."),
    ],
)  # fmt: skip
def test_a_refusal_says_why(events: list[dict[str, Any]], why: str) -> None:
    verdict = recorded(*events).steps[-1].verdict
    assert (verdict["status"], redact_text(verdict["why"], JUDGE)) == ("illegal", why)
