"""Old matches packed away and brought back. Runs on SQLite and on PostgreSQL, with the real fold."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import func, select

from service.store import Store, UnknownMatch, archive, clock, folding, log, matches, tables
from tests.workers.playing import Recorder, append_all, folded_rows, open_match
from workers.fold import Folder, Outcome
from workers.jobs.preview import preview
from workers.verifying import check_match

CONCEDED = {"id": "the end", "type": "concede", "seat": "p2"}
AMENDED = {"id": "amended", "type": "ruling", "decision": "amend", "does": [{"op": "draw", "seat": "p1", "n": 1}]}


@pytest.fixture
def folder(store: Store) -> Folder:
    return Folder(store, lambda _: None)


def finished(store: Store, folder: Folder, seed: int = 5, *extra: dict[str, Any]) -> str:
    """A match of some length that is over, with every question answered."""
    match_id = open_match(store)
    append_all(store, match_id, Recorder(seed).record(150, rulings=0))
    log.append(store, match_id, [CONCEDED, *extra], by="p2")
    folder.fold(match_id)
    answer_all(store, match_id)
    folder.fold(match_id)
    return match_id


def answer_all(store: Store, match_id: str) -> None:
    with store.read() as db:
        asking = list(folding.asking(db, match_id, log.END))
    rulings = [{"id": f"on {seq}", "type": "ruling", "decision": "uphold", "target": seq} for seq in asking]
    log.append(store, match_id, rulings, by="judge:Jo")


def packed(store: Store) -> list[str]:
    """Packs whatever can be packed at this moment."""
    before = clock.later(1)
    with store.read() as db:
        old = archive.old(db, before)
    return [match_id for match_id in old if archive.pack_away(store, match_id, before)]


def stored_bytes(store: Store) -> int:
    """Of what the fold has written."""
    rows, kept = tables.verdicts.c, tables.snapshots.c
    with store.read() as db:
        texts = sum(func.sum(func.length(rows[name])) for name in archive.PACKED)
        told = [
            db.scalar(select(texts)),
            db.scalar(select(func.sum(func.length(kept.state) + func.length(kept.view)))),
            db.scalar(select(func.sum(func.length(tables.archives.c.packed)))),
        ]
    return sum(int(each or 0) for each in told)


def test_what_is_brought_back_is_what_was_packed(store: Store, folder: Folder) -> None:
    match_id = finished(store, folder)
    before, size = folded_rows(store, match_id), stored_bytes(store)
    assert packed(store) == [match_id]
    assert folded_rows(store, match_id) != before
    assert stored_bytes(store) < size / 4
    assert packed(store) == [], "once is enough"
    match = archive.whole(store, match_id)
    assert match.archived_at is None
    assert folded_rows(store, match_id) == before
    assert archive.whole(store, match_id) == match


def test_a_packed_match_is_verified_where_it_lies(store: Store, folder: Folder) -> None:
    match_id = finished(store, folder)
    packed(store)
    report = check_match(store, match_id)
    assert report.good, report
    assert sum(report.verdicts.values()) == report.events
    with store.read() as db:
        assert matches.get(db, match_id).archived_at is not None


def test_a_ruling_on_a_packed_match(store: Store, folder: Folder) -> None:
    """It is folded as if the match had never been away, by a worker that knows it and by one that does not."""
    match_id = finished(store, folder)
    packed(store)
    log.append(store, match_id, [AMENDED], by="judge:Jo")
    assert folder.fold(match_id) is Outcome.WRITTEN
    packed(store)
    log.append(store, match_id, [AMENDED | {"id": "struck", "decision": "void", "target": 20}], by="judge:Jo")
    assert Folder(store, lambda _: None).fold(match_id) is Outcome.WRITTEN
    assert check_match(store, match_id).good


def test_a_ruling_on_a_packed_match_is_previewed(store: Store, folder: Folder) -> None:
    match_id = finished(store, folder)
    void = {"decision": "void", "target": 1, "note": ""}
    told = preview(store, folder, match_id, void)
    packed(store)
    again = preview(store, folder, match_id, void)
    assert told["changes"]
    assert told == again


def test_those_who_come_at_once_bring_it_back_once(store: Store, folder: Folder) -> None:
    match_id = finished(store, folder)
    before = folded_rows(store, match_id)
    packed(store)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: archive.whole(store, match_id), range(8)))
    assert {match.archived_at for match in found} == {None}
    assert folded_rows(store, match_id) == before


def test_what_goes_on_is_not_packed(store: Store, folder: Folder) -> None:
    goes_on, asked, behind = open_match(store), finished(store, folder), finished(store, folder, 6)
    folder.fold(goes_on)
    log.append(store, asked, [{"id": "?", "type": "call", "seat": "p1", "text": "Really?"}], by="p1")
    folder.fold(asked)
    log.append(store, behind, [AMENDED], by="judge:Jo")
    assert packed(store) == []
    folder.fold(behind)
    with store.read() as db:
        assert archive.old(db, before=clock.later(-60)) == [], "too young"
        assert archive.old(db, before=clock.later(1)) == [behind]


def test_a_match_that_somebody_folds_is_left_alone(store: Store, folder: Folder) -> None:
    match_id = finished(store, folder)
    with store.claim([match_id]):
        assert archive.pack_away(store, match_id, clock.later(1)) is None
    log.append(store, match_id, [AMENDED], by="judge:Jo")
    assert archive.pack_away(store, match_id, clock.later(1)) is None, "there is something to fold"


def test_a_match_that_nobody_knows(store: Store) -> None:
    with pytest.raises(UnknownMatch):
        archive.whole(store, "nobody")
