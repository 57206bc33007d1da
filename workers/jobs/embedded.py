"""Without Redis: one thread of the serving process folds, woken by each append."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotInTime
from typing import Any

from service.ports import WorkersTimeout
from service.store import Store
from workers.fold import BATCH, Folder, Outcome
from workers.jobs.desk import Desk
from workers.jobs.preview import preview
from workers.verifying import check_match, told

# Appends wake the thread at once. This is only for what nobody wakes it for: a broken fold whose time has come, or an
# append by another process (the command line).
SWEEP_SECONDS = 5.0
# From the start of a fold to the next, for the requests that share the interpreter: what is logged meanwhile is folded
# in one go. The more often the same matches are woken, the longer: nobody reads so many verdicts one by one. Whoever
# logs at a quiet moment does not wait.
REST_SECONDS, LONGEST_REST_SECONDS = 0.010, 0.035
BUSY_SECONDS = 0.02  # before looking again at a match that somebody else was folding

logger = logging.getLogger("tapedeck.worker")


class EmbeddedWorkers(Desk):
    """`service.ports.Workers` within one process."""

    def __init__(self, store: Store, published: Callable[[str], None]) -> None:
        self._store = store
        self._folder = Folder(store, published)
        self._woken: dict[str, int] = {}  # how often, in the order of waking
        self._asked: deque[tuple[Callable[[], dict[str, Any]], Future[dict[str, Any]]]] = deque()
        lock = threading.RLock()
        self._changed = threading.Condition(lock)
        self._hurried = threading.Condition(lock)  # what ends a rest; a wake does not, and should cost nothing then
        self._stopping = False
        self._thread = threading.Thread(target=self._work, name="embedded-worker", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Lets the fold at hand finish; what is left is found at the next start."""
        with self._changed:
            self._stopping = True
            self._notify_all()
        if self._thread.ident is not None:
            self._thread.join()

    def ping(self) -> bool:
        return self._thread.is_alive()

    def waiting(self) -> int:
        return len(self._woken)

    def wake(self, match_id: str) -> None:
        with self._changed:
            self._woken[match_id] = self._woken.get(match_id, 0) + 1
            self._changed.notify()

    def preview(self, match_id: str, ruling: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        return self._ask(lambda: preview(self._store, self._folder, match_id, ruling), seconds)

    def verify(self, match_id: str, seconds: float) -> dict[str, Any]:
        return self._ask(lambda: told(check_match(self._store, match_id)), seconds)

    def _ask(self, work: Callable[[], dict[str, Any]], seconds: float) -> dict[str, Any]:
        answer: Future[dict[str, Any]] = Future()
        with self._changed:
            self._asked.append((work, answer))
            self._notify_all()
        try:
            return answer.result(seconds)
        except NotInTime:
            answer.cancel()
            raise WorkersTimeout from None

    def _work(self) -> None:
        sweep = True  # what was left behind when the last process ended
        while not self._stopping:
            try:
                if sweep:
                    self._folder.drain(lambda: self._stopping or bool(self._asked))
                sweep = not self._wait()
                self._answer_asked()
                self._fold_woken()
            except Exception:  # a database in trouble: the thread must outlive it, and the sweep tries again
                logger.exception("the worker met trouble and goes on")
                with self._changed:
                    self._changed.wait(SWEEP_SECONDS)
                sweep = True

    def _wait(self) -> bool:
        """Until somebody wakes the thread; False when nobody did for a while."""
        with self._changed:
            return self._changed.wait_for(lambda: bool(self._woken or self._asked or self._stopping), SWEEP_SECONDS)

    def _fold_woken(self) -> None:
        while self._woken and not self._stopping and not self._asked:
            with self._changed:
                some = list(self._woken)[:BATCH]
                wakes = sum(self._woken.pop(match_id) for match_id in some)
            begun = time.monotonic()
            outcomes = self._folder.fold_all(some)
            if busy := [match_id for match_id, outcome in outcomes.items() if outcome is Outcome.BUSY]:
                with self._changed:
                    self._woken.update(dict.fromkeys(busy, 1))
                threading.Event().wait(BUSY_SECONDS)
            self._rest(begun + min(REST_SECONDS * wakes / len(some), LONGEST_REST_SECONDS))

    def _notify_all(self) -> None:
        self._changed.notify()
        self._hurried.notify()

    def _rest(self, until: float) -> None:
        with self._hurried:
            left = until - time.monotonic()
            self._hurried.wait_for(lambda: bool(self._asked) or self._stopping, max(0.0, left))

    def _answer_asked(self) -> None:
        while self._asked:
            work, answer = self._asked.popleft()
            if not answer.set_running_or_notify_cancel():
                continue
            try:
                answer.set_result(work())
            except Exception as error:  # whoever asked gets it
                answer.set_exception(error)
