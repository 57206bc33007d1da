"""Pictures of all screens, or of those of some walks."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.find_chromium import launch
from tests.browser.live import a_server
from tests.browser.walks import THEMES, WALKS


def main(folder: Path, wanted: list[str]) -> None:
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        live = a_server(Path(place))
        browser = launch(playwright)
        try:
            for walk in wanted or WALKS:
                for theme in THEMES:
                    for name, page in WALKS[walk](browser, live, theme):
                        page.screenshot(path=folder / f"{walk}-{name}-{theme}.png")
        finally:
            browser.close()
            live.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
