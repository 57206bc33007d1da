"""The replay of every game: beginning, middle and end, at a desk, on a phone, on a projector."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.live import Live
from tests.browser.watching import PROJECTOR, SIZES, Watcher, samples


def walk(browser: Browser, live: Live, theme: Any) -> Iterator[tuple[str, Page]]:
    for size, shape in SIZES.items():
        watcher = Watcher(browser, live, shape, color_scheme=theme, reduced_motion="reduce")
        for game, match in samples(live, watcher.context.request).items():
            watcher.open(match, "#0")
            end = int(watcher.page.locator("#slider").get_attribute("max") or 0)
            for moment, seq in (("begin", 8), ("middle", end // 2), ("end", end)):
                watcher.open(match, f"?at={moment}#{seq}")
                yield f"{game}-{moment}-{size}", watcher.page
        yield from _details(watcher, size)
        watcher.close()
    projector = Watcher(browser, live, PROJECTOR, color_scheme=theme, reduced_motion="reduce")
    for game, match in samples(live, projector.context.request).items():
        projector.open(match, "#60")
        yield f"{game}-projector", projector.page
    projector.close()


def _details(watcher: Watcher, size: str) -> Iterator[tuple[str, Page]]:
    """A card enlarged, a pile spread, the commentary, a rule, the keys, sharing, a side, the embedded form."""
    page, match = watcher.page, samples(watcher.live, watcher.context.request)["synsouls"]
    watcher.open(match, "?at=details#72")
    page.locator('#table [data-card="swan"]').click()
    yield f"card-{size}", page
    page.get_by_role("button", name="Close").click()
    page.locator('.half .pile[data-zone="void"]').last.click()
    yield f"pile-{size}", page
    page.get_by_role("button", name="Close").click()
    page.locator("#share").click()
    yield f"share-{size}", page
    page.get_by_role("button", name="Close").click()
    watcher.open(match, "?as=p2#16")
    if size == "phone":
        page.locator("#swap").click()
    yield f"commentary-{size}", page
    page.locator("#commentary .now .cite").click()
    page.locator("#sheet .card-text").wait_for()
    yield f"rule-{size}", page
    page.goto(f"{watcher.live.url}/matches/{match}/embed#72")
    page.locator(".replay[data-ready]").wait_for()
    yield f"embedded-{size}", page
