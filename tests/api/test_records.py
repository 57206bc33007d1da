"""Records out and in again."""

from __future__ import annotations

import random
import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from schemas.language import installed_games, sample
from service import records
from service.demo import fill
from service.store import matches, tables
from service.store.hashing import canonical, event_hash, header_hash
from tests.api.hall import BEGUN, CAT, CONCEDED, TOO_SOON, Caller, Hall, Table, is_problem
from tests.workers.playing import folded_rows
from workers.rules import RULES_VERSION, fingerprint

TIME = "2026-03-01T18:20:05.123456Z"
HEADER = {
    "game": "synsouls",
    "options": {},
    "seats": ["Ada", "Ben"],
    "catalog": [],
    "rules_version": RULES_VERSION,
    "catalog_fingerprint": "",
    "private": False,
    "created_at": TIME,
}


def finished(hall: Hall, **told: object) -> Table:
    table = hall.open(**told)
    table.log(*BEGUN, CAT, TOO_SOON, {"type": "note", "text": "Größe — “ok”"}, CONCEDED)
    table.settled()
    return table


def exported(caller: Caller, table: Table) -> bytes:
    answered = caller.get(f"{table.path}/export")
    assert (answered.status_code, answered.mimetype) == (200, "application/x-ndjson")
    return answered.data


def test_a_record_that_comes_back_folds_to_the_same(hall: Hall) -> None:
    table = finished(hall)
    record = exported(hall.anyone, table)
    imported = hall.organiser.post("/imports", data=record)
    assert imported.status_code == 201, imported.text
    copy = imported.json["id"]
    assert hall.judge.get(f"/matches/{copy}/view", at=7, wait=20).status_code == 200
    assert hall.judge.get(f"/matches/{copy}/export").data == record
    assert folded_rows(hall.store, copy)["verdicts"] == folded_rows(hall.store, table.id)["verdicts"]


def test_the_samples_come_back_the_same(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall(folding=False)
    made = fill(hall.store, RULES_VERSION, fingerprint)
    assert len(made) == len([game for game in installed_games() if sample(game)])
    copies = [hall.judge.post("/imports", data=hall.judge.get(f"/matches/{each}/export").data).json for each in made]
    hall.fold()
    for original, copy in zip(made, copies, strict=True):
        assert folded_rows(hall.store, copy["id"])["verdicts"] == folded_rows(hall.store, original)["verdicts"]
        with hall.store.read() as db:
            assert copy["hash"] == matches.get(db, original).head_hash
            hashes = select(tables.events.c.hash).order_by(tables.events.c.seq)
            of = tables.events.c.match_id
            assert db.scalars(hashes.where(of == copy["id"])).all() == db.scalars(hashes.where(of == original)).all()


def test_the_samples_are_whole_matches_with_rulings(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall(folding=False)
    made = fill(hall.store, RULES_VERSION, fingerprint)
    hall.fold()
    for match_id in made:
        summary = hall.judge.get(f"/matches/{match_id}").json
        assert summary["status"] == "finished", summary["game"]
        events = hall.judge.get(f"/matches/{match_id}/events", limit=500).json["events"]
        assert "ruling" in {event["type"] for event in events}, summary["game"]
        assert {"legal", "trusted", "illegal"} <= {event["verdict"]["status"] for event in events}, summary["game"]


def test_one_altered_character_is_refused_with_its_line(hall: Hall) -> None:
    record = exported(hall.anyone, finished(hall)).decode()
    lines = record.splitlines()
    chance = random.Random(5)
    before = hall.rows()
    for number, line in enumerate(lines, start=1):
        for place in chance.sample(range(len(line)), 12):
            other = chance.choice([each for each in "0aZ}" if each != line[place]])
            altered = [*lines[: number - 1], line[:place] + other + line[place + 1 :], *lines[number:]]
            answered = hall.judge.post("/imports", data="\n".join(altered).encode() + b"\n")
            assert is_problem(answered, 422)
            assert answered.json["line"] == number, (line, place, other)
    assert hall.rows() == before


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda lines: [], 1),
        (lambda lines: lines[1:], 1),
        (lambda lines: [lines[0], *lines[2:]], 2),
        (lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]], 4),
        (lambda lines: [*lines, lines[-1]], 9),
        (lambda lines: lines[:-1], 8),
        (lambda lines: lines[:1], 2),
        (lambda lines: [*lines, b""], 9),
        (lambda lines: [*lines, b"{}"], 9),
        (lambda lines: [*lines[:2], b"", *lines[2:]], 3),
        (lambda lines: [lines[0], lines[1].replace(b'{"', b'{ "', 1), *lines[2:]], 2),
    ],
)
def test_lines_that_are_missing_moved_doubled_or_respelt(hall: Hall, change, line: int) -> None:  # type: ignore[no-untyped-def]
    lines = exported(hall.anyone, finished(hall)).splitlines()
    answered = hall.judge.post("/imports", data=b"".join(line + b"\n" for line in change(lines)))
    assert is_problem(answered, 422)
    assert answered.json["line"] == line


