"""The fold: brings what is stored of a match up to date with its log.

A match is folded by one worker at a time. What the log gained since the last fold goes through the rules, from the
state that this process still holds in memory, else from the newest snapshot, and all of it is written in one
transaction. A ruling on an old event makes the fold start again from the snapshot before that event.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from prometheus_client import Counter, Histogram
from sqlalchemy import Connection
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

import schemas
import workers.rules
from service.store import Store, archive, folding, log, matches
from service.store.engine import Claim
from service.store.folding import Folded, Row, Snapshot
from workers.rules import RULES_VERSION, Docket, Fold, Header

# A snapshot costs about as much to write as a few events to fold, and going back to an event (a view, a ruling, a cold
# start) folds or patches up to this many: 64 keeps both small.
SNAPSHOT_EVERY = 64
# States kept in memory, so that a live match costs a fold of its new events only.
WARM_MATCHES = 512
BATCH = 32  # matches folded in one transaction
# Writing is stopped after so long: a worker that hangs meanwhile keeps appends to its matches waiting.
WRITE_SECONDS, ROW_SECONDS = 20.0, 0.002
ERROR_LENGTH = 2000  # of a broken fold's trace, its end kept

FOLDS = Counter("tapedeck_folds_total", "Folds written")
FAILED_FOLDS = Counter("tapedeck_failed_folds_total", "Folds that broke")
VERDICTS = Counter("tapedeck_verdicts_total", "Verdicts written", ["status"])
FOLD_SECONDS = Histogram("tapedeck_fold_seconds", "Time to bring a match up to date, from its lock to its commit")

logger = logging.getLogger("tapedeck.fold")


class EngineBug(Exception):
    """The rules raised: the match is to be marked as failed, and the others go on."""


class Outcome(Enum):
    """How a try to fold a match went."""

    WRITTEN = "written"
    UP_TO_DATE = "up to date"
    BUSY = "busy"  # somebody else is at it: look again soon
    FAILED = "failed"


@dataclass(slots=True)
class Warm:
    """A match's state as this process left it; good only while the store is still at that epoch."""

    epoch: int
    fold: Fold
    docket: Docket


@dataclass(slots=True)
class Run:
    """What a stretch of events gave."""

    rows: list[Row]
    snapshots: list[Snapshot]


@dataclass(slots=True)
class Done:
    """How a try to fold some matches went."""

    warm: dict[str, Warm] = field(default_factory=dict)
    written: list[str] = field(default_factory=list)
    up_to_date: list[str] = field(default_factory=list)
    broken: dict[str, Exception] = field(default_factory=dict)

    def outcome(self, match_id: str) -> Outcome:
        if match_id in self.broken:
            return Outcome.FAILED
        if match_id in self.written:
            return Outcome.WRITTEN
        return Outcome.UP_TO_DATE if match_id in self.up_to_date else Outcome.BUSY


