"""Checking a record: is the chain whole, and do these rules still say what they said when it was folded?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from service.store import Store, archive, folding, hashing, log, matches
from workers.fold import header_of, run
from workers.rules import RULES_VERSION, Docket, Fold, fingerprint

INTACT = "intact"
ALTERED = "altered"
DIFFERS = "folds differently"
BROKEN = "cannot be folded"


@dataclass(frozen=True, slots=True)
class Report:
    """What a judge reads about one record. `at` is the event, or in a file the line, where the trouble begins."""

    name: str
    finding: str
    events: int
    at: int | None = None
    detail: str = ""
    verdicts: dict[str, int] = field(default_factory=dict)

    @property
    def good(self) -> bool:
        return self.finding == INTACT


def fold_again(header: dict[str, Any], events: Sequence[dict[str, Any]]) -> list[folding.Row]:
    """The whole log through the rules, from the start."""
    told = header_of(header)
    docket = Docket(lambda after, before: events[after : before - 1])
    for event in events:
        docket.add(event)
    return run(Fold.start(told), docket, events, 1).rows


def check_record(name: str, header_text: str, lines: Sequence[tuple[str, str]]) -> Report:
    """A record on its own: there is nothing stored to compare with, so it only has to fold."""
    return _check(name, header_text, lines)[0]


def _check(name: str, header_text: str, lines: Sequence[tuple[str, str]]) -> tuple[Report, list[folding.Row]]:
    """The report on a record, and what the fold says of its events where there is one."""
    if (broken := hashing.first_broken(header_text, lines)) is not None:
        return Report(name, ALTERED, len(lines), broken), []
    header = hashing.parse(header_text)
    events = [hashing.parse(body) | {"hash": hash_} for body, hash_ in lines]
    try:
        rows = fold_again(header, events)
    except Exception as bug:  # whatever the rules stumble over is told, and the next record is checked
        return Report(name, BROKEN, len(lines), detail=f"{type(bug).__name__}: {bug}"), []
    return Report(name, INTACT, len(lines), detail=_versions(header), verdicts=_count(rows)), rows


def check_match(store: Store, match_id: str) -> Report:
    """A stored match: its chain, its summary, and every verdict that is stored against a fold from the start."""
    with store.read() as db:
        match = matches.get(db, match_id)
        header_text = matches.header_text(db, match_id)
        lines = list(log.read_lines(db, match_id))
        stored = archive.rows(db, match_id) if match.archived_at else folding.rows_from(db, match_id, 1)
    report, rows = _check(match_id, header_text, lines)
    if not report.good:
        return report
    header = hashing.parse(header_text)
    last = lines[-1][1] if lines else hashing.header_hash(header_text)
    if (match.head, match.head_hash) != (len(lines), last):
        return Report(match_id, ALTERED, len(lines), len(lines), "the match's head is not the end of its log")
    if any(getattr(match, key) != header[key] for key in ("game", "options", "seats", "rules_version", "private")):
        return Report(match_id, ALTERED, len(lines), 0, "the match's summary is not what its header says")
    for row in rows:
        if row.seq <= match.folded and stored.get(row.seq) != row:
            told = _difference(stored.get(row.seq), row)
            return Report(match_id, DIFFERS, len(lines), row.seq, f"{told}. {_versions(header)}".strip())
    return report


def _difference(stored: folding.Row | None, row: folding.Row) -> str:
    if stored is None:
        return "no verdict is stored"
    if (stored.status, stored.rule) != (row.status, row.rule):
        return f"stored: {stored.status} {stored.rule or ''}; now: {row.status} {row.rule or ''}"
    return "the verdict is the same, its sentence, facts or effect are not"


def _versions(header: dict[str, Any]) -> str:
    notes = []
    if header["rules_version"] != RULES_VERSION:
        notes.append(f"opened under rules {header['rules_version']}, these are {RULES_VERSION}")
    if header["catalog_fingerprint"] != fingerprint(header_of(header)):
        notes.append("the game's catalog has changed since")
    return "; ".join(notes)


def _count(rows: Sequence[folding.Row]) -> dict[str, int]:
    return dict(Counter(row.status for row in rows))


def told(report: Report) -> dict[str, Any]:
    """A report as JSON."""
    return {**asdict(report), "good": report.good}
