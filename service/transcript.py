"""A match as a text that people can read: one line an event, with its verdict's mark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from service.store.matches import Match

MARKS = {"legal": "✓", "trusted": "○", "illegal": "✗", "allowed": "⚖", "void": "—"}


def transcript(match: Match, entries: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """`entries` are events with their verdicts, already redacted for the reader."""
    players = ", ".join(f"p{number} {name}" for number, name in enumerate(match.seats, start=1))
    yield f"{match.game}, match {match.id}\n"
    yield f"Players: {players}\n"
    yield f"Opened {match.created_at}, rules {match.rules_version}\n"
    yield "✓ legal   ○ on trust   ✗ illegal   ⚖ allowed by a judge   — struck\n\n"
    for entry in entries:
        yield _line(entry)
        verdict = entry["verdict"]
        if verdict and verdict["status"] in ("illegal", "allowed"):
            yield f"           {verdict['rule'] or ''} {verdict['why']}\n"
    yield f"\n{_ending(match)}\n"


def _line(entry: Mapping[str, Any]) -> str:
    verdict = entry["verdict"]
    mark = MARKS[verdict["status"]] if verdict else "…"
    said = entry["narration"] or f"{entry.get('seat', '')} {entry['type']}".strip()
    note = f" — “{entry['note']}”" if entry.get("note") else ""
    unsure = " (unsure)" if entry.get("unsure") else ""
    return f"{entry['seq']:>5} {mark}  {said}{note}{unsure}\n"


def _ending(match: Match) -> str:
    if match.outcome is None:
        return f"Still {match.status} after event {match.head}."
    winners = ", ".join(match.outcome.get("winners") or []) or "nobody"
    return f"Won by {winners}: {match.outcome.get('reason', '')} ({match.outcome.get('rule', '')})."
