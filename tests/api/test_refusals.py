"""Whatever is sent: an answer in problem+json, nothing stored, no stack trace."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from schemas.language import installed_games, language
from tests.api.hall import API, Hall, is_problem

UUID = "6f1c0c2e-7a55-4b57-9a3e-0f6f6f0f7c11"
DEEP = 100_000
TEN_MB = b'{"type": "note", "text": "' + b"x" * 10_000_000 + b'"}'

MALFORMED = {
    "nothing": b"",
    "no JSON": b"{type: note}",
    "cut off": b'{"type": "no',
    "not UTF-8": b'{"type": "\xff\xfe"}',
    "no such number": b'{"type": "note", "n": NaN}',
    "endless lists": b"[" * DEEP,
    "endless objects": b'{"a":' * DEEP,
    "half a surrogate": b'{"type": "note", "text": "\\ud800"}',
}
WRONG: dict[str, Any] = {
    "a list": [],
    "a number": 7,
    "null": None,
    "no type": {"seat": "p1"},
    "type a number": {"type": 1},
    "type too long": {"type": "x" * 65},
    "seat a list": {"type": "note", "seat": ["p1"]},
    "id no UUID": {"type": "note", "id": "1"},
    "unsure a text": {"type": "note", "unsure": "yes"},
    "seq claimed": {"type": "note", "seq": 1},
    "hash claimed": {"type": "note", "hash": "0" * 64},
    "by claimed": {"type": "note", "by": "p2"},
    "NUL in a text": {"type": "note", "text": "a\0b"},
    "NUL in a key": {"type": "note", "a\0b": 1},
    "a secret's mark": {"type": "note", "text": "\x02p1\x1fa\x1fb\x03"},
    "a text too long": {"type": "note", "text": "x" * 4001},
    "a number too large": {"type": "note", "n": 2**53},
    "a number far too large": {"type": "note", "n": 1e300},
    "nested too deeply": {"type": "note", "does": [[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]},
    "no events": {"events": []},
    "events an object": {"events": {}},
    "events of texts": {"events": ["x"]},
    "head a text": {"events": [{"type": "note"}], "expected_head": "3"},
    "head below none": {"events": [{"type": "note"}], "expected_head": -1},
    "a key too many": {"events": [{"type": "note"}], "more": 1},
}


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
def test_what_is_no_json(hall: Hall, body: bytes) -> None:
    table = hall.open()
    before = hall.rows()
    assert is_problem(table.p1.post(f"{table.path}/events", data=body), 400)
    assert is_problem(hall.judge.post("/matches", data=body), 400)
    assert hall.rows() == before


@pytest.mark.parametrize("body", WRONG.values(), ids=WRONG)
def test_what_has_the_wrong_shape(hall: Hall, body: Any) -> None:
    table = hall.open()
    before = hall.rows()
    answered = table.p1.post(f"{table.path}/events", data=orjson.dumps(body))
    assert is_problem(answered, 422)
    assert answered.json["errors"]
    assert hall.rows() == before


def test_ten_megabytes(hall: Hall) -> None:
    table = hall.open()
    before = hall.rows()
    assert is_problem(table.p1.post(f"{table.path}/events", data=TEN_MB), 413)
    assert is_problem(hall.judge.post("/matches", data=TEN_MB), 413)
    assert hall.rows() == before


@pytest.mark.parametrize(
    "wanted",
    [
        {"game": "chess", "seats": [{"name": "Ada"}, {"name": "Ben"}]},
        {"game": "synsouls", "seats": [{"name": "Ada"}]},
        {"game": "synsouls", "seats": [{"name": "Ada"}, {"name": ""}]},
        {"game": "synsouls", "seats": [{"name": "Ada"}, {"name": "Ben"}, {"name": "Cleo"}]},
        {"game": "synsouls", "seats": [{"name": "Ada"}, {"name": "Ben"}], "options": {"no such option": 1}},
        {"game": "synsouls", "seats": [{"name": "Ada"}, {"name": "Ben"}], "catalog": [{"nameless": True}]},
        {"game": "synsouls", "seats": [{"name": "Ada", "deck": {"main": {"Ember Fox": "three"}}}, {"name": "Ben"}]},
        {"game": "synsouls", "seats": [{"name": "Ada"}, {"name": "Ben"}], "private": "no"},
    ],
)
def test_matches_that_cannot_be_opened(hall: Hall, wanted: dict[str, Any]) -> None:
    before = hall.rows()
    assert is_problem(hall.judge.post("/matches", wanted), 422)
    assert hall.rows() == before


CARD = {"name": "Own Card", "type": "record", "cost": 1, "rating": 2, "frequency": "amari"}


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ("options.max_notes", {"options": {"max_notes": True}}),
        ("options.more", {"options": {"more": 1}}),
        ("seats", {"seats": [{"name": "Ada"}, {"name": "Ben"}, {"name": "Cleo"}]}),
        ("seats.1.name", {"seats": [{"name": "Ada"}, {"name": "Ben\n    9 ✓  Ada concedes."}]}),
        ("catalog.0", {"catalog": [{key: CARD[key] for key in CARD if key != "name"}]}),
        ("catalog.0", {"catalog": [{**CARD, "name": []}]}),
        ("catalog.0", {"catalog": [{**CARD, "type": {}}]}),
        ("catalog.1", {"catalog": [CARD, {**CARD, "name": "Other Card", "cost": "one"}]}),
        ("catalog.1", {"catalog": [CARD, CARD]}),
    ],
)
def test_what_is_wrong_with_a_match_is_told_by_field(hall: Hall, field: str, told: dict[str, Any]) -> None:
    before = hall.rows()
    answered = hall.judge.post("/matches", {"game": "synsouls", "seats": [{"name": "Ada"}, {"name": "Ben"}], **told})
    assert is_problem(answered, 422)
    assert list(answered.json["errors"]) == [field]
    assert hall.rows() == before


@pytest.mark.parametrize("game", installed_games())
def test_a_catalog_that_the_rules_could_not_read(hall: Hall, game: str) -> None:
    """Nobody opens a match that cannot be folded; the game's own cards would do for its catalog."""
    seats = [{"name": "Ada"}, {"name": "Ben"}]
    for card in ({"name": []}, {"name": {}}, {"type": []}, {}):
        opening = {"game": game, "seats": seats, "catalog": [{"name": "Own Card", "type": "x", **card}]}
        assert is_problem(hall.judge.post("/matches", opening), 422)
    own = list(language(game).catalog.values())
    assert hall.judge.post("/matches", {"game": game, "seats": seats, "catalog": own}).status_code == 201


