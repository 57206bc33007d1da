"""Without Redis: one thread of the serving process folds, woken by each append."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotInTime
from typing import Any

from service.ports import PreviewTimeout
from service.store import Store
from workers.fold import Folder, Outcome
from workers.jobs.desk import Desk
from workers.jobs.preview import preview

# Appends wake the thread at once. This is only for what nobody wakes it for: a broken fold whose time has come, or an
# append by another process (the command line).
SWEEP_SECONDS = 5.0
BUSY_SECONDS = 0.02  # before looking again at a match that somebody else was folding

logger = logging.getLogger("tapedeck.worker")


class EmbeddedWorkers(Desk):
    """`service.ports.Workers` within one process."""

    def __init__(self, store: Store, published: Callable[[str], None]) -> None:
        self._store = store
        self._folder = Folder(store, published)
        self._woken: dict[str, None] = {}  # in the order of waking
        self._previews: deque[tuple[str, Mapping[str, Any], Future[dict[str, Any]]]] = deque()
        self._changed = threading.Condition()
        self._stopping = False
        self._thread = threading.Thread(target=self._work, name="embedded-worker", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Lets the fold at hand finish; what is left is found at the next start."""
        with self._changed:
            self._stopping = True
            self._changed.notify()
        if self._thread.ident is not None:
            self._thread.join()

    def ping(self) -> bool:
        return self._thread.is_alive()

    def wake(self, match_id: str) -> None:
        with self._changed:
            self._woken[match_id] = None
            self._changed.notify()

    def preview(self, match_id: str, ruling: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        answer: Future[dict[str, Any]] = Future()
        with self._changed:
            self._previews.append((match_id, ruling, answer))
            self._changed.notify()
        try:
            return answer.result(seconds)
        except NotInTime:
            answer.cancel()
            raise PreviewTimeout(match_id) from None

    def _work(self) -> None:
        sweep = True  # what was left behind when the last process ended
        while not self._stopping:
            try:
                if sweep:
                    self._folder.drain(lambda: self._stopping or bool(self._previews))
                sweep = not self._wait()
                self._answer_previews()
                self._fold_woken()
            except Exception:  # a database in trouble: the thread must outlive it, and the sweep tries again
                logger.exception("the worker met trouble and goes on")
                with self._changed:
                    self._changed.wait(SWEEP_SECONDS)
                sweep = True

    def _wait(self) -> bool:
        """Until somebody wakes the thread; False when nobody did for a while."""
        with self._changed:
            return self._changed.wait_for(lambda: bool(self._woken or self._previews or self._stopping), SWEEP_SECONDS)

    def _fold_woken(self) -> None:
        while self._woken and not self._stopping and not self._previews:
            with self._changed:
                match_id = next(iter(self._woken))
                del self._woken[match_id]
            if self._folder.fold(match_id) is Outcome.BUSY:
                self.wake(match_id)
                threading.Event().wait(BUSY_SECONDS)

    def _answer_previews(self) -> None:
        while self._previews:
            match_id, ruling, answer = self._previews.popleft()
            if not answer.set_running_or_notify_cancel():
                continue
            try:
                answer.set_result(preview(self._store, self._folder, match_id, ruling))
            except Exception as error:  # whoever asked gets it
                answer.set_exception(error)
