"""Opening a store: SQLite in WAL mode with one writer, or PostgreSQL through psycopg 3."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, func, make_url, select
from sqlalchemy.engine import URL

from service.store import migrations

READERS = 16  # connections kept for reading (SQLite) or for everything (PostgreSQL), per process
BUSY_SECONDS = 30  # how long a writer waits for its turn before it gives up
# A worker that hangs in the middle of a fold loses its session, and with it the match's lock, after this long.
IDLE_IN_TRANSACTION_MS = 60_000


class StoreUnavailable(RuntimeError):
    """The database cannot be used as it is: not migrated, or of a kind we do not know."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to fold one match: nobody else folds it until the claim ends."""

    match_id: str
    read: Callable[[], AbstractContextManager[Connection]]
    write: Callable[[], AbstractContextManager[Connection]]


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
            self._reader = self._writer = _postgresql_engine(url)
        self._claimed: set[str] = set()
        self._claiming = threading.Lock()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection for reading: on SQLite one consistent picture, on PostgreSQL each statement's own."""
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
                db.connection.dbapi_connection.execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")  # type: ignore[union-attr]
            with db.begin():
                yield db

    @contextmanager
    def claim(self, match_id: str) -> Iterator[Claim | None]:
        """Takes the match's fold lock for the length of the block; None when another worker holds it.

        PostgreSQL: an advisory lock of one transaction, in which the fold also reads and writes, so a worker that dies
        or loses its session lets go. SQLite: a lock of this process; another process is caught by the match's epoch.
        """
        if self.sqlite:
            with self._claiming:
                free = match_id not in self._claimed
                self._claimed.add(match_id)
            try:
                yield Claim(match_id, self.read, lambda: self.write(durable=False)) if free else None
            finally:
                if free:
                    self._claimed.discard(match_id)
            return
        with self._writer.begin() as db:
            got = db.scalar(select(func.pg_try_advisory_xact_lock(_lock_key(match_id))))
            yield Claim(match_id, lambda: _as_it_is(db), lambda: _as_it_is(db)) if got else None

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
    return create_engine(
        url,
        pool_size=READERS,
        max_overflow=READERS,
        pool_timeout=BUSY_SECONDS,
        pool_pre_ping=True,
        connect_args={
            "connect_timeout": 5,
            "options": f"-c idle_in_transaction_session_timeout={IDLE_IN_TRANSACTION_MS} -c timezone=UTC",
        },
    )
