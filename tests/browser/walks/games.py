"""The form of every game: at a choice, in the middle of a match, at a text, and at the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, Page

from schemas.language import installed_games
from tests.browser.live import Live
from tests.browser.matches import MATCHES, log_plays
from tests.browser.phones import Phone, open_match


def walk(browser: Browser, live: Live, theme: Any) -> Iterator[tuple[str, Page]]:
    for game in installed_games():
        ada, ben = Phone(browser, live, color_scheme=theme), Phone(browser, live, color_scheme=theme)
        table = open_match(ada.page, live, game)
        ada.join(table.codes["p1"])
        ben.join(table.codes["p2"])
        for name, page in _match(game, ada, ben):
            yield f"{game}-{name}", page
        ada.close()
        ben.close()


def _match(game: str, ada: Phone, ben: Phone) -> Iterator[tuple[str, Page]]:
    phones, plays = {"p1": ada, "p2": ben}, MATCHES[game]
    ada.tap("begin", first="p1", setup=1)  # only one game asks how its map is laid
    ada.told("legal")
    first = next(at for at, (_, _, fields) in enumerate(plays) if "card" in fields)
    log_plays(phones, plays[:first])
    acting, type_ = phones[plays[first][0]].page, plays[first][1]
    acting.locator(f'.act[data-type="{type_}"]').click()
    yield "choice", acting
    acting.locator("#sheet").get_by_role("button", name="Close").click()
    middle = len(plays) - 2
    log_plays(phones, plays[first:middle], first=first + 2)
    ada.page.locator(f'.entry[data-seq="{middle + 1}"]').wait_for()
    yield "form", ada.page
    ada.page.get_by_role("button", name="Something else happened").click()
    yield "something-else", ada.page
    ada.page.locator('#sheet [data-type="effect"]').click()
    yield "text", ada.page
    ada.page.locator("#sheet").get_by_role("button", name="Close").click()
    log_plays(phones, plays[middle:], first=middle + 2)
    ben.page.locator(".turn.over").wait_for()
    yield "over", ben.page
