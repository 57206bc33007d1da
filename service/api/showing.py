"""What leaves the service about a match, redacted for one viewer. Every channel goes through here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from schemas.viewer import JUDGE, PUBLIC, redact_event, redact_text, redact_verdict, waiting_event
from service.store.folded import Judged
from service.store.matches import Match


def seats_of(names: Iterable[str]) -> list[dict[str, str]]:
    return [{"seat": f"p{number}", "name": name} for number, name in enumerate(names, start=1)]


def summary(match: Match, viewer: str | None = None) -> dict[str, Any]:
    """A match in a list."""
    shown = {
        "id": match.id,
        "game": match.game,
        "options": match.options,
        "seats": seats_of(match.seats),
        "status": match.status,
        "private": match.private,
        "table": match.table_name,
        "created_at": match.created_at,
        "rules_version": match.rules_version,
        "catalog_fingerprint": match.catalog_fingerprint,
        "head": match.head,
        "folded": max(match.folded, 0),
        "questions": match.questions,
        "asked_at": match.asked_at,
        "outcome": match.outcome,
    }
    if viewer == JUDGE and match.failed is not None:
        shown["failed"] = match.failed
    return shown


def logged(event: Mapping[str, Any], judged: Judged | None, viewer: str, open_: bool) -> dict[str, Any]:
    """An event with its verdict; before it is judged, others than its own see only that it is there.

    A hash is as good as what it was made from to whoever can try all the cards: while something may be hidden, only
    judges see the hashes.
    """
    if viewer != JUDGE and not open_:
        event = {key: value for key, value in event.items() if key != "hash"}
    if judged is None:
        return {**waiting_event(event, viewer), "verdict": None, "narration": None, "question": False}
    narration, aloud = (redact_text(judged.narration, each, open_) for each in (viewer, PUBLIC))
    return {
        **redact_event(event, judged.hides, viewer, open_),
        "verdict": redact_verdict(judged.verdict, viewer, open_),
        "narration": narration,
        **({"aloud": aloud} if aloud != narration else {}),
        "question": judged.question,
    }


def pairs(
    events: Iterable[Mapping[str, Any]], judged: Iterable[Judged]
) -> Iterator[tuple[Mapping[str, Any], Judged | None]]:
    """Each event with what is said of it."""
    said = {each.seq: each for each in judged}
    for event in events:
        yield event, said.get(event["seq"])
