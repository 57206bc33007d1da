"""Takes each engine rule out of force in turn and looks for a scenario that fails: `python -m tests.rules.mutation`."""

from __future__ import annotations

import sys
from pathlib import Path

from schemas.language import installed_games, language
from workers.rules.table.verdicts import out_of_force
from workers.scenarios import load_file, run_scenario

SCENARIOS = Path(__file__).parents[1] / "scenarios"


def rules_of_the_game(game: str) -> list[str]:
    """The rules that the engine checks, but for the table's own: those are no game's to leave out."""
    rules = language(game).rules.values()
    return [rule.id for rule in rules if rule.check == "engine" and not rule.id.startswith("TBL-")]


def survivors(game: str) -> list[str]:
    """The engine rules that no scenario misses."""
    files = [load_file(path) for path in sorted((SCENARIOS / game).glob("*.yaml"))]
    scenarios = [(data, each) for data in files for each in data["scenarios"]]
    engine_rules = rules_of_the_game(game)
    return [rule for rule in engine_rules if not _is_missed(rule, scenarios)]


def _is_missed(rule: str, scenarios: list[tuple[dict, dict]]) -> bool:
    out_of_force.add(rule)
    try:
        # Those that say they show the rule are most likely to miss it.
        ordered = sorted(scenarios, key=lambda pair: rule not in pair[1].get("rules", []))
        return any(_fails(data, each) for data, each in ordered)
    finally:
        out_of_force.discard(rule)


def _fails(data: dict, scenario: dict) -> bool:
    try:
        return bool(run_scenario("", data["game"], data.get("cards", []), scenario).failures)
    except Exception:
        return True


if __name__ == "__main__":
    for game in sys.argv[1:] or installed_games():
        left = survivors(game)
        total = len(rules_of_the_game(game))
        sys.stdout.write(f"{game}: {total - len(left)} of {total} rules are missed when taken out. Not: {left}\n")
