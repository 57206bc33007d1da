"""What SolRei tells of a play, in the words of its rulebook."""

from __future__ import annotations

from typing import Any

import pytest

from schemas.viewer import redact_text
from workers.scenarios import Recording

BRAKKA = {
    "name": "Brakka", "type": "muse", "signature": "Brakka", "alignment": "hearts",
    "abilities": [{"name": "Growl", "timing": "open"}, {"name": "Roar", "timing": ["before_damage", "after_damage"]}],
}  # fmt: skip


@pytest.mark.parametrize(
    ("op", "told"),
    [
        ({"op": "turn", "seat": "p2", "phase": "charge", "number": 4}, "Round 4: Ben is on OFFENSE, Charge Phase."),
        ({"op": "place", "card": "Brakka", "seat": "p1", "to": "muse"}, "Brakka is put into Ada's Muse Zone."),
        ({"op": "place", "card": "KS", "seat": "p2", "to": "action"}, "KS is put into Ben's Action Card Zone."),
        ({"op": "counter", "seat": "p2", "counter": "incoming", "by": 1}, "Ben has 1 point of damage coming."),
    ],
)
def test_a_judges_repair_is_told_in_the_words_of_the_game(op: dict[str, Any], told: str) -> None:
    recording = Recording({"game": "solrei", "options": {}, "seats": ["Ada", "Ben"], "catalog": [BRAKKA]})
    recording.log({"type": "begin", "first": "p1"})
    recording.log({"type": "ruling", "decision": "amend", "does": [op]})
    assert recording.steps[-1].narration == f"The judge repairs the table. {told}"


def test_who_played_no_card_is_not_told_of_an_attack_card() -> None:
    recording = Recording({"game": "solrei", "options": {}, "seats": ["Ada", "Ben"], "catalog": []})
    recording.log({"type": "begin", "first": "p1"})
    recording.log({"type": "ruling", "decision": "amend", "does": [{"op": "turn", "seat": "p1", "phase": "charge"}]})
    verdict = recording.log({"type": "draw", "seat": "p1"})
    assert verdict["why"] == "Ada, on OFFENSE without a Charge Card, gets nothing from the Charge Phase."


def test_of_several_abilities_the_one_that_has_another_time_is_named() -> None:
    recording = Recording({"game": "solrei", "options": {}, "seats": ["Ada", "Ben"], "catalog": [BRAKKA]})
    recording.log({"type": "begin", "first": "p1"})
    op = {"op": "place", "card": "Brakka", "seat": "p1", "to": "muse"}
    recording.log({"type": "ruling", "decision": "amend", "does": [op]})
    verdict = recording.log({"type": "activate", "seat": "p1", "card": "Brakka", "choice": "Roar"})
    told = "Before Damage or After Damage, and this is Start of Round."
    assert verdict["why"] == f"Roar of Brakka is activated in {told}"


def test_a_guess_is_not_told_where_a_hidden_card_lies() -> None:
    recording = Recording({"game": "solrei", "options": {}, "seats": ["Ada", "Ben"], "catalog": [BRAKKA]})
    recording.log({"type": "begin", "first": "p1"})
    ops = [{"op": "place", "card": "Brakka", "seat": "p1", "to": "muse"}]
    ops += [{"op": "place", "card": "5S", "seat": "p2", "to": "action", "flags": ["facedown"]}]
    recording.log({"type": "ruling", "decision": "amend", "does": ops})
    does = [{"op": "discard", "seat": "p2", "cards": ["5S"]}]
    verdict = recording.log({"type": "effect", "seat": "p1", "source": "Brakka", "does": does})
    assert verdict["rule"] == "SOL-DECK-2"
    assert redact_text(verdict["why"], "p1") == "Ben has that card only once, and it is elsewhere, not in the hand."
    told = "Ben has 5S only once, and it is in the Action Card Zone, not in the hand."
    assert redact_text(verdict["why"], "p2") == told
