"""What the fold takes from the store and gives back to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, or_, select, update

from service.store import clock
from service.store.hashing import canonical, parse
from service.store.tables import choices, events, matches, pack, snapshots, unpack, verdicts

# A broken fold is tried again by itself after 30 s, a minute, two ... up to an hour.
FIRST_RETRY_SECONDS = 30
LAST_RETRY_SECONDS = 3600


class Stale(Exception):
    """Somebody else has folded this match meanwhile: what was to be written is out of date, and was not written."""


@dataclass(frozen=True, slots=True)
class Row:
    """What the fold says of one event, in the form in which it is stored and compared."""

    seq: int
    status: str
    rule: str | None
    asks: bool
    question: bool
    verdict: str
    narration: str
    patch: str
    hides: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state and its view, packed when they were taken: the fold goes on working on the originals."""

    seq: int
    state: bytes
    view: bytes


@dataclass(frozen=True, slots=True)
class Folded:
    """All that one fold writes. `rows` and `snapshots` replace whatever there is from `start` on."""

    match_id: str
    epoch: int  # the match's when the fold began
    was_folded: int  # likewise
    start: int
    folded: int
    rows: list[Row]
    snapshots: list[Snapshot]
    questions: dict[int, bool]  # events before `start` whose question has been answered (False) or opened again (True)
    choices: dict[str, list[dict[str, Any]]]
    status: str
    outcome: dict[str, Any] | None


_BEHIND = (
    select(matches.c.id)
    .where(
        matches.c.folded < matches.c.head,
        or_(
            matches.c.failed.is_(None),
            matches.c.failed_code != bindparam("code"),  # deployed anew
            matches.c.failed_head < matches.c.head,  # something was logged since, perhaps the ruling that helps
            matches.c.retry_at <= bindparam("now"),
        ),
    )
    .limit(bindparam("limit"))
)
_SNAPSHOT = (
    select(snapshots.c.seq, snapshots.c.state)
    .where(snapshots.c.match_id == bindparam("match_id"), snapshots.c.seq < bindparam("before"))
    .order_by(snapshots.c.seq.desc())
    .limit(1)
)
_ASKING = select(verdicts.c.seq, verdicts.c.question).where(
    verdicts.c.match_id == bindparam("match_id"), verdicts.c.asks, verdicts.c.seq < bindparam("before")
)
_OLD_ROWS = select(*(verdicts.c[name] for name in Row.__slots__)).where(
    verdicts.c.match_id == bindparam("match_id"), verdicts.c.seq >= bindparam("start")
)
_THIS_ROW = and_(verdicts.c.match_id == bindparam("b_match_id"), verdicts.c.seq == bindparam("b_seq"))
_INSERT_ROW = insert(verdicts)
_UPDATE_ROW = (
    update(verdicts)
    .where(_THIS_ROW)
    .values({name: bindparam(name) for name in (*Row.__slots__, "epoch") if name != "seq"})
)
_UPDATE_QUESTION = update(verdicts).where(_THIS_ROW).values(question=bindparam("question"), epoch=bindparam("epoch"))
_FORGET_SNAPSHOTS = delete(snapshots).where(
    snapshots.c.match_id == bindparam("b_match_id"), snapshots.c.seq >= bindparam("start")
)
_INSERT_SNAPSHOT = insert(snapshots)
_UPDATE_CHOICES = (
    update(choices)
    .where(choices.c.match_id == bindparam("b_match_id"))
    .values(seq=bindparam("seq"), choices=bindparam("choices"))
)
_INSERT_CHOICES = insert(choices)
_OPEN = select(func.count(), func.min(verdicts.c.seq)).where(
    verdicts.c.match_id == bindparam("match_id"), verdicts.c.asks, verdicts.c.question
)
_BODY = select(events.c.body).where(events.c.match_id == bindparam("match_id"), events.c.seq == bindparam("seq"))
_MOVED = ("folded", "epoch", "rewritten", "status", "outcome", "questions", "asked_at")
_MOVE = (
    update(matches)
    .where(matches.c.id == bindparam("b_id"), matches.c.epoch == bindparam("b_epoch"))
    .values(
        {name: bindparam(name) for name in _MOVED}
        | {"failed": None, "failed_code": None, "failed_head": None, "failed_at": None, "retry_at": None, "failures": 0}
    )
)
_STANDING = select(matches.c.id, matches.c.epoch, matches.c.rewritten, matches.c.questions, matches.c.asked_at).where(
    matches.c.id.in_(bindparam("ids", expanding=True))
)


def behind(db: Connection, code: str, limit: int = 1000) -> list[str]:
    """Matches with events to fold, leaving out those that broke this very code and whose time has not come."""
    return list(db.scalars(_BEHIND, {"code": code, "now": clock.now(), "limit": limit}))


def snapshot_before(db: Connection, match_id: str, seq: int) -> tuple[int, dict[str, Any]] | None:
    """The newest snapshot from before event `seq`: (its seq, its state)."""
    row = db.execute(_SNAPSHOT, {"match_id": match_id, "before": seq}).one_or_none()
    return None if row is None else (row[0], unpack(row[1]))


def asking(db: Connection, match_id: str, before: int) -> dict[int, bool]:
    """The illegal events and calls before event `before`, and whether each is still an open question."""
    return {seq: question for seq, question in db.execute(_ASKING, {"match_id": match_id, "before": before})}  # noqa: C416 - rows are no pairs to `dict`


