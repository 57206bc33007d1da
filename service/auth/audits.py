"""The audit trail: who did, or was refused, what, and when.

What changes something is written in the transaction that changes it. A refusal changes nothing and must cost
nothing: its line goes to the log at once and reaches the store a moment later, in bulk. A flood of refusals fills
the queue and then only the log; it never holds up an append.
"""

from __future__ import annotations

import queue
import threading
import time
from typing import Any

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from service.store import Store, accounts

log = structlog.get_logger("tapedeck.audit")

# So many lines a second at the most: nobody fills the disk with being refused.
MOST_WAITING, PAUSE_SECONDS = 50, 1.0


def record(db: Connection, who: str, what: str, match_id: str | None = None, **detail: Any) -> None:
    """A line about something done, in the transaction that does it."""
    log.info(what, who=who, match_id=match_id, **detail)
    accounts.write_audit(db, who, what, match_id, **detail)


class Refusals:
    """Writes down refusals behind the requests' backs."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: queue.Queue[tuple[str, str | None, dict[str, Any]]] = queue.Queue(MOST_WAITING)
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def note(self, who: str, match_id: str | None, **detail: Any) -> None:
        log.warning("refused", who=who, match_id=match_id, **detail)
        try:
            self._waiting.put_nowait((who, match_id, detail))
        except queue.Full:
            return
        if self._thread is None:
            with self._starting:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._write_for_ever, name="audit", daemon=True)
                    self._thread.start()

    def _write_for_ever(self) -> None:
        while True:
            lines = [self._waiting.get()]
            time.sleep(PAUSE_SECONDS)
            while not self._waiting.empty():
                lines.append(self._waiting.get())
            self._write(lines)

    def _write(self, lines: list[tuple[str, str | None, dict[str, Any]]]) -> None:
        try:
            with self._store.write(durable=False) as db:
                for who, match_id, detail in lines:
                    accounts.write_audit(db, who, "refused", match_id, **detail)
        except SQLAlchemyError:
            log.exception("the store takes no audit lines", lines=len(lines))
