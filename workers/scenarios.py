"""Scenario files: a position, plays, and what must be true afterwards. Runs without any server or database."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from schemas.language import installed_games
from schemas.viewer import JUDGE, redact_text, redact_view
from workers.rules import Docket, Fold, Header

APPLIED = ("legal", "trusted")
RECORDER = "recorder"


@dataclass
class Outcome:
    """How one scenario went: its failures, a line each."""

    file: str
    name: str
    rules: list[str]
    failures: list[str] = field(default_factory=list)


class Recording:
    """A log that is folded as it grows, and again from the start where a ruling changes what stands."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.events: list[dict[str, Any]] = []
        self.steps: list[Any] = []
        self.fold = Fold.start(header)
        self.docket = Docket(lambda after, before: self.events[after : before - 1])

    def log(self, event: dict[str, Any]) -> dict[str, Any]:
        """Appends an event; the verdict on it."""
        event = {"by": RECORDER, **event, "seq": len(self.events) + 1}
        self.events.append(event)
        start = self.docket.add(event)
        if start < event["seq"]:
            self.fold, self.steps = Fold.start(self.header), []
        for each in self.events[len(self.steps) :]:
            self.steps.append(self.fold.step(each, self.docket.standing(each)))
        verdict: dict[str, Any] = self.steps[-1].verdict
        return verdict


class Unreadable(Exception):
    """A file that holds no scenarios, and why."""


def load_file(path: Path) -> dict[str, Any]:
    try:
        data: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as broken:
        raise Unreadable(f"{path.name}: {' '.join(str(broken).split())}") from None
    if fault := _shape_fault(data):
        raise Unreadable(f"{path.name}: {fault}.")
    return data


def _shape_fault(data: Any) -> str | None:
    if not isinstance(data, dict) or not isinstance(data.get("scenarios"), list):
        return "a scenario file names its game and lists its scenarios"
    if data.get("game") not in installed_games():
        return f"there is no game {data.get('game')}"
    for scenario in data["scenarios"]:
        if not isinstance(scenario, dict) or "name" not in scenario:
            return "every scenario has a name"
        events = scenario.get("log") or []
        if not all(isinstance(event, dict) and isinstance(event.get("type"), str) for event in events):
            return f"{scenario['name']}: every event of the log has a type"
    return None


def run_file(path: Path) -> list[Outcome]:
    data = load_file(path)
    return [run_scenario(path.name, data["game"], data.get("cards", []), each) for each in data["scenarios"]]


def run_scenario(file: str, game: str, cards: list[dict[str, Any]], scenario: dict[str, Any]) -> Outcome:
    outcome = Outcome(file, scenario["name"], scenario.get("rules", []))
    names = scenario.get("names") or [f"P{n}" for n in range(1, scenario.get("seats", 2) + 1)]
    header = Header(game=game, options=scenario.get("options") or {}, seats=names, catalog=cards)
    recording = Recording(header)
    if scenario.get("begin", True):
        _expect(outcome, recording, {"type": "begin", "first": "p1"})
        if scenario.get("start"):
            _expect(outcome, recording, {"type": "ruling", "decision": "amend", "does": scenario["start"]})
    for event in scenario.get("log") or []:
        _expect(outcome, recording, event)
    _check_end(outcome, recording, scenario)
    return outcome


def _expect(outcome: Outcome, recording: Recording, event: dict[str, Any]) -> None:
    wanted = event.get("expect")
    # A ruling that is carried out breaks no rule: the one beside it is the ruling's own field.
    cited = event.get("rule") if event["type"] != "ruling" or wanted == "illegal" else None
    aside = ("expect",) if cited is None else ("expect", "rule")
    verdict = recording.log({key: value for key, value in event.items() if key not in aside})
    told = f"event {verdict['seq']} ({event['type']})"
    got = f"{verdict['status']} {verdict['rule'] or ''}".strip()
    why = redact_text(verdict["why"], JUDGE)
    if wanted is None and verdict["status"] not in APPLIED:
        outcome.failures.append(f"{told}: expected to be applied, was {got}: {why}")
    elif wanted is not None and verdict["status"] != wanted:
        outcome.failures.append(f"{told}: expected {wanted}, was {got}: {why}")
    if cited is not None and verdict["rule"] != cited:
        outcome.failures.append(f"{told}: expected rule {cited}, was {verdict['rule']}: {why}")


def _check_end(outcome: Outcome, recording: Recording, scenario: dict[str, Any]) -> None:
    view = recording.fold.view()
    _check_paths(outcome, "", redact_view(view, JUDGE), scenario.get("then") or {})
    for viewer, paths in (scenario.get("sees") or {}).items():
        _check_paths(outcome, f"{viewer} sees ", redact_view(view, viewer, view["status"] == "finished"), paths or {})
    for seq, status in (scenario.get("verdicts") or {}).items():
        verdict = recording.steps[seq - 1].verdict
        if verdict["status"] != status:
            why = redact_text(verdict["why"], JUDGE)
            outcome.failures.append(f"verdict {seq}: expected {status}, was {verdict['status']}: {why}")


def _check_paths(outcome: Outcome, who: str, view: dict[str, Any], paths: dict[str, Any]) -> None:
    for path, wanted in paths.items():
        found = at_path(view, path)
        if found != wanted:
            outcome.failures.append(f"{who}{path}: expected {wanted!r}, was {found!r}")


def at_path(view: Any, path: str) -> Any:
    """The value at a dotted path, None where it does not lead anywhere. A label may hold a dot itself (@3.2)."""
    if path == "":
        return view
    if isinstance(view, dict):
        parts = path.split(".")
        for length in range(len(parts), 0, -1):
            key = ".".join(parts[:length])
            if key in view:
                return at_path(view[key], ".".join(parts[length:]))
    return None
