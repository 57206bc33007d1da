"""A store with as many events as wanted, quickly: one played match, copied inside the database.

A match's id is no part of its hash chain, so every copy is a whole match that verifies: `python -m tests.bench.filling
URL EVENTS` fills a store for a look at it by hand.
"""

from __future__ import annotations

import json
import random
import re
import sys
import uuid
from typing import Any

from sqlalchemy import Connection, text

from service.store import Store, log, matches, open_store
from tests.rules.playing import header, offered, opened
from workers.fold import Folder
from workers.rules import RULES_VERSION, fingerprint

LENGTH = 100  # events of a match
COPIED = ("events", "verdicts", "snapshots", "choices")
CHUNK = 1000  # matches copied in one transaction


def play(length: int, seed: int = 7) -> list[dict[str, Any]]:
    """A game that the rules allow, with a call and a judge's answer in it, and remarks where it ends too soon."""
    chance = random.Random(seed)
    recording = opened("synsouls", chance)
    while len(recording.events) < length - 3 and (offer := offered(recording, chance)) is not None:
        recording.log(offer)
    events = [{key: value for key, value in event.items() if key not in ("seq", "by")} for event in recording.events]
    events += [{"type": "call", "seat": seat, "text": "Is that so?"} for seat in ("p1", "p2")]
    events += [{"type": "ruling", "decision": "uphold", "target": len(events) - 1, "note": "It is."}]
    events += [{"type": "note", "text": "and so on"}] * (length - len(events))
    return [event | {"id": str(uuid.UUID(int=chance.getrandbits(128)))} for event in events]


def late_game(plays: int, remarks: int, seed: int = 7) -> list[dict[str, Any]]:
    """The same game at the end of a log of any length: so many remarks, then so many plays.

    Cards are called by the numbers of their events, which move with the remarks before them.
    """
    chance = random.Random(seed)
    recording = opened("synsouls", chance)
    while len(recording.events) < plays and (offer := offered(recording, chance)) is not None:
        recording.log(offer)
    kept = [{key: value for key, value in each.items() if key not in ("seq", "by", "id")} for each in recording.events]
    moved = re.sub(r'"@(\d+)', lambda label: f'"@{int(label[1]) + remarks}', json.dumps(kept))
    events = [{"type": "note", "text": "not yet"}] * remarks + json.loads(moved)
    return [event | {"id": str(uuid.UUID(int=chance.getrandbits(128)))} for event in events]


def open_match(store: Store, events: list[dict[str, Any]], batch: int = 500) -> str:
    """A match with these events in its log, not folded yet."""
    told = header("synsouls")
    text_ = matches.make_header(
        **told, rules_version=RULES_VERSION, catalog_fingerprint=fingerprint(told), private=False
    )
    with store.write() as db:
        match_id = matches.create(db, text_, created_by="bench")
        for start in range(0, len(events), batch):
            log.append_within(db, match_id, events[start : start + batch], by="judge:Jo")
    return match_id


def fill(store: Store, events: int, length: int = LENGTH) -> str:
    """So many events in matches of this length; gives the id of the first."""
    sample = open_match(store, play(length))
    Folder(store, lambda _: None).fold(sample)
    copies = events // length - 1
    for start in range(0, copies, CHUNK):
        with store.write() as db:
            _copy(db, sample, [matches.new_id() for _ in range(min(CHUNK, copies - start))])
    _analyse(store)
    return sample


def _copy(db: Connection, sample: str, ids: list[str]) -> None:
    db.execute(text("CREATE TEMPORARY TABLE copies (id TEXT PRIMARY KEY)"))
    db.execute(text("INSERT INTO copies (id) VALUES (:id)"), [{"id": match_id} for match_id in ids])
    for table, key in (("matches", "id"), *((name, "match_id") for name in COPIED)):
        columns = [column.name for column in matches.matches.metadata.tables[table].c if column.name != key]
        listed = ", ".join(columns)
        db.execute(
            text(
                f"INSERT INTO {table} ({key}, {listed}) SELECT copies.id, {', '.join(f't.{each}' for each in columns)} "
                f"FROM copies CROSS JOIN {table} AS t WHERE t.{key} = :sample"
            ),
            {"sample": sample},
        )
    db.execute(text("DROP TABLE copies"))


def _analyse(store: Store) -> None:
    with store.write() as db:
        db.execute(text("ANALYZE"))


if __name__ == "__main__":
    opened_store = open_store(sys.argv[1])
    opened_store.migrate()
    print(f"filled, one of the matches is {fill(opened_store, int(sys.argv[2]))}")
    opened_store.close()
