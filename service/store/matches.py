"""Matches: opening, finding and listing them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, or_, select
from sqlalchemy.sql import ColumnElement

from service.store import clock
from service.store.hashing import canonical, header_hash, parse
from service.store.placing import UnknownMatch
from service.store.tables import matches, verdicts

# No vowels and no look-alikes: an id is read aloud across a hall, and spells nothing.
_ALPHABET = "23456789bcdfghjkmnpqrstvwxz"
PAGE = 50


@dataclass(frozen=True, slots=True)
class Match:
    """A match's summary. `folded` is -1 until a worker has written the first view."""

    id: str
    game: str
    options: dict[str, Any]
    seats: list[str]  # names, p1 first
    rules_version: str
    catalog_fingerprint: str
    private: bool
    table_name: str | None
    created_at: str
    created_by: str
    head: int
    head_hash: str
    folded: int
    epoch: int  # counts the folds written
    rewritten: int  # the epoch of the last fold that changed an earlier verdict
    status: str  # setup | playing | finished, as of the last fold
    outcome: dict[str, Any] | None
    questions: int  # open questions
    asked_at: str | None  # when the oldest open question was logged
    failed: str | None  # the error, if the fold broke
    failed_at: str | None
    archived_at: str | None  # when what the fold wrote was packed away (service.store.archive)


@dataclass(frozen=True, slots=True)
class Page:
    matches: list[Match]
    cursor: str | None  # give it to the next call; None: this was the last page


_SUMMARY = select(*(matches.c[name] for name in Match.__slots__))
_ONE = _SUMMARY.where(matches.c.id == bindparam("match_id"))
_SOME = _SUMMARY.where(matches.c.id.in_(bindparam("ids", expanding=True)))
_HEADER = select(matches.c.header).where(matches.c.id == bindparam("match_id"))
_INSERT = insert(matches)


def new_id() -> str:
    """A short id that can stand in a URL; 12 letters of 27 are 57 bits, so ids are not guessed."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(12))


def make_header(
    *,
    game: str,
    options: dict[str, Any],
    seats: list[str],
    catalog: list[dict[str, Any]],
    rules_version: str,
    catalog_fingerprint: str,
    private: bool,
    created_at: str | None = None,
) -> str:
    """The canonical header that the hash chain starts from.

    The match's id is no part of it: an id is an address in one store, and a record keeps its chain when it moves.
    """
    return canonical(
        {
            "game": game,
            "options": options,
            "seats": seats,
            "catalog": catalog,
            "rules_version": rules_version,
            "catalog_fingerprint": catalog_fingerprint,
            "private": private,
            "created_at": created_at or clock.now(),
        }
    )


def create(db: Connection, header: str, *, created_by: str, table_name: str | None = None) -> str:
    """Opens a match from a header of `make_header` (or of an imported record) and gives its id."""
    told = parse(header)
    match_id = new_id()
    row = {key: told[key] for key in ("game", "options", "seats", "rules_version", "catalog_fingerprint", "private")}
    row |= {
        "id": match_id,
        "header": header,
        "players": "\n".join(told["seats"]).casefold(),
        "table_name": table_name,
        "created_at": clock.now(),
        "created_by": created_by,
        "head_hash": header_hash(header),
    }
    db.execute(_INSERT, row)
    return match_id


def get(db: Connection, match_id: str) -> Match:
    """One match's summary. Raises UnknownMatch."""
    row = db.execute(_ONE, {"match_id": match_id}).one_or_none()
    if row is None:
        raise UnknownMatch(match_id)
    return _match(row)


def some(db: Connection, match_ids: Sequence[str]) -> list[Match]:
    """The summaries of those of these matches that there are."""
    return [_match(row) for row in db.execute(_SOME, {"ids": match_ids})]


def header(db: Connection, match_id: str) -> dict[str, Any]:
    """What was fixed when the match was opened: game, options, seats, catalog, versions. Raises UnknownMatch."""
    return parse(header_text(db, match_id))


def header_text(db: Connection, match_id: str) -> str:
    """The header as it was hashed. Raises UnknownMatch."""
    found = db.scalar(_HEADER, {"match_id": match_id})
    if found is None:
        raise UnknownMatch(match_id)
    return str(found)


def find(
    db: Connection,
    *,
    game: str | None = None,
    status: str | None = None,
    flagged: bool | None = None,
    player: str | None = None,
    table: str | None = None,
    rule: str | None = None,
    created_by: str | None = None,
    public_only: bool = False,
    cursor: str | None = None,
    limit: int = PAGE,
) -> Page:
    """A page of matches, newest first. `flagged` asks for open questions (or for none).

    `rule` is the start of a rule that some verdict cites; `public_only` leaves out private matches. A `cursor` that no
    page gave is a ValueError.
    """
    query = _SUMMARY.order_by(matches.c.created_at.desc(), matches.c.id.desc()).limit(limit + 1)
    query = query.where(*fitting(game=game, status=status, player=player, table=table))
    if flagged is not None:
        query = query.where(matches.c.questions > 0 if flagged else matches.c.questions == 0)
    if rule is not None:
        query = query.where(
            matches.c.id.in_(
                select(verdicts.c.match_id).where(verdicts.c.rule.startswith(rule.upper(), autoescape=True))
            )
        )
    if created_by is not None:
        query = query.where(matches.c.created_by == created_by)
    if public_only:
        query = query.where(matches.c.private.is_(False))
    if cursor is not None:
        created_at, separator, match_id = cursor.partition("~")
        if not separator:
            raise ValueError("This cursor comes from no page.")
        query = query.where(
            or_(matches.c.created_at < created_at, (matches.c.created_at == created_at) & (matches.c.id < match_id))
        )
    found = [_match(row) for row in db.execute(query)]
    page = found[:limit]
    return Page(page, f"{page[-1].created_at}~{page[-1].id}" if len(found) > limit else None)


def fitting(
    *, game: str | None = None, status: str | None = None, player: str | None = None, table: str | None = None
) -> list[ColumnElement[bool]]:
    """The conditions that a search sets. `player` and `table` are parts of names."""
    conditions: list[ColumnElement[bool]] = []
    if game is not None:
        conditions.append(matches.c.game == game)
    if status is not None:
        conditions.append(matches.c.status == status)
    if player is not None:
        conditions.append(matches.c.players.contains(player.casefold(), autoescape=True))
    if table is not None:
        conditions.append(func.lower(matches.c.table_name).contains(table.lower(), autoescape=True))
    return conditions


def all_ids(db: Connection) -> list[str]:
    """Every match, oldest first."""
    return list(db.scalars(select(matches.c.id).order_by(matches.c.created_at, matches.c.id)))


def waiting(db: Connection) -> int:
    """How many open questions there are in all matches."""
    return db.scalar(select(func.sum(matches.c.questions)).where(matches.c.questions > 0)) or 0


def count(db: Connection) -> int:
    """How many matches there are."""
    return db.scalar(select(func.count()).select_from(matches)) or 0


def _match(row: Sequence[Any]) -> Match:
    return Match(*row)
