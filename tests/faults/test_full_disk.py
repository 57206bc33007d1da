"""A disk that fills up under SQLite. A limit on the size of files does it in real processes, without root."""

from __future__ import annotations

import resource
import subprocess
import time
from pathlib import Path

from service.store import open_store
from tests.faults.figures import Tell
from tests.faults.phones import Crowd
from tests.servers import children_of
from tests.serving import TAPEDECK, Serving
from tests.workers.waiting import until, until_folded

WARMING = 25
NOTE = {"type": "note", "text": "Is there room for this?"}


def limit_files(serving: Serving, size: int) -> None:
    for pid in (serving.process.pid, *children_of(serving.process.pid)):
        _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, most))


def test_a_full_disk_refuses_what_it_cannot_store_and_loses_nothing(tmp_path: Path, tell_figures: Tell) -> None:
    serving = Serving(tmp_path)
    judge = serving.operator()
    crowd = Crowd(serving, judge, 3)
    match = f"/api/v1/matches/{crowd.tables[0].id}"
    until(lambda: crowd.acknowledged >= WARMING, "the phones are at it")

    limit_files(serving, 8192)
    until(lambda: serving.call("POST", f"{match}/events", judge, NOTE)[0] == 503, "an append is refused")
    assert serving.call("GET", match, judge)[0] == 200

    limit_files(serving, resource.RLIM_INFINITY)
    start = time.monotonic()
    until(lambda: serving.call("POST", f"{match}/events", judge, NOTE)[0] == 202, "an append is taken again")
    appends = time.monotonic() - start
    head = serving.call("GET", match, judge)[1]["head"]
    until(lambda: serving.call("GET", f"{match}/view?at={head}&wait=5", judge)[0] == 200, "it is folded")
    verdicts = time.monotonic() - start
    before = crowd.acknowledged
    until(lambda: crowd.acknowledged >= before + WARMING, "the phones go on")
    crowd.end()
    assert crowd.refused == []

    store = open_store(serving.environ["DATABASE_URL"])
    until_folded(store, *(table.id for table in crowd.tables))
    lost, twice = crowd.compare(store)
    store.close()
    assert serving.stop() == 0
    tell_figures("the disk full (SQLite)", appends, verdicts, crowd.acknowledged, len(twice), len(lost))
    assert (lost, twice) == ([], [])
    report = subprocess.run([TAPEDECK, "verify", "--all"], env=serving.environ, capture_output=True, text=True)
    assert report.returncode == 0, report.stdout
