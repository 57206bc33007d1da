"""What judges ask across all matches, on both databases, with real folds."""

from __future__ import annotations

import pytest

from service.store import Store, desk, log, rulings
from tests.store.making import open_match
from workers.fold import Folder

BEGUN = [
    {"type": "begin", "first": "p1"},
    {"type": "opening_hand", "seat": "p1", "choice": "keep"},
    {"type": "opening_hand", "seat": "p2", "choice": "keep"},
]


def played(store: Store, *events: dict[str, object], **told: object) -> str:
    match_id = open_match(store, options={"max_notes": 1}, **told)
    for number, event in enumerate([*BEGUN, *events]):
        by = "judge:Jo" if event["type"] == "ruling" else "p1"
        log.append(store, match_id, [{"id": f"{match_id} {number}"} | event], by=by)
    Folder(store, lambda _: None).drain()
    return match_id


def test_questions_rules_penalties_and_turns(store: Store) -> None:
    closed = [{"type": "close", "seat": "p1"}, {"type": "encore", "seat": "p1", "choice": "notes"}]
    wrong = {"type": "close", "seat": "p2"}
    odd = {"type": "call", "seat": "p1", "target": "what he did", "text": "?"}
    call = {"type": "call", "seat": "p1", "target": 4, "text": "Out of turn."}
    warning = {"type": "ruling", "decision": "penalty", "seat": "p2", "level": "warning"}
    allow = {"type": "ruling", "decision": "allow", "target": 4}
    first = played(store, wrong, odd, call, *closed)
    second = played(store, wrong, allow, warning, seats=["Cy", "Di"])
    with store.read() as db:
        asked = desk.waiting(db)
        assert [(each.match_id, each.event["seq"]) for each in asked] == [(first, 4), (first, 5), (first, 6)]
        assert asked[0].rule == asked[2].rule
        assert desk.waiting(db, player="cy") == []

        broken = desk.broken_rules(db)
        assert sum(each.illegal for each in broken) >= 1
        assert sum(each.allowed for each in broken) == 1
        assert desk.broken_rules(db, game="solrei") == []

        given = desk.penalties(db)
        assert [(each.match_id, each.player, each.event["level"]) for each in given] == [(second, "Di", "warning")]
        assert desk.penalties(db, "DI") == given
        assert desk.penalties(db, "Cy") == []

        assert [each.match_id for each in desk.turns(db)] == [first]
        turns = desk.turns(db, first)
        assert [(each.seat, each.number, each.first) for each in turns] == [("p1", 1, 3)]
        assert 0 < turns[0].seconds < 60
        assert desk.turns(db, game="solrei") == []


def test_a_ruling_that_names_no_event_hides_no_precedent(store: Store) -> None:
    wrong = {"type": "close", "seat": "p2"}
    allow = {"type": "ruling", "decision": "allow", "target": 4}
    odd = [allow | {"target": target} for target in ("four", {"seq": 4}, 44, None)]
    match_id = played(store, wrong, allow, *odd)
    with store.read() as db:
        found = rulings.find(db).precedents
    assert [(each.match_id, each.event["seq"]) for each in found] == [(match_id, 5)]
    assert found[0].rule is not None


def test_the_turns_of_old_matches_are_not_timed_with_those_of_the_event(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "RECENT", 2)
    ended = [{"type": "close", "seat": "p1"}, {"type": "encore", "seat": "p1", "choice": "notes"}]
    old, *newest = [played(store, *ended) for _ in range(3)]
    with store.read() as db:
        assert [each.match_id for each in desk.turns(db)] == newest
        assert [each.match_id for each in desk.turns(db, old)] == [old]
