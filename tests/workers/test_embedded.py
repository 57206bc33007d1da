"""The worker that is a thread of the serving process."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from service.ports import WorkersTimeout
from service.store import Store, log, matches, open_store
from tests.workers.playing import Recorder, append_all, open_match
from tests.workers.waiting import until, until_folded
from workers.jobs import EmbeddedWorkers, embedded


@pytest.fixture
def local(sqlite_url: str) -> Iterator[Store]:
    store = open_store(sqlite_url)
    yield store
    store.close()


@pytest.fixture
def heard() -> list[str]:
    return []


@pytest.fixture
def worker(local: Store, heard: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[EmbeddedWorkers]:
    # So long that only a wake-up can explain a fold.
    monkeypatch.setattr(embedded, "SWEEP_SECONDS", 3600.0)
    worker = EmbeddedWorkers(local, heard.append)
    yield worker
    worker.close()


def test_an_append_wakes_it(local: Store, worker: EmbeddedWorkers, heard: list[str]) -> None:
    worker.start()
    match_id = open_match(local)
    for event in Recorder(1).record(30):
        log.append(local, match_id, [event], by=event["by"])
        worker.wake(match_id)
    until_folded(local, match_id)
    until(lambda: match_id in heard, "the fold was announced")


def test_it_starts_with_what_was_left_behind(local: Store, worker: EmbeddedWorkers) -> None:
    left = [open_match(local) for _ in range(3)]
    for match_id in left:
        append_all(local, match_id, Recorder(2).record(5))
    worker.start()
    until_folded(local, *left)


def test_a_broken_match_does_not_stop_it(local: Store, worker: EmbeddedWorkers) -> None:
    worker.start()
    broken, fine = open_match(local, game="a game without an engine"), open_match(local)
    worker.wake(broken)
    worker.wake(fine)
    until_folded(local, fine)

    def marked() -> bool:
        with local.read() as db:
            return matches.get(db, broken).failed is not None

    until(marked, "the broken match is marked")


def test_it_answers_a_preview(local: Store, worker: EmbeddedWorkers) -> None:
    worker.start()
    match_id = open_match(local)
    append_all(local, match_id, Recorder(3).record(20, rulings=0))
    told = worker.preview(match_id, {"decision": "void", "target": 2, "note": "struck"}, seconds=30)
    assert (told["seq"], told["verdict"]["status"]) == (21, "legal")
    with local.read() as db:
        assert matches.get(db, match_id).head == 20


def test_a_preview_that_nobody_answers_ends_in_time(local: Store, worker: EmbeddedWorkers) -> None:
    with pytest.raises(WorkersTimeout):
        worker.preview(open_match(local), {"decision": "void", "target": 1}, seconds=0.01)


def test_closing_it_leaves_no_thread(local: Store, worker: EmbeddedWorkers) -> None:
    worker.start()
    worker.close()
    assert "embedded-worker" not in [thread.name for thread in threading.enumerate()]
