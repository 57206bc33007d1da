"""A judge with a browser, on a desk or in a hand, and matches with something to rule on."""

from __future__ import annotations

import json
import urllib.request
import uuid
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Browser, Locator, expect

from tests.browser.live import Live
from tests.browser.phones import PHONE

SCREENS: dict[str, dict[str, Any]] = {"desktop": {"viewport": {"width": 1280, "height": 800}}, "phone": PHONE}

# Event 5 breaks a rule; what comes after it stands whatever becomes of it. Event 8 asks about it.
QUESTION: tuple[dict[str, Any], ...] = (
    {"type": "begin", "first": "p1"},
    {"type": "opening_hand", "seat": "p1", "choice": "keep"},
    {"type": "opening_hand", "seat": "p2", "choice": "keep"},
    {"type": "load", "seat": "p1", "card": "Paper Cat", "target": {"measure": "mind"}, "as": "cat"},
    {"type": "cue", "seat": "p1", "card": "cat", "target": {"seat": "p2", "measure": "heart"}, "unsure": True},
    {"type": "close", "seat": "p1"},
    {"type": "encore", "seat": "p1", "choice": "notes"},
)
CALL = {"type": "call", "seat": "p2", "target": 5, "text": "May she attack at once?"}
PASSWORD = "a long enough password"


@dataclass
class Sitting:
    """A match that was opened, with the keys of its seats."""

    live: Live
    id: str
    links: dict[str, str]
    tokens: dict[str, str]

    def log(self, *events: dict[str, Any]) -> None:
        """Each by the phone of the seat that acts."""
        for event in events:
            seat = event.get("seat", "p1")
            _post(self.live, f"/api/v1/matches/{self.id}/events", {"id": str(uuid.uuid4()), **event}, self.tokens[seat])


def a_sitting(live: Live, names: tuple[str, str], *events: dict[str, Any], table: str | None = None) -> Sitting:
    wanted = {"game": "synsouls", "seats": [{"name": name} for name in names], "options": {"max_notes": 3}}
    opened = _post(live, "/open", wanted | ({"table": table} if table else {}))
    links = dict(parse_qsl(urlsplit(opened["sheet"]).query))
    tokens = {seat: _post(live, "/api/v1/sessions/join", {"code": links[seat]})["token"] for seat in ("p1", "p2")}
    sitting = Sitting(live, opened["id"], links, tokens)
    sitting.log(*events)
    return sitting


def _post(live: Live, path: str, body: Any, token: str = "") -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(live.url + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


class Bench:
    """A judge's window."""

    def __init__(self, browser: Browser, live: Live, link: str, screen: str = "desktop", **more: Any) -> None:
        self.live = live
        self.context = browser.new_context(**SCREENS[screen], **more)
        self.page = self.context.new_page()
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.goto(link)

    def open(self, sitting: Sitting, seq: int | None = None) -> None:
        self.page.goto(f"{self.live.url}/desk/{sitting.id}{f'#{seq}' if seq else ''}")
        expect(self.page.locator("#case h2")).to_be_visible()

    def pick(self, decision: str) -> None:
        self.page.locator(f'#decide input[value="{decision}"]').check()

    @property
    def preview(self) -> Locator:
        return self.page.locator("#preview")

    @property
    def confirm(self) -> Locator:
        return self.page.locator("#confirm button")

    def chain(self, seq: int) -> Locator:
        return self.page.locator(f'#chain li[data-seq="{seq}"]')

    def rule(self, note: str = "") -> None:
        """Confirms what is in the form, once its preview is there."""
        expect(self.preview.locator("> h2")).to_have_text("What this would change")
        if note:
            self.page.fill("#note", note)
        expect(self.confirm).to_be_enabled()
        self.confirm.click()
        expect(self.page.locator("#said")).to_contain_text("✓ Event")

    def close(self) -> None:
        assert self.problems == []
        self.context.close()


class Seat:
    """A player's phone that looks on."""

    def __init__(self, browser: Browser, sitting: Sitting, seat: str) -> None:
        self.context = browser.new_context(**PHONE)
        self.page = self.context.new_page()
        self.page.goto(f"{sitting.live.url}/join/{sitting.links[seat]}")
        expect(self.page.locator(".turn")).to_be_visible()

    def sees(self, seq: int, status: str) -> None:
        """Without being loaded again."""
        expect(self.page.locator(f'.entry[data-seq="{seq}"]')).to_have_attribute("data-status", status)

    def close(self) -> None:
        self.context.close()
