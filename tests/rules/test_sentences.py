"""What is told of the table in every game: whole sentences, in numbers that agree."""

from __future__ import annotations

import pytest

from schemas.viewer import JUDGE, redact_text
from workers.rules import Header
from workers.scenarios import Recording

WOLF = {"name": "Reed Wolf", "type": "being", "kind": "plain", "level": 3, "str": 1400, "shd": 900}


@pytest.fixture
def recording() -> Recording:
    recording = Recording(Header(game="aerkana", options={}, seats=["Ada", "Ben"], catalog=[WOLF]))
    recording.log({"type": "begin", "first": "p1"})
    return recording


def test_what_a_judge_notes_stands_by_itself(recording: Recording) -> None:
    loss = {"op": "counter", "seat": "p2", "counter": "bond_points", "by": -1}
    recording.log({"type": "ruling", "decision": "amend", "does": [loss], "note": "a loss that was forgotten"})
    told = "The judge repairs the table. “a loss that was forgotten” Ben loses 1 Bond Point, 7999 are left."
    assert recording.steps[-1].narration == told


def test_one_unknown_card_is_one(recording: Recording) -> None:
    recording.log({"type": "saw", "seat": "p1", "zone": "special", "cards": ["Reed Wolf"] * 9})
    why = recording.log({"type": "saw", "seat": "p1", "zone": "special", "cards": ["Reed Wolf"] * 2})["why"]
    assert redact_text(why, JUDGE) == "Ada's special supply holds 1 unknown card, not 2."


def test_points_that_are_lost_in_vain_are_not_the_last(recording: Recording) -> None:
    loss = {"op": "counter", "seat": "p2", "counter": "bond_points", "by": -9000}
    recording.log({"type": "ruling", "decision": "amend", "does": [loss, loss]})
    told = recording.steps[-1].narration
    assert "Ben loses 8000 Bond Points, none are left. Ben loses 0 Bond Points, none are left." in told
