"""`kill -9` in the middle of appends: what was acknowledged is there, folded, its chain intact."""

from __future__ import annotations

import http.client
import random
import threading
import time
import uuid
from pathlib import Path
from typing import Any

from service import records
from service.store import open_store
from tests.serving import Serving
from tests.workers.waiting import until
from workers.verifying import check_match

KILLS = 20


class Phone(threading.Thread):
    """Logs notes, alone and in batches, and sends each again until it is acknowledged, as a phone does."""

    def __init__(self, serving: Serving, path: str, token: str) -> None:
        super().__init__(daemon=True)
        self._serving, self._path, self._token = serving, path, token
        self._done = threading.Event()
        self.acknowledged: dict[str, int] = {}
        self.refused: list[Any] = []

    def run(self) -> None:
        number = 0
        while not self._done.is_set():
            number += 1
            self._send([{"id": str(uuid.uuid4()), "type": "note", "text": str(number)} for _ in range(1 + number % 3)])

    def _send(self, events: list[dict[str, Any]]) -> None:
        while not self._done.is_set():
            try:
                status, told = self._serving.call("POST", self._path, self._token, {"events": events})
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(0.02)  # nobody there, or gone in the middle of the answer
                continue
            if status != 202:
                self.refused.append((status, told))
                return
            self.acknowledged.update((each["id"], each["seq"]) for each in told["events"])
            return

    def end(self) -> None:
        self._done.set()
        self.join(60)


def test_twenty_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    chance = random.Random(20)
    serving = Serving(tmp_path)
    judge = serving.operator()
    opening = {"game": "synsouls", "seats": [{"name": "Ada"}, {"name": "Ben"}]}
    _, opened = serving.call("POST", "/api/v1/matches", judge, opening)
    path = f"/api/v1/matches/{opened['id']}"
    phones = [Phone(serving, f"{path}/events", opened["tokens"][seat]) for seat in ("p1", "p2")]
    for phone in phones:
        phone.start()
    for _ in range(KILLS):
        enough = sum(len(phone.acknowledged) for phone in phones) + chance.randint(1, 40)
        until(lambda: sum(len(phone.acknowledged) for phone in phones) >= enough, "events are acknowledged")  # noqa: B023
        serving.kill()
        serving.start()
    for phone in phones:
        phone.end()
    assert [phone.refused for phone in phones] == [[], []]
    try:
        _check(serving, judge, path, {id_: seq for phone in phones for id_, seq in phone.acknowledged.items()})
    finally:
        assert serving.stop() == 0
    store = open_store(serving.environ["DATABASE_URL"])
    report = check_match(store, opened["id"])
    store.close()
    assert report.good, report


def _check(serving: Serving, judge: str, path: str, acknowledged: dict[str, int]) -> None:
    _, summary = serving.call("GET", path, judge)
    status, _ = serving.call("GET", f"{path}/view?at={summary['head']}&wait=20", judge)
    assert status == 200
    _, text = serving.call("GET", f"{path}/export", judge)
    stored = {event["id"]: event["seq"] for event in records.read(text).events()}  # refuses a broken chain
    assert len(stored) == summary["head"]
    assert acknowledged.items() <= stored.items()
    assert len(acknowledged) > KILLS
