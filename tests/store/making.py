"""Matches and events for tests of the store, which knows no rules."""

from __future__ import annotations

import uuid
from typing import Any

from service.store import Store, hashing, log, matches


def note(text: str) -> dict[str, Any]:
    return {"id": str(uuid.uuid4()), "type": "note", "text": text}


def open_match(store: Store, **told: Any) -> str:
    header: dict[str, Any] = {
        "game": "synsouls",
        "options": {},
        "seats": ["Ada", "Bo"],
        "catalog": [],
        "rules_version": "1",
        "catalog_fingerprint": "none",
        "private": False,
    }
    with store.write() as db:
        return matches.create(db, matches.make_header(**(header | told)), created_by="desk")


def broken_at(store: Store, match_id: str) -> int | None:
    """The first event that does not fit the chain, which must also end at the match's own head."""
    with store.read() as db:
        lines = list(log.read_lines(db, match_id))
        match = matches.get(db, match_id)
        assert match.head == len(lines)
        assert not lines or match.head_hash == lines[-1][1]
        return hashing.first_broken(matches.header_text(db, match_id), lines)
