"""What the fold has written, for those who show it: verdicts, patches, views, choices, and how far behind it is.

Views and patches are whole (a judge's, with veils): redaction happens at the door, in `schemas.viewer`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, bindparam, select, tuple_

from schemas.patches import apply_patch
from service.store.hashing import parse
from service.store.tables import choices, events, matches, snapshots, unpack, verdicts


class NotFolded(LookupError):
    """No worker has folded that event yet; `folded` is how far they are (-1: not even the first view)."""

    def __init__(self, folded: int) -> None:
        super().__init__(f"Folded up to event {folded}.")
        self.folded = folded


@dataclass(frozen=True, slots=True)
class Judged:
    """What the fold says of one event. `patch` leads from the view before it to the view after it."""

    seq: int
    epoch: int  # of the fold that said so: higher than a stream has seen means new to it
    question: bool  # open: no standing ruling has answered it
    verdict: dict[str, Any]  # seq, status, rule, why, facts
    narration: str
    hides: list[dict[str, Any]]
    patch: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """An event that waits for a judge."""

    match_id: str
    event: dict[str, Any]
    verdict: dict[str, Any]
    narration: str


@dataclass(frozen=True, slots=True)
class Lag:
    """How far the fold is behind the logs, and which matches it broke on."""

    matches: int
    events: int
    oldest: str | None  # since when the oldest event without a verdict has been in the store
    failed: list[tuple[str, bool]]  # (match id, whether it is private)


_SAID = (
    verdicts.c.seq,
    verdicts.c.epoch,
    verdicts.c.question,
    verdicts.c.verdict,
    verdicts.c.narration,
    verdicts.c.hides,
    verdicts.c.patch,
)
_JUDGED_AT = select(verdicts.c.match_id, *_SAID).where(
    tuple_(verdicts.c.match_id, verdicts.c.seq).in_(bindparam("places", expanding=True))
)
_JUDGED = (
    select(*_SAID)
    .where(
        verdicts.c.match_id == bindparam("match_id"),
        verdicts.c.seq > bindparam("after"),
        verdicts.c.seq <= bindparam("upto"),
        verdicts.c.epoch > bindparam("since"),
    )
    .order_by(verdicts.c.seq)
)
_PATCHES = (
    select(verdicts.c.patch)
    .where(
        verdicts.c.match_id == bindparam("match_id"),
        verdicts.c.seq > bindparam("after"),
        verdicts.c.seq <= bindparam("upto"),
    )
    .order_by(verdicts.c.seq)
)
_FOLDED = select(matches.c.folded).where(matches.c.id == bindparam("match_id"))
_SNAPSHOT = (
    select(snapshots.c.seq, snapshots.c.view)
    .where(snapshots.c.match_id == bindparam("match_id"), snapshots.c.seq <= bindparam("seq"))
    .order_by(snapshots.c.seq.desc())
    .limit(1)
)
_CHOICES = select(choices.c.seq, choices.c.choices).where(choices.c.match_id == bindparam("match_id"))
_QUESTIONS = (
    select(verdicts.c.match_id, events.c.body, events.c.hash, verdicts.c.verdict, verdicts.c.narration)
    .join(events, and_(events.c.match_id == verdicts.c.match_id, events.c.seq == verdicts.c.seq))
    .where(verdicts.c.match_id == bindparam("match_id"), verdicts.c.asks, verdicts.c.question)
    .order_by(verdicts.c.seq)
)
_BEHIND = matches.c.folded < matches.c.head
_WHO_IS_BEHIND = select(matches.c.id, matches.c.head, matches.c.folded, matches.c.created_at).where(_BEHIND)
_FAILED = select(matches.c.id, matches.c.private).where(matches.c.failed.is_not(None)).order_by(matches.c.id)
_WAITING = select(events.c.match_id, events.c.body).where(
    tuple_(events.c.match_id, events.c.seq).in_(bindparam("first", expanding=True))
)
MOST_LOOKED_AT = 200  # of those behind, for the age of the oldest event without a verdict


def judged(db: Connection, match_id: str, after: int = 0, upto: int = 2**31 - 1, since: int = -1) -> list[Judged]:
    """What the fold says of the events with after < seq <= upto; events not folded yet are not among them.

    `since` leaves only what later folds than that epoch have written. A stream that has seen epoch e and events up to n
    asks for `after=n` as long as the match's `rewritten` is not above e, else for `since=e`.
    """
    rows = db.execute(_JUDGED, {"match_id": match_id, "after": after, "upto": upto, "since": since})
    return [_judged(*row) for row in rows]


def judged_at(db: Connection, places: Sequence[tuple[str, int]]) -> dict[tuple[str, int], Judged]:
    """The same of the events at these places (match and seq), whatever matches they are of."""
    rows = db.execute(_JUDGED_AT, {"places": places})
    return {(match_id, row[0]): _judged(*row) for match_id, *row in rows}


def _judged(seq: int, epoch: int, question: bool, verdict: str, narration: str, hides: str, patch: str) -> Judged:
    return Judged(seq, epoch, question, parse(verdict), narration, parse(hides), parse(patch))


def view_at(db: Connection, match_id: str, seq: int | None = None) -> dict[str, Any]:
    """The whole view after event `seq` (default: the last folded): one snapshot and the patches after it.

    Raises NotFolded. Read within one transaction (`Store.read`), so that a fold in between cannot mix two versions.
    """
    folded = db.scalar(_FOLDED, {"match_id": match_id})
    if folded is None or folded < 0 or (seq is not None and seq > folded):
        raise NotFolded(-1 if folded is None else folded)
    wanted = folded if seq is None else seq
    start, packed = db.execute(_SNAPSHOT, {"match_id": match_id, "seq": wanted}).one()
    view: dict[str, Any] = unpack(packed)
    for patch in db.scalars(_PATCHES, {"match_id": match_id, "after": start, "upto": wanted}):
        apply_patch(view, parse(patch))
    return view


def choices_of(db: Connection, match_id: str) -> tuple[int, dict[str, list[dict[str, Any]]]]:
    """What each seat could log after the last folded event: (seq, choices by seat). Raises NotFolded."""
    row = db.execute(_CHOICES, {"match_id": match_id}).one_or_none()
    if row is None:
        raise NotFolded(-1)
    return row[0], row[1]


def questions(db: Connection, match_id: str) -> list[Question]:
    """The open questions of a match, oldest first."""
    rows = db.execute(_QUESTIONS, {"match_id": match_id})
    return [
        Question(which, parse(body) | {"hash": line_hash}, parse(verdict), narration)
        for which, body, line_hash, verdict, narration in rows
    ]


def lag(db: Connection) -> Lag:
    """For `/readyz` and the metrics."""
    # No LIMIT in the query: PostgreSQL takes a third of all matches to be behind, and would look for the first few by
    # reading the table. When none is, that is all of it.
    behind = db.execute(_WHO_IS_BEHIND).all()
    missing = sum(match.head - max(match.folded, 0) for match in behind)
    first = [(match.id, max(match.folded, 0) + 1) for match in behind if match.head][:MOST_LOOKED_AT]
    found = db.execute(_WAITING, {"first": first}) if first else ()
    # An imported event was recorded long before it came here.
    opened = {match.id: match.created_at for match in behind}
    waiting = [max(parse(body)["recorded_at"], opened[match_id]) for match_id, body in found]
    failed = [(match_id, private) for match_id, private in db.execute(_FAILED)]
    return Lag(len(behind), missing, min(waiting, default=None), failed)
