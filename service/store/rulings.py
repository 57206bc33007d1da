"""Precedents: what judges have decided before, found by rule, game and decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Text, and_, cast, func, or_, select, text
from sqlalchemy.sql import ColumnElement

from service.store.desk import json_of
from service.store.hashing import parse
from service.store.tables import events, matches, verdicts

PAGE = 50


@dataclass(frozen=True, slots=True)
class Precedent:
    """A ruling event with its match's game, and the rule it is about: its own, else that of its target's verdict."""

    match_id: str
    game: str
    private: bool
    rule: str | None
    event: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Page:
    precedents: list[Precedent]
    cursor: str | None


def find(
    db: Connection,
    *,
    rule: str | None = None,
    game: str | None = None,
    decision: str | None = None,
    cursor: str | None = None,
    limit: int = PAGE,
) -> Page:
    """A page of rulings that have not been struck, newest first. A `cursor` that no page gave is a ValueError."""
    told = json_of(db, events.c.body)
    # Compared as text: a ruling that names no number is refused by the rules, but it is in the log.
    about = verdicts.alias("about")
    its_rule = func.coalesce(told["rule"].as_string(), about.c.rule)
    recorded = told["recorded_at"].as_string()
    own = verdicts.alias("own")
    query = (
        select(events.c.match_id, matches.c.game, matches.c.private, its_rule, events.c.body, events.c.hash, recorded)
        .join(matches, matches.c.id == events.c.match_id)
        .outerjoin(own, and_(own.c.match_id == events.c.match_id, own.c.seq == events.c.seq))
        .outerjoin(
            about, and_(about.c.match_id == events.c.match_id, cast(about.c.seq, Text) == told["target"].as_string())
        )
        .where(text("events.type IN ('ruling', 'retract', 'call')"), events.c.type == "ruling")
        .where(or_(own.c.status.is_(None), own.c.status.not_in(("void", "illegal"))))
        .order_by(recorded.desc(), events.c.match_id.desc(), events.c.seq.desc())
        .limit(limit + 1)
    )
    if rule is not None:
        query = query.where(its_rule == rule)
    if game is not None:
        query = query.where(matches.c.game == game)
    if decision is not None:
        query = query.where(told["decision"].as_string() == decision)
    if cursor is not None:
        query = query.where(_after(cursor, recorded))
    found = [
        (Precedent(row[0], row[1], row[2], row[3], parse(row[4]) | {"hash": row[5]}), row[6])
        for row in db.execute(query)
    ]
    page = [precedent for precedent, _ in found[:limit]]
    if len(found) <= limit:
        return Page(page, None)
    return Page(page, f"{found[limit - 1][1]}~{page[-1].match_id}~{page[-1].event['seq']}")


def _after(cursor: str, recorded: ColumnElement[str]) -> ColumnElement[bool]:
    parts = cursor.split("~")
    if len(parts) != 3 or not parts[2].isdigit():
        raise ValueError("This cursor comes from no page.")
    at, match_id, seq = parts
    return or_(
        recorded < at,
        and_(
            recorded == at,
            or_(events.c.match_id < match_id, and_(events.c.match_id == match_id, events.c.seq < int(seq))),
        ),
    )
