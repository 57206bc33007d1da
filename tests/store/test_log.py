"""What every store must do with a log. Runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from service.store import HeadConflict, IdConflict, Store, TooManyEvents, UnknownMatch, hashing, log, matches
from tests.store.making import broken_at, note, open_match


def test_seqs_are_gapless_and_the_head_moves(store: Store) -> None:
    match_id = open_match(store)
    first = log.append(store, match_id, [note("a"), note("b")], by="p1")
    second = log.append(store, match_id, [note("c")], by="p2")
    assert [seq for _, seq in first.events + second.events] == [1, 2, 3]
    with store.read() as db:
        match = matches.get(db, match_id)
        stored = log.read(db, match_id)
    assert (match.head, match.head_hash) == (3, stored[-1]["hash"])
    assert [(event["seq"], event["text"], event["by"]) for event in stored] == [
        (1, "a", "p1"),
        (2, "b", "p1"),
        (3, "c", "p2"),
    ]


def test_the_chain_starts_at_the_header_and_covers_every_event(store: Store) -> None:
    match_id = open_match(store)
    log.append(store, match_id, [note("a"), note("b")], by="p1")
    with store.read() as db:
        header = matches.header_text(db, match_id)
        lines = list(log.read_lines(db, match_id))
    assert hashing.first_broken(header, lines) is None
    assert hashing.first_broken(header.replace("Ada", "Eve"), lines) == 1
    changed = (lines[1][0].replace('"text":"b"', '"text":"x"'), lines[1][1])
    assert hashing.first_broken(header, [lines[0], changed]) == 2


def test_a_known_id_gives_its_old_seq_and_is_stored_once(store: Store) -> None:
    match_id = open_match(store)
    event = note("a")
    log.append(store, match_id, [event], by="p1")
    again = log.append(store, match_id, [note("b"), event], by="p1")
    assert (again.events[1], again.head, again.fresh) == ((event["id"], 1), 2, 1)


def test_sending_again_after_a_lost_answer_succeeds_whatever_head_was_expected(store: Store) -> None:
    match_id = open_match(store)
    event = note("a")
    sent = log.append(store, match_id, [event], by="p1", expected_head=0)
    assert log.append(store, match_id, [event], by="p1", expected_head=0).events == sent.events


def test_one_id_twice_in_one_append_is_stored_once(store: Store) -> None:
    match_id = open_match(store)
    event = note("a")
    assert log.append(store, match_id, [event, event], by="p1").events == [(event["id"], 1), (event["id"], 1)]


def test_a_known_id_with_other_content_is_a_conflict_and_stores_nothing(store: Store) -> None:
    match_id = open_match(store)
    event = note("a")
    log.append(store, match_id, [event], by="p1")
    with pytest.raises(IdConflict) as conflict:
        log.append(store, match_id, [note("b"), event | {"text": "changed"}], by="p1")
    assert conflict.value.seq == 1
    assert head_of(store, match_id) == 1


def test_an_unexpected_head_is_a_conflict_that_tells_the_head(store: Store) -> None:
    match_id = open_match(store)
    log.append(store, match_id, [note("a")], by="p1", expected_head=0)
    with pytest.raises(HeadConflict) as conflict:
        log.append(store, match_id, [note("b")], by="p1", expected_head=0)
    assert conflict.value.head == 1
    assert head_of(store, match_id) == 1


def test_500_events_are_taken_and_501_are_not(store: Store) -> None:
    match_id = open_match(store)
    with pytest.raises(TooManyEvents):
        log.append(store, match_id, [note(str(n)) for n in range(501)], by="p1")
    assert head_of(store, match_id) == 0
    assert log.append(store, match_id, [note(str(n)) for n in range(500)], by="p1").head == 500


def test_all_events_of_an_append_are_stored_or_none(store: Store) -> None:
    match_id = open_match(store)
    unspeakable = note("a") | {"number": 2**70}
    with pytest.raises(hashing.NotJson):
        log.append(store, match_id, [note("a"), unspeakable], by="p1")
    assert head_of(store, match_id) == 0


def test_an_unknown_match_takes_nothing(store: Store) -> None:
    with pytest.raises(UnknownMatch):
        log.append(store, "nowhere", [note("a")], by="p1")


def test_what_the_client_says_of_seq_by_and_hash_does_not_count(store: Store) -> None:
    match_id = open_match(store)
    log.append(store, match_id, [note("a") | {"seq": 9, "by": "judge", "hash": "x", "recorded_at": "then"}], by="p1")
    with store.read() as db:
        (event,) = log.read(db, match_id)
    assert (event["seq"], event["by"]) == (1, "p1")
    assert event["hash"] != "x"
    assert event["recorded_at"] != "then"


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE events SET body = '{}' WHERE seq = 1",
        "UPDATE events SET seq = 7 WHERE seq = 1",
        "DELETE FROM events",
    ],
)
def test_events_cannot_be_changed(store: Store, change: str) -> None:
    match_id = open_match(store)
    log.append(store, match_id, [note("a")], by="p1")
    with pytest.raises(DBAPIError, match="events are never changed"), store.write() as db:
        db.execute(text(change))
    assert broken_at(store, match_id) is None
    assert head_of(store, match_id) == 1


def test_a_page_of_the_log(store: Store) -> None:
    match_id = open_match(store)
    log.append(store, match_id, [note(str(n)) for n in range(1, 11)], by="p1")
    with store.read() as db:
        assert [event["seq"] for event in log.read(db, match_id, after=4, limit=3)] == [5, 6, 7]
        assert [event["seq"] for event in log.read(db, match_id, after=4, before=7)] == [5, 6]


def test_the_docket_holds_only_what_decides_which_events_stand(store: Store) -> None:
    match_id = open_match(store)
    kinds = ["note", "call", "pass", "retract", "ruling"]
    log.append(store, match_id, [note(kind) | {"type": kind} for kind in kinds], by="p1")
    with store.read() as db:
        assert [event["type"] for event in log.read_docket(db, match_id, upto=4)] == ["call", "retract"]


def test_an_imported_record_keeps_its_chain(store: Store) -> None:
    match_id = open_match(store)
    log.append(store, match_id, [note("a"), note("b")], by="p1")
    with store.write() as db:
        header, lines = matches.header_text(db, match_id), list(log.read_lines(db, match_id))
        copy = matches.create(db, header, created_by="importer")
        log.append_record(db, copy, lines)
    log.append(store, copy, [note("c")], by="p1")
    with store.read() as db:
        assert list(log.read_lines(db, copy))[:2] == lines
    assert broken_at(store, copy) is None


def head_of(store: Store, match_id: str) -> int:
    with store.read() as db:
        return matches.get(db, match_id).head
