"""No query of the store looks through a whole table, so a store with ten million events answers like a small one."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, event

from service.store import Store, desk, folded, folding, log, matches
from tests.bench.filling import fill
from workers.fold import Folder
from workers.jobs.preview import preview

EVENTS, LENGTH = 200_000, 20  # many matches: PostgreSQL reads a small table whole, and is right
LARGE = ("matches", "events", "verdicts", "snapshots", "choices", "tokens")


def asked(store: Store, sample: str) -> list[tuple[str, Any]]:
    """The queries of an append, a fold, a ruling and everything that shows a match, as they went to the database."""
    queries: list[tuple[str, Any]] = []

    def note(_db: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, many: bool) -> None:
        queries.append((statement, parameters[0] if many else parameters))

    engines = {store._reader, store._writer}
    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    folder = Folder(store, lambda _: None)
    log.append(store, sample, [{"id": "a", "type": "note", "text": "one more"}], by="p1")
    folder.drain()
    log.append(store, sample, [{"id": "b", "type": "ruling", "decision": "void", "target": 5}], by="judge:Jo")
    preview(store, folder, sample, {"decision": "void", "target": 8})
    with store.read() as db:
        for filters in ({}, {"game": "synsouls"}, {"status": "setup"}):
            matches.find(db, **filters)
        matches.header(db, sample)
        log.read(db, sample, after=10, limit=20)
        list(log.read_lines(db, sample))
        folded.judged(db, sample, after=3, since=1)
        folded.view_at(db, sample, 12)
        folded.choices_of(db, sample)
        folded.questions(db, sample)
        folded.lag(db)
        folding.behind(db, "this code")
        desk.turns(db, sample)
    for engine in engines:
        event.remove(engine, "before_cursor_execute", note)
    return queries


def scanned(db: Connection, statement: str, parameters: Any) -> list[str]:
    """The large tables that the database would read from end to end for this."""
    if db.dialect.name == "sqlite":
        plan = db.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
        steps = [str(step[-1]).split() for step in plan]
        return [step[1] for step in steps if step[0] == "SCAN" and "INDEX" not in step and step[1] in LARGE]
    (plan,) = db.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", parameters).one()
    return list(_scans((plan if isinstance(plan, list) else json.loads(plan))[0]["Plan"]))


def _scans(node: dict[str, Any]) -> Any:
    if node["Node Type"] == "Seq Scan" and node["Relation Name"] in LARGE:
        yield node["Relation Name"]
    for child in node.get("Plans", ()):
        yield from _scans(child)


def test_no_query_reads_a_whole_table(store: Store) -> None:
    sample = fill(store, EVENTS, LENGTH)
    queries = asked(store, sample)
    assert len({statement for statement, _ in queries}) > 20
    with store.read() as db:
        found = {
            statement: tables
            for statement, parameters in queries
            if statement.lstrip().startswith(("SELECT", "UPDATE", "DELETE", "WITH"))
            and (tables := scanned(db, statement, parameters))
        }
    assert found == {}
