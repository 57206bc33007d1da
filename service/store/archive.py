"""Old matches: what the fold wrote of them is packed away, and brought back when somebody wants to see it again.

A log never leaves its table. What is packed, without a loss, is the bulk of what was made of it: sentences, facts,
patches and snapshots. What searches and counts ask for (status and rule of each verdict) stays where it was, so an old
match is still found, and its penalties and precedents still count.
"""

from __future__ import annotations

import lzma
from dataclasses import replace
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from service.store import clock, folding, matches, tables
from service.store.engine import Store
from service.store.folding import Row
from service.store.matches import Match
from service.store.tables import archives, pack, snapshots, unpack, verdicts

# The texts of a verdict's row; an empty object stands for each of them meanwhile.
PACKED = ("verdict", "narration", "patch", "hides")
# The events of a match are much alike: more effort costs time and saves next to nothing.
EFFORT = 3
PACK_SECONDS = 60.0

_IS_OLD = (
    tables.matches.c.status == "finished",
    tables.matches.c.created_at < bindparam("before"),
    tables.matches.c.questions == 0,
    tables.matches.c.folded == tables.matches.c.head,
    tables.matches.c.failed.is_(None),
    tables.matches.c.archived_at.is_(None),
)
_OLD = select(tables.matches.c.id).where(*_IS_OLD).order_by(tables.matches.c.created_at, tables.matches.c.id)
_TEXTS = select(verdicts.c.seq, *(verdicts.c[name] for name in PACKED)).where(
    verdicts.c.match_id == bindparam("match_id")
)
_SNAPSHOTS = select(snapshots.c.seq, snapshots.c.state, snapshots.c.view).where(
    snapshots.c.match_id == bindparam("match_id")
)
_PACKED = select(archives.c.packed).where(archives.c.match_id == bindparam("match_id"))
_TAKE = delete(archives).where(archives.c.match_id == bindparam("match_id")).returning(archives.c.packed)
_MARK = (
    update(tables.matches)
    .where(tables.matches.c.id == bindparam("match_id"), *_IS_OLD)
    .values(archived_at=bindparam("now"), epoch=tables.matches.c.epoch + 1)
)
_UNMARK = (
    update(tables.matches)
    .where(tables.matches.c.id == bindparam("b_id"))
    .values(archived_at=None, epoch=tables.matches.c.epoch + 1)
)
_EMPTY = update(verdicts).where(verdicts.c.match_id == bindparam("b_match_id")).values(dict.fromkeys(PACKED, "{}"))
_NO_SNAPSHOTS = delete(snapshots).where(snapshots.c.match_id == bindparam("b_match_id"))
_FILL_IN = (
    update(verdicts)
    .where(verdicts.c.match_id == bindparam("b_match_id"), verdicts.c.seq == bindparam("b_seq"))
    .values({name: bindparam(name) for name in PACKED})
)


class Packed(NamedTuple):
    """What became of a match."""

    verdicts: int
    bytes: int


def old(db: Connection, before: str) -> list[str]:
    """The matches opened before then that are over and done with: finished, judged, and no question open."""
    return list(db.scalars(_OLD, {"before": before}))


def pack_away(store: Store, match_id: str, before: str) -> Packed | None:
    """Packs one match; None if somebody is at it just now, or if it is not `old` any more."""
    with store.claim([match_id]) as claim:
        if not claim.match_ids:
            return None
        with claim.write(PACK_SECONDS) as db:
            # The match's own row first: whoever has begun to fold it finds another epoch, and starts again.
            if not db.execute(_MARK, {"before": before, "match_id": match_id, "now": clock.now()}).rowcount:
                return None
            texts = [tuple(row) for row in db.execute(_TEXTS, {"match_id": match_id})]
            taken = [
                (seq, unpack(state), unpack(view))
                for seq, state, view in db.execute(_SNAPSHOTS, {"match_id": match_id})
            ]
            packed = lzma.compress(orjson.dumps({"rows": texts, "snapshots": taken}), preset=EFFORT)
            db.execute(insert(archives), {"match_id": match_id, "packed": packed})
            db.execute(_EMPTY, {"b_match_id": match_id})
            db.execute(_NO_SNAPSHOTS, {"b_match_id": match_id})
            return Packed(len(texts), len(packed))


def bring_back(store: Store, match_id: str) -> None:
    """Everything as it was before it was packed. Does nothing for a match that is not."""
    with store.write() as db:
        # Only one of those who come at once finds it there.
        packed = db.scalar(_TAKE, {"match_id": match_id})
        if packed is None:
            return
        told = _unpack(packed)
        db.execute(_UNMARK, {"b_id": match_id})
        filled = [{"b_match_id": match_id, "b_seq": seq} | texts for seq, texts in _texts(told).items()]
        if filled:
            db.execute(_FILL_IN, filled)
        db.execute(
            insert(snapshots),
            [
                {"match_id": match_id, "seq": seq, "state": pack(state), "view": pack(view)}
                for seq, state, view in told["snapshots"]
            ],
        )


def whole(store: Store, match_id: str) -> Match:
    """A match's summary, once everything that was packed of it is there again. Raises UnknownMatch."""
    with store.read() as db:
        match = matches.get(db, match_id)
    if match.archived_at is None:
        return match
    bring_back(store, match_id)
    with store.read() as db:
        return matches.get(db, match_id)


def rows(db: Connection, match_id: str) -> dict[int, Row]:
    """`folding.rows_from` for a match that is packed away, and stays so."""
    texts = _texts(_unpack(db.scalars(_PACKED, {"match_id": match_id}).one()))
    return {seq: replace(row, **texts[seq]) for seq, row in folding.rows_from(db, match_id, 1).items()}


def _unpack(packed: bytes) -> dict[str, Any]:
    told: dict[str, Any] = orjson.loads(lzma.decompress(packed))
    return told


def _texts(told: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """By verdict, what was packed of it."""
    return {seq: dict(zip(PACKED, texts, strict=True)) for seq, *texts in told["rows"]}
