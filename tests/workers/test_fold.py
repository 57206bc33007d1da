"""The fold, against real databases and the real rules. Runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import bindparam, delete, update
from sqlalchemy.exc import DBAPIError, OperationalError

from service.store import Store, folded, folding, hashing, log, matches, open_store, tables
from tests.workers.playing import HEADER, Recorder, append_all, folded_rows, open_match
from workers import fold as folds
from workers.fold import SNAPSHOT_EVERY, Folder, Outcome, header_of
from workers.jobs.preview import preview
from workers.rules import Docket, Fold


@pytest.fixture
def heard() -> list[str]:
    return []


@pytest.fixture
def folder(store: Store, heard: list[str]) -> Folder:
    return Folder(store, heard.append)


def recorded(store: Store, seed: int, length: int, **how: Any) -> tuple[str, list[dict[str, Any]]]:
    match_id = open_match(store)
    events = Recorder(seed).record(length, **how)
    append_all(store, match_id, events)
    return match_id, events


def ruling(decision: str, **told: Any) -> dict[str, Any]:
    return {"id": f"ruling-{decision}-{told}", "type": "ruling", "decision": decision, "note": "so be it"} | told


def first_play(store: Store, match_id: str) -> int:
    """An early event that was applied, so that striking it changes what comes after."""
    with store.read() as db:
        types = {event["seq"]: event["type"] for event in log.read(db, match_id)}
        return next(
            each.seq
            for each in folded.judged(db, match_id, after=1)
            if each.verdict["status"] in ("legal", "trusted") and types[each.seq] not in ("retract", "call", "note")
        )


def test_a_match_without_events_gets_its_first_view(store: Store, folder: Folder, heard: list[str]) -> None:
    match_id = open_match(store)
    with store.read() as db, pytest.raises(folded.NotFolded):
        folded.view_at(db, match_id)
    assert folder.fold(match_id) is Outcome.WRITTEN
    with store.read() as db:
        assert folded.view_at(db, match_id) == Fold.start(header_of(HEADER)).view()
        assert folded.choices_of(db, match_id)[0] == 0
    assert heard == [match_id]
    assert folder.fold(match_id) is Outcome.UP_TO_DATE


def test_the_stored_view_at_any_event_is_what_a_clean_fold_gives(store: Store, folder: Folder) -> None:
    match_id, events = recorded(store, 1, 3 * SNAPSHOT_EVERY)
    folder.fold(match_id)
    docket = Docket(lambda after, before: events[after : before - 1])
    for event in events:
        docket.add(event)
    clean = Fold.start(header_of(HEADER))
    with store.read() as db:
        for event in events:
            clean.step(event, docket.standing(event))
            assert folded.view_at(db, match_id, event["seq"]) == clean.view()


def test_folding_again_changes_nothing(store: Store, folder: Folder) -> None:
    match_id, _ = recorded(store, 2, 100)
    folder.fold(match_id)
    rows = folded_rows(store, match_id)
    assert folder.fold(match_id) is Outcome.UP_TO_DATE
    assert Folder(store, lambda _: None).fold(match_id) is Outcome.UP_TO_DATE
    assert folded_rows(store, match_id) == rows


def test_two_workers_at_once_leave_the_same_rows(store: Store) -> None:
    events = Recorder(3).record(120)
    together, alone = open_match(store), open_match(store)
    append_all(store, alone, events)
    Folder(store, lambda _: None).fold(alone)

    def work(events: list[dict[str, Any]]) -> None:
        own = Folder(store, lambda _: None)
        for event in events:
            log.append(store, together, [event], by=event["by"])
            own.fold(together)

    with ThreadPoolExecutor(3) as pool:
        others = [pool.submit(Folder(store, lambda _: None).drain) for _ in range(2)]
        pool.submit(work, events).result()
        for other in others:
            other.result()
    Folder(store, lambda _: None).drain()
    assert folded_rows(store, together) == folded_rows(store, alone)


def test_a_late_writer_finds_its_work_out_of_date(store: Store, folder: Folder) -> None:
    match_id, _ = recorded(store, 4, 10)
    with store.claim([match_id]) as claim:
        assert claim.match_ids == [match_id]
        with claim.read() as db:
            match = matches.get(db, match_id)
            new = log.read_unfolded(db, [match_id])[match_id]
        told, _warm = folder._work_out(claim, match, new)
    assert Folder(store, lambda _: None).fold(match_id) is Outcome.WRITTEN
    rows = folded_rows(store, match_id)
    with pytest.raises(folding.Stale), store.write() as db:
        folding.save(db, [told])
    assert folded_rows(store, match_id) == rows


def test_a_worker_that_hangs_while_it_writes_loses_its_matches(postgres_url: str) -> None:
    store = open_store(postgres_url)
    match_id, _ = recorded(store, 4, 10)
    seconds = 0.5
    touched = update(tables.matches).where(tables.matches.c.id == bindparam("match_id")).values(status="playing")
    with pytest.raises(DBAPIError), store.claim([match_id]) as claim, claim.write(seconds) as db:
        db.execute(touched, [{"match_id": match_id}])  # as rows are written: many with one call
        time.sleep(2 * seconds)
        db.execute(touched, [{"match_id": match_id}])
    assert Folder(store, lambda _: None).fold(match_id) is Outcome.WRITTEN
    store.close()


def test_a_state_whose_commit_was_lost_is_not_used_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store goes down in the middle of a commit, and another worker gets further under the same epoch."""
    events = Recorder(4).record(30)
    match_id, clean = open_match(store), open_match(store)
    unlucky, other = Folder(store, lambda _: None), Folder(store, lambda _: None)
    append_all(store, match_id, events[:10])
    unlucky.fold(match_id)
    append_all(store, match_id, events[10:15])
    save = folding.save

    def save_and_go_down(*told: Any) -> Any:
        save(*told)
        raise OperationalError("COMMIT", {}, Exception("the server went away"))

    with monkeypatch.context() as power_cut, pytest.raises(OperationalError):
        power_cut.setattr(folding, "save", save_and_go_down)
        unlucky.fold(match_id)
    append_all(store, match_id, events[15:20])
    other.fold(match_id)
    append_all(store, match_id, events[20:])
    unlucky.fold(match_id)
    append_all(store, clean, events)
    other.fold(clean)
    assert folded_rows(store, match_id) == folded_rows(store, clean)


