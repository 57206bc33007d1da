"""Opening, finding and listing matches. Runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from service.store import Store, UnknownMatch, matches, tables
from tests.store.making import open_match


def found(store: Store, **filters: object) -> list[str]:
    with store.read() as db:
        return [match.id for match in matches.find(db, **filters).matches]  # type: ignore[arg-type]


def test_a_match_keeps_what_it_was_opened_with(store: Store) -> None:
    card = {"name": "Ember Fox", "type": "record"}
    match_id = open_match(store, options={"best_of": 3}, catalog=[card], private=True)
    with store.read() as db:
        match, header = matches.get(db, match_id), matches.header(db, match_id)
    assert (match.options, match.seats, match.private, match.status) == ({"best_of": 3}, ["Ada", "Bo"], True, "setup")
    assert (match.head, match.folded) == (0, -1)
    assert header["catalog"] == [card]


def test_an_unknown_match(store: Store) -> None:
    with store.read() as db, pytest.raises(UnknownMatch):
        matches.get(db, "nowhere")


def test_lists_filter(store: Store) -> None:
    plain = open_match(store)
    private = open_match(store, private=True, seats=["Çelik_1", "Bo"])
    other = open_match(store, game="source")
    with store.write() as db:
        db.execute(update(tables.matches).where(tables.matches.c.id == plain).values(questions=1, status="playing"))
    assert found(store) == [other, private, plain]
    assert found(store, game="source") == [other]
    assert found(store, status="playing") == [plain]
    assert found(store, flagged=True) == [plain]
    assert found(store, flagged=False) == [other, private]
    assert found(store, player="çELIK_") == [private]
    assert found(store, player="%") == []
    assert found(store, public_only=True) == [other, plain]


def test_pages_follow_each_other_without_gap_or_repeat(store: Store) -> None:
    opened = [open_match(store) for _ in range(5)]
    seen: list[str] = []
    cursor = None
    with store.read() as db:
        while True:
            page = matches.find(db, cursor=cursor, limit=2)
            seen += [match.id for match in page.matches]
            cursor = page.cursor
            if cursor is None:
                break
        with pytest.raises(ValueError, match="cursor"):
            matches.find(db, cursor="made up")
    assert seen == opened[::-1]
