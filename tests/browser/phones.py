"""What people do with their phones, for the tests: open a match, sit down, tap."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.live import Live

WAIT = 15_000
expect.set_options(timeout=WAIT)
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@dataclass
class Table:
    """An opened match: where its form is, and the codes of its seats."""

    match: str
    codes: dict[str, str]


def open_match(
    page: Page, live: Live, game: str, names: tuple[str, str] = ("Ada", "Ben"), decks: tuple[str, ...] = ()
) -> Table:
    page.goto(f"{live.url}/open")
    page.select_option("#game", game)
    expect(page.locator(f'#open[data-game="{game}"]')).to_be_visible()
    for number, name in enumerate(names, start=1):
        page.fill(f"#name-{number}", name)
    for number, deck in enumerate(decks, start=1):
        page.locator("summary", has_text="Deck list").nth(number - 1).click()
        page.fill(f"#deck-{number}", deck)
    page.get_by_role("button", name="Open the match").click()
    page.wait_for_url("**/sheet?**")
    codes = page.locator(".codes .code").all_inner_texts()
    return Table(page.url.split("/")[-2], dict(zip(("p1", "p2", "public"), codes, strict=True)))


def compact(value: Any) -> str:
    """As the page writes a value."""
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False)


class Phone:
    """A browser of its own at one seat."""

    def __init__(self, browser: Browser, live: Live, **more: Any) -> None:
        self.live = live
        self.context = browser.new_context(**PHONE, **more)
        # A slow machine is no failure, but what never comes must not be waited for until the next match.
        self.context.set_default_timeout(WAIT)
        self.page = self.context.new_page()
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def join(self, code: str) -> None:
        self.page.goto(self.live.url)
        self.page.fill("#code", code)
        self.page.get_by_role("button", name="Join", exact=True).click()
        self.page.wait_for_url("**/play")
        expect(self.page.locator(".turn")).to_be_visible()

    def wait_until_kept(self) -> None:
        """The service worker has the page: from here on it opens without a network."""
        # Not wait_for_function: to that, the promise of an answer is as good as the answer yes.
        deadline = time.monotonic() + WAIT / 1000
        while not self.page.evaluate("caches.match(location.pathname).then(Boolean)"):
            assert time.monotonic() < deadline, "the page is not kept"
            self.page.wait_for_timeout(50)

    def tap(self, type_: str, **fields: Any) -> int:
        """An offered action, then a candidate for each field that is asked for. Answers how many taps it took."""
        self.page.locator(f'.act[data-type="{type_}"]').click()
        sheet, taps = self.page.locator("#sheet"), 1
        while sheet.is_visible():
            taps += 1
            asked = sheet.locator(".ask[data-field]").get_attribute("data-field")
            assert asked is not None
            if asked not in fields:
                sheet.get_by_role("button", name="Without").click()
            else:
                pick(sheet, fields[asked])
        return taps

    def something_else(self, type_: str, **fields: Any) -> None:
        """An action that is not offered, through its form."""
        self.page.get_by_role("button", name="Something else happened").click()
        self.page.locator(f'#sheet [data-type="{type_}"]').click()
        sheet = self.page.locator("#sheet")
        for name, value in fields.items():
            fill_in(sheet, name, value)
        self.page.get_by_role("button", name="Log it").click()

    def told(self, *statuses: str, seq: int | None = None) -> None:
        """The feedback on what this phone logged last (as event `seq`) says one of these."""
        numbered = f'[data-seq="{seq}"]' if seq else ""
        wanted = ", ".join(f'#feedback .said{numbered}[data-status="{status}"]' for status in statuses)
        expect(self.page.locator(wanted)).to_be_visible()

    def sees(self, text: str) -> None:
        expect(self.page.locator("#log")).to_contain_text(text)

    def waits(self, count: int) -> None:
        expect(self.page.locator("#link .count")).to_have_attribute("data-waiting", str(count))

    def ask(self, path: str) -> Any:
        """An answer of the API to whoever this browser is."""
        return self.context.request.get(f"{self.live.url}/api/v1{path}").json()

    def close(self) -> None:
        assert self.problems == []
        self.context.close()


def pick(box: Locator, value: Any) -> None:
    """Taps the candidate that is, or is called, `value`."""
    if isinstance(value, str) and box.locator(".mini").count():
        named = box.locator(".mini").filter(has=box.page.locator(".mini-name").get_by_text(value, exact=True))
        box.locator(f'.mini[data-value="{value}"]').or_(named).first.click()
        return
    if box.locator(".stepper output").count():
        shown = box.locator(".stepper output")
        while int(shown.inner_text()) < value:
            box.get_by_role("button", name="More").click()
        box.get_by_role("button", name="OK").click()
        return
    box.locator(f"[data-value='{compact(value)}']").click()


def fill_in(box: Locator, name: str, value: Any) -> None:
    """One field of a form, whatever it is made of."""
    row = box.locator(f'.row[data-field="{name}"]').first
    if not row.is_visible():
        box.locator("summary", has_text="More").click()
    if isinstance(value, list) and value and isinstance(value[0], dict) and "op" in value[0]:
        for op in value:
            row.locator(f'[data-op="{op["op"]}"]').click()
            for key, each in op.items():
                if key != "op":
                    fill_in(row.locator(".op-editor"), key, each)
            row.get_by_role("button", name="Add this").click()
    elif isinstance(value, dict):
        for key, each in value.items():
            fill_in(row, key, each)
    elif row.locator(".finder").count():
        row.locator(".search").fill("" if value.startswith("@") else value)
        pick(row.locator(".found"), value)
    elif row.locator("input[type=number]").count():
        row.locator("input").fill(str(value))
    elif row.locator("select").count():
        row.locator("select").select_option(value)
    elif row.locator("textarea").count():
        row.locator("textarea").fill(value)
    else:
        row.locator(f"[data-value='{compact(value)}']").click()


class Judge(Phone):
    """A judge, signed in."""

    def __init__(self, browser: Browser, live: Live, name: str, **more: Any) -> None:
        super().__init__(browser, live, **more)
        self.page.goto(live.invite(name))
        self.page.fill("#password", "a long enough password")
        self.page.get_by_role("button", name="Set password and sign in").click()
        expect(self.page.get_by_role("button", name="Sign out")).to_be_visible()
