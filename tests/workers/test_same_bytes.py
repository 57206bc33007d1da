"""However a log is folded, the same bytes are stored: a property over random logs and random cuts."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.store import Store, open_store
from tests.workers.playing import Recorder, append_all, folded_rows, open_match
from workers import fold as folds
from workers.fold import Folder


@pytest.fixture(scope="module")
def roomy() -> Iterator[Store]:
    """One store for all examples: each opens matches of its own."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(f"sqlite:///{folder}/store.db")
        yield store
        store.close()


@pytest.fixture(autouse=True)
def _many_snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short logs with many snapshots find more than long logs with few."""
    monkeypatch.setattr(folds, "SNAPSHOT_EVERY", 8)


def nobody(_: str) -> None:
    """Nobody listens."""


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    seed=st.integers(0, 2**32),
    length=st.integers(1, 70),
    rulings=st.sampled_from((0.0, 0.1, 0.3)),
    cuts=st.lists(st.tuples(st.integers(0, 70), st.booleans()), max_size=6),
)
def test_one_by_one_in_one_go_or_from_any_snapshot(
    roomy: Store, seed: int, length: int, rulings: float, cuts: list[tuple[int, bool]]
) -> None:
    events = Recorder(seed).record(length, rulings=rulings)
    single, whole, cut = (open_match(roomy) for _ in range(3))

    warm = Folder(roomy, nobody)
    for event in events:
        append_all(roomy, single, [event])
        warm.fold(single)

    append_all(roomy, whole, events)
    Folder(roomy, nobody).fold(whole)

    folder, done = Folder(roomy, nobody), 0
    for at, forget in sorted(cuts):
        append_all(roomy, cut, events[done:at])
        done = max(done, at)
        folder = Folder(roomy, nobody) if forget else folder  # a new process has to start from a snapshot
        folder.fold(cut)
    append_all(roomy, cut, events[done:])
    folder.fold(cut)

    assert folded_rows(roomy, single) == folded_rows(roomy, whole) == folded_rows(roomy, cut)
