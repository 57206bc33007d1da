"""The steady load: phones that log plays over HTTP and send everything again until it is acknowledged.

They misbehave as phones do: they send twice what was answered long ago, and empty their queues out of order.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
import uuid
from dataclasses import dataclass, field
from typing import Any

from service.store import Store, log
from tests.rules.playing import offered, opened
from tests.serving import Serving

PAUSE_SECONDS = 0.15  # between two sends of one phone
AGAIN_SECONDS = 0.05  # before a phone tries once more


def plays(seed: int, length: int = 200) -> list[dict[str, Any]]:
    """A game of SynSouls that the rules allow, as far as it goes, then remarks."""
    chance = random.Random(seed)
    recording = opened("synsouls", chance)
    while len(recording.events) < length and (play := offered(recording, chance)) is not None:
        recording.log(play)
    return [{key: value for key, value in event.items() if key not in ("seq", "by")} for event in recording.events]


@dataclass(slots=True)
class Table:
    """A match, and what its phones know of it."""

    id: str
    tokens: dict[str, str]
    script: list[dict[str, Any]]
    acknowledged: dict[str, int] = field(default_factory=dict)  # seq by id
    refused: list[Any] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def path(self) -> str:
        return f"/api/v1/matches/{self.id}/events"

    def next_plays(self, count: int) -> list[dict[str, Any]]:
        with self.lock:
            taken, self.script = self.script[:count], self.script[count:]
        taken += [{"type": "note", "text": "and so on"} for _ in range(count - len(taken))]
        return [play | {"id": str(uuid.uuid4())} for play in taken]


class Phone(threading.Thread):
    def __init__(self, serving: Serving, table: Table, seat: str, seed: int) -> None:
        super().__init__(daemon=True)
        self._serving, self._table, self._token = serving, table, table.tokens[seat]
        self._chance = random.Random(seed)
        self._done = threading.Event()
        self._connection: http.client.HTTPConnection | None = None
        self._old: list[dict[str, Any]] = []

    def run(self) -> None:
        while not self._done.wait(PAUSE_SECONDS * self._chance.uniform(0.5, 1.5)):
            waiting = self._table.next_plays(self._chance.randint(1, 3))
            self._chance.shuffle(waiting)  # a queue that was not emptied in its order
            for event in waiting:
                self._send([event])
            if self._old and self._chance.random() < 0.3:
                self._send([self._chance.choice(self._old)])  # again, long after it was answered
            self._old = [*self._old[-20:], *waiting]

    def _send(self, events: list[dict[str, Any]]) -> None:
        while not self._done.is_set():
            try:
                status, told = self._post(events)
            except (OSError, http.client.HTTPException, ValueError):
                self._hang_up()  # nobody there, or gone in the middle of the answer
            else:
                if status == 202:
                    self._note(told["events"])
                    return
                if status != 503:
                    self._table.refused.append((status, told))
                    return
            time.sleep(AGAIN_SECONDS)

    def _note(self, answered: list[dict[str, Any]]) -> None:
        with self._table.lock:
            for each in answered:
                if self._table.acknowledged.setdefault(each["id"], each["seq"]) != each["seq"]:
                    self._table.refused.append(("another seq for the same event", each))

    def _post(self, events: list[dict[str, Any]]) -> tuple[int, Any]:
        if self._connection is None:
            self._connection = self._serving.connect()
        headers = {"Authorization": f"Bearer {self._token}"}
        self._connection.request("POST", self._table.path, json.dumps({"events": events}), headers)
        response = self._connection.getresponse()
        return response.status, json.loads(response.read())

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def end(self) -> None:
        self._done.set()
        self.join(60)
        self._hang_up()


class Crowd:
    """Two phones at each of some tables."""

    def __init__(self, serving: Serving, judge: str, tables: int) -> None:
        self.tables = []
        for number in range(tables):
            opening = {"game": "synsouls", "seats": [{"name": "Ada"}, {"name": "Ben"}]}
            status, told = serving.call("POST", "/api/v1/matches", judge, opening)
            assert status == 201, told
            self.tables.append(Table(told["id"], told["tokens"], plays(number)))
        self._phones = [
            Phone(serving, table, seat, number) for number, table in enumerate(self.tables) for seat in ("p1", "p2")
        ]
        for phone in self._phones:
            phone.start()

    @property
    def acknowledged(self) -> int:
        return sum(len(table.acknowledged) for table in self.tables)

    @property
    def refused(self) -> list[Any]:
        return [each for table in self.tables for each in table.refused]

    def compare(self, store: Store) -> tuple[list[str], list[str]]:
        """The ids that were acknowledged and are not stored as they were; the ids that are stored twice."""
        lost, twice = [], []
        for table in self.tables:
            with store.read() as db:
                stored = [(event["id"], event["seq"]) for event in log.read(db, table.id)]
            seqs = dict(stored)
            lost += [event_id for event_id, seq in table.acknowledged.items() if seqs.get(event_id) != seq]
            twice += [event_id for event_id, seq in stored if seqs[event_id] != seq]
        return lost, twice

    def end(self) -> None:
        for phone in self._phones:
            phone.end()
