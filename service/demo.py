"""Sample matches: a full one of each game that brings one along, rulings included."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import Any

from schemas.language import installed_games, language, sample
from service.store import Store, clock, hashing, log, matches

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
    events = [
        {"id": str(uuid.uuid5(_IDS, f"{game}:{number}")), "seq": number, **event}
        for number, event in enumerate(told["log"], start=1)
    ]
    moments = _moments([event["id"] for event in events])
    text = matches.make_header(
        **header,
        rules_version=rules_version,
        catalog_fingerprint=fingerprint(header),
        private=False,
        created_at=clock.stamp(moments[0]),
    )
    chain, lines = hashing.header_hash(text), []
    for event, moment in zip(events, moments, strict=True):
        by = JUDGE if event["by"] == "judge" else event["by"]
        body = hashing.canonical({**event, "by": by, "recorded_at": clock.stamp(moment)})
        chain = hashing.event_hash(chain, body)
        lines.append((body, chain))
    with store.write() as db:
        match_id = matches.create(db, text, created_by=SAMPLER)
        log.append_record(db, match_id, lines)
    return match_id


def _moments(ids: list[str]) -> list[datetime]:
    """As if it had been played until just now: most plays take a few seconds, some a minute and more."""
    pauses = [5 + uuid.UUID(id_).int % 23 + (uuid.UUID(id_).int % 97 < 8) * 70 for id_ in ids]
    start = datetime.now(UTC) - timedelta(seconds=sum(pauses))
    return [start + timedelta(seconds=passed) for passed in accumulate(pauses)]
