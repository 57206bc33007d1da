"""Every scenario of every game, one test each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from schemas.language import installed_games
from workers.scenarios import load_file, run_scenario

SCENARIOS = Path(__file__).parents[1] / "scenarios"


def _all() -> list[Any]:
    found = []
    for path in sorted(SCENARIOS.glob("*/*.yaml")):
        if path.parent.name not in installed_games():
            continue
        data = load_file(path)
        for scenario in data["scenarios"]:
            name = f"{path.parent.name}/{path.stem}: {scenario['name']}"
            found.append(pytest.param(data["game"], data.get("cards", []), scenario, id=name))
    return found


@pytest.mark.parametrize(("game", "cards", "scenario"), _all())
def test_scenario(game: str, cards: list[dict[str, Any]], scenario: dict[str, Any]) -> None:
    assert run_scenario("", game, cards, scenario).failures == []
