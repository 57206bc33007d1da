"""From an append to its verdict: latency on the stream and sustained rates, embedded and with RQ on PostgreSQL."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import redis
from rq import Queue, SimpleWorker
from sqlalchemy import text

from service.store import Store, log, open_store
from tests import servers
from tests.bench.filling import open_match, play
from tests.bench.folding import NATIVE
from tests.bench.pacing import Pacer, Table, Tally, at
from tests.hall import Hall, open_hall
from tests.serving import Serving
from workers.fold import Folder

TABLES, RATE, SECONDS = 200, 500, 30  # what a hall must sustain
SOME_TABLES, SOME_RATE = 50, 100  # what one laptop must
SCRIPTS = 8  # different games; the tables share them
# The hall as its image has it, with the rules compiled; one serving process, for two cores have to do for everything.
HALL: dict[str, Any] = {"PYTHONPATH": str(NATIVE), "api_processes": 1}


def seat(serving: Serving, tables: int, plays: int) -> list[Table]:
    """Opens matches, and waits until each has its first view."""
    judge = serving.operator()
    scripts = [play(plays + 5, seed) for seed in range(SCRIPTS)]
    seated = []
    for number in range(tables):
        opening = {"game": "synsouls", "seats": [{"name": "Ada"}, {"name": "Ben"}]}
        _, told = serving.call("POST", "/api/v1/matches", judge, opening)
        script = [_bare(event) for event in scripts[number % SCRIPTS] if event["type"] != "ruling"]
        seated.append(Table(told["id"], told["tokens"]["p1"], script))
    for table in seated:
        serving.call("GET", f"/api/v1/matches/{table.match_id}/view?wait=20", judge)
    return seated


def _bare(event: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key != "id"}


def paced(serving: Serving, tables: int, rate: float, seconds: float, folded: Callable[[], int]) -> tuple[Tally, float]:
    """The times at a steady pace, and the verdicts a second over the whole of it."""
    pacer = Pacer(serving.port, seat(serving, tables, int(rate * seconds / tables) + 5), watched=tables)
    before = folded()
    tally = pacer.run(rate, seconds)
    verdicts = (folded() - before) / tally.seconds
    pacer.settle(5)
    pacer.close()
    return tally, verdicts


def folded_in(store: Store) -> Callable[[], int]:
    def folded() -> int:
        with store.read() as db:
            return int(db.scalar(text("SELECT coalesce(sum(folded), 0) FROM matches WHERE folded > 0")) or 0)

    return folded


def empty_jobs(url: str, jobs: int = 300) -> float:
    """Jobs a second that do nothing, in a worker that does not fork: the least that a job an event would cost."""
    with redis.Redis.from_url(url) as connection:
        queue = Queue("empty", connection=connection)
        for _ in range(jobs):
            queue.enqueue("time.time", result_ttl=0)
        worker = SimpleWorker([queue], connection=connection)
        start = time.perf_counter()
        worker.work(burst=True, logging_level="ERROR")
        return jobs / (time.perf_counter() - start)


@cache
def _folder(database_url: str) -> Folder:
    """Kept from job to job, with its connections and warm states: the peer lacks nothing but the draining."""
    return Folder(open_store(database_url), lambda _: None)


def fold_one(database_url: str, match_id: str) -> None:
    """The naive job: one for each event."""
    _folder(database_url).fold(match_id)


def naive(database_url: str, redis_url: str, events: int = 150) -> float:
    """Verdicts a second where every event is a job of its own."""
    store = open_store(database_url)
    played = [open_match(store, []) for _ in range(10)]
    with redis.Redis.from_url(redis_url) as connection:
        queue = Queue("naive", connection=connection)
        script = play(events // len(played) + 1)
        worker = SimpleWorker([queue], connection=connection)
        start = time.perf_counter()
        for number in range(events):
            match_id = played[number % len(played)]
            log.append(store, match_id, [script[number // len(played)]], by="p1")
            queue.enqueue(fold_one, database_url, match_id, result_ttl=0)
            worker.work(burst=True, logging_level="ERROR")
        taken = time.perf_counter() - start
    store.close()
    return events / taken


@contextmanager
def laptop() -> Iterator[Serving]:
    with tempfile.TemporaryDirectory() as folder:
        serving = Serving(Path(folder), LOG_LEVEL="error")
        yield serving
        serving.stop()


def run() -> list[tuple[str, str, str]]:
    with servers.valkey() as valkey:
        empty = empty_jobs(valkey.connection_url)
        with servers.postgres() as database:
            one_by_one = naive(database.fresh_url(), valkey.connection_url)
    with laptop() as serving:
        store = open_store(serving.environ["DATABASE_URL"])
        embedded, _ = paced(serving, SOME_TABLES, SOME_RATE, SECONDS, folded_in(store))
        store.close()
    with open_hall(**HALL) as hall:
        half, _ = _in(hall, RATE / 2)
    with open_hall(**HALL) as hall:
        _, sustained = _in(hall, RATE * 1.1)
    job = 1 / empty
    return [
        ("an empty RQ job", f"{job * 1e3:.1f} ms", "1.00"),
        *_latency(f"embedded, {SOME_RATE}/s over {SOME_TABLES} matches", embedded, job),
        *_latency(f"RQ + PostgreSQL, rules compiled, {RATE // 2}/s over {TABLES} matches", half, job),
        ("a job an event, an empty one", f"{empty:,.0f} /s", "1.00"),
        ("a job an event, that folds", f"{one_by_one:,.0f} /s", f"{one_by_one / empty:.2f}"),
        (
            f"verdicts, RQ + PostgreSQL, rules compiled, over {SECONDS} s",
            f"{sustained:,.0f} /s",
            f"{sustained / empty:.2f}",
        ),
    ]


def _in(hall: Hall, rate: float) -> tuple[Tally, float]:
    store = open_store(hall.database_url)
    try:
        return paced(hall.serving, TABLES, rate, SECONDS, folded_in(store))
    finally:
        store.close()


def _latency(what: str, tally: Tally, job: float) -> list[tuple[str, str, str]]:
    return [
        (f"{what}: p{share}", f"{(took := at(tally.verdicts, share / 100)) * 1e3:.1f} ms", f"{took / job:.2f}")
        for share in (50, 99)
    ]


if __name__ == "__main__":
    print(json.dumps(run(), indent=1))
