"""Records: a match as a file that stands for itself.

Line 1 is the header with the chain's first hash, every further line an event with its hash, each in canonical JSON.
So a record can be checked anywhere, line by line, and a changed character is found where it is. A record that was
written for somebody who may not see everything has blanks, and does not pass for the whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from schemas.envelope import STORED_KEYS, event_fault, value_fault
from schemas.language import installed_games
from service.store import hashing, log, matches

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


def header_line(header: str) -> str:
    told = {**hashing.parse(header), "format": FORMAT, "hash": hashing.header_hash(header)}
    return hashing.canonical(told)


def event_line(event: Mapping[str, Any]) -> str:
    return hashing.canonical(dict(event))


def write(header: str, events: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    yield header_line(header) + "\n"
    for event in events:
        yield event_line(event) + "\n"


def read(text: bytes) -> Record:
    """Checks a record line by line. Raises BadRecord with the first line that is not as it was written."""
    raw = text.split(b"\n")
    if raw and raw[-1] == b"":
        raw.pop()
    if not raw:
        raise BadRecord(1, "the record is empty")
    header = _read_header(raw[0])
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
    return Record(header, lines)


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


def _read_header(line: bytes) -> str:
    told = _parse(1, line)
    claimed, format_ = told.pop("hash", None), told.pop("format", None)
    if format_ != FORMAT:
        raise BadRecord(1, f"not a header of the format {FORMAT}")
    header = hashing.canonical(told)
    if hashing.header_hash(header) != claimed:
        raise BadRecord(1, "the hash does not fit: the header was altered")
    for key, kind in _HEADER_KINDS.items():
        if type(told.get(key)) is not kind:
            raise BadRecord(1, f"{key} is missing or of the wrong kind")
    if told["game"] not in installed_games():
        raise BadRecord(1, "the game is not one that is known here")
    if not 2 <= len(told["seats"]) <= 4 or any(type(name) is not str for name in told["seats"]):
        raise BadRecord(1, "seats must be two to four names")
    if fault := value_fault(told, MAX_DEPTH):
        raise BadRecord(1, f"{'.'.join(map(str, fault.path))}: {fault.message}")
    return header


def _check_event(number: int, event: dict[str, Any], ids: set[str]) -> None:
    """The chain fits; now the event itself must be one that this service could have stored."""
    if event.get("seq") != number - 1:
        raise BadRecord(number, f"the event's seq should be {number - 1}")
    if any(type(event.get(key)) is not str for key in ("id", "by", "recorded_at")) or event["id"] in ids:
        raise BadRecord(number, "id, by or recorded_at is missing, or the id was there before")
    ids.add(event["id"])
    client_part = {key: value for key, value in event.items() if key not in STORED_KEYS}
    if fault := event_fault(client_part, MAX_DEPTH):
        raise BadRecord(number, f"{'.'.join(map(str, fault.path)) or 'event'}: {fault.message}")


def store(db: Connection, record: Record, created_by: str) -> str:
    """A record becomes a match, with its hashes as they are."""
    match_id = matches.create(db, record.header, created_by=created_by)
    log.append_record(db, match_id, record.lines)
    return match_id


def load(db: Connection, match_id: str) -> Record:
    """A match's record, as it is stored. Nothing is checked."""
    return Record(matches.header_text(db, match_id), list(log.read_lines(db, match_id)))
