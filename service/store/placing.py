"""What an append asks for, and where in a log its events go. Nothing here touches the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from service.store.hashing import canonical, event_hash, parse

MOST_EVENTS = 500  # in one append
ADDED_BY_THE_STORE = ("seq", "recorded_at", "by", "hash")
SEEN_BY_ALL = ("type", "seat")


class UnknownMatch(LookupError):
    """No match has this id."""


class TooManyEvents(ValueError):
    """More than MOST_EVENTS in one append."""


class Conflict(Exception):
    """The append does not fit the log as it is. Nothing was stored; `head` is the log's last event."""

    def __init__(self, head: int, message: str) -> None:
        super().__init__(message)
        self.head = head


class HeadConflict(Conflict):
    """The caller expected another head."""

    def __init__(self, head: int) -> None:
        super().__init__(head, f"The log's last event is {head}.")


class IdConflict(Conflict):
    """The id is stored already with other content: event `seq`."""

    def __init__(self, head: int, event_id: str, seq: int) -> None:
        super().__init__(head, f"The id {event_id} already belongs to event {seq}, which says something else.")
        self.event_id = event_id
        self.seq = seq


class Mistaken(Exception):
    """What was believed of the logs does not hold, or only a look could tell."""


@dataclass(frozen=True, slots=True)
class Appended:
    """`events`: (id, seq) in the order sent; `head`: the log's last seq; `fresh`: how many were not known before."""

    events: list[tuple[str, int]]
    head: int
    fresh: int


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an append came from: the network address, and the start of the digest of the token that was used."""

    address: str | None = None
    key: str | None = None


NOWHERE = Origin()


@dataclass(frozen=True, slots=True)
class Wanted:
    """One append, as `append` takes it."""

    match_id: str
    events: Sequence[Mapping[str, Any]]
    by: str
    expected_head: int | None = None
    origin: Origin = NOWHERE


class End(NamedTuple):
    """Of a log."""

    head: int
    hash: str


def place(
    wanted: Wanted, ends: Mapping[str, End], known: Mapping[tuple[str, str], tuple[int, str]], recorded_at: str
) -> tuple[Appended, list[dict[str, Any]]]:
    """Where each event goes, and the rows of those that are new."""
    if len(wanted.events) > MOST_EVENTS:
        raise TooManyEvents(f"{len(wanted.events)} events in one append; at most {MOST_EVENTS} are taken.")
    if wanted.match_id not in ends:
        raise UnknownMatch(wanted.match_id)
    head, line_hash = ends[wanted.match_id]
    rows: dict[str, dict[str, Any]] = {}
    placed: list[tuple[str, int]] = []
    for event in wanted.events:
        event_id = event["id"]
        old = known.get((wanted.match_id, event_id))
        if old is None and event_id in rows:
            old = rows[event_id]["seq"], rows[event_id]["body"]
        if old is not None:
            if not _says_the_same(parse(old[1]), event, wanted.by):
                raise IdConflict(head, event_id, old[0])
            placed.append((event_id, old[0]))
            continue
        seq = head + len(rows) + 1
        body = canonical(_sent(event) | {"seq": seq, "recorded_at": recorded_at, "by": wanted.by})
        line_hash = event_hash(line_hash, body)
        rows[event_id] = {
            "match_id": wanted.match_id,
            "seq": seq,
            "id": event_id,
            "type": event["type"],
            "body": body,
            "hash": line_hash,
            "address": wanted.origin.address,
            "key": wanted.origin.key,
        }
        placed.append((event_id, seq))
    if rows and wanted.expected_head not in (None, head):
        raise HeadConflict(head)
    return Appended(placed, head + len(rows), len(rows)), list(rows.values())


def _sent(event: Mapping[str, Any]) -> dict[str, Any]:
    """What the client has sent of an event."""
    return {key: value for key, value in event.items() if key not in ADDED_BY_THE_STORE}


def _says_the_same(stored: Mapping[str, Any], event: Mapping[str, Any], by: str) -> bool:
    """Of what somebody else has logged, only that is compared which all may see: hidden cards could be guessed else."""
    if stored["by"] != by:
        return all(stored.get(key) == event.get(key) for key in SEEN_BY_ALL)
    return canonical(_sent(stored)) == canonical(_sent(event))
