"""What people do with their phones, for the tests: open a match, sit down, tap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Live

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@dataclass
class Table:
    """An opened match: where its form is, and the codes of its seats."""

    match: str
    codes: dict[str, str]


def open_match(page: Page, live: Live, game: str, names: tuple[str, str] = ("Ada", "Ben")) -> Table:
    page.goto(f"{live.url}/open")
    page.select_option("#game", game)
    expect(page.locator("#options")).not_to_be_empty()
    for number, name in enumerate(names, start=1):
        page.fill(f"#name-{number}", name)
    page.get_by_role("button", name="Open the match").click()
    page.wait_for_url("**/sheet?**")
    codes = page.locator(".codes .code").all_inner_texts()
    return Table(page.url.split("/")[-2], dict(zip(("p1", "p2", "public"), codes, strict=True)))


class Phone:
    """A browser of its own at one seat."""

    def __init__(self, browser: Browser, live: Live, **more: Any) -> None:
        self.live = live
        self.context = browser.new_context(**PHONE, **more)
        self.page = self.context.new_page()
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def join(self, code: str) -> None:
        self.page.goto(self.live.url)
        self.page.fill("#code", code)
        self.page.get_by_role("button", name="Join", exact=True).click()
        self.page.wait_for_url("**/play")
        expect(self.page.locator(".turn")).to_be_visible()

    def tap(self, type_: str, *values: str) -> None:
        """An action that is offered, then a candidate for each field that is asked for."""
        self.page.locator(f'.act[data-type="{type_}"]').click()
        for value in values:
            self.page.locator(f"#sheet [data-value='{value}']").first.click()

    def something_else(self, type_: str, *picks: str) -> None:
        """An action that is not offered: the texts of what is tapped in its form."""
        self.page.get_by_role("button", name="Something else happened").click()
        self.page.locator(f'#sheet [data-type="{type_}"]').click()
        for pick in picks:
            self.page.locator("#sheet .choices").get_by_role("button", name=pick, exact=True).last.click()
        self.page.get_by_role("button", name="Log it").click()

    def told(self, status: str) -> None:
        """The feedback on what this phone logged last says so."""
        expect(self.page.locator("#feedback .said")).to_have_attribute("data-status", status)

    def sees(self, text: str) -> None:
        expect(self.page.locator("#log .entries")).to_contain_text(text)

    @property
    def entries(self) -> list[str]:
        """The log as it stands, oldest first: each event's number and status."""
        rows = self.page.locator("#log .entry").all()
        return [f"{row.get_attribute('data-seq')} {row.get_attribute('data-status')}" for row in reversed(rows)]

    def close(self) -> None:
        assert self.problems == []
        self.context.close()
