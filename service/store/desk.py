"""What judges ask across all matches: what waits for them, who was penalised, which rules break, how long turns take.

Each is one query, whatever the number of matches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import JSON, Connection, and_, case, cast, func, or_, select, text, tuple_, type_coerce
from sqlalchemy.sql import ColumnElement

from service.store.hashing import parse
from service.store.matches import fitting
from service.store.tables import DOCKET_TYPES, events, matches, verdicts

MOST = 500  # open questions or penalties told at once
RECENT = 1000  # matches whose turns are timed together: an event's, and not all that a store has ever held


@dataclass(frozen=True, slots=True)
class Waiting:
    """An open question, with what is known of its match. `rule` is that of its verdict, or of what a call disputes."""

    match_id: str
    game: str
    seats: list[str]
    table_name: str | None
    rule: str | None
    event: dict[str, Any]
    verdict: dict[str, Any]
    narration: str


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty that stands."""

    match_id: str
    game: str
    table_name: str | None
    player: str
    event: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Broken:
    """How often a rule was broken: plays that stand refused, and plays that a judge let stand."""

    game: str
    rule: str
    illegal: int
    allowed: int


@dataclass(frozen=True, slots=True)
class Tally:
    matches: int
    playing: int
    events: int
    questions: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A stretch of the log in which one seat had one turn."""

    match_id: str
    game: str
    seats: list[str]
    seat: str
    number: int
    first: int  # the event with which it began
    seconds: float


def json_of(db: Connection, column: ColumnElement[Any]) -> Any:
    """A text column as JSON that can be asked for a key, in either database."""
    return type_coerce(column, JSON) if db.dialect.name == "sqlite" else cast(column, JSON)


_BRIEF = [matches.c.id, matches.c.game, matches.c.seats, matches.c.table_name]


def waiting(
    db: Connection,
    *,
    game: str | None = None,
    status: str | None = None,
    player: str | None = None,
    table: str | None = None,
    rule: str | None = None,
) -> list[Waiting]:
    """The open questions of all matches, the oldest first. `rule` is the start of one."""
    query = (
        select(*_BRIEF, events.c.body, events.c.hash, verdicts.c.verdict, verdicts.c.narration)
        .join(verdicts, and_(verdicts.c.match_id == matches.c.id, verdicts.c.asks, verdicts.c.question))
        .join(events, and_(events.c.match_id == matches.c.id, events.c.seq == verdicts.c.seq))
        .where(matches.c.questions > 0, *fitting(game=game, status=status, player=player, table=table))
        .order_by(json_of(db, events.c.body)["recorded_at"].as_string(), matches.c.id, events.c.seq)
        .limit(MOST)
    )
    rows = [(row, parse(row.body) | {"hash": row.hash}, parse(row.verdict)) for row in db.execute(query)]
    disputed = _rules_of_disputed(db, ((row.id, event) for row, event, _ in rows))
    found = [
        Waiting(
            row.id,
            row.game,
            row.seats,
            row.table_name,
            verdict["rule"] or disputed.get((row.id, event["seq"])),
            event,
            verdict,
            row.narration,
        )
        for row, event, verdict in rows
    ]
    return [each for each in found if rule is None or (each.rule or "").startswith(rule.upper())]


def _rules_of_disputed(db: Connection, asked: Iterable[tuple[str, dict[str, Any]]]) -> dict[tuple[str, int], str]:
    """By call: the rule that is cited against the event which it disputes."""
    calls = {
        (match_id, event["seq"]): (match_id, event["target"])
        for match_id, event in asked
        if event["type"] == "call" and type(event.get("target")) is int
    }
    if not calls:
        return {}
    place = tuple_(verdicts.c.match_id, verdicts.c.seq)
    query = select(verdicts.c.match_id, verdicts.c.seq, verdicts.c.rule).where(
        place.in_(set(calls.values())), verdicts.c.rule.is_not(None)
    )
    rules = {(match_id, seq): rule for match_id, seq, rule in db.execute(query)}
    return {call: rules[target] for call, target in calls.items() if target in rules}


def penalties(db: Connection, player: str | None = None) -> list[Penalty]:
    """The penalties that stand in all matches, newest first; those of one player, whatever the case of the name."""
    told = json_of(db, events.c.body)
    query = (
        select(*_BRIEF, events.c.body, events.c.hash)
        .join(events, events.c.match_id == matches.c.id)
        .join(verdicts, and_(verdicts.c.match_id == events.c.match_id, verdicts.c.seq == events.c.seq))
        .where(text(f"events.{DOCKET_TYPES}"), events.c.type == "ruling", told["decision"].as_string() == "penalty")
        .where(verdicts.c.status.not_in(("void", "illegal")), *fitting(player=player))
        .order_by(told["recorded_at"].as_string().desc(), matches.c.id, events.c.seq.desc())
        .limit(MOST)
    )
    found = []
    for row in db.execute(query):
        event = parse(row.body) | {"hash": row.hash}
        name = row.seats[int(event["seat"][1:]) - 1]
        if player is None or name.casefold() == player.casefold():
            found.append(Penalty(row.id, row.game, row.table_name, name, event))
    return found


def broken_rules(db: Connection, game: str | None = None) -> list[Broken]:
    """The rules that plays broke, the most broken first."""
    illegal = func.sum(case((verdicts.c.status == "illegal", 1), else_=0))
    allowed = func.sum(case((verdicts.c.status == "allowed", 1), else_=0))
    query = (
        select(matches.c.game, verdicts.c.rule, illegal, allowed)
        .join(matches, matches.c.id == verdicts.c.match_id)
        .where(verdicts.c.rule.is_not(None), verdicts.c.status.in_(("illegal", "allowed")), *fitting(game=game))
        .group_by(matches.c.game, verdicts.c.rule)
        .order_by(func.count().desc(), verdicts.c.rule)
    )
    return [Broken(*row) for row in db.execute(query)]


def tally(db: Connection, game: str | None = None) -> Tally:
    """How much there is to look at."""
    playing = func.sum(case((matches.c.status == "playing", 1), else_=0))
    query = select(func.count(), playing, func.sum(matches.c.head), func.sum(matches.c.questions))
    return Tally(*(int(each or 0) for each in db.execute(query.where(*fitting(game=game))).one()))


def turns(db: Connection, match_id: str | None = None, game: str | None = None) -> list[Turn]:
    """Every turn that has ended, of one match or of the newest, with the time that the service's clock gives it."""
    newest = select(matches.c.id).where(*fitting(game=game)).order_by(matches.c.created_at.desc(), matches.c.id.desc())
    these = newest.limit(RECENT) if match_id is None else [match_id]
    patch = json_of(db, verdicts.c.patch)
    turn, status = patch["turn"], patch["status"].as_string()
    recorded = json_of(db, events.c.body)["recorded_at"].as_string()
    query = (
        select(*_BRIEF, verdicts.c.seq, turn.label("turn"), status.label("status"), recorded.label("at"))
        .join(verdicts, verdicts.c.match_id == matches.c.id)
        .join(events, and_(events.c.match_id == verdicts.c.match_id, events.c.seq == verdicts.c.seq))
        .where(matches.c.id.in_(these), or_(turn.as_string().is_not(None), status.is_not(None)))
        .order_by(matches.c.created_at, matches.c.id, verdicts.c.seq)
    )
    return [turn for _, rows in groupby(db.execute(query), lambda row: row.id) for turn in _turns(rows)]


def _turns(rows: Iterable[Any]) -> Iterator[Turn]:
    """From the changes of one match's turn and status: a turn lasts until another begins or the match is over."""
    held: tuple[str, int] | None = None
    since: Any = None
    for row in rows:
        now = held
        if row.turn:
            # Number 0 is the set-up: mulligans are nobody's turn.
            now = (row.turn["seat"], row.turn["number"]) if row.turn.get("seat") and row.turn["number"] else None
        if row.status == "finished":
            now = None
        if now == held:
            continue
        if held is not None:
            lasted = datetime.fromisoformat(row.at) - datetime.fromisoformat(since.at)
            yield Turn(row.id, row.game, row.seats, *held, since.seq, lasted.total_seconds())
        held, since = now, row
