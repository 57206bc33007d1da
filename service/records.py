"""Records: a match as a file that stands for itself.

Line 1 is the header with the chain's first hash and with what it ends in, every further line an event with its hash,
each in canonical JSON. So a record can be checked anywhere, line by line: a changed character is found where it is, and
so is the place where lines are missing. A record that was written for somebody who may not see everything has blanks,
and does not pass for the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from schemas.envelope import STORED_KEYS, event_fault, is_name, value_fault
from schemas.language import installed_games
from service.auth import audits
from service.store import clock, hashing, log, matches

FORMAT = "tapedeck/1"
MAX_DEPTH = 24
_HEADER_KINDS: dict[str, type] = {
    "game": str,
    "options": dict,
    "seats": list,
    "catalog": list,
    "rules_version": str,
    "catalog_fingerprint": str,
    "private": bool,
    "created_at": str,
}


End = tuple[int, Any]  # how many events there are, and the hash of the last


class BadRecord(ValueError):
    """The record is not whole; `line` is the first line that shows it."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"Line {line}: {message}")
        self.line = line
        self.message = message


@dataclass(frozen=True, slots=True)
class Record:
    header: str  # canonical, as it was hashed
    lines: list[tuple[str, str]]  # canonical events with their hashes

    @property
    def told(self) -> dict[str, Any]:
        told: dict[str, Any] = hashing.parse(self.header)
        return told

    def events(self) -> list[dict[str, Any]]:
        return [hashing.parse(body) | {"hash": hash_} for body, hash_ in self.lines]


def write(header: str, events: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    first = hashing.header_hash(header)
    # Where the events come without hashes, the last of them is not told here either.
    last = events[-1].get("hash") if events else first
    told = {"format": FORMAT, "hash": first, "head": len(events), "head_hash": last}
    yield hashing.canonical(hashing.parse(header) | told) + "\n"
    for event in events:
        yield hashing.canonical(dict(event)) + "\n"


def read(text: bytes) -> Record:
    """Checks a record line by line. Raises BadRecord with the first line that is not as it was written."""
    raw = text.split(b"\n")
    if raw and raw[-1] == b"":
        raw.pop()
    if not raw:
        raise BadRecord(1, "the record is empty")
    header, end = _read_header(raw[0])
    before, lines = hashing.header_hash(header), []
    ids: set[str] = set()
    for number, line in enumerate(raw[1:], start=2):
        event = _parse(number, line)
        claimed = event.pop("hash", None)
        body = hashing.canonical(event)
        before = hashing.event_hash(before, body)
        if before != claimed:
            raise BadRecord(number, "the hash does not fit: this event, or its place, was altered")
        _check_event(number, event, ids)
        lines.append((body, before))
    _check_end(end, (len(lines), before))
    return Record(header, lines)


def _check_end(told: End, found: End) -> None:
    """Whether the record ends where its header says. Who cuts it off does not know what else the header should say."""
    if told == found:
        return
    if told[0] == found[0] or told[1] == found[1]:
        raise BadRecord(1, "the end that it tells of does not fit: the header was altered")
    raise BadRecord(min(told[0], found[0]) + 2, f"the record should end with event {told[0]}, not {found[0]}")


def _parse(number: int, line: bytes) -> dict[str, Any]:
    try:
        value = hashing.parse(line)
        # Anything that reads the same but is not the same text would slip through the hashes.
        same = isinstance(value, dict) and hashing.canonical(value).encode() == line
    except ValueError:
        raise BadRecord(number, "not JSON") from None
    if not same:
        raise BadRecord(number, "not a JSON object in canonical form")
    return value


def _read_header(line: bytes) -> tuple[str, End]:
    told = _parse(1, line)
    claimed, format_ = told.pop("hash", None), told.pop("format", None)
    head, head_hash = told.pop("head", None), told.pop("head_hash", None)
    if format_ != FORMAT or type(head) is not int:
        raise BadRecord(1, f"not a header of the format {FORMAT}")
    header = hashing.canonical(told)
    if hashing.header_hash(header) != claimed:
        raise BadRecord(1, "the hash does not fit: the header was altered")
    for key, kind in _HEADER_KINDS.items():
        if type(told.get(key)) is not kind:
            raise BadRecord(1, f"{key} is missing or of the wrong kind")
    if told["game"] not in installed_games():
        raise BadRecord(1, "the game is not one that is known here")
    if not 2 <= len(told["seats"]) <= 4 or not all(map(is_name, told["seats"])):
        raise BadRecord(1, "seats must be two to four names")
    if not _is_time(told["created_at"]):
        raise BadRecord(1, "created_at is no time of the service's clock")
    if fault := value_fault(told, MAX_DEPTH):
        raise BadRecord(1, f"{'.'.join(map(str, fault.path))}: {fault.message}")
    return header, (head, head_hash)


def _is_time(text: str) -> bool:
    """Whether the service's clock could have written it: pages reckon with it."""
    try:
        return clock.stamp(datetime.fromisoformat(text)) == text
    except (ValueError, OverflowError):
        return False


def _check_event(number: int, event: dict[str, Any], ids: set[str]) -> None:
    """The chain fits; now the event itself must be one that this service could have stored."""
    if event.get("seq") != number - 1:
        raise BadRecord(number, f"the event's seq should be {number - 1}")
    if any(type(event.get(key)) is not str for key in ("id", "by", "recorded_at")) or event["id"] in ids:
        raise BadRecord(number, "id, by or recorded_at is missing, or the id was there before")
    if not event["by"] or value_fault(event["by"], 0) or not _is_time(event["recorded_at"]):
        raise BadRecord(number, "by or recorded_at is not what the service writes there")
    ids.add(event["id"])
    client_part = {key: value for key, value in event.items() if key not in STORED_KEYS}
    if fault := event_fault(client_part, MAX_DEPTH):
        raise BadRecord(number, f"{'.'.join(map(str, fault.path)) or 'event'}: {fault.message}")


def refuse_header(wrong: Mapping[str, list[str]]) -> None:
    """Raises BadRecord if the rules have found anything wrong with the header (`check_header`)."""
    if wrong:
        raise BadRecord(1, "; ".join(f"{field}: {faults[0]}" for field, faults in wrong.items()))


def store(db: Connection, record: Record, created_by: str) -> str:
    """A record becomes a match, with its hashes as they are."""
    match_id = matches.create(db, record.header, created_by=created_by)
    log.append_record(db, match_id, record.lines)
    audits.record(db, created_by, "imported a record", match_id, events=len(record.lines))
    return match_id


def load(db: Connection, match_id: str) -> Record:
    """A match's record, as it is stored. Nothing is checked."""
    return Record(matches.header_text(db, match_id), list(log.read_lines(db, match_id)))
