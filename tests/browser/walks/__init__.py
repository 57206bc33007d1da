"""Walks through the pages, one for each part of the site: for looking at them, for axe-core, for measuring.

A walk opens its own pages in the theme that it is given, and yields each screen with a name when it is there to be
looked at. `python -m tests.browser.walks FOLDER [WALK…]` takes a picture of every screen in both themes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.live import Live
from tests.browser.walks import desk, games, phone, replay

Walk = Callable[[Browser, Live, Any], Iterator[tuple[str, Page]]]

WALKS: dict[str, Walk] = {"phone": phone.walk, "games": games.walk, "replay": replay.walk, "desk": desk.walk}
THEMES = ("light", "dark")
