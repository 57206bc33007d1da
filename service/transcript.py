"""A match as a text that people can read: one line an event, with its verdict's mark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from schemas.language import language
from service.store.matches import Match

SET_IN = "\n" + 10 * " "
MARKS = {"legal": "✓", "trusted": "○", "illegal": "✗", "allowed": "⚖", "void": "—"}


def transcript(match: Match, entries: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """`entries` are events with their verdicts, already redacted for the reader."""
    players = ", ".join(f"p{number} {name}" for number, name in enumerate(match.seats, start=1))
    yield f"{language(match.game).title}, match {match.id}\n"
    yield f"Players: {players}\n"
    yield f"Opened {match.created_at}, rules {match.rules_version}\n"
    yield "✓ legal   ○ on trust   ✗ illegal   ⚖ allowed by a judge   — struck\n\n"
    for entry in entries:
        # What players write may have several lines: set in, none passes for an entry of its own.
        yield f"{entry['seq']:>5} {SET_IN.join(_said(match, entry).splitlines())}\n"
    yield f"\n{_ending(match)}\n"


def _said(match: Match, entry: Mapping[str, Any]) -> str:
    verdict, unsure = entry["verdict"], " (unsure)" if entry.get("unsure") else ""
    if verdict is None:
        return f"…  {_tried(match, entry)}{unsure}"
    status, said = verdict["status"], entry["narration"]
    if status in ("illegal", "void"):  # what is told of such an event is why it did not happen
        said = f"{_tried(match, entry)}: {said}"
    broken = f" [{verdict['rule']}]" if verdict["rule"] else ""
    if status == "allowed":
        broken = f"\n{verdict['why']}{broken}"
    return f"{MARKS[status]}  {said}{unsure}{broken}"


def _tried(match: Match, entry: Mapping[str, Any]) -> str:
    """Whose event it is, and what kind of event."""
    kind, seat = entry["type"], entry.get("seat", "")
    action = language(match.game).actions.get(kind)
    who = match.seats[int(seat[1:]) - 1] if seat in {f"p{n}" for n in range(1, len(match.seats) + 1)} else seat
    return ", ".join(filter(None, (who, action.title if action else kind)))


def _ending(match: Match) -> str:
    if match.outcome is None:
        return f"Still {match.status} after event {match.head}."
    return f"{match.outcome['reason']} [{match.outcome['rule']}]"
