"""Rulings: appended, previewed, found again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from service.store import accounts
from tests.api.hall import BEGUN, CAT, CONCEDED, TOO_SOON, Hall, Table, is_problem, with_id

ALLOW = {"decision": "allow", "target": 5, "rule": "SYN-CUE-2", "note": "Both took the Cat for an older one."}


def asked(hall: Hall) -> Table:
    table = hall.open()
    table.log(*BEGUN, CAT, TOO_SOON)
    table.settled()
    return table


def test_a_ruling_changes_the_verdict_and_closes_the_question(hall: Hall) -> None:
    table = asked(hall)
    assert hall.judge.get(table.path).json["open_questions"] == [5]
    ruled = hall.judge.post(f"{table.path}/rulings", ALLOW)
    assert (ruled.status_code, ruled.json["seq"]) == (202, 6)
    table.settled()
    summary = hall.judge.get(table.path).json
    assert (summary["open_questions"], summary["questions"]) == ([], 0)
    assert table.p2.get(f"{table.path}/events", after=4).json["events"][0]["verdict"]["status"] == "allowed"


def test_a_ruling_leaves_an_audit_line(hall: Hall) -> None:
    table, sent = asked(hall), with_id(ALLOW)
    for _ in range(2):  # sent twice, it is one ruling
        hall.judge.post(f"{table.path}/rulings", sent)
    with hall.store.read() as db:
        ruled = [line for line in accounts.read_audit(db, table.id) if line.action == "ruled"]
    assert [line.actor for line in ruled] == ["judge:Jo"]
    assert {"id": sent["id"], "decision": "allow", "target": 5, "rule": "SYN-CUE-2"}.items() <= ruled[0].detail.items()


def test_a_preview_tells_what_the_ruling_would_do_and_stores_nothing(hall: Hall) -> None:
    table = asked(hall)
    before = hall.rows()
    told = hall.judge.post(f"{table.path}/rulings/preview", ALLOW)
    assert told.status_code == 200, told.text
    assert hall.rows() == before
    change = told.json["changes"][0]
    assert (change["seq"], change["before"]["status"], change["after"]["status"]) == (5, "illegal", "allowed")
    hall.judge.post(f"{table.path}/rulings", ALLOW)
    table.settled()
    assert hall.judge.get(f"{table.path}/events", after=4).json["events"][0]["verdict"] == change["after"]


def test_a_preview_that_no_worker_answers(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall(folding=False, preview_seconds=0)
    table = hall.open()
    table.log(*BEGUN)
    assert is_problem(hall.judge.post(f"{table.path}/rulings/preview", {"decision": "void", "target": 1}), 504)


def test_precedents_by_rule_game_and_decision(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall()
    table = asked(hall)
    hall.judge.post(f"{table.path}/rulings", ALLOW)
    hall.judge.post(f"{table.path}/rulings", {"decision": "void", "target": 4, "note": "Struck."})
    table.settled()

    def found(**query: str) -> list[str]:
        return [each["ruling"]["decision"] for each in hall.judge.get("/rulings", **query).json["rulings"]]

    assert found() == ["void", "allow"]
    assert found(rule="SYN-CUE-2") == ["allow"]
    assert found(decision="void") == ["void"]
    assert found(game="solrei") == []
    first = hall.judge.get("/rulings", limit=1).json
    second = hall.judge.get("/rulings", limit=1, cursor=first["cursor"]).json
    assert [each["ruling"]["decision"] for each in (*first["rulings"], *second["rulings"])] == ["void", "allow"]
    assert is_problem(hall.judge.get("/rulings", cursor="x"), 422)


def test_a_ruling_of_the_wrong_shape(hall: Hall) -> None:
    table = hall.open()
    before = hall.rows()
    for body in ({}, {"decision": "forgive"}, {"decision": "void", "target": "5"}, {"decision": "void", "note": 1}):
        for path in ("rulings", "rulings/preview"):
            assert is_problem(hall.judge.post(f"{table.path}/{path}", body), 422)
    assert hall.rows() == before


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seq", 1),
        ("hash", "0" * 64),
        ("by", "p1"),
        ("recorded_at", "now"),
        ("unsure", "yes"),
        ("as", 5),
        ("at", 7),
        ("id", "1"),
        ("id", "urn:uuid:6f1c0c2e-7a55-4b57-9a3e-0f6f6f0f7c11"),
        ("seat", ["p1"]),
        ("type", "note"),
    ],
)
def test_a_ruling_is_held_to_what_any_event_is(hall: Hall, key: str, value: Any) -> None:
    """Otherwise its match could be exported, and not imported again."""
    table = hall.open()
    before = hall.rows()
    for path in ("rulings", "rulings/preview"):
        answered = hall.judge.post(f"{table.path}/{path}", {"decision": "void", "target": 1, key: value})
        assert is_problem(answered, 422)
        assert list(answered.json["errors"]) == [key]
    assert hall.rows() == before


def test_a_match_that_is_over_can_still_be_ruled_on(hall: Hall) -> None:
    table = hall.open()
    table.log(*BEGUN, CONCEDED)
    table.settled()
    hall.judge.post(f"{table.path}/rulings", {"decision": "void", "target": 4, "note": "A slip of the tongue."})
    assert table.settled()["status"] == "playing"