def rows_from(db: Connection, match_id: str, start: int) -> dict[int, Row]:
    """What is stored of the events from `start` on."""
    found: dict[int, Row] = {}
    for told in db.execute(_OLD_ROWS, {"match_id": match_id, "start": start}):
        row = Row(*told)
        found[row.seq] = row
    return found


def save(db: Connection, folds: Sequence[Folded]) -> dict[str, list[int]]:
    """Writes what folds of different matches gave, only what differs; gives, by match, the seqs of earlier verdicts
    that changed. Raises Stale, and nothing is written, if one of them is out of date."""
    standing = {match_id: rest for match_id, *rest in db.execute(_STANDING, {"ids": [told.match_id for told in folds]})}
    for told in folds:
        if standing[told.match_id][0] != told.epoch:
            raise Stale(told.match_id)
    changed = _write_rows(db, folds)
    _write_snapshots(db, folds)
    _write_choices(db, folds)
    moved = []
    for told in folds:
        _, rewritten, questions, asked_at = standing[told.match_id]
        if questions or changed[told.match_id] or any(row.asks for row in told.rows):
            questions, asked_at = _open_questions(db, told.match_id)
        moved.append(
            {
                "b_id": told.match_id,
                "b_epoch": told.epoch,
                "folded": told.folded,
                "epoch": told.epoch + 1,
                "rewritten": told.epoch + 1 if changed[told.match_id] else rewritten,
                "status": told.status,
                "outcome": told.outcome,
                "questions": questions,
                "asked_at": asked_at,
            }
        )
    # Last, because these rows are also those that appends lock; in the order in which appends lock them.
    moved.sort(key=lambda row: row["b_id"])
    if db.execute(_MOVE, moved).rowcount != len(moved):
        raise Stale(", ".join(told.match_id for told in folds))
    return changed


def _write_rows(db: Connection, folds: Sequence[Folded]) -> dict[str, list[int]]:
    added, replaced = [], []
    changed: dict[str, list[int]] = {}
    for told in folds:
        epoch = told.epoch + 1
        old = rows_from(db, told.match_id, told.start) if told.start <= told.was_folded else {}
        touched = set(told.questions)
        for row in told.rows:
            if row.seq not in old:
                added.append(_values(row) | {"match_id": told.match_id, "epoch": epoch})
            elif row != old[row.seq]:
                replaced.append(_values(row) | {"b_match_id": told.match_id, "b_seq": row.seq, "epoch": epoch})
                touched.add(row.seq)
        for seq, question in told.questions.items():
            key = {"b_match_id": told.match_id, "b_seq": seq}
            db.execute(_UPDATE_QUESTION, key | {"question": question, "epoch": epoch})
        changed[told.match_id] = sorted(touched)
    if added:
        db.execute(_INSERT_ROW, added)
    if replaced:
        db.execute(_UPDATE_ROW, replaced)
    return changed


def _write_snapshots(db: Connection, folds: Sequence[Folded]) -> None:
    for told in folds:
        if told.start <= told.was_folded:
            db.execute(_FORGET_SNAPSHOTS, {"b_match_id": told.match_id, "start": told.start})
    taken = [
        {"match_id": told.match_id, "seq": each.seq, "state": each.state, "view": each.view}
        for told in folds
        for each in told.snapshots
    ]
    if taken:
        db.execute(_INSERT_SNAPSHOT, taken)


def _write_choices(db: Connection, folds: Sequence[Folded]) -> None:
    first = [told for told in folds if told.was_folded < 0]
    if first:
        db.execute(_INSERT_CHOICES, [{"match_id": t.match_id, "seq": t.folded, "choices": t.choices} for t in first])
    if later := [told for told in folds if told.was_folded >= 0]:
        db.execute(_UPDATE_CHOICES, [{"b_match_id": t.match_id, "seq": t.folded, "choices": t.choices} for t in later])


def _open_questions(db: Connection, match_id: str) -> tuple[int, str | None]:
    count, oldest = db.execute(_OPEN, {"match_id": match_id}).one()
    if not count:
        return 0, None
    body = db.scalars(_BODY, {"match_id": match_id, "seq": oldest}).one()
    return count, parse(body)["recorded_at"]


def mark_failed(db: Connection, match_id: str, code: str, error: str) -> None:
    """The fold broke: what was written before stays, and the match waits for other code, a new event or its time."""
    still_behind = (matches.c.id == match_id) & (matches.c.folded < matches.c.head)
    failures = db.scalar(select(matches.c.failures).where(still_behind)) or 0
    wait = min(LAST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** min(failures, 20))
    db.execute(
        update(matches)
        .where(still_behind)
        .values(
            failed=error,
            failed_code=code,
            failed_head=matches.c.head,
            failed_at=clock.now(),
            failures=failures + 1,
            retry_at=clock.later(wait),
        )
    )


def row_of(verdict: dict[str, Any], narration: str, patch: Any, hides: Any, *, asks: bool, question: bool) -> Row:
    """A fold's step in its stored form."""
    return Row(
        seq=verdict["seq"],
        status=verdict["status"],
        rule=verdict["rule"],
        asks=asks,
        question=question,
        verdict=canonical(verdict),
        narration=narration,
        patch=canonical(patch),
        hides=canonical(hides),
    )


def snapshot_of(seq: int, state: dict[str, Any], view: dict[str, Any]) -> Snapshot:
    return Snapshot(seq, pack(state), pack(view))


def _values(row: Row) -> dict[str, Any]:
    return {name: getattr(row, name) for name in Row.__slots__}
