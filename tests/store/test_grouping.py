"""Appends that are written together. Runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.store import HeadConflict, IdConflict, Store, UnknownMatch, hashing, log
from service.store.grouping import Appender
from service.store.placing import Appended, Mistaken, Wanted
from tests.store.making import broken_at, note, open_match


def test_each_of_many_threads_gets_its_own_answer(store: Store) -> None:
    appender = Appender(store)
    played = [open_match(store) for _ in range(5)]
    start = threading.Barrier(12)

    def send(number: int) -> list[tuple[str, str, int]]:
        start.wait()
        sent = []
        for turn in range(20):
            event, match_id = note(f"{number}/{turn}"), played[(number + turn) % len(played)]
            (answered,) = appender.append(Wanted(match_id, [event], "p1")).events
            assert answered[0] == event["id"]
            sent.append((match_id, *answered))
        return sent

    with ThreadPoolExecutor(12) as pool:
        answers = {answer for future in [pool.submit(send, n) for n in range(12)] for answer in future.result()}
    with store.read() as db:
        stored = {(match_id, event["id"], event["seq"]) for match_id in played for event in log.read(db, match_id)}
    assert answers == stored
    assert [broken_at(store, match_id) for match_id in played] == [None] * len(played)


def test_one_that_is_refused_does_not_spoil_the_rest(store: Store) -> None:
    first, second = open_match(store), open_match(store)
    old, new = note("old"), note("new")
    log.append(store, first, [old], by="p1")
    wanted = [
        Wanted(first, [new], "p1"),
        Wanted("nowhere", [note("lost")], "p1"),
        Wanted(first, [old | {"text": "another"}], "p1"),
        Wanted(second, [note("late")], "p1", expected_head=7),
        Wanted(second, [note("odd") | {"number": 2**70}], "p1"),
        Wanted(first, [new, old], "p2"),
        Wanted(second, [note("fine")], "p2", expected_head=0),
    ]
    with store.write() as db:
        answers = log.append_all(db, wanted)
    assert [type(answer) for answer in answers] == [
        *(Appended, UnknownMatch, IdConflict, HeadConflict, hashing.NotJson, Appended, Appended),
    ]
    again = answers[5]
    assert isinstance(again, Appended)
    assert (again.events, again.fresh) == ([(new["id"], 2), (old["id"], 1)], 0)
    for match_id, length in ((first, 2), (second, 1)):
        assert broken_at(store, match_id) is None
        with store.read() as db:
            assert len(log.read(db, match_id)) == length


def test_trouble_reaches_everybody_who_waits(store: Store) -> None:
    appender, match_id = Appender(store), open_match(store)
    with pytest.raises(UnknownMatch):
        appender.append(Wanted("nowhere", [note("lost")], "p1"))
    assert appender.append(Wanted(match_id, [note("found")], "p1")).head == 1


def test_what_was_sent_before_is_found_without_a_look_at_what_is_new(store: Store) -> None:
    """Ids are looked for only where the log's constraint says that one of them is known, or the head is another."""
    appender, match_id, other = Appender(store), open_match(store), open_match(store)
    first, second = note("first"), note("second")
    assert appender.append(Wanted(match_id, [first], "p1")).events == [(first["id"], 1)]
    again = appender.append(Wanted(match_id, [first, second], "p1"))
    assert (again.events, again.fresh) == ([(first["id"], 1), (second["id"], 2)], 1)
    late = appender.append(Wanted(match_id, [second], "p1", expected_head=1))
    assert (late.events, late.fresh) == ([(second["id"], 2)], 0)
    with pytest.raises(HeadConflict):
        appender.append(Wanted(match_id, [note("third")], "p1", expected_head=1))
    with pytest.raises(IdConflict):
        appender.append(Wanted(match_id, [first | {"text": "another"}], "p1"))
    with pytest.raises(Mistaken), store.write() as db:
        log.append_all(db, [Wanted(other, [note("new")], "p1"), Wanted(match_id, [first], "p1")], {})
    assert broken_at(store, match_id) is None
    with store.read() as db:
        assert [event["seq"] for event in log.read(db, match_id)] == [1, 2]
        assert log.read(db, other) == []


def test_somebody_else_has_appended(store: Store) -> None:
    """Two processes at one log: each takes the end that it remembers for no more than it is."""
    one, another = Appender(store), Appender(store)
    match_id, other = open_match(store), open_match(store)
    for number in range(1, 7):
        appender = one if number % 3 else another
        assert appender.append(Wanted(match_id, [note(f"{number}")], "p1")).head == number
        assert appender.append(Wanted(other, [note(f"{number}")], "p1", expected_head=number - 1)).head == number
    assert broken_at(store, match_id) is broken_at(store, other) is None


def test_an_end_that_was_never_reached(store: Store) -> None:
    """The commit fails: what was remembered of the log is wrong, and is found to be wrong even at the same head."""
    match_id, believed = open_match(store), {}
    with pytest.raises(OSError), store.write() as db:
        log.append_all(db, [Wanted(match_id, [note("lost")], "p1")], believed)
        raise OSError("the disk is full")
    assert believed[match_id].head == 1
    with store.write() as db:
        log.append_all(db, [Wanted(match_id, [note("kept")], "p1")])
    with pytest.raises(Mistaken), store.write() as db:
        log.append_all(db, [Wanted(match_id, [note("next")], "p1")], believed)
    assert broken_at(store, match_id) is None
    with store.read() as db:
        assert [event["text"] for event in log.read(db, match_id)] == ["kept"]