def forged(header: dict[str, Any], events: list[dict[str, Any]]) -> bytes:
    """A record whose chain is whole, whatever it says."""
    told, chained = canonical({**HEADER, **header}), []
    before = header_hash(told)
    for seq, event in enumerate(events, start=1):
        stored = {"id": str(uuid.uuid4()), "type": "note", "text": "x", "by": "p1", "recorded_at": TIME, "seq": seq}
        before = event_hash(before, canonical(stored | event))
        chained.append(stored | event | {"hash": before})
    return "".join(records.write(told, chained)).encode()


@pytest.mark.parametrize(
    ("header", "event", "line"),
    [
        ({"seats": ["Ada", "Ben", "Cleo"]}, {}, 1),
        ({"seats": ["Ada", ""]}, {}, 1),
        ({"seats": ["Ada", "Ben\n    9 ✓  Ada concedes."]}, {}, 1),
        ({"seats": ["Ada", "B" * 81]}, {}, 1),
        ({"options": {"max_notes": 99}}, {}, 1),
        ({"catalog": [1]}, {}, 1),
        ({"created_at": "yesterday"}, {}, 1),
        ({}, {"recorded_at": "yesterday"}, 2),
        ({}, {"recorded_at": TIME.removesuffix("Z")}, 2),
        ({}, {"recorded_at": "0001-01-01T00:00:00+23:59"}, 2),
        ({}, {"by": ""}, 2),
        ({}, {"by": "judge:\0"}, 2),
        ({}, {"id": "1"}, 2),
        ({}, {"unsure": "yes"}, 2),
        ({}, {"seq": 2}, 2),
    ],
)
def test_a_whole_chain_of_what_nobody_could_have_stored(
    hall: Hall, header: dict[str, Any], event: dict[str, Any], line: int
) -> None:
    assert hall.judge.post("/imports", data=forged({}, [{}])).status_code == 201
    before = hall.rows()
    answered = hall.judge.post("/imports", data=forged(header, [event]))
    assert is_problem(answered, 422)
    assert answered.json["line"] == line
    assert hall.rows() == before


def test_a_note_passes_for_no_line_of_the_transcript(hall: Hall) -> None:
    table = hall.open()
    table.log({"type": "note", "text": "Fine.\n    2 ✓  Ben concedes.\u2028    3 ✓  Ada wins."})
    table.settled()
    told = hall.anyone.get(f"{table.path}/export", format="text").text.splitlines()
    assert [line for line in told if re.match(r" {0,4}[23] ", line)] == []


def test_what_is_no_record(hall: Hall) -> None:
    before = hall.rows()
    for body in (b"", b"\0", b"\xff", b"[]", b'{"format":"tapedeck/1"}', b"[" * 100_000, b'"' * 1000):
        assert is_problem(hall.judge.post("/imports", data=body), 422)
    assert hall.rows() == before


def test_a_record_with_blanks_does_not_pass_for_the_whole(hall: Hall) -> None:
    """Of a private match the seats never get the whole record, nor hashes to guess it with."""
    table = finished(hall, private=True)
    for seat in ("p1", "p2", "public"):
        record = exported(table.callers[seat], table)
        assert b'"hash"' not in record.split(b"\n", 1)[1]
        assert is_problem(hall.judge.post("/imports", data=record), 422)
    assert hall.judge.post("/imports", data=exported(hall.judge, table)).status_code == 201


def test_a_transcript_for_people(hall: Hall) -> None:
    table = finished(hall)
    told = hall.anyone.get(f"{table.path}/export", format="text")
    assert told.mimetype == "text/plain"
    assert "p1 Ada, p2 Ben" in told.text
    assert "Paper Cat" in told.text
    assert "✗" in told.text
    assert "✗  Ada, Cue" in told.text
    assert told.text.rstrip().splitlines()[-1] == "Ada wins: Ben is out. [TBL-CONCEDE]"


def test_a_record_may_be_larger_than_other_bodies(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall(folding=False, max_body_bytes=2_000, max_import_bytes=20_000)
    table = hall.open()
    for number in range(20):
        table.log({"type": "note", "text": f"{number} " + "x" * 200})
    record = exported(hall.judge, table)
    assert 2_000 < len(record) < 20_000
    assert hall.judge.post("/imports", data=record).status_code == 201
    assert is_problem(hall.judge.post("/imports", data=record * 3), 413)
