"""POST /matches/{id}/events: all or none, once, in order, in the caller's name."""

from __future__ import annotations

import uuid

from tests.api.hall import BEGUN, CAT, CONCEDED, TOO_SOON, Hall, is_problem, with_id


def test_one_event_or_a_batch(hall: Hall) -> None:
    table = hall.open()
    one = table.p1.post(f"{table.path}/events", with_id(BEGUN[0]))
    assert (one.status_code, one.json["head"]) == (202, 1)
    many = table.log(*BEGUN[1:])
    assert [placed["seq"] for placed in many.json["events"]] == [2, 3]
    assert many.json["head"] == 3


def test_an_event_without_an_id_gets_one(hall: Hall) -> None:
    table = hall.open()
    placed = table.p1.post(f"{table.path}/events", {"type": "note", "text": "no id"}).json["events"][0]
    assert str(uuid.UUID(placed["id"])) == placed["id"]


def test_a_known_id_answers_its_old_seq_and_stores_nothing(hall: Hall) -> None:
    table = hall.open()
    event = with_id({"type": "note", "text": "once"})
    first = table.p1.post(f"{table.path}/events", event).json
    table.log({"type": "note", "text": "between"})
    again = table.p1.post(f"{table.path}/events", {"events": [event], "expected_head": 0})
    assert again.status_code == 202
    assert again.json == {**first, "head": 2}


def test_a_known_id_with_other_content_is_a_conflict(hall: Hall) -> None:
    table = hall.open()
    event = with_id({"type": "note", "text": "once"})
    table.p1.post(f"{table.path}/events", event)
    table.log({"type": "note", "text": "between"})
    before = hall.rows()
    answered = table.p1.post(f"{table.path}/events", {**event, "text": "twice"})
    assert is_problem(answered, 409)
    assert answered.json["head"] == 2
    assert hall.rows() == before


def test_nobody_guesses_at_hidden_cards_by_the_id_of_anothers_event(hall: Hall) -> None:
    table = hall.open()
    saw = with_id({"type": "saw", "seat": "p1", "zone": "hand", "cards": ["Paper Cat"]})
    table.log(BEGUN[0], saw)
    for cards in (["Paper Cat"], ["Iron Bear"]):
        answered = table.p2.post(f"{table.path}/events", {**saw, "cards": cards})
        assert answered.json == {"events": [{"id": saw["id"], "seq": 2}], "head": 2}
    assert is_problem(table.p2.post(f"{table.path}/events", {**saw, "type": "note"}), 409)


def test_an_expected_head_that_is_not_the_head(hall: Hall) -> None:
    table = hall.open()
    table.log(*BEGUN)
    answered = table.p1.post(f"{table.path}/events", {"events": [with_id(CAT)], "expected_head": 2})
    assert is_problem(answered, 409)
    assert answered.json["head"] == 3
    good = table.p1.post(f"{table.path}/events", {"events": [with_id(CAT)], "expected_head": 3})
    assert good.json["head"] == 4


def test_500_events_and_not_one_more(hall: Hall) -> None:
    table = hall.open()
    notes = [with_id({"type": "note", "text": str(number)}) for number in range(501)]
    assert is_problem(table.p1.post(f"{table.path}/events", {"events": notes}), 422)
    assert table.p1.post(f"{table.path}/events", {"events": notes[:500]}).json["head"] == 500


def test_one_event_may_not_be_as_large_as_a_batch(hall: Hall) -> None:
    table = hall.open()
    small = {"type": "note", "text": "x" * 4000}
    assert table.log(*[small] * 20).status_code == 202
    before = hall.rows()
    answered = table.log(small, {"type": "note", "texts": ["x" * 4000] * 20})
    assert is_problem(answered, 413)
    assert list(answered.json["errors"]) == ["events.1"]
    assert hall.rows() == before


def test_one_bad_event_keeps_all_out(hall: Hall) -> None:
    table = hall.open()
    answered = table.p1.post(f"{table.path}/events", {"events": [with_id(BEGUN[0]), {"type": 5}]})
    assert is_problem(answered, 422)
    assert list(answered.json["errors"]) == ["events.1.type"]
    assert hall.judge.get(table.path).json["head"] == 0


def test_the_faults_of_one_event_are_told_by_its_own_fields(hall: Hall) -> None:
    table = hall.open()
    for event, field in (({"type": 5}, "type"), ({"type": "note", "seat": []}, "seat"), ({"seat": "p1"}, "type")):
        answered = table.p1.post(f"{table.path}/events", event)
        assert is_problem(answered, 422)
        assert list(answered.json["errors"]) == [field]


def test_an_illegal_play_is_stored_and_its_verdict_says_so(hall: Hall) -> None:
    table = hall.open()
    table.log(*BEGUN, CAT, TOO_SOON)
    table.settled()
    last = table.p2.get(f"{table.path}/events", after=4).json["events"][0]
    assert last["verdict"]["status"] == "illegal"
    assert last["verdict"]["rule"].startswith("SYN-")
    assert last["by"] == "p1"
    assert last["question"]


def test_events_are_logged_in_the_name_of_the_token(hall: Hall) -> None:
    table = hall.open()
    table.log({"type": "note", "text": "for them"}, by="p2")
    table.log({"type": "note", "text": "from the desk"}, by="judge")
    by = [event["by"] for event in hall.judge.get(f"{table.path}/events").json["events"]]
    assert by == ["p2", "judge:Jo"]


def test_a_seat_does_not_rule(hall: Hall) -> None:
    table = hall.open()
    before = hall.rows()
    assert is_problem(table.log(BEGUN[0], {"type": "ruling", "decision": "allow", "target": 1}), 403)
    assert hall.rows() == before


def test_the_end_is_told_in_the_summary(hall: Hall) -> None:
    table = hall.open()
    table.log(*BEGUN, CONCEDED)
    assert table.settled()["status"] == "finished"
    summary = hall.anyone.get(table.path).json
    assert (summary["status"], summary["outcome"]["winners"], summary["folded"]) == ("finished", ["p1"], 4)
