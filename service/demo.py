"""Sample matches: a full one of each game that brings one along, rulings included."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from schemas.language import installed_games, language, sample
from service.store import Store, log, matches
from service.store.log import MOST_EVENTS

SAMPLER = "demo"
JUDGE = "judge:Robin"
# Ids that are the same each time: the samples of two stores can be compared.
_IDS = uuid.UUID("7b0d6a52-3f4c-4a57-8a8e-2f7c2d6f1c11")


def fill(store: Store, rules_version: str, fingerprint: Callable[[Any], str]) -> list[str]:
    """Stores the samples; gives their matches' ids. The workers find and fold them like any other match."""
    made = []
    for game in installed_games():
        told = sample(game)
        if told is None:
            continue
        made.append(_store(store, game, told, rules_version, fingerprint))
    return made


def _store(store: Store, game: str, told: dict[str, Any], rules_version: str, fingerprint: Callable[[Any], str]) -> str:
    header = {
        "game": game,
        "options": {**language(game).default_options(), **(told.get("options") or {})},
        "seats": told["names"],
        "catalog": told.get("cards") or [],
    }
    text = matches.make_header(
        **header,
        rules_version=rules_version,
        catalog_fingerprint=fingerprint(header),
        private=False,
    )
    events = [
        {"id": str(uuid.uuid5(_IDS, f"{game}:{number}")), **event} for number, event in enumerate(told["log"], start=1)
    ]
    with store.write() as db:
        match_id = matches.create(db, text, created_by=SAMPLER)
        for by, run in _runs(events):
            for start in range(0, len(run), MOST_EVENTS):
                log.append_within(db, match_id, run[start : start + MOST_EVENTS], by=by)
    return match_id


def _runs(events: list[dict[str, Any]]) -> list[tuple[str, list[dict[str, Any]]]]:
    """Stretches of events that the same hand logged."""
    runs: list[tuple[str, list[dict[str, Any]]]] = []
    for event in events:
        by = event.pop("by")
        by = JUDGE if by == "judge" else by
        if not runs or runs[-1][0] != by:
            runs.append((by, []))
        runs[-1][1].append(event)
    return runs
