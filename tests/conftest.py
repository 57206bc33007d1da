"""Fixtures that all tests share: real databases and a real queue, one server a session, one database a test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from service.store import Store, open_store
from tests import servers

# Told where the run is summed up, which is not where a test of theirs runs when several run side by side.
pytest_plugins = ["tests.faults.figures"]


@pytest.fixture(scope="session")
def postgres() -> Iterator[servers.Postgres]:
    with servers.postgres() as server:
        yield server


@pytest.fixture
def postgres_url(postgres: servers.Postgres) -> Iterator[str]:
    """A new, migrated, empty database."""
    url = postgres.fresh_url()
    yield url
    postgres.drop(url)


@pytest.fixture(scope="session")
def valkey() -> Iterator[servers.ValkeyServer]:
    with servers.valkey() as server:
        yield server


@pytest.fixture
def redis_url(valkey: servers.ValkeyServer) -> Iterator[str]:
    """The queue, empty."""
    yield valkey.connection_url
    with redis.Redis.from_url(valkey.connection_url) as client:
        client.flushall()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/store.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest) -> str:
    """Once for each database."""
    fixture = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    return str(request.getfixturevalue(fixture))


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    opened = open_store(store_url)
    yield opened
    opened.close()
