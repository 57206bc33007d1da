"""The replay of a long match in a real Chromium beside that of a short one, and what its document weighs."""

from __future__ import annotations

import gzip
import json
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Page, sync_playwright

from schemas.language import installed_games
from tests.bench.appending import Served
from tests.bench.load import Client
from tests.bench.serving import issue_token, serving, tapedeck
from tests.browser.find_chromium import launch
from tests.rules.playing import offered, opened

SHORT, LONG, BATCH = 100, 2_000, 100
ROUNDS, SEEKS = 5, 200
OPENED = ".replay[data-ready]"

# From the moment that the slider is moved until the table is drawn, laid out and handed to be painted. The page rests
# before, as it does under a hand: what the seek before it left to paint is not counted twice.
SEEK = """async (places) => {
  const slider = document.getElementById("slider");
  const times = [];
  for (const place of places) {
    await new Promise((rested) => requestIdleCallback(rested));
    const start = performance.now();
    slider.value = place;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    document.getElementById("table").getBoundingClientRect();
    await new Promise((painting) => requestAnimationFrame(() => setTimeout(painting)));
    times.push(performance.now() - start);
  }
  return times;
}"""


def long_log(game: str) -> list[dict[str, Any]]:
    """Plays that the rules offered; a judge strikes each one that would have ended the match."""
    rng = random.Random(11)
    recording = opened(game, rng)
    while len(recording.events) < LONG:
        table = recording.fold.table
        play = offered(recording, rng) if table.status == "playing" else None
        if play is None or play["type"] in ("concede", "agree_draw"):
            target = len(recording.events)
            play = {"type": "ruling", "decision": "void", "target": target} if table.status != "playing" else None
        if play is not None:
            recording.log(play)
    kept = ("seq", "by", "recorded_at", "hash")
    return [{key: value for key, value in event.items() if key not in kept} for event in recording.events]


def append(served: Served, game: str, log: list[dict[str, Any]]) -> str:
    client = Client(served.port)
    wanted = {"game": game, "seats": [{"name": "Ada"}, {"name": "Ben"}]}
    match: str = json.loads(client.post("/api/v1/matches", wanted, served.token, expect=201))["id"]
    for start in range(0, len(log), BATCH):
        served.post(client, match, {"events": log[start : start + BATCH]})
    client.close()
    served.settle(match)
    return match


def weigh(served: Served, match: str) -> tuple[int, int]:
    """The document as it is sent, and unpacked."""
    asked = Request(
        f"http://127.0.0.1:{served.port}/api/v1/matches/{match}/replay",
        headers={"Authorization": f"Bearer {served.token}", "Accept-Encoding": "gzip"},
    )
    with urlopen(asked) as answer:
        sent = answer.read()
    return len(sent), len(gzip.decompress(sent))


def open_page(page: Page, address: str) -> float:
    """Milliseconds until the replay is there, in the median of some rounds."""
    times = []
    for number in range(ROUNDS):
        start = time.perf_counter()
        page.goto(f"{address}?round={number}#0")
        page.locator(OPENED).wait_for()
        times.append(1000 * (time.perf_counter() - start))
    return median(times)


def seek(page: Page, end: int) -> tuple[float, float]:
    """Milliseconds to any event: in the median, and at worst."""
    rng = random.Random(5)
    times = sorted(page.evaluate(SEEK, [rng.randint(0, end) for _ in range(SEEKS)]))
    return median(times), times[-1]


def run() -> Iterator[tuple[str, str, str]]:
    with tempfile.TemporaryDirectory() as folder, serving(tapedeck("serve"), Path(folder)) as port:
        served = Served(port, issue_token(Path(folder)))
        logs = {game: long_log(game) for game in installed_games()}
        matches = {game: append(served, game, log) for game, log in logs.items()}
        for game, match in matches.items():
            sent, whole = weigh(served, match)
            name = f"bytes an event, compressed: {game}, {LONG} events"
            yield name, f"{sent / LONG:.0f}", f"{sent / whole:.2f} of the plain document"
        short = append(served, "synsouls", logs["synsouls"][:SHORT])
        with sync_playwright() as playwright:
            browser = launch(playwright)
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            pages = f"http://127.0.0.1:{port}/matches"
            few = open_page(page, f"{pages}/{short}")
            few_seek, _ = seek(page, SHORT)
            yield f"open {SHORT} events", f"{few:.0f} ms", "1.00"
            yield f"seek in {SHORT} events", f"{few_seek:.1f} ms", "1.00"
            for game, match in matches.items():
                many = open_page(page, f"{pages}/{match}")
                typical, worst = seek(page, LONG)
                yield f"open {LONG} events: {game}", f"{many:.0f} ms", f"{many / few:.2f}"
                yield f"seek in {LONG} events: {game}", f"{typical:.1f} ms", f"{typical / few_seek:.2f}"
                yield f"slowest of {SEEKS} seeks: {game}", f"{worst:.1f} ms", f"{worst / few_seek:.2f}"
            browser.close()
