"""Nobody sees a hidden card of another: two matches that differ only in what a viewer may not see look alike."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas import viewer
from schemas.language import Fields, installed_games, language
from tests.rules.twins import Twins
from workers.rules.table import fold
from workers.rules.table.game import Game
from workers.rules.table.table import Table
from workers.scenarios import Recording

PLIES = 60


def play(game: str, seed: int) -> None:
    rng = random.Random(seed)
    twins = Twins(game, rng, rng.choice(language(game).seats))
    twins.open()
    for _ in range(PLIES):
        twins.ply()


@pytest.mark.parametrize("game", installed_games())
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_what_is_hidden_makes_no_difference(game: str, seed: int) -> None:
    play(game, seed)


HOLES: dict[str, tuple[type | object, str, Callable[..., object]]] = {
    "cards of hidden zones lie open": (Game, "veil", lambda *_: None),
    "sentences name hidden cards": (Table, "called", lambda _, card: card.name),
    "private fields are shown": (Fields, "kept_private", lambda *_: []),
    "illegal plays are explained to all": (fold, "kept_private", lambda why, _: why),
    "what saw told is shown": (viewer, "_seat", lambda seat, *_: dict(seat)),
}


@pytest.mark.parametrize("hole", HOLES)
def test_a_hole_would_be_found(hole: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*HOLES[hole])
    with pytest.raises(AssertionError):
        for seed in range(60):
            play(("source", "aerkana")[seed % 2], seed)


ART = {"name": "Old Book", "type": "art"}
FACE_DOWN = {"op": "place", "card": "Old Book", "seat": "p2", "to": "arts", "as": "book", "flags": ["exhausted"]}


@pytest.mark.parametrize(
    ("event", "field"),
    [
        ({"type": "ready", "seat": "p2", "card": "book"}, ["card"]),
        ({"type": "activate", "seat": "p2", "card": "Old Book"}, ["card"]),
        ({"type": "ruling", "decision": "amend", "does": [{"op": "flag", "card": "book", "add": "broken"}]},
         ["does", 0, "card"]),
        ({"type": "ruling", "decision": "amend", "does": [{"op": "flag", "card": "Old Book", "add": "broken"}]},
         ["does", 0, "card"]),
    ],
)  # fmt: skip
def test_an_event_keeps_a_secret_art_that_it_names(event: dict[str, Any], field: list[str | int]) -> None:
    recording = Recording({"game": "solrei", "options": {}, "seats": ["Ada", "Ben"], "catalog": [ART]})
    recording.log({"type": "begin", "first": "p2"})
    recording.log({"type": "ruling", "decision": "amend", "does": [FACE_DOWN]})
    recording.log(event)
    assert recording.steps[-1].hides == [{"path": field, "seats": ["p2"]}]


TRAP = {"name": "Mist Snare", "type": "trap"}
PIT = {"name": "Snare Pit", "type": "trap"}
HOUND = {
    "name": "Dust Hound",
    "type": "monster",
    "monster_type": "BE",
    "alpha": 20,
    "beta": 15,
    "gamma": 10,
    "delta": 5,
}
LAID = [
    {"op": "place", "card": "Dust Hound", "seat": "p1", "to": "p1.t1", "as": "hound"},
    {"op": "place", "card": "Dust Hound", "seat": "p2", "to": "p2.t1", "as": "other"},
    {"op": "place", "card": "Mist Snare", "seat": "p1", "to": "p1.t2", "as": "snare", "flags": ["face_down"]},
    {"op": "place", "card": "Snare Pit", "seat": "p2", "to": "hand", "as": "held"},
]


@pytest.mark.parametrize(
    ("seat", "card", "to", "kept"),
    [
        ("p1", "Mist Snare", "p1.t3", True),
        ("p2", "Snare Pit", "deck", True),
        ("p2", "held", "deck", True),
        # All see its label where it lies; what lay open was named before all eyes; a guess tells nobody anything.
        ("p1", "snare", "p1.t3", False),
        ("p1", "hound", "hand", False),
        ("p2", "Mist Snare", "p1.t3", False),
    ],
)
def test_a_text_keeps_the_hidden_card_that_it_names(seat: str, card: str, to: str, kept: bool) -> None:
    recording = Recording({"game": "source", "options": {}, "seats": ["Ada", "Ben"], "catalog": [TRAP, PIT, HOUND]})
    recording.log({"type": "begin", "first": "p1"})
    recording.log({"type": "ruling", "decision": "amend", "does": LAID})
    source = "hound" if seat == "p1" else "other"
    recording.log({"type": "effect", "seat": seat, "source": source, "does": [{"op": "move", "card": card, "to": to}]})
    assert recording.steps[-1].hides == ([{"path": ["does", 0, "card"], "seats": [seat]}] if kept else [])


INN = {"op": "place", "card": "Crossroads Inn", "seat": "p1", "to": "canvas", "as": "inn"}
RETURNED = {"op": "move", "card": "Cold Snap", "to": "hand"}


@pytest.mark.parametrize(
    ("event", "hidden"),
    [
        # It got its label by this event and lay open at no time.
        ({"type": "effect", "source": "inn", "does": [{"op": "move", "card": "Moss Warden", "to": "palette"}]}, True),
        ({"type": "deploy", "card": "Cold Snap", "does": [RETURNED]}, False),
    ],
)
def test_a_card_that_was_seen_and_has_no_label_yet_is_kept_too(event: dict[str, Any], hidden: bool) -> None:
    recording = Recording({"game": "achroma", "options": {}, "seats": ["Ada", "Ben"], "catalog": []})
    recording.log({"type": "begin", "first": "p1"})
    recording.log({"type": "ruling", "decision": "amend", "does": [INN]})
    recording.log({"type": "saw", "seat": "p1", "zone": "hand", "cards": ["Cold Snap", "Moss Warden"]})
    assert recording.log({"seat": "p1", **event})["status"] == "trusted"
    assert recording.steps[-1].hides == ([{"path": ["does", 0, "card"], "seats": ["p1"]}] if hidden else [])


def test_what_a_set_card_costs_is_told_to_its_player_only() -> None:
    dear = {"name": "Dear Snare", "type": "seal", "level": 11}
    recording = Recording({"game": "aerkana", "options": {}, "seats": ["Ada", "Ben"], "catalog": [dear]})
    recording.log({"type": "begin", "first": "p1"})
    laid = {"op": "place", "card": "Dear Snare", "seat": "p2", "to": "arcana", "as": "snare", "flags": ["face_down"]}
    recording.log({"type": "ruling", "decision": "amend", "does": [laid]})
    why = recording.log({"type": "activate", "seat": "p2", "card": "snare"})["why"]
    assert viewer.redact_text(why, "p2") == "Ben has 10 Soul Points left, and this costs 11."
    assert viewer.redact_text(why, "p1") == "Ben has 10 Soul Points left, and this costs more."
