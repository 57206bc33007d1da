"""Whole matches from choices alone, junk, and folds that must come out the same."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.language import installed_games, language
from schemas.patches import apply_patch
from tests.rules.playing import header, junk, offered, opened
from workers.rules import Docket, Fold
from workers.scenarios import Recording

PLIES = 400
JUNK_EVENTS, JUNK_MATCHES, JUNK_IN_A_ROW = 100_000, 50, 40
STANDINGS = ("stands", "stands", "stands", "allow")
ODD = (7, "x", "p1", [7], ["x"], [{}], {}, {"card": 7}, {"measure": "x"}, True, None, [[1]], [{"op": 7}], 1.5)
STATUSES = ("legal", "trusted", "illegal", "void", "allowed")


@pytest.mark.parametrize("game", installed_games())
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_what_is_offered_is_never_illegal(game: str, seed: int) -> None:
    rng = random.Random(seed)
    recording = opened(game, rng, rng.choice(language(game).seats))
    for _ in range(PLIES):
        event = offered(recording, rng)
        if event is None:
            break
        verdict = recording.log(event)
        assert verdict["status"] in ("legal", "trusted"), (event, verdict)
    else:
        return
    assert recording.fold.table.status == "finished", "a match that goes on offers something"


@pytest.mark.parametrize("game", installed_games())
def test_most_matches_played_from_choices_reach_an_outcome(game: str) -> None:
    finished = 0
    for seed in range(6):
        rng = random.Random(seed)
        recording = opened(game, rng)
        for _ in range(2_500):
            event = offered(recording, rng)
            if event is None:
                break
            recording.log(event)
        finished += recording.fold.table.outcome is not None
    assert finished >= 4


@pytest.mark.parametrize("game", installed_games())
@settings(max_examples=JUNK_MATCHES, deadline=None, database=None)
@given(seed=st.integers(0, 2**32))
def test_junk_ends_in_verdicts(game: str, seed: int) -> None:
    """From somewhere in a match again and again: any event, now and then with its broken checks waived."""
    rng = random.Random(seed)
    recording = opened(game, rng)
    for _ in range(rng.choice((0, 5, 25))):
        if (play := offered(recording, rng)) is not None:
            recording.log(play)
    start = json.loads(json.dumps(recording.fold.snapshot()))
    for _ in range(JUNK_EVENTS // JUNK_MATCHES // JUNK_IN_A_ROW):
        fold = Fold.resume(recording.header, start)
        for seq in range(fold.seq + 1, fold.seq + 1 + JUNK_IN_A_ROW):
            event = {"by": "recorder", **junk(game, fold.table.cards, rng), "seq": seq}
            assert fold.step(event, rng.choice(STANDINGS)).verdict["status"] in STATUSES


@pytest.mark.parametrize("game", installed_games())
def test_a_good_play_with_odd_fields_ends_in_a_verdict(game: str) -> None:
    """Also with fields that are another action's, in whatever shape."""
    rng = random.Random(7)
    names = sorted({field for action in language(game).actions.values() for field in action.fields.specs} - {"seat"})
    recording = opened(game, rng)
    for _ in range(PLIES):
        if (play := offered(recording, rng)) is None:
            break
        start, seq = recording.fold.snapshot(), recording.fold.seq + 1
        for _ in range(4):
            odd = {"by": "recorder", **play, rng.choice(names): rng.choice(ODD), rng.choice(names): rng.choice(ODD)}
            fold = Fold.resume(recording.header, start)
            assert fold.step({**odd, "seq": seq}, rng.choice(STANDINGS)).verdict["status"] in STATUSES, odd
        recording.log(play)


@pytest.mark.parametrize("game", installed_games())
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_junk_rulings_end_in_verdicts(game: str, seed: int) -> None:
    """Rulings and take-backs of anything, and all that follows them folded again."""
    rng = random.Random(seed)
    recording = opened(game, rng)
    for _ in range(150):
        event = junk(game, recording.fold.table.cards, rng) if rng.random() < 0.8 else offered(recording, rng)
        assert recording.log(event or {"type": "note"})["status"] in STATUSES


@pytest.mark.parametrize("game", installed_games())
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_patches_and_snapshots_tell_the_same_table(game: str, seed: int) -> None:
    """The view rebuilt from patches, and the fold resumed from a snapshot at any cut, are the table itself."""
    rng = random.Random(seed)
    recording = opened(game, rng)
    for _ in range(80):
        event = junk(game, recording.fold.table.cards, rng) if rng.random() < 0.3 else offered(recording, rng)
        if event is not None and event["type"] not in ("ruling", "retract"):
            recording.log(event)
    view = Recording(header(game)).fold.view()
    cut = rng.randrange(len(recording.events))
    fold = Fold.start(header(game))
    docket = Docket(lambda after, before: recording.events[after : before - 1])
    for event in recording.events:
        step = fold.step(event, docket.standing(event))
        apply_patch(view, json.loads(json.dumps(step.patch)))
        assert view == json.loads(json.dumps(fold.view())), event
        if event["seq"] == cut:
            fold = Fold.resume(header(game), json.loads(json.dumps(fold.snapshot())))
    assert json.dumps(fold.snapshot(), sort_keys=True) == json.dumps(recording.fold.snapshot(), sort_keys=True)