def batched(match_ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """So many at a time as are folded in one transaction."""
    for start in range(0, len(match_ids), BATCH):
        yield match_ids[start : start + BATCH]


@cache
def code_version() -> str:
    """Changes with any deploy that could change a fold: the rules' version, and their code and data themselves."""
    digest = hashlib.sha256(RULES_VERSION.encode())
    for package in (schemas, workers.rules):
        root = Path(str(package.__file__)).parent
        for path in sorted(root.rglob("*")):
            if path.suffix in (".py", ".yaml"):
                digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return f"{RULES_VERSION}+{digest.hexdigest()[:12]}"


def header_of(told: dict[str, Any]) -> Header:
    """The part of a match's stored header that the rules look at."""
    return Header(game=told["game"], options=told["options"], seats=told["seats"], catalog=told["catalog"])


def run(fold: Fold, docket: Docket, events: Sequence[dict[str, Any]], start: int) -> Run:
    """Steps through the events; keeps what is said of those from `start` on."""
    result = Run([], [])
    for event in events:
        step = fold.step(event, docket.standing(event))
        seq, status = event["seq"], step.verdict["status"]
        if seq < start:
            continue
        asks = status == "illegal" or (event["type"] == "call" and status != "void")
        question = asks and not docket.answered(seq)
        result.rows.append(
            folding.row_of(step.verdict, step.narration, step.patch, step.hides, asks=asks, question=question)
        )
        if seq % SNAPSHOT_EVERY == 0:
            result.snapshots.append(snapshot_of(fold))
    return result


def reader_of(store: Store, match_id: str) -> Callable[[int, int], list[dict[str, Any]]]:
    """For a docket, which outlives the connection it was made with: the stored events with a < seq < b."""

    def read_between(a: int, b: int) -> list[dict[str, Any]]:
        with store.read() as db:
            return log.read(db, match_id, after=a, before=b)

    return read_between


def state_before(
    db: Connection, match_id: str, header: Header, start: int, head: int
) -> tuple[Fold, list[dict[str, Any]]]:
    """The state of the newest snapshot before event `start`, and the events from there to the head.

    A snapshot that other rules have left, before a deploy, is not for these: the log is read from its beginning.
    """
    snapshot = folding.snapshot_before(db, match_id, start)
    if snapshot is not None and snapshot[1]["code"] == code_version():
        seq, state = snapshot
        return Fold.resume(header, state), log.read(db, match_id, after=seq, before=head + 1)
    return Fold.start(header), log.read(db, match_id, before=head + 1)


def snapshot_of(fold: Fold) -> Snapshot:
    return folding.snapshot_of(fold.seq, fold.snapshot() | {"code": code_version()}, fold.view())


class Folder:
    """Folds matches of one store. Threads may share it."""

    def __init__(self, store: Store, published: Callable[[str], None]) -> None:
        self._store = store
        self._published = published  # called with the match's id after each fold written
        self._warm: OrderedDict[str, Warm] = OrderedDict()
        self._lock = threading.Lock()

    def fold(self, match_id: str) -> Outcome:
        """Brings one match up to date. Run twice, or by two workers at once, it leaves the same rows."""
        return self.fold_all([match_id])[match_id]

    def fold_all(self, match_ids: Sequence[str]) -> dict[str, Outcome]:
        """Brings some matches up to date in one transaction: it costs little more than one of them alone."""
        try:
            with FOLD_SECONDS.time(), self._store.claim(match_ids) as claim:
                done = self._fold(claim)
        except (folding.Stale, DataError, IntegrityError) as refused:
            if len(match_ids) > 1:  # one of them spoils it for the others: find out which
                return {match_id: self.fold(match_id) for match_id in match_ids}
            if isinstance(refused, folding.Stale):
                return {match_ids[0]: Outcome.BUSY}
            done = Done(broken={match_ids[0]: refused})  # rows that the database refuses are the rules' bug too
        # Only now is it committed. What a lost commit has left in memory would be taken for the store's own state.
        for match_id, warm in done.warm.items():
            self._keep(match_id, warm)
        for match_id, bug in done.broken.items():
            self._mark_failed(match_id, bug)
        for match_id in (*done.written, *done.broken):
            self._published(match_id)
        return {match_id: done.outcome(match_id) for match_id in match_ids}

    def drain(self, stop: Callable[[], bool] = lambda: False) -> int:
        """Folds every match that is behind, until none is that we can get; gives how many folds were written."""
        written = 0
        while not stop():
            with self._store.read() as db:
                waiting = folding.behind(db, code_version())
            progress = 0
            for some in batched(waiting):
                if not stop():
                    progress += list(self.fold_all(some).values()).count(Outcome.WRITTEN)
            written += progress
            if not progress:
                break
        return written

    def _fold(self, claim: Claim) -> Done:
        done = Done()
        if not claim.match_ids:
            return done
        with claim.read() as db:
            found = matches.some(db, claim.match_ids)
            behind = [match for match in found if match.folded < match.head]
            new = log.read_unfolded(db, [match.id for match in behind]) if behind else {}
        if packed := [match.id for match in behind if match.archived_at]:
            for match_id in packed:
                archive.bring_back(self._store, match_id)
            return self._fold(claim)
        done.up_to_date = [match.id for match in found if match.folded >= match.head]
        folds = []
        for match in behind:
            try:
                told, warm = self._work_out(claim, match, [each for each in new[match.id] if each["seq"] <= match.head])
            except EngineBug as bug:
                done.broken[match.id] = bug
                continue
            folds.append(told)
            done.warm[match.id] = warm
        if folds:
            rows = sum(len(told.rows) for told in folds)
            with claim.write(WRITE_SECONDS + ROW_SECONDS * rows) as db:
                changed = folding.save(db, folds)
            done.written = [told.match_id for told in folds]
            self._count(folds, changed)
        return done

    def _count(self, folds: Sequence[Folded], changed: dict[str, list[int]]) -> None:
        FOLDS.inc(len(folds))
        for told in folds:
            for row in told.rows:
                if row.seq > told.was_folded or row.seq in changed[told.match_id]:
                    VERDICTS.labels(row.status).inc()

    def _mark_failed(self, match_id: str, bug: Exception) -> None:
        logger.error("match %s cannot be folded", match_id, exc_info=bug)
        FAILED_FOLDS.inc()
        with self._store.write() as db:
            folding.mark_failed(db, match_id, code_version(), str(bug)[-ERROR_LENGTH:])

    def _work_out(self, claim: Claim, match: matches.Match, new: list[dict[str, Any]]) -> tuple[Folded, Warm]:
        """Everything but the writing. The rules run with no transaction of SQLite open."""
        judged = max(match.folded, 0)
        warm = self._take(match)
        docket = warm.docket if warm else Docket(reader_of(self._store, match.id))
        if warm is None:
            with claim.read() as db:
                docketed = log.read_docket(db, match.id, upto=judged)
            with _as_engine_bug():
                for event in docketed:
                    docket.add(event)
        with _as_engine_bug():
            start = min((docket.add(event) for event in new), default=judged + 1)
        if warm is None or start <= judged:
            fold, events = self._rewind(claim, match, start)
        else:
            fold, events = warm.fold, new
        asking: dict[int, bool] = {}
        if _may_answer(new):
            with claim.read() as db:
                asking = folding.asking(db, match.id, start)
        with _as_engine_bug():
            first = [] if match.folded >= 0 else [snapshot_of(fold)]
            done = run(fold, docket, events, start)
            view = fold.view()
            told = Folded(
                match_id=match.id,
                epoch=match.epoch,
                was_folded=match.folded,
                start=start,
                folded=match.head,
                rows=done.rows,
                snapshots=first + done.snapshots,
                questions={seq: not docket.answered(seq) for seq, was in asking.items() if was == docket.answered(seq)},
                choices=fold.choices(),
                status=view["status"],
                outcome=view["outcome"],
            )
        return told, Warm(match.epoch + 1, fold, docket)

    def _rewind(self, claim: Claim, match: matches.Match, start: int) -> tuple[Fold, list[dict[str, Any]]]:
        """The state of the newest snapshot before `start`, and the events from there to the head."""
        with claim.read() as db:
            header = header_of(matches.header(db, match.id))
            with _as_engine_bug():
                return state_before(db, match.id, header, start, match.head)

    def _take(self, match: matches.Match) -> Warm | None:
        """Out of the cache while it is worked on: a fold that fails half-way must not be found there again.

        The epoch alone would not do: a store that lost its last commits (a power cut) counts the same epochs again.
        """
        with self._lock:
            warm = self._warm.pop(match.id, None)
        good = warm is not None and warm.epoch == match.epoch and warm.fold.seq == match.folded
        return warm if good else None

    def _keep(self, match_id: str, warm: Warm) -> None:
        with self._lock:
            self._warm[match_id] = warm
            while len(self._warm) > WARM_MATCHES:
                self._warm.popitem(last=False)


def _may_answer(events: Sequence[dict[str, Any]]) -> bool:
    """Whether any of these may answer or open an earlier question."""
    return any(event["type"] in ("ruling", "retract") for event in events)


class _as_engine_bug:
    """Turns whatever the rules raise into EngineBug; trouble with the database stays what it is."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _trace: Any) -> None:
        if isinstance(error, Exception) and not isinstance(error, SQLAlchemyError):
            raise EngineBug("".join(traceback.format_exception(error))) from error
