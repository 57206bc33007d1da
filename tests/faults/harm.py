"""What is done to the hall. Each of these does its harm and undoes what an operator would have to undo."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import psycopg

from service.store import open_store
from tests.hall import Hall
from tests.servers import end
from tests.workers.waiting import until
from workers.fold import Folder

AWAY_SECONDS = 1.5  # that a server stays down
NAP_SECONDS = 0.25  # no fold at work leaves its session alone for so long
HOUR = 3600


def workers_killed(hall: Hall) -> None:
    """kill -9 of every worker; the pool replaces them."""
    end(hall.workers.pids)


def pool_killed(hall: Hall) -> None:
    """kill -9 of the pool and all in it; whoever watches over it starts it again."""
    end([hall.workers.pool.pid, *hall.workers.pids])
    hall.workers.pool.wait()
    time.sleep(AWAY_SECONDS)
    hall.workers.start()


def api_killed(hall: Hall) -> None:
    """kill -9 of every serving process; gunicorn replaces them."""
    end(hall.api_pids)


def redis_killed(hall: Hall) -> None:
    """kill -9 of Redis; it comes back with nothing in it."""
    hall.valkey.kill()
    time.sleep(AWAY_SECONDS)
    hall.valkey.start_again()


def postgres_killed(hall: Hall) -> None:
    """kill -9 of PostgreSQL and all its processes; it comes back and recovers from its log."""
    hall.database.kill()
    time.sleep(AWAY_SECONDS)
    hall.database.start_again()


def worker_paused(hall: Hall) -> None:
    """A worker stops in the middle of a fold, for longer than its locks last, then wakes up and wants to write."""
    with psycopg.connect(hall.database_url, autocommit=True) as db:
        paused, session = _pause_in_a_fold(hall, db)
        try:
            until(lambda: session not in _sleepers(db), "the store takes the locks back")
        finally:
            os.kill(paused, signal.SIGCONT)


def _pause_in_a_fold(hall: Hall, db: psycopg.Connection) -> tuple[int, int]:
    """Stops workers until one is caught with a fold's locks in its hands; gives its process and its session."""
    while True:
        for pid in hall.workers.pids:
            os.kill(pid, signal.SIGSTOP)
            time.sleep(2 * NAP_SECONDS)
            if caught := _sleepers(db):
                return pid, caught[0]
            os.kill(pid, signal.SIGCONT)
            time.sleep(0.01)


def _sleepers(db: psycopg.Connection) -> list[int]:
    """Sessions that hold a fold's locks and have done nothing for a while."""
    query = (
        "SELECT DISTINCT pid FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' "
        "AND state = 'idle in transaction' AND state_change < now() - make_interval(secs => %s) "
        "AND datname = current_database()"
    )
    return [pid for (pid,) in db.execute(query, [NAP_SECONDS])]


def two_on_one(hall: Hall) -> None:
    """Another worker that pays no heed to the queue folds whatever is behind, all the time."""
    store = open_store(hall.database_url)
    rival = Folder(store, lambda _: None)
    stop = time.monotonic() + 2 * AWAY_SECONDS
    while time.monotonic() < stop:
        rival.drain()
    store.close()


def clock_forward(hall: Hall) -> None:
    """The wall clock of every process of ours jumps an hour ahead."""
    _set_clock(hall, HOUR)


def clock_back(hall: Hall) -> None:
    """... and two hours back."""
    _set_clock(hall, -HOUR)


def _set_clock(hall: Hall, off: float) -> None:
    clock = Path(hall.serving.environ["CLOCK_FILE"])
    told = clock.with_suffix(".new")
    told.write_text(str(off))
    told.replace(clock)


HARM: dict[str, Callable[[Hall], None]] = {
    "workers killed": workers_killed,
    "the whole pool killed": pool_killed,
    "API processes killed": api_killed,
    "Redis killed, its data lost": redis_killed,
    "PostgreSQL killed": postgres_killed,
    "a worker paused in a fold, awake too late": worker_paused,
    "two workers on one match": two_on_one,
    "the clock an hour ahead": clock_forward,
    "the clock two hours back": clock_back,
}
