"""Opening a store: SQLite in WAL mode with one writer, or PostgreSQL through psycopg 3."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, exc, make_url, text
from sqlalchemy.engine import URL

from service.store import migrations

READERS = 16  # connections kept for reading (SQLite) or for everything (PostgreSQL), per process
BUSY_SECONDS = 30  # how long a writer waits for its turn before it gives up
REST_SECONDS = 1.0  # unused for longer than this, a connection is tried before it is used
# A worker that hangs in the middle of a fold loses its session, and with it the match's lock, after this long.
IDLE_IN_TRANSACTION_MS = 10_000
TRANSACTION_TIMEOUT_SINCE = (17,)  # of PostgreSQL


_TRY_LOCKS = text(
    "SELECT key FROM set_config('synchronous_commit', 'off', true), unnest(CAST(:keys AS bigint[])) AS key "
    "WHERE pg_try_advisory_xact_lock(key)"
)
_MUST_END = text("SELECT set_config('transaction_timeout', :milliseconds, true)")


class StoreUnavailable(RuntimeError):
    """The database cannot be used as it is: not migrated, or of a kind we do not know."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to fold some matches: nobody else folds them until the claim ends."""

    match_ids: list[str]  # those that were free
    read: Callable[[], AbstractContextManager[Connection]]
    write: Callable[[float], AbstractContextManager[Connection]]  # told how many seconds it may take at the most


class Store:
    """One database. Open it once per process with `open_store`, share it among threads, `close` it at the end."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.sqlite = url.get_backend_name() == "sqlite"
        if self.sqlite:
            self._reader = _sqlite_engine(url, "BEGIN", size=READERS, overflow=READERS)
            # A pool of one connection is the writers' queue: SQLite's own waiting (sleep, try again) has long tails.
            self._writer = _sqlite_engine(url, "BEGIN IMMEDIATE", size=1, overflow=0)
        else:
            self._writer = _postgresql_engine(url)
            self._reader = self._writer.execution_options(isolation_level="REPEATABLE READ")
        self._claimed: set[str] = set()
        self._claiming = threading.Lock()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection for reading: all that is read through it is of one moment."""
        with self._reader.connect() as db:
            yield db

    @contextmanager
    def write(self, *, durable: bool = True) -> Iterator[Connection]:
        """One transaction: committed at the end, rolled back on any exception.

        `durable=False` is for what can be made again from the log: on SQLite it saves waiting for the disk, and a power
        cut takes back the newest such transactions, never a durable one.
        """
        with self._writer.connect() as db:
            if self.sqlite:
                _wait_for_the_disk(db, durable)
            with db.begin():
                yield db

    @contextmanager
    def claim(self, match_ids: Sequence[str]) -> Iterator[Claim]:
        """Takes the fold locks of those matches that no other worker holds, for the length of the block.

        PostgreSQL: advisory locks of one transaction, in which the fold also reads and writes, so a worker that dies or
        loses its session lets go. A fold can be made again from the log, so its commit does not wait for the disk.
        SQLite: locks of this process; another process is caught by the match's epoch.
        """
        if self.sqlite:
            with self._claiming:
                free = [match_id for match_id in match_ids if match_id not in self._claimed]
                self._claimed.update(free)
            try:
                yield Claim(free, self.read, lambda _: self.write(durable=False))
            finally:
                with self._claiming:
                    self._claimed.difference_update(free)
            return
        keys = {_lock_key(match_id): match_id for match_id in match_ids}
        with self._writer.begin() as db:
            got = db.scalars(_TRY_LOCKS, {"keys": list(keys)})
            yield Claim([keys[key] for key in got], lambda: _as_it_is(db), lambda seconds: _within(db, seconds))

    def migrate(self) -> None:
        """Brings the tables up to date."""
        with self.write() as db:
            migrations.upgrade(db)

    def is_current(self) -> bool:
        """Whether the tables are those this code was written for."""
        with self.read() as db:
            return migrations.current(db) == migrations.HEAD

    def close(self) -> None:
        self._reader.dispose()
        self._writer.dispose()


