"""The phone's main screens, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.live import Live
from tests.browser.phones import Phone, fill_in, open_match

LIST = "Conductor:\n1 Maestra Vey\nDeck:\n3 Ember Fox\n2 Paper Cats"


def walk(browser: Browser, live: Live, theme: Any) -> Iterator[tuple[str, Page]]:
    ada, ben = Phone(browser, live, color_scheme=theme), Phone(browser, live, color_scheme=theme)
    yield from _before(ada, live)
    table = open_match(ada.page, live, "synsouls", decks=(LIST,))
    ada.page.locator("#decks .illegal").wait_for()
    yield "sheet", ada.page
    ada.join(table.codes["p1"])
    ben.join(table.codes["p2"])
    yield "set-up", ada.page
    yield from _playing(ada, ben)
    yield from _forms(ada)
    ben.context.set_offline(True)
    ben.tap("pass")
    ben.told("waiting")
    yield "no-network", ben.page
    ben.context.set_offline(False)
    ada.close()
    ben.close()


def _before(ada: Phone, live: Live) -> Iterator[tuple[str, Page]]:
    ada.page.goto(live.url)
    yield "home", ada.page
    ada.page.goto(f"{live.url}/sign-in")
    yield "sign-in", ada.page
    ada.page.goto(f"{live.url}/open")
    ada.page.locator("#open[data-game]").wait_for()
    for each in ada.page.locator("summary").all():
        each.click()
    ada.page.fill("#deck-1", LIST)
    yield "open", ada.page


def _playing(ada: Phone, ben: Phone) -> Iterator[tuple[str, Page]]:
    ada.tap("begin", first="p1")
    for phone in (ada, ben):
        phone.tap("opening_hand", choice="keep")
        phone.told("legal")
    ada.something_else("saw", zone="hand", cards="Ember Fox")
    ada.told("legal", "trusted")
    ada.page.get_by_role("button", name="Look at my cards").click()
    yield "hand", ada.page
    ada.page.get_by_role("button", name="Cover my cards").click()
    ada.page.locator('.act[data-type="load"]').click()
    yield "choose-card", ada.page
    ada.page.locator('#sheet [data-value="Paper Cat"]').click()
    yield "choose-place", ada.page
    ada.page.locator("""#sheet [data-value='{"measure":"heart"}']""").click()
    ada.told("legal")
    yield "legal", ada.page
    ben.sees("Paper Cat")
    yield "answer", ben.page
    ben.something_else("close")
    ben.told("illegal")
    ben.page.locator("#feedback summary").click()
    ben.page.locator("#feedback details p").filter(has_text="(").wait_for()
    yield "illegal", ben.page
    ben.page.get_by_role("button", name="Keep it").click()


def _forms(ada: Phone) -> Iterator[tuple[str, Page]]:
    ada.page.get_by_role("button", name="Something else happened").click()
    yield "something-else", ada.page
    ada.page.locator('#sheet [data-type="effect"]').click()
    yield "form", ada.page
    does = ada.page.locator('.row[data-field="does"]')
    does.locator('[data-op="counter"]').click()
    fill_in(does.locator(".op-editor"), "seat", "p2")
    yield "what-a-text-does", ada.page
    ada.page.locator("#sheet").get_by_role("button", name="Close").click()
