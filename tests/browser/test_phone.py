"""The phone's pages in a real Chromium, at the size of a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Live
from tests.browser.phones import Phone, Table, open_match


@pytest.fixture
def ada(browser: Browser, live: Live) -> Iterator[Phone]:
    phone = Phone(browser, live)
    yield phone
    phone.close()


@pytest.fixture
def ben(browser: Browser, live: Live) -> Iterator[Phone]:
    phone = Phone(browser, live)
    yield phone
    phone.close()


def sit_down(ada: Phone, ben: Phone, live: Live, game: str = "synsouls") -> Table:
    table = open_match(ada.page, live, game)
    ada.join(table.codes["p1"])
    ben.join(table.codes["p2"])
    return table


def test_open_join_log_and_hear_the_verdict(ada: Phone, ben: Phone, live: Live) -> None:
    sit_down(ada, ben, live)
    ada.something_else("begin", "Ada")
    ada.told("legal")
    ada.tap("opening_hand", '"keep"')
    ada.told("legal")
    ben.sees("keep")
    ben.tap("opening_hand", '"keep"')
    ben.told("legal")
    ada.tap("load", "Paper Cat", '{"measure":"heart"}')
    ada.told("legal")
    expect(ben.page.locator("#log")).to_contain_text("Paper Cat")
