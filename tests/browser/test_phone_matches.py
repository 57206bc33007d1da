"""A whole short match of each game, logged by two phones to an outcome."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import yaml

import schemas
from schemas.language import installed_games
from tests.browser.live import Live
from tests.browser.matches import MATCHES, log_plays
from tests.browser.phones import Judge, Phone
from tests.browser.test_phone import sit_down

GAMES_FOLDER = Path(schemas.__file__).parent / "games"
MOST_TAPS = 3
FREQUENT = 2


def most_frequent(game: str) -> list[str]:
    """The actions that a real match of the game is mostly made of."""
    sample = yaml.safe_load((GAMES_FOLDER / game / "sample.yaml").read_text())
    counted = Counter(event["type"] for event in sample["log"])
    return [type_ for type_, _ in counted.most_common(FREQUENT)]


@pytest.mark.parametrize("game", installed_games())
def test_a_whole_match(game: str, ada: Phone, ben: Phone, judge: Judge, live: Live) -> None:
    table = sit_down(ada, ben, live, game)
    ada.tap("begin", first="p1", setup=1)  # only one game asks how its map is laid
    ada.told("legal")
    taps = log_plays({"p1": ada, "p2": ben}, MATCHES[game])
    assert {type_: count for type_, count in taps.items() if count > MOST_TAPS} == {}
    assert set(taps) >= set(most_frequent(game))
    for phone in (ada, ben):
        phone.page.locator(".turn.over", has_text="Ada won").wait_for()
    view = judge.ask(f"/matches/{table.match}/view")
    assert view["outcome"]["winner"] == "p1"
    assert judge.ask(f"/matches/{table.match}")["open_questions"] == []
