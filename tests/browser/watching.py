"""Matches for the browser tests that nobody has to tap: the samples, and matches that go on while they are watched."""

from __future__ import annotations

import subprocess
from typing import Any

from playwright.sync_api import APIRequestContext, Browser, Page, expect

from tests.api.hall import with_id
from tests.browser.live import TAPEDECK, Live
from tests.browser.phones import PHONE

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PROJECTOR: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}
SIZES = {"desktop": DESKTOP, "phone": PHONE}


def samples(live: Live, request: APIRequestContext) -> dict[str, str]:
    """The sample match of each game, all judged; made when the store has none yet."""
    found = _newest(live, request)
    if not found:
        subprocess.run([TAPEDECK, "demo"], env=live.environment, check=True, capture_output=True)
        found = _newest(live, request)
    for match, head in found.values():
        answered = request.get(f"{live.url}/api/v1/matches/{match}/view?at={head}&wait=20")
        assert answered.ok, answered.text()
    return {game: match for game, (match, _) in found.items()}


def _newest(live: Live, request: APIRequestContext) -> dict[str, tuple[str, int]]:
    """Samples are long and have ended; what the tests log is one of both at the most."""
    listed = request.get(f"{live.url}/api/v1/matches?status=finished&limit=500").json()["matches"]
    return {each["game"]: (each["id"], each["head"]) for each in listed if each["head"] > 80}


class Going:
    """A match that a judge logs through the API while others watch it."""

    def __init__(self, judge: APIRequestContext, live: Live, csrf: str, game: str = "synsouls", **told: Any) -> None:
        self._judge, self._url, self._headers = judge, f"{live.url}/api/v1/matches", {"X-CSRF-Token": csrf}
        wanted = {"game": game, "seats": [{"name": "Ada"}, {"name": "Ben"}], **told}
        answered = judge.post(self._url, data=wanted, headers=self._headers)
        assert answered.status == 201, answered.text()
        self.id, self.codes = answered.json()["id"], answered.json()["codes"]
        self.head = 0
        self._settle()

    def log(self, *events: dict[str, Any]) -> None:
        body = {"events": [with_id(event) for event in events]}
        answered = self._judge.post(f"{self._url}/{self.id}/events", data=body, headers=self._headers)
        assert answered.status == 202, answered.text()
        self.head = answered.json()["head"]
        self._settle()

    def rule(self, **ruling: Any) -> None:
        answered = self._judge.post(f"{self._url}/{self.id}/rulings", data=ruling, headers=self._headers)
        assert answered.status == 202, answered.text()
        self.head = answered.json()["head"]
        self._settle()

    def _settle(self) -> None:
        answered = self._judge.get(f"{self._url}/{self.id}/view?at={self.head}&wait=20")
        assert answered.ok, answered.text()


def going(judge: Any, live: Live, game: str = "synsouls", **told: Any) -> Going:
    """Opened by a signed-in judge's browser."""
    judge.page.goto(live.url)
    csrf = judge.page.locator('meta[name="csrf-token"]').get_attribute("content")
    return Going(judge.context.request, live, csrf, game, **told)


class Watcher:
    """Somebody who watches, at a desk or on a phone."""

    def __init__(self, browser: Browser, live: Live, size: dict[str, Any], **more: Any) -> None:
        self.live = live
        self.context = browser.new_context(**size, **more)
        self.page = self.context.new_page()
        self.problems: list[str] = []
        self.watch_for_problems(self.page)

    def watch_for_problems(self, page: Any) -> None:
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on(
            "console", lambda said: self.problems.append(said.text) if "Content Security Policy" in said.text else None
        )

    def open(self, match: str, rest: str = "") -> None:
        self.page.goto(f"{self.live.url}/matches/{match}{rest}")
        self.page.locator(".replay[data-ready]").wait_for()

    def close(self) -> None:
        assert self.problems == []
        self.context.close()


def ask(watcher: Watcher, path: str) -> Any:
    answered = watcher.context.request.get(f"{watcher.live.url}/api/v1{path}")
    assert answered.ok, answered.text()
    return answered.json()


def shown_labels(page: Page) -> set[str]:
    return set(page.locator("#table [data-card]").evaluate_all("all => all.map((each) => each.dataset.card)"))


def is_at(page: Page, seq: int) -> None:
    """Table, slider, commentary and caption all are after this event."""
    expect(page.locator("#slider")).to_have_value(str(seq))
    expect(page.locator("#caption .seq")).to_have_text(str(seq))
    expect(page.locator("#commentary .line.now")).to_have_attribute("data-seq", str(seq))
