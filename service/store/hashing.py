"""Canonical JSON and the hash chain that makes a log tamper-evident.

Canonical: UTF-8, keys sorted by code point, no spaces, no escapes that JSON does not need. A stored event's text is
exactly what is hashed, so checking a chain needs no parsing:

    hash(0) = SHA-256(canonical header)
    hash(n) = SHA-256(hash(n-1) as hex, newline, canonical event n without its hash)
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import orjson


class NotJson(ValueError):
    """The value has no canonical form: a number beyond 64 bits, a lone surrogate, a key that is no string."""


def canonical(value: Any) -> str:
    """The one text of a JSON value."""
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
    except (TypeError, ValueError, RecursionError) as error:
        raise NotJson(str(error)) from error


def parse(text: str | bytes) -> Any:
    """Reads JSON text; refuses what has no canonical form (NaN, infinities)."""
    return orjson.loads(text)


def header_hash(header: str) -> str:
    """The chain's start: over the match's own canonical header."""
    return hashlib.sha256(header.encode()).hexdigest()


def event_hash(before: str, body: str) -> str:
    """The hash of an event's canonical text, chained to the hash before it."""
    return hashlib.sha256(f"{before}\n{body}".encode()).hexdigest()


def first_broken(header: str, lines: Iterable[tuple[str, str]]) -> int | None:
    """Walks (body, hash) pairs and gives the seq of the first that does not fit the chain; None if all do."""
    before = header_hash(header)
    for seq, (body, claimed) in enumerate(lines, start=1):
        before = event_hash(before, body)
        if before != claimed:
            return seq
    return None