@pytest.mark.parametrize("match_id", ["k7m2v9q4x8bt", "NOT-AN-ID", "0" * 33, "..", "%00", "a%2fb"])
def test_unknown_matches(hall: Hall, match_id: str) -> None:
    for path in ("", "/events", "/view", "/replay", "/export", "/actions", "/stream"):
        assert is_problem(hall.judge.call("GET", f"{API}/matches/{match_id}{path}?seat=p1"), 404)
    assert is_problem(hall.judge.post(f"/matches/{match_id}/events", {"type": "note"}), 404)
    for path in ("/rulings", "/rulings/preview"):
        assert is_problem(hall.judge.post(f"/matches/{match_id}{path}", {"decision": "void", "target": 1}), 404)


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/events", {"after": -1}),
        ("/events", {"after": "x"}),
        ("/events", {"limit": 0}),
        ("/events", {"after": 2**40}),
        ("/view", {"at": "last"}),
        ("/view", {"wait": 21}),
        ("/view", {"wait": "nan"}),
        ("/export", {"format": "pdf"}),
        ("/stream", {"after": "x"}),
        ("/view", {"as": "p1\n"}),
        ("/actions", {"seat": "p1\n"}),
    ],
)
def test_queries_that_make_no_sense(hall: Hall, path: str, query: dict[str, Any]) -> None:
    assert is_problem(hall.judge.get(hall.open().path + path, **query), 422)


@pytest.mark.parametrize("query", [{"cursor": "x"}, {"game": "chess"}, {"status": "lost"}, {"player": "a\0"}])
def test_listings_that_make_no_sense(hall: Hall, query: dict[str, str]) -> None:
    assert is_problem(hall.judge.get("/matches", **query), 422)


def test_ways_that_do_not_exist(hall: Hall) -> None:
    assert is_problem(hall.judge.get("/nothing"), 404)
    assert is_problem(hall.judge.call("PUT", f"{API}/matches"), 405)
    assert is_problem(hall.judge.get("/games/chess"), 404)
    assert is_problem(hall.judge.get("/games/synsouls/rules/SYN-NO-1"), 404)
