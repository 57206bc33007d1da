"""The hall under a steady load while its parts die, one after the other.

After each fault: whatever was acknowledged is stored once, under the number that was acknowledged, every chain is
whole, and every match is folded to what a clean fold gives.
"""

from __future__ import annotations

import os
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.store import open_store
from tests import servers
from tests.faults.figures import Tell
from tests.faults.harm import HARM
from tests.faults.phones import Crowd
from tests.hall import Hall
from tests.workers.waiting import PATIENCE, until, until_folded

TABLES = 4
WARMING = 25  # plays acknowledged before the harm is done
ROUNDS = int(os.environ.get("SOAK_ROUNDS", "1"))


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """With servers of its own: they are killed."""
    folder = tmp_path_factory.mktemp("hall")
    (folder / "clock").write_text("0")
    program = [sys.executable, "-m", "tests.faults.jumping"]
    with servers.postgres() as database, servers.valkey() as valkey:
        opened = Hall(
            folder, database, valkey, program=program, CLOCK_FILE=str(folder / "clock"), PYTHONPATH=os.getcwd()
        )
        yield opened
        opened.stop()


@pytest.fixture(scope="module")
def judge(hall: Hall) -> str:
    return hall.serving.operator()


@pytest.fixture
def crowd(hall: Hall, judge: str) -> Iterator[Crowd]:
    gathered = Crowd(hall.serving, judge, TABLES)
    yield gathered
    gathered.end()


@pytest.mark.parametrize("turn", range(ROUNDS))
@pytest.mark.parametrize("name", HARM)
def test_nothing_is_lost(name: str, turn: int, hall: Hall, judge: str, crowd: Crowd, tell_figures: Tell) -> None:
    until(lambda: crowd.acknowledged >= WARMING, "the phones are at it")
    start = time.monotonic()
    HARM[name](hall)
    appends, verdicts = _recovered(hall, judge, crowd, start)
    before = crowd.acknowledged
    until(lambda: crowd.acknowledged >= before + WARMING, "the phones go on")
    crowd.end()
    assert crowd.refused == []

    store = open_store(hall.database_url)
    until_folded(store, *(table.id for table in crowd.tables))
    lost, twice = crowd.compare(store)
    store.close()
    tell_figures(name, appends, verdicts, crowd.acknowledged, len(twice), len(lost))
    assert (lost, twice) == ([], [])
    report = hall.verify()
    assert report.returncode == 0, report.stdout + report.stderr


def _recovered(hall: Hall, judge: str, crowd: Crowd, start: float) -> tuple[float, float]:
    """Seconds until every match takes an event again, and until each of these has its verdict."""
    marks = {}
    for table in crowd.tables:
        event = {"id": str(uuid.uuid4()), "type": "note", "text": "is anybody there?"}
        marks[table.id] = _insist(hall, "POST", table.path, judge, 202, event)["head"]
    appends = time.monotonic() - start
    for table in crowd.tables:
        _insist(hall, "GET", f"/api/v1/matches/{table.id}/view?at={marks[table.id]}&wait=5", judge, 200)
    return appends, time.monotonic() - start


def _insist(
    hall: Hall, method: str, path: str, judge: str, wanted: int, body: dict[str, str] | None = None
) -> dict[str, int]:
    end = time.monotonic() + PATIENCE
    told: object = None
    while time.monotonic() < end:
        try:
            status, told = hall.serving.call(method, path, judge, body)
        except (OSError, ValueError) as error:
            told = error
        else:
            if status == wanted:
                assert isinstance(told, dict)
                return told
        time.sleep(0.05)
    raise AssertionError(f"{method} {path} never answered {wanted}: {told}\n" + _logs(hall))


def _logs(hall: Hall) -> str:
    return "\n".join((Path(hall.serving.folder) / name).read_text()[-3000:] for name in ("serving.log", "workers.log"))