def test_a_state_that_the_store_has_forgotten_is_not_used_again(store: Store) -> None:
    """A power cut takes back a fold that was committed: the same epoch comes again, with more events in it."""
    events = Recorder(5).record(30, rulings=0)
    match_id, clean = open_match(store), open_match(store)
    append_all(store, match_id, events[:10])
    early, late = Folder(store, lambda _: None), Folder(store, lambda _: None)
    early.fold(match_id)
    with store.write() as db:  # as the store was before that fold
        for table in (tables.verdicts, tables.snapshots, tables.choices):
            db.execute(delete(table).where(table.c.match_id == match_id))
        db.execute(update(tables.matches).where(tables.matches.c.id == match_id).values(folded=-1, epoch=0))
    append_all(store, match_id, events[10:20])
    late.fold(match_id)
    append_all(store, match_id, events[20:])
    early.fold(match_id)
    append_all(store, clean, events)
    late.fold(clean)
    assert folded_rows(store, match_id) == folded_rows(store, clean)


def test_a_state_of_other_rules_is_not_used(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a deploy the workers are new, and so may be what the rules remember of a table."""
    events = Recorder(6).record(SNAPSHOT_EVERY + 20, rulings=0)
    match_id, clean = open_match(store), open_match(store)
    with monkeypatch.context() as before_the_deploy:
        before_the_deploy.setattr(folds, "code_version", lambda: "older rules")
        before_the_deploy.setattr(Fold, "snapshot", lambda self: {"seq": self.seq, "table": "in a form of its own"})
        append_all(store, match_id, events[:-10])
        Folder(store, lambda _: None).fold(match_id)
    append_all(store, match_id, events[-10:])
    assert Folder(store, lambda _: None).fold(match_id) is Outcome.WRITTEN
    append_all(store, clean, events)
    Folder(store, lambda _: None).fold(clean)
    with store.read() as db:
        assert folded.view_at(db, match_id) == folded.view_at(db, clean)
        assert folded.judged(db, match_id)[-10:] == [replace(each, epoch=2) for each in folded.judged(db, clean)[-10:]]


def test_many_matches_fold_together_and_a_broken_one_does_not_spoil_the_rest(store: Store, folder: Folder) -> None:
    played = [recorded(store, seed, 20)[0] for seed in range(4)]
    broken = open_match(store, game="a game without an engine")
    outcomes = folder.fold_all([*played, broken])
    assert outcomes == dict.fromkeys(played, Outcome.WRITTEN) | {broken: Outcome.FAILED}
    for seed, match_id in enumerate(played):
        alone, _ = recorded(store, seed, 20)
        Folder(store, lambda _: None).fold(alone)
        assert folded_rows(store, match_id) == folded_rows(store, alone)


def test_of_matches_folded_together_those_that_others_hold_are_left_alone(store: Store, folder: Folder) -> None:
    held, free = recorded(store, 1, 5)[0], recorded(store, 2, 5)[0]
    with store.claim([held]) as claim:
        assert claim.match_ids == [held]
        assert folder.fold_all([held, free]) == {held: Outcome.BUSY, free: Outcome.WRITTEN}
    assert folder.fold(held) is Outcome.WRITTEN


def test_a_ruling_on_an_old_event_rewrites_what_it_changes(store: Store, folder: Folder) -> None:
    match_id, events = recorded(store, 5, 2 * SNAPSHOT_EVERY, rulings=0)
    folder.fold(match_id)
    target = first_play(store, match_id)
    with store.read() as db:
        before = matches.get(db, match_id)
    log.append(store, match_id, [ruling("void", target=target)], by="judge:Jo")
    folder.fold(match_id)
    with store.read() as db:
        after = matches.get(db, match_id)
        changed = [each.seq for each in folded.judged(db, match_id, since=before.epoch)]
        assert folded.judged(db, match_id)[target - 1].verdict["status"] == "void"
        stored = log.read(db, match_id)
    assert after.rewritten == after.epoch
    assert target in changed
    assert changed[-1] == len(events) + 1

    clean = open_match(store)
    append_all(store, clean, stored)
    Folder(store, lambda _: None).fold(clean)
    assert folded_rows(store, match_id) == folded_rows(store, clean)


def test_a_ruling_that_changes_nothing_leaves_earlier_rows_alone(store: Store, folder: Folder) -> None:
    match_id, _ = recorded(store, 6, 40, rulings=0)
    folder.fold(match_id)
    with store.read() as db:
        before = matches.get(db, match_id)
    log.append(store, match_id, [ruling("amend", does=[{"op": "draw", "seat": "p1", "n": 1}])], by="judge:Jo")
    folder.fold(match_id)
    with store.read() as db:
        assert [each.seq for each in folded.judged(db, match_id, since=before.epoch)] == [before.head + 1]
        assert matches.get(db, match_id).rewritten == before.rewritten


def test_questions_open_close_and_open_again(store: Store, folder: Folder) -> None:
    match_id = open_match(store)

    def logged(event: dict[str, Any], by: str = "p1") -> list[int]:
        log.append(store, match_id, [{"id": str(event)} | event], by=by)
        folder.fold(match_id)
        with store.read() as db:
            match = matches.get(db, match_id)
            open_now = folded.questions(db, match_id)
            assert match.questions == len(open_now)
            assert match.asked_at == (open_now[0].event["recorded_at"] if open_now else None)
            assert (match_id in [each.id for each in matches.find(db, flagged=True).matches]) == bool(open_now)
        return [question.event["seq"] for question in open_now]

    assert logged({"type": "no such thing", "seat": "p1"}) == [1]
    assert logged({"type": "call", "seat": "p2", "text": "Is that so?"}, by="p2") == [1, 2]
    assert logged(ruling("uphold", target=1), by="judge:Jo") == [2]
    assert logged(ruling("uphold", target=2), by="judge:Jo") == []
    assert logged(ruling("void", target=3), by="judge:Jo") == [1]


def test_a_preview_tells_what_a_ruling_would_change_and_stores_nothing(store: Store, folder: Folder) -> None:
    match_id, events = recorded(store, 7, 80, rulings=0)
    folder.fold(match_id)
    target = first_play(store, match_id)
    rows = folded_rows(store, match_id)
    told = preview(store, folder, match_id, {"decision": "void", "target": target, "note": "struck"})
    assert folded_rows(store, match_id) == rows
    assert told["seq"] == len(events) + 1
    struck = next(change for change in told["changes"] if change["seq"] == target)
    assert struck["before"]["status"] in ("legal", "trusted")
    assert struck["after"]["status"] == "void"

    log.append(store, match_id, [ruling("void", target=target)], by="judge:Jo")
    folder.fold(match_id)
    with store.read() as db:
        judged = {each.seq: each.verdict for each in folded.judged(db, match_id)}
        assert folded.view_at(db, match_id) == told["after"]
    for change in told["changes"]:
        assert judged[change["seq"]] == change["after"]


def test_a_bug_in_one_match_does_not_stop_the_others(store: Store, folder: Folder, heard: list[str]) -> None:
    broken = open_match(store, game="a game without an engine")
    fine, _ = recorded(store, 8, 5)
    folder.drain()
    with store.read() as db:
        assert matches.get(db, fine).folded == 5
        match = matches.get(db, broken)
        assert match.folded == -1
        assert "ModuleNotFoundError" in (match.failed or "")
        assert [failed for failed, _ in folded.lag(db).failed] == [broken]
        assert folding.behind(db, folds.code_version()) == []
    assert broken in heard


def test_a_failed_match_is_tried_again_after_a_deploy_or_a_new_event(
    store: Store, folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, _ = recorded(store, 9, 5)

    def buggy(*_: Any) -> Any:
        raise ZeroDivisionError("a bug")

    with monkeypatch.context() as deployed:
        deployed.setattr(folds, "run", buggy)
        assert folder.fold(match_id) is Outcome.FAILED
        assert folder.drain() == 0
        log.append(store, match_id, [{"id": "n", "type": "note", "text": "still here"}], by="p1")
        with store.read() as db:
            assert folding.behind(db, folds.code_version()) == [match_id]
        folder.drain()
        with store.read() as db:
            assert folding.behind(db, folds.code_version()) == []
    monkeypatch.setattr(folds, "code_version", lambda: "the next deploy")
    assert folder.drain() == 1
    with store.read() as db:
        match = matches.get(db, match_id)
        assert (match.folded, match.failed) == (6, None)
        assert folded.lag(db) == folded.Lag(matches=0, events=0, oldest=None, failed=[])


def test_the_lag_counts_what_waits(store: Store, folder: Folder) -> None:
    match_id, _ = recorded(store, 10, 7)
    with store.read() as db:
        lag = folded.lag(db)
        assert (lag.matches, lag.events) == (1, 7)
        assert lag.oldest == log.read(db, match_id, limit=1)[0]["recorded_at"]
    folder.drain()
    with store.read() as db:
        assert folded.lag(db).events == 0


def test_an_imported_event_waits_since_it_came(store: Store) -> None:
    match_id = open_match(store)
    event = {
        "id": "old",
        "type": "note",
        "text": "long ago",
        "seq": 1,
        "by": "p1",
        "recorded_at": "2001-01-01T00:00:00.000000Z",
    }
    with store.write() as db:
        opened = matches.get(db, match_id)
        body = hashing.canonical(event)
        log.append_record(db, match_id, [(body, hashing.event_hash(opened.head_hash, body))])
    with store.read() as db:
        lag = folded.lag(db)
    assert (lag.events, lag.oldest) == (1, opened.created_at)
