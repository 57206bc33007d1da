"""A match's log: appended to in one transaction, never changed, read in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, text, update

from service.store import clock
from service.store.engine import Store
from service.store.hashing import canonical, event_hash, parse
from service.store.tables import DOCKET_TYPES, events, matches

MOST_EVENTS = 500  # in one append
ADDED_BY_THE_STORE = ("seq", "recorded_at", "by", "hash")


class UnknownMatch(LookupError):
    """No match has this id."""


class TooManyEvents(ValueError):
    """More than MOST_EVENTS in one append."""


class Conflict(Exception):
    """The append does not fit the log as it is. Nothing was stored."""


class HeadConflict(Conflict):
    """The caller expected another head; `head` is the real one."""

    def __init__(self, head: int) -> None:
        super().__init__(f"The log's last event is {head}.")
        self.head = head


class IdConflict(Conflict):
    """The id is stored already with other content: event `seq`."""

    def __init__(self, event_id: str, seq: int) -> None:
        super().__init__(f"The id {event_id} already belongs to event {seq}, which says something else.")
        self.event_id = event_id
        self.seq = seq


@dataclass(frozen=True, slots=True)
class Appended:
    """`events`: (id, seq) in the order sent; `head`: the log's last seq; `fresh`: how many were not known before."""

    events: list[tuple[str, int]]
    head: int
    fresh: int


_HEAD = select(matches.c.head, matches.c.head_hash).where(matches.c.id == bindparam("match_id")).with_for_update()
_KNOWN = select(events.c.id, events.c.seq, events.c.body).where(
    events.c.match_id == bindparam("match_id"), events.c.id.in_(bindparam("ids", expanding=True))
)
_INSERT = insert(events)
_MOVE_HEAD = (
    update(matches)
    .where(matches.c.id == bindparam("match_id"))
    .values(head=bindparam("new_head"), head_hash=bindparam("new_hash"))
)
_BODIES = (
    select(events.c.seq, events.c.body, events.c.hash)
    .where(
        events.c.match_id == bindparam("match_id"),
        events.c.seq > bindparam("after"),
        events.c.seq < bindparam("before"),
    )
    .order_by(events.c.seq)
    .limit(bindparam("limit"))
)
_DOCKET = (
    select(events.c.body, events.c.hash)
    .where(events.c.match_id == bindparam("match_id"), events.c.seq <= bindparam("upto"), text(DOCKET_TYPES))
    .order_by(events.c.seq)
)

END = 2**31 - 1  # beyond any seq


def append(
    store: Store,
    match_id: str,
    new: Sequence[Mapping[str, Any]],
    *,
    by: str,
    expected_head: int | None = None,
) -> Appended:
    """Stores events at the end of a match's log, all or none, in one transaction of its own.

    Each event is as the client sent it, with its `id`. An id that the log knows with the same content is not stored
    again: its old seq is given back (an append of nothing but such ids succeeds whatever `expected_head` says, so a
    client can safely send again what it got no answer for).

    Raises UnknownMatch, TooManyEvents, HeadConflict, IdConflict, hashing.NotJson.
    """
    with store.write() as db:
        return append_within(db, match_id, new, by=by, expected_head=expected_head)


def append_within(
    db: Connection,
    match_id: str,
    new: Sequence[Mapping[str, Any]],
    *,
    by: str,
    expected_head: int | None = None,
) -> Appended:
    """`append` as part of the caller's own write transaction."""
    if len(new) > MOST_EVENTS:
        raise TooManyEvents(f"{len(new)} events in one append; at most {MOST_EVENTS} are taken.")
    found = db.execute(_HEAD, {"match_id": match_id}).one_or_none()
    if found is None:
        raise UnknownMatch(match_id)
    head, head_hash = found
    known = _known(db, match_id, [event["id"] for event in new])
    recorded_at = clock.now()
    rows: list[dict[str, Any]] = []
    placed: list[tuple[str, int]] = []
    for event in new:
        content = {key: value for key, value in event.items() if key not in ADDED_BY_THE_STORE}
        event_id = content["id"]
        if event_id in known:
            seq, old = known[event_id]
            if old != canonical(content):
                raise IdConflict(event_id, seq)
            placed.append((event_id, seq))
            continue
        seq = head + len(rows) + 1
        body = canonical(content | {"seq": seq, "recorded_at": recorded_at, "by": by})
        head_hash = event_hash(head_hash, body)
        rows.append(
            {"match_id": match_id, "seq": seq, "id": event_id, "type": event["type"], "body": body, "hash": head_hash}
        )
        known[event_id] = (seq, canonical(content))
        placed.append((event_id, seq))
    if rows:
        if expected_head is not None and expected_head != head:
            raise HeadConflict(head)
        head += len(rows)
        db.execute(_INSERT, rows)
        db.execute(_MOVE_HEAD, {"match_id": match_id, "new_head": head, "new_hash": head_hash})
    return Appended(placed, head, len(rows))


def _known(db: Connection, match_id: str, ids: list[str]) -> dict[str, tuple[int, str]]:
    """Of these ids those that the log has: their seq and the canonical text of what the client had sent."""
    known = {}
    for event_id, seq, body in db.execute(_KNOWN, {"match_id": match_id, "ids": ids}):
        content = {key: value for key, value in parse(body).items() if key not in ADDED_BY_THE_STORE}
        known[event_id] = (seq, canonical(content))
    return known


def append_record(db: Connection, match_id: str, lines: Sequence[tuple[str, str]]) -> int:
    """Stores an imported record's (canonical body, hash) lines as they are, after the chain has been checked.

    For a match just opened in the same transaction. Gives the new head.
    """
    rows = []
    for seq, (body, line_hash) in enumerate(lines, start=1):
        event = parse(body)
        rows.append(
            {
                "match_id": match_id,
                "seq": seq,
                "id": event["id"],
                "type": event["type"],
                "body": body,
                "hash": line_hash,
            }
        )
    if rows:
        db.execute(_INSERT, rows)
        db.execute(_MOVE_HEAD, {"match_id": match_id, "new_head": len(rows), "new_hash": rows[-1]["hash"]})
    return len(rows)


def read(db: Connection, match_id: str, after: int = 0, limit: int = END, before: int = END) -> list[dict[str, Any]]:
    """The stored events with after < seq < before, in order, each with `seq`, `recorded_at`, `by` and `hash`."""
    rows = db.execute(_BODIES, {"match_id": match_id, "after": after, "before": before, "limit": limit})
    return [parse(body) | {"hash": line_hash} for _, body, line_hash in rows]


def read_lines(db: Connection, match_id: str) -> Iterator[tuple[str, str]]:
    """The whole log as (canonical body, hash), as `hashing.first_broken` takes it and an export writes it."""
    for _, body, line_hash in db.execute(_BODIES, {"match_id": match_id, "after": 0, "before": END, "limit": END}):
        yield body, line_hash


def read_docket(db: Connection, match_id: str, upto: int) -> list[dict[str, Any]]:
    """The rulings, retracts and calls among the events up to `upto`: what decides which events stand."""
    rows = db.execute(_DOCKET, {"match_id": match_id, "upto": upto})
    return [parse(body) | {"hash": line_hash} for body, line_hash in rows]
