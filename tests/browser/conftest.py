"""A real server, a real Chromium, and the people at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.find_chromium import launch
from tests.browser.judges import PASSWORD, Bench
from tests.browser.live import Live, a_server
from tests.browser.phones import Judge, Phone
from tests.browser.watching import DESKTOP, SIZES, Watcher


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    server = a_server(tmp_path_factory.mktemp("live"))
    yield server
    server.stop()


@pytest.fixture
def own_live(tmp_path: Path) -> Iterator[Live]:
    """A server that the test may stop."""
    server = a_server(tmp_path)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


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


@pytest.fixture(scope="session")
def judge(browser: Browser, live: Live) -> Iterator[Judge]:
    judge = Judge(browser, live, "Robin")
    yield judge
    judge.close()


@pytest.fixture(params=SIZES)
def watcher(request: pytest.FixtureRequest, browser: Browser, live: Live) -> Iterator[Watcher]:
    made = Watcher(browser, live, SIZES[request.param])
    yield made
    made.close()


@pytest.fixture
def at_desk(browser: Browser, live: Live) -> Iterator[Watcher]:
    made = Watcher(browser, live, DESKTOP)
    yield made
    made.close()


@pytest.fixture(scope="session")
def link(live: Live, browser: Browser) -> str:
    """Signs in as often as one likes: made for the first window, kept in its cookie for the others."""
    page = browser.new_page()
    page.goto(live.invite("Quinn"))
    page.fill("#password", PASSWORD)
    page.get_by_role("button", name="Set password and sign in").click()
    page.wait_for_url("**/desk")
    page.context.storage_state(path=live.folder / "quinn.json")
    page.close()
    return f"{live.url}/desk"


@pytest.fixture
def bench(browser: Browser, live: Live, link: str) -> Iterator[Callable[..., Bench]]:
    made: list[Bench] = []

    def make(screen: str = "desktop") -> Bench:
        made.append(Bench(browser, live, link, screen, storage_state=str(live.folder / "quinn.json")))
        return made[-1]

    yield make
    for each in made:
        each.close()
