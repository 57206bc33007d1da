"""Every screen is for everybody: axe-core finds nothing, in either theme; what a thumb taps on a phone is large."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_core_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page

from tests.browser.live import Live
from tests.browser.walks import THEMES, WALKS

FOR_THUMBS = re.compile(r"/(open|play|sheet)\b")
SMALLEST = 48
# What lies under an open dialog cannot be tapped; a checkbox is as large as its label.
SMALL_TARGETS = """(smallest) => {
  const within = document.querySelector("dialog[open]") ?? document;
  const tapped = [...within.querySelectorAll("a[href]:not(.skip), button, input, select, textarea, summary")];
  const size = (each) => (each.closest("label") ?? each).getBoundingClientRect();
  return tapped.filter((each) => each.checkVisibility())
    .map((each) => [each.outerHTML.slice(0, 120), Math.round(size(each).width), Math.round(size(each).height)])
    .filter(([, width, height]) => Math.min(width, height) < smallest);
}"""


# Only what is wrong is worth the way out of the browser.
AXE_RUN = """() => axe.run({resultTypes: ["violations"]}).then(({violations}) =>
  violations.map(({id, nodes}) => [id, nodes.map(({html}) => html.slice(0, 200))]))"""


def faults(page: Page) -> list[Any]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[Any] = page.evaluate(AXE_RUN)
    return found + (page.evaluate(SMALL_TARGETS, SMALLEST) if FOR_THUMBS.search(page.url) else [])


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("walk", WALKS)
def test_every_screen_is_for_everybody(walk: str, theme: Any, browser: Browser, live: Live) -> None:
    found = {name: faults(page) for name, page in WALKS[walk](browser, live, theme)}
    assert found, "the walk leads nowhere"
    assert {name: each for name, each in found.items() if each} == {}
