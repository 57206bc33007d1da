"""A match's log: appended to in one transaction, never changed, read in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, text, tuple_, update
from sqlalchemy.exc import IntegrityError

from service.store import clock
from service.store.engine import Store
from service.store.hashing import NotJson, parse
from service.store.placing import (
    NOWHERE,
    Appended,
    Conflict,
    End,
    HeadConflict,
    Mistaken,
    Origin,
    TooManyEvents,
    UnknownMatch,
    Wanted,
    place,
)
from service.store.tables import DOCKET_TYPES, events, matches

# In the order of their ids, as the fold moves them, so that nobody waits in a circle. `key_share`: the fold's new rows
# refer to the match, and must not wait for an append.
_HEADS = (
    select(matches.c.id, matches.c.head, matches.c.head_hash)
    .where(matches.c.id.in_(bindparam("match_ids", expanding=True)))
    .order_by(matches.c.id)
    .with_for_update(key_share=True)
)
_KNOWN = select(events.c.match_id, events.c.id, events.c.seq, events.c.body).where(
    events.c.match_id.in_(bindparam("match_ids", expanding=True)), events.c.id.in_(bindparam("ids", expanding=True))
)
_INSERT = insert(events)
_MOVE_HEAD = (
    update(matches)
    .where(matches.c.id == bindparam("match_id"), matches.c.head_hash == bindparam("old_hash"))
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
_AT = select(events.c.match_id, events.c.seq, events.c.body, events.c.hash).where(
    tuple_(events.c.match_id, events.c.seq).in_(bindparam("places", expanding=True))
)
_ORIGINS = select(events.c.seq, events.c.address, events.c.key).where(events.c.match_id == bindparam("match_id"))
_UNFOLDED = (
    select(events.c.match_id, events.c.body, events.c.hash)
    .join(matches, matches.c.id == events.c.match_id)
    .where(matches.c.id.in_(bindparam("ids", expanding=True)), events.c.seq > matches.c.folded)
    .order_by(events.c.match_id, events.c.seq)
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
    origin: Origin = NOWHERE,
) -> Appended:
    """`append` as part of the caller's own write transaction."""
    done = append_all(db, [Wanted(match_id, new, by, expected_head, origin)])[0]
    if isinstance(done, Exception):
        raise done
    return done


def append_all(
    db: Connection, wanted: Sequence[Wanted], believed: dict[str, End] | None = None
) -> list[Appended | Exception]:
    """Several appends in one transaction, each stored wholly or refused by itself: its answer is then the exception.

    Hardly any event is sent twice, and whoever appends alone knows where the logs end. With `believed`, nobody looks:
    a log is taken to end where it says (if it says), and all ids to be new. The database finds what is not so: an end
    that has moved, an id that is known. Raises Mistaken then; the caller rolls back, and asks again with a look.
    `believed` is told the new ends; should the transaction fail after all, that is one more mistake to be found.
    """
    match_ids = sorted({each.match_id for each in wanted})
    ends = _ends(db, match_ids, believed or {})
    old = dict(ends)
    known = _known(db, match_ids, [event["id"] for each in wanted for event in each.events]) if believed is None else {}
    recorded_at = clock.now()
    rows: list[dict[str, Any]] = []
    answers: list[Appended | Exception] = []
    for each in wanted:
        try:
            answer, added = place(each, ends, known, recorded_at)
        except (UnknownMatch, TooManyEvents, Conflict, NotJson) as refused:
            if believed is not None and isinstance(refused, HeadConflict):
                raise Mistaken from None
            answers.append(refused)
            continue
        answers.append(answer)
        rows += added
        if added:
            ends[each.match_id] = End(answer.head, added[-1]["hash"])
            known |= {(each.match_id, row["id"]): (row["seq"], row["body"]) for row in added}
    try:
        _write(db, rows, old, ends)
    except (Mistaken, IntegrityError) as error:
        raise error if believed is None else Mistaken from None
    if believed is not None:
        believed |= ends
    return answers


def _ends(db: Connection, match_ids: list[str], believed: Mapping[str, End]) -> dict[str, End]:
    ends = {match_id: believed[match_id] for match_id in match_ids if match_id in believed}
    if asked := [match_id for match_id in match_ids if match_id not in ends]:
        ends |= {match_id: End(head, line) for match_id, head, line in db.execute(_HEADS, {"match_ids": asked})}
    return ends


def _write(db: Connection, rows: list[dict[str, Any]], old: Mapping[str, End], new: Mapping[str, End]) -> None:
    moves = [
        {"match_id": match_id, "old_hash": old[match_id].hash, "new_head": end.head, "new_hash": end.hash}
        for match_id, end in new.items()
        if end != old[match_id]
    ]
    if moves:
        if db.execute(_MOVE_HEAD, moves).rowcount != len(moves):
            raise Mistaken
        db.execute(_INSERT, rows)


def _known(db: Connection, match_ids: list[str], ids: list[str]) -> dict[tuple[str, str], tuple[int, str]]:
    """Of these ids those that the logs have: their seq and text."""
    found = db.execute(_KNOWN, {"match_ids": match_ids, "ids": ids})
    return {(match_id, event_id): (seq, body) for match_id, event_id, seq, body in found}


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
        _write(db, rows, _ends(db, [match_id], {}), {match_id: End(len(rows), rows[-1]["hash"])})
    return len(rows)


def read(db: Connection, match_id: str, after: int = 0, limit: int = END, before: int = END) -> list[dict[str, Any]]:
    """The stored events with after < seq < before, in order, each with `seq`, `recorded_at`, `by` and `hash`."""
    rows = db.execute(_BODIES, {"match_id": match_id, "after": after, "before": before, "limit": limit})
    return [parse(body) | {"hash": line_hash} for _, body, line_hash in rows]


def read_at(db: Connection, places: Sequence[tuple[str, int]]) -> dict[tuple[str, int], dict[str, Any]]:
    """The events at these places (match and seq), whatever matches they are of."""
    rows = db.execute(_AT, {"places": places})
    return {(match_id, seq): parse(body) | {"hash": line_hash} for match_id, seq, body, line_hash in rows}


def read_unfolded(db: Connection, match_ids: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """By match, the events that no fold has reached."""
    found: dict[str, list[dict[str, Any]]] = {match_id: [] for match_id in match_ids}
    for match_id, body, line_hash in db.execute(_UNFOLDED, {"ids": list(match_ids)}):
        found[match_id].append(parse(body) | {"hash": line_hash})
    return found


def read_lines(db: Connection, match_id: str) -> Iterator[tuple[str, str]]:
    """The whole log as (canonical body, hash), as `hashing.first_broken` takes it and an export writes it."""
    for _, body, line_hash in db.execute(_BODIES, {"match_id": match_id, "after": 0, "before": END, "limit": END}):
        yield body, line_hash


def read_docket(db: Connection, match_id: str, upto: int) -> list[dict[str, Any]]:
    """The rulings, retracts and calls among the events up to `upto`: what decides which events stand."""
    rows = db.execute(_DOCKET, {"match_id": match_id, "upto": upto})
    return [parse(body) | {"hash": line_hash} for body, line_hash in rows]


def read_origins(db: Connection, match_id: str) -> dict[int, Origin]:
    """Where each event came from, by its seq."""
    return {seq: Origin(address, key) for seq, address, key in db.execute(_ORIGINS, {"match_id": match_id})}
