"""With Redis, the workers' side: what RQ runs, and the pool that runs it.

A drain folds all that is behind, then lingers for wake-ups, because an RQ job costs as much as many folds. Every worker
process also sweeps by itself, without Redis: that heals a lost wake-up, a killed worker, or a Redis that is down.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from functools import cache
from typing import Any
from uuid import uuid4

import redis
from rq import SimpleWorker
from rq.serializers import JSONSerializer
from rq.worker_pool import WorkerPool

from service.notices import RedisNotices
from service.store import Store, open_store
from workers.fold import BATCH, Folder, Outcome
from workers.jobs import preview
from workers.jobs.queued import AWAKE, FOLDS, PREVIEWS, REST_SECONDS, WAKES, call_a_drain, queue
from workers.verifying import check_match, told

LINGER_SECONDS = 1  # a drain ends after so long without a wake-up
SHIFT_SECONDS = 60  # or at last after so long, so that RQ can do its housekeeping
AWAKE_SECONDS = 5  # how long a killed worker is still believed to be awake
SWEEP_SECONDS = 3.0
BUSY_SECONDS = 0.02  # before looking again at matches that others were folding

logger = logging.getLogger("tapedeck.worker")
stopping = threading.Event()


@cache
def store() -> Store:
    """This process's store, opened by its first job: connections do not survive the pool's fork."""
    return open_store(os.environ["DATABASE_URL"])


@cache
def folder() -> Folder:
    """This process's folder, with the states it keeps warm from job to job."""
    return Folder(store(), RedisNotices(os.environ["REDIS_URL"]).publish)


@cache
def connection() -> redis.Redis:
    return redis.Redis.from_url(os.environ["REDIS_URL"])


def drain() -> None:
    """The job: folds what is behind, lingers, and looks again before it ends."""
    end = time.monotonic() + SHIFT_SECONDS
    say_awake()
    folder().drain(stopping.is_set)
    while time.monotonic() < end and not stopping.is_set() and not preview_waits():
        woken = take_wakes()
        if woken:
            fold_all(woken)
            say_awake()
            continue
        # Nobody has woken us for a while: from here on a wake-up calls a new drain. One that came before is still ours.
        connection().delete(AWAKE)
        if not connection().zcard(WAKES):
            return
        say_awake()
    call_a_drain(connection())  # the shift is over, the work perhaps is not


def take_wakes() -> list[str]:
    """Waits for a wake-up, and takes those that came with it. Calls for help when there are more than one can take."""
    first = connection().bzpopmin(WAKES, timeout=LINGER_SECONDS)
    if first is None:
        return []
    with connection().pipeline(transaction=False) as pipe:
        pipe.zpopmin(WAKES, BATCH - 1)
        pipe.zcard(WAKES)
        pipe.llen(queue(FOLDS, connection()).key)
        more, left, called = pipe.execute()
    if left and not called:
        call_a_drain(connection())
    return [name.decode() for name in (first[1], *(name for name, _ in more))]


def fold_all(woken: list[str]) -> None:
    outcomes = folder().fold_all([match_id for match_id in woken if match_id])
    busy = [match_id for match_id, outcome in outcomes.items() if outcome is Outcome.BUSY]
    if busy:
        connection().zadd(WAKES, dict.fromkeys(busy, time.time()), nx=True)
        if len(busy) == len(woken):
            time.sleep(BUSY_SECONDS)


def say_awake() -> None:
    connection().set(AWAKE, "draining", ex=AWAKE_SECONDS)


def preview_waits() -> bool:
    """A judge is waiting: a lingering drain makes room."""
    return bool(connection().llen(queue(PREVIEWS, connection()).key))


def answer_preview(match_id: str, ruling: dict[str, Any]) -> dict[str, Any]:
    """The job: what a ruling would change."""
    return preview.preview(store(), folder(), match_id, ruling)


def answer_verify(match_id: str) -> dict[str, Any]:
    """The job: whether a match's record is whole."""
    return told(check_match(store(), match_id))


class FoldWorker(SimpleWorker):
    """Runs jobs in its own process, where the warm states are, and sweeps beside them."""

    def work(self, *args: Any, **kwargs: Any) -> bool:
        threading.Thread(target=sweep, name="sweep", daemon=True).start()
        # Nothing here is scheduled. A scheduler's process would share our sessions with the database, and hold our
        # locks after us.
        kwargs["with_scheduler"] = False
        while not stopping.is_set():
            try:
                super().work(*args, **kwargs)
            except redis.RedisError as error:
                logger.warning("Redis is away, the sweep goes on without: %s", error)
            stopping.wait(REST_SECONDS)
            self.name = uuid4().hex  # the old one may still be registered
        return True

    def handle_warm_shutdown_request(self) -> None:
        stopping.set()
        super().handle_warm_shutdown_request()


def sweep() -> None:
    """At once, for what a worker that died has left, and then every few seconds: folds what is behind, whatever Redis
    says."""
    while not stopping.is_set():
        try:
            folder().drain(stopping.is_set)
        except Exception:  # a database in trouble: the sweep must outlive it
            logger.exception("the sweep met trouble and goes on")
        stopping.wait(SWEEP_SECONDS)


def run_pool(processes: int) -> None:
    """`tapedeck worker`: so many worker processes, replaced when they die, until SIGINT or SIGTERM."""
    pool = WorkerPool(
        [PREVIEWS, FOLDS],
        connection=connection(),
        num_workers=processes,
        worker_class=FoldWorker,
        serializer=JSONSerializer,
    )
    pool.start(logging_level="WARNING")
