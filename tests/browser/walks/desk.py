"""Home and the pages of judges and organisers, on a desk and in a hand."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from itertools import chain
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.judges import CALL, QUESTION, SCREENS, Bench, a_sitting
from tests.browser.live import TAPEDECK, Live

PASSWORD = "a long enough password"


def walk(browser: Browser, live: Live, theme: Any) -> Iterator[tuple[str, Page]]:
    subprocess.run([TAPEDECK, "demo"], env=live.environment, check=True, capture_output=True)
    for screen in SCREENS:
        link = live.invite(f"Walker {theme} {screen}", "judge", "organiser")
        judge = Bench(browser, live, live.url, screen, color_scheme=theme)
        for name, page in chain(_outside(judge, live), _inside(judge, live, link)):
            yield f"{name}-{screen}", page
        judge.close()


def _outside(judge: Bench, live: Live) -> Iterator[tuple[str, Page]]:
    yield "home", judge.page
    judge.page.goto(f"{live.url}/desk")
    yield "not-signed-in", judge.page


def _inside(judge: Bench, live: Live, link: str) -> Iterator[tuple[str, Page]]:
    page = judge.page
    page.goto(link)
    yield "invitation", page
    page.fill("#password", PASSWORD)
    page.get_by_role("button", name="Set password and sign in").click()
    sitting = a_sitting(live, ("Esra", "Finn"), *QUESTION, CALL, table="Balcony 12")
    expect(page.locator("#questions a").first).to_be_visible()
    yield "list", page
    judge.open(sitting, 5)
    expect(page.locator(".precedents h3")).to_be_visible()
    yield "question", page
    yield from _deciding(judge)
    page.goto(f"{live.url}/matches/{sitting.id}/audit")
    expect(page.locator("#integrity.good")).to_be_visible()
    yield "audit-of-match", page
    page.goto(f"{live.url}/audit")
    yield "audit-of-event", page
    page.goto(f"{live.url}/people")
    page.fill("#name", "Cleo")
    page.get_by_role("button", name="Make an invitation").click()
    expect(page.locator("#link")).to_be_visible()
    yield "people", page


def _deciding(judge: Bench) -> Iterator[tuple[str, Page]]:
    page = judge.page
    judge.pick("amend")
    page.locator('[data-op="counter"]').click()
    yield "amend", page
    judge.pick("penalty")
    page.locator('input[value="warning"]').check()
    expect(judge.confirm).to_be_enabled()
    yield "penalty", page
    judge.pick("rewind")
    expect(judge.preview.locator(".changes li").first).to_be_visible()
    yield "rewind", page
    judge.pick("allow")
    expect(judge.preview).to_contain_text("allowed by a judge")
    page.fill("#note", "The Cat was meant to be upright.")
    yield "preview", page
    judge.rule()
    expect(judge.chain(9)).to_be_visible()
    yield "ruled", page
