"""Appends over HTTP to SQLite beside the barest route that stores one row; short logs beside long ones."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any
from urllib.request import Request, urlopen

from tests.bench.load import Client, Load, measured
from tests.bench.serving import issue_token, serving, tapedeck

EVENT = {"type": "note", "seat": "p1", "text": "The judge looks at the table."}
CLIENTS, REQUESTS, TURNS, ROUNDS = 4, 250, 11, 3
SHORT, LONG, BATCH = 10, 10_000, 100


@dataclass(frozen=True, slots=True)
class Served:
    """A running Tapedeck and the means to use it."""

    port: int
    token: str

    def open_match(self) -> str:
        client = Client(self.port)
        opened = client.post(
            "/api/v1/matches", {"game": "synsouls", "seats": [{"name": "Ada"}, {"name": "Ben"}]}, self.token, expect=201
        )
        client.close()
        match_id: str = json.loads(opened)["id"]
        return match_id

    def append(self, match_id: str, events: int) -> None:
        client = Client(self.port)
        for start in range(0, events, BATCH):
            self.post(client, match_id, {"events": [EVENT] * min(BATCH, events - start)})
        client.close()

    def post(self, client: Client, match_id: str, body: Any) -> None:
        client.post(f"/api/v1/matches/{match_id}/events", body, self.token)

    def get(self, path: str) -> Any:
        asked = Request(f"http://127.0.0.1:{self.port}/api/v1{path}", headers={"Authorization": f"Bearer {self.token}"})
        with urlopen(asked) as answer:
            return json.load(answer)

    def settle(self, match_id: str) -> None:
        """Waits until the worker has judged everything, so that it does not compete with what is measured next."""
        while (match := self.get(f"/matches/{match_id}"))["folded"] < match["head"]:
            pass

    def singles(self, match_id: str) -> Load:
        return measured(self.port, CLIENTS, REQUESTS, lambda client: self.post(client, match_id, EVENT))


@contextmanager
def tapedeck_served() -> Iterator[Served]:
    with tempfile.TemporaryDirectory() as folder, serving(tapedeck("serve"), Path(folder)) as port:
        yield Served(port, issue_token(Path(folder)))


def single_rates(served: Served) -> tuple[float, float]:
    """The middle rates of the bare route and of single appends. They take turns, and share the machine's moods."""
    bare, single = [], []
    match_id = served.open_match()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving([sys.executable, "-m", "tests.bench.serving"], Path(folder)) as port,
    ):
        for _ in range(TURNS):
            bare.append(measured(port, CLIENTS, REQUESTS, lambda client: client.post("/", EVENT)).rate)
            single.append(served.singles(match_id).rate)
            served.settle(match_id)
    return median(bare), median(single)


def batch_rate(served: Served) -> float:
    match_id = served.open_match()
    body = {"events": [EVENT] * BATCH}
    load = measured(served.port, 1, 50, lambda client: served.post(client, match_id, body))
    served.settle(match_id)
    return load.rate * BATCH


def by_length(served: Served) -> tuple[float, float]:
    """The median time of a single append to a short log and to a long one, taken in turns."""
    short, long = served.open_match(), served.open_match()
    for match_id, events in ((short, SHORT), (long, LONG)):
        served.append(match_id, events)
        served.settle(match_id)
    times: dict[str, list[float]] = {short: [], long: []}
    for _ in range(ROUNDS):
        for match_id, taken in times.items():
            load = measured(served.port, 1, 200, partial(served.post, match_id=match_id, body=EVENT))
            served.settle(match_id)
            taken.append(load.at(0.5))
    return median(times[short]), median(times[long])


def looking_back(served: Served) -> tuple[float, float]:
    """The slowest middle time of a view at ten places of a short log, and at ten of a long one."""
    slowest = []
    for events in (SHORT, LONG):
        match_id = served.open_match()
        served.append(match_id, events)
        served.settle(match_id)
        times = []
        for tenth in range(1, 11):
            place = f"/matches/{match_id}/view?at={events * tenth // 10 - (1 if events == LONG else 0)}"
            times.append(median(_timed(served, place) for _ in range(15)))
        slowest.append(max(times))
    return slowest[0], slowest[1]


def _timed(served: Served, path: str) -> float:
    start = time.perf_counter()
    served.get(path)
    return time.perf_counter() - start


def run() -> list[tuple[str, str, str]]:
    """Rows of what was measured, its figure, and its ratio to the peer named."""
    with tapedeck_served() as served:
        bare, single = single_rates(served)
        batch = batch_rate(served)
        short, long = by_length(served)
        near, far = looking_back(served)
    return [
        ("bare Flask route, one INSERT", f"{bare:,.0f} /s", "1.00"),
        ("Tapedeck: one event a POST", f"{single:,.0f} /s", f"{single / bare:.2f}"),
        (f"Tapedeck: {BATCH} events a POST", f"{batch:,.0f} events/s", f"{batch / bare:.2f}"),
        (f"append to a log of {SHORT}", f"{short * 1e3:.2f} ms", "1.00"),
        (f"append to a log of {LONG:,}", f"{long * 1e3:.2f} ms", f"{long / short:.2f}"),
        (f"view at any event of {SHORT}", f"{near * 1e3:.2f} ms", "1.00"),
        (f"view at any event of {LONG:,}, just before a snapshot", f"{far * 1e3:.2f} ms", f"{far / near:.2f}"),
    ]
