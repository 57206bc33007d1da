"""Waiting for what other threads and processes do."""

from __future__ import annotations

import time
from collections.abc import Callable

from service.store import Store, matches

PATIENCE = 60.0  # seconds; only a broken program needs them all


def until(true: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"never came true: {what}"
        time.sleep(0.01)


def until_folded(store: Store, *match_ids: str) -> None:
    def all_folded() -> bool:
        with store.read() as db:
            return all((match := matches.get(db, match_id)).folded == match.head for match_id in match_ids)

    until(all_folded, "everything is folded")
