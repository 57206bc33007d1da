"""Group commit: appends that arrive while another is being written are written together, in one transaction.

The busier a process is, the more of them share a transaction and the disk's confirmation, so each costs less. An append
that comes alone waits for nobody.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from service.store.engine import Store
from service.store.log import append_all
from service.store.placing import Appended, End, Mistaken, Wanted

MOST_TOGETHER = 32
# The memory of where logs end is emptied when it has grown to this.
MOST_REMEMBERED = 10_000


@dataclass(eq=False, slots=True)
class _Ticket:
    wanted: Wanted
    answer: Appended | Exception | None = None


class Appender:
    """Appends for one process. Threads share it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[_Ticket] = []
        self._turn = threading.Lock()
        self._ends: dict[str, End] = {}

    def append(self, wanted: Wanted) -> Appended:
        """`log.append`, together with whoever else is at it. Raises what that raises."""
        ticket = _Ticket(wanted)
        self._waiting.append(ticket)
        while ticket.answer is None:
            with self._turn:
                if ticket.answer is None:
                    self._write_some()
        if isinstance(ticket.answer, Exception):
            raise ticket.answer
        return ticket.answer

    def _write_some(self) -> None:
        """Whoever has the turn writes for all who wait."""
        group = self._waiting[:MOST_TOGETHER]
        del self._waiting[: len(group)]  # others may have come meanwhile, at the end
        try:
            answers = self._write([ticket.wanted for ticket in group])
        except Exception as trouble:
            answers = [trouble] * len(group)
        for ticket, answer in zip(group, answers, strict=True):
            ticket.answer = answer

    def _write(self, wanted: list[Wanted]) -> list[Appended | Exception]:
        # On SQLite one process serves, and hardly anybody else appends: it knows where it has left the logs.
        if not self._store.sqlite or len(self._ends) >= MOST_REMEMBERED:
            self._ends.clear()
        try:
            with self._store.write() as db:
                return append_all(db, wanted, self._ends)
        except Mistaken:
            for each in wanted:
                self._ends.pop(each.match_id, None)
            with self._store.write() as db:
                return append_all(db, wanted)
