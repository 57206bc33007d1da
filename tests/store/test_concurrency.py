"""Many writers at once, and writers that die. Runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from service.store import HeadConflict, Store, log
from tests.store.making import broken_at, note, open_match


def start_appender(url: str, match_id: str, count: int, die_at: int = 0, name: str = "") -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.store.appender", url, match_id, str(count), str(die_at)]
    environment = os.environ | ({"NAME": name} if name else {})
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def texts(store: Store, match_id: str) -> list[str]:
    with store.read() as db:
        stored = log.read(db, match_id)
    assert [event["seq"] for event in stored] == list(range(1, len(stored) + 1))
    return [event["text"] for event in stored]


def test_threads_append_to_one_match_without_gap_or_fork(store: Store) -> None:
    match_id = open_match(store)
    with ThreadPoolExecutor(8) as pool:
        done = list(pool.map(lambda n: log.append(store, match_id, [note(str(n))], by="p1"), range(200)))
    assert sorted(seq for appended in done for _, seq in appended.events) == list(range(1, 201))
    assert sorted(texts(store, match_id), key=int) == [str(n) for n in range(200)]
    assert broken_at(store, match_id) is None


def test_processes_append_to_one_match_without_gap_or_fork(store: Store, store_url: str) -> None:
    match_id = open_match(store)
    writers = [start_appender(store_url, match_id, 40) for _ in range(4)]
    acknowledged = [line for writer in writers for line in writer.communicate()[0].split()]
    assert len(acknowledged) == 160
    assert sorted(texts(store, match_id)) == sorted(acknowledged)
    assert broken_at(store, match_id) is None


def test_the_same_event_sent_by_many_at_once_is_stored_once(store: Store) -> None:
    match_id = open_match(store)
    shared = [note(str(n)) for n in range(20)]
    start = threading.Barrier(6)

    def send_all() -> list[tuple[str, int]]:
        start.wait()
        return [log.append(store, match_id, [event], by="p1").events[0] for event in shared]

    with ThreadPoolExecutor(6) as pool:
        answers = [future.result() for future in [pool.submit(send_all) for _ in range(6)]]
    assert all(answer == answers[0] for answer in answers)
    assert Counter(texts(store, match_id)) == Counter(event["text"] for event in shared)


def test_of_many_who_expect_the_same_head_one_wins(store: Store) -> None:
    match_id = open_match(store)
    start = threading.Barrier(6)

    def send(n: int) -> str | None:
        start.wait()
        try:
            log.append(store, match_id, [note(str(n))], by="p1", expected_head=0)
        except HeadConflict:
            return None
        return str(n)

    with ThreadPoolExecutor(6) as pool:
        winners = [winner for winner in pool.map(send, range(6)) if winner is not None]
    assert texts(store, match_id) == winners
    assert len(winners) == 1


def test_a_crash_between_any_two_steps_leaves_the_whole_append_or_nothing(store: Store, store_url: str) -> None:
    match_id = open_match(store)
    died = step = 0
    while True:
        step += 1
        before = texts(store, match_id)
        writer = start_appender(store_url, match_id, 2, die_at=step, name=f"try{step}")
        acknowledged = writer.communicate()[0].split()
        after = texts(store, match_id)
        assert after[: len(before)] == before
        assert set(acknowledged) <= set(after)
        assert len(after) - len(before) <= len(acknowledged) + 1
        assert broken_at(store, match_id) is None
        if writer.returncode == 0:
            break
        died += 1
        # The client never got its answer, and sends again.
        again = start_appender(store_url, match_id, 2, name=f"try{step}")
        assert again.communicate()[0].split() == [f"try{step}-0", f"try{step}-1"]
        assert texts(store, match_id) == [*before, f"try{step}-0", f"try{step}-1"]
    assert died >= 8, "an append has fewer steps than it must have: nothing was interrupted"
