"""The judge's desk over the API: what waits in all matches, penalties, the integrity of a record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import text

from service.store import log
from tests.api.hall import BEGUN, CAT, TOO_SOON, Hall, Table, is_problem

OUT_OF_TURN = {"type": "close", "seat": "p2"}


def asked(hall: Hall, *more: dict[str, Any], **told: Any) -> Table:
    table = hall.open(**told)
    table.log(*BEGUN, CAT, TOO_SOON, *more)
    table.settled()
    return table


def test_open_questions_of_all_matches_the_oldest_first(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall()
    first = asked(hall, table="Table 7")
    second = asked(hall, {"type": "call", "seat": "p2", "target": 5, "text": "Too soon?"})
    found = hall.judge.get("/questions").json["questions"]
    assert [(each["match"], each["event"]["seq"]) for each in found] == [(first.id, 5), (second.id, 5), (second.id, 6)]
    assert {each["rule"] for each in found} == {"SYN-OVT-1"}  # a call asks about what it disputes
    assert found[0]["table"] == "Table 7"
    assert found[0]["event"]["verdict"]["why"]

    hall.judge.post(f"{first.path}/rulings", {"decision": "uphold", "target": 5})
    first.settled()
    assert [each["match"] for each in hall.judge.get("/questions").json["questions"]] == [second.id, second.id]


def test_questions_and_matches_are_found_by_player_table_and_rule(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall()
    near = asked(hall, table="Stage left 4")
    far = asked(hall, OUT_OF_TURN, seats=[{"name": "Cleo"}, {"name": "Dai"}], table="Balcony")

    def found(**query: str) -> tuple[set[str], set[str]]:
        questions = {each["match"] for each in hall.judge.get("/questions", **query).json["questions"]}
        return questions, {each["id"] for each in hall.judge.get("/matches", **query).json["matches"]}

    assert found(player="cle") == ({far.id}, {far.id})
    assert found(table="stage LEFT") == ({near.id}, {near.id})
    assert found(rule="syn-ovt") == ({near.id, far.id},) * 2
    assert found(rule="SYN-OVT-1", table="balcony") == ({far.id}, {far.id})
    assert found(rule="SOL-") == found(game="solrei") == found(status="finished") == (set(), set())
    assert found(table="100%") == (set(), set())


def test_asking_again_costs_nothing_until_something_changes(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall()
    table = asked(hall)
    known = hall.judge.get("/questions").headers["ETag"]

    def again() -> int:
        headers = {"Authorization": f"Bearer {hall.judge.token}", "If-None-Match": known}
        return hall.app.test_client().get("/api/v1/questions", headers=headers).status_code

    assert again() == 304
    table.log(OUT_OF_TURN, by="p2")
    table.settled()
    assert again() == 200


def test_penalties_of_a_player_over_all_matches(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall()
    tables = [hall.open(), hall.open(seats=[{"name": "Ben"}, {"name": "ADA"}]), hall.open(seats=[{"name": "Adam"}] * 2)]
    warning = {"decision": "penalty", "seat": "p1", "level": "warning", "note": "Slow."}
    for table in tables:
        hall.judge.post(f"{table.path}/rulings", warning)
    hall.judge.post(f"{tables[1].path}/rulings", warning | {"seat": "p2", "level": "game_loss"})
    for table in tables:
        table.settled()

    def of(player: str) -> list[tuple[str, str]]:
        found = hall.judge.get("/penalties", player=player).json["penalties"]
        return [(each["match"], each["ruling"]["level"]) for each in found]

    assert of("Ada") == [(tables[1].id, "game_loss"), (tables[0].id, "warning")]
    assert len(hall.judge.get("/penalties").json["penalties"]) == 4
    hall.judge.post(f"{tables[0].path}/rulings", {"decision": "void", "target": 1})
    tables[0].settled()
    assert of("ada") == [(tables[1].id, "game_loss")]


def test_a_record_is_checked_by_a_worker(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall()
    table = asked(hall)
    told = hall.judge.get(f"{table.path}/integrity").json
    assert (told["finding"], told["good"], told["events"]) == ("intact", True, 5)
    with hall.store.write() as db:
        db.execute(text("UPDATE verdicts SET status = 'legal' WHERE seq = 5"))
    told = hall.judge.get(f"{table.path}/integrity").json
    assert (told["finding"], told["good"], told["at"]) == ("folds differently", False, 5)
    with hall.store.write() as db:
        db.execute(text("DROP TRIGGER events_no_update"))
        db.execute(text("UPDATE events SET body = replace(body, 'Paper Cat', 'Iron Bear') WHERE seq = 4"))
    told = hall.judge.get(f"{table.path}/integrity").json
    assert (told["finding"], told["good"], told["at"]) == ("altered", False, 4)
    assert is_problem(hall.judge.get("/matches/nosuchmatch/integrity"), 404)


def test_a_check_that_no_worker_answers(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall(folding=False, preview_seconds=0)
    assert is_problem(hall.judge.get(f"{hall.open().path}/integrity"), 504)


def test_where_an_event_came_from_is_kept_beside_it(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall()
    table = hall.open()
    table.log(*BEGUN)
    table.log(CAT, by="p2")
    with hall.store.read() as db:
        origins = log.read_origins(db, table.id)
        events = log.read(db, table.id)
    assert {origin.address for origin in origins.values()} == {"127.0.0.1"}
    assert len({origins[seq].key for seq in (1, 2, 3)}) == 1
    assert origins[4].key != origins[1].key
    assert all("address" not in event and "key" not in event for event in events)
    assert "127.0.0.1" not in hall.judge.get(f"{table.path}/export").text