def open_store(url: str) -> Store:
    """Opens `sqlite:///path` (made and migrated by itself) or `postgresql://…` (migrated by `Store.migrate`)."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        if not parsed.database or parsed.database == ":memory:":
            raise StoreUnavailable("SQLite needs a file: an in-memory database would lose the record.")
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        store = Store(parsed.set(drivername="sqlite"))
        if not store.is_current():
            store.migrate()
        return store
    if parsed.get_backend_name() in ("postgresql", "postgres"):
        return Store(parsed.set(drivername="postgresql+psycopg"))
    raise StoreUnavailable(f"{parsed.get_backend_name()} is no database that Tapedeck knows: use sqlite or postgresql.")


@contextmanager
def _as_it_is(db: Connection) -> Iterator[Connection]:
    yield db


@contextmanager
def _within(db: Connection, seconds: float) -> Iterator[Connection]:
    """PostgreSQL ends the session if the transaction is not over by then.

    Its clock for idle sessions does not see who hangs while rows are written: the driver ends each batch of rows with a
    Flush after the Sync, and that stops the clock.
    """
    if (db.dialect.server_version_info or ()) >= TRANSACTION_TIMEOUT_SINCE:
        db.execute(_MUST_END, {"milliseconds": str(int(seconds * 1000))})
    yield db


def _wait_for_the_disk(db: Connection, durable: bool) -> None:
    """SQLite only, and only where this connection does not do so already."""
    wanted = "FULL" if durable else "NORMAL"
    if db.info.get("synchronous") != wanted:
        db.connection.dbapi_connection.execute(f"PRAGMA synchronous={wanted}")  # type: ignore[union-attr]
        db.info["synchronous"] = wanted


def _lock_key(match_id: str) -> int:
    """A match's number among PostgreSQL's advisory locks (64 bits, signed)."""
    return int.from_bytes(hashlib.blake2b(match_id.encode(), digest_size=8).digest(), signed=True)


def _sqlite_engine(url: URL, begin: str, size: int, overflow: int) -> Engine:
    engine = create_engine(
        url,
        pool_size=size,
        max_overflow=overflow,
        pool_timeout=BUSY_SECONDS,
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False, "cached_statements": 256},
    )

    @event.listens_for(engine, "connect")
    def prepare(dbapi_connection: Any, _record: Any) -> None:
        dbapi_connection.isolation_level = None  # we say BEGIN ourselves: the driver's own comes too late
        for pragma in ("journal_mode=WAL", "foreign_keys=ON", "cache_size=-16000", "temp_store=MEMORY"):
            dbapi_connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin_transaction(db: Connection) -> None:
        db.connection.dbapi_connection.execute(begin)  # type: ignore[union-attr]

    return engine


def _postgresql_engine(url: URL) -> Engine:
    engine = create_engine(
        url,
        pool_size=READERS,
        max_overflow=READERS,
        pool_timeout=BUSY_SECONDS,
        connect_args={
            "connect_timeout": 5,
            "options": f"-c idle_in_transaction_session_timeout={IDLE_IN_TRANSACTION_MS} -c timezone=UTC",
        },
    )

    @event.listens_for(engine, "checkin")
    def rest(_connection: Any, record: Any) -> None:
        record.info["since"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def wake(dbapi_connection: Any, record: Any, _proxy: Any) -> None:
        """A connection that has rested may be dead: ask it first. One that was just at work costs no extra trip."""
        if time.monotonic() - record.info.get("since", time.monotonic()) > REST_SECONDS:
            try:
                engine.dialect.do_ping(dbapi_connection)
            except engine.dialect.loaded_dbapi.Error as error:
                raise exc.DisconnectionError from error

    return engine
