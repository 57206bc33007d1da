"""One rule, one place, one scenario: every rule that the engine checks is cited once and shown at least once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from schemas.language import installed_games, language
from tests.rules.mutation import SCENARIOS, rules_of_the_game, survivors
from workers.scenarios import load_file

RULES = Path(__file__).parents[2] / "workers" / "rules"


@pytest.mark.parametrize("game", installed_games())
def test_each_rule_is_cited_by_one_place(game: str) -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted((RULES / "games" / game).glob("*.py")))
    cited = re.findall(rf'"({language(game).prefix}-[A-Z0-9-]+)"', source)
    wrong = {rule: cited.count(rule) for rule in rules_of_the_game(game) if cited.count(rule) != 1}
    assert wrong == {}
    assert set(cited) <= set(language(game).rules), "a rule is cited that the game does not have"


@pytest.mark.parametrize("game", installed_games())
def test_each_rule_is_shown_by_a_scenario(game: str) -> None:
    shown: set[str] = set()
    for path in (SCENARIOS / game).glob("*.yaml"):
        for scenario in load_file(path)["scenarios"]:
            shown.update(scenario.get("rules", []))
    assert set(rules_of_the_game(game)) - shown == set()


@pytest.mark.parametrize("game", installed_games())
def test_a_scenario_fails_without_the_rule(game: str) -> None:
    assert survivors(game) == []
