"""RQ workers in real processes, on PostgreSQL and a real Redis-speaking server."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
import redis

from service.notices import RedisNotices
from service.ports import WorkersTimeout
from service.store import Store, log, matches, open_store
from tests.servers import ValkeyServer, children_of
from tests.workers.playing import Recorder, append_all, folded_rows, open_match
from tests.workers.waiting import PATIENCE, until, until_folded
from workers.fold import Folder
from workers.jobs import QueuedWorkers

POOL = "from workers.jobs.tasks import run_pool; run_pool(2)"


@contextlib.contextmanager
def worker_pool(database_url: str, redis_url: str) -> Iterator[subprocess.Popen[bytes]]:
    environment = os.environ | {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
    pool = subprocess.Popen([sys.executable, "-c", POOL], env=environment)
    try:
        yield pool
    finally:
        pool.send_signal(signal.SIGTERM)
        pool.wait(PATIENCE)


@pytest.fixture
def hall(postgres_url: str) -> Iterator[Store]:
    store = open_store(postgres_url)
    yield store
    store.close()


@pytest.fixture
def desk(redis_url: str) -> Iterator[QueuedWorkers]:
    desk = QueuedWorkers(redis_url)
    yield desk
    desk.close()


def play(hall: Store, desk: QueuedWorkers, match_id: str, seed: int, length: int) -> None:
    for event in Recorder(seed).record(length):
        log.append(hall, match_id, [event], by=event["by"])
        desk.wake(match_id)


def test_wake_ups_are_folded_as_a_clean_fold_would(
    hall: Store, desk: QueuedWorkers, postgres_url: str, redis_url: str
) -> None:
    with worker_pool(postgres_url, redis_url):
        played = {open_match(hall): seed for seed in range(4)}
        for match_id, seed in played.items():
            play(hall, desk, match_id, seed, 40)
        until_folded(hall, *played)
    for match_id, seed in played.items():
        clean = open_match(hall)
        append_all(hall, clean, Recorder(seed).record(40))
        Folder(hall, lambda _: None).fold(clean)
        assert folded_rows(hall, match_id) == folded_rows(hall, clean)


def test_streams_hear_of_folds_in_other_processes(
    hall: Store, desk: QueuedWorkers, postgres_url: str, redis_url: str
) -> None:
    notices = RedisNotices(redis_url)
    match_id = open_match(hall)
    with worker_pool(postgres_url, redis_url), notices.listen(match_id) as listener:
        until_folded(hall, match_id)
        listener.wait(0)
        play(hall, desk, match_id, 1, 1)
        assert listener.wait(PATIENCE)
    notices.close()


def test_a_worker_answers_a_preview(hall: Store, desk: QueuedWorkers, postgres_url: str, redis_url: str) -> None:
    match_id = open_match(hall)
    append_all(hall, match_id, Recorder(3).record(20, rulings=0))
    struck = {"decision": "void", "target": 2, "note": "struck"}
    with worker_pool(postgres_url, redis_url):
        assert desk.preview(match_id, struck, seconds=PATIENCE)["seq"] == 21
    with pytest.raises(WorkersTimeout):
        desk.preview(match_id, struck, seconds=1)
    with hall.read() as db:
        assert matches.get(db, match_id).head == 20


def test_killed_workers_are_replaced_and_their_work_is_done(
    hall: Store, desk: QueuedWorkers, postgres_url: str, redis_url: str
) -> None:
    match_id = open_match(hall)
    with worker_pool(postgres_url, redis_url) as pool:
        for seed in range(3):
            until(lambda: len(children_of(pool.pid)) == 2, "two workers run")
            play(hall, desk, match_id, seed, 10)
            for child in children_of(pool.pid):
                os.kill(child, signal.SIGKILL)
        until_folded(hall, match_id)


def test_a_worker_starts_no_process(hall: Store, desk: QueuedWorkers, postgres_url: str, redis_url: str) -> None:
    """It would share the worker's sessions with the database: killed in a fold, the worker would keep its matches."""
    match_id = open_match(hall)
    with worker_pool(postgres_url, redis_url) as pool:
        play(hall, desk, match_id, 1, 10)
        until_folded(hall, match_id)
        until(lambda: len(children_of(pool.pid)) == 2, "two workers run")
        assert [children_of(worker) for worker in children_of(pool.pid)] == [[], []]


def test_without_redis_an_append_goes_through_and_the_sweep_folds_it(hall: Store, postgres_url: str) -> None:
    with ValkeyServer() as mortal:
        desk = QueuedWorkers(mortal.connection_url)
        match_id = open_match(hall)
        with worker_pool(postgres_url, mortal.connection_url):
            play(hall, desk, match_id, 1, 5)
            until_folded(hall, match_id)
            os.kill(mortal._process.pid, signal.SIGKILL)
            play(hall, desk, match_id, 2, 20)
            until_folded(hall, match_id)
        assert not desk.ping()
        desk.close()


def test_lost_wake_ups_are_found(hall: Store, desk: QueuedWorkers, postgres_url: str, redis_url: str) -> None:
    match_id = open_match(hall)
    play(hall, desk, match_id, 1, 5)
    with redis.Redis.from_url(redis_url) as client:
        client.flushall()
    with worker_pool(postgres_url, redis_url):
        until_folded(hall, match_id)
