"""Accounts, tokens and audit lines. Runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from service.store import Store, accounts, tables
from tests.store.making import open_match


def test_a_token_stands_for_its_account(store: Store) -> None:
    with store.write() as db:
        account_id = accounts.create_account(db, "Judge Jo", ["judge"])
        token = accounts.issue_token(db, "bearer", account_id=account_id)
    with store.read() as db:
        known = accounts.find_token(db, token)
        stored = db.execute(select(tables.tokens)).one()
    assert known is not None
    assert (known.account_name, known.roles, known.match_id) == ("Judge Jo", ["judge"], None)
    assert token not in stored


def test_a_token_stands_for_a_seat(store: Store) -> None:
    match_id = open_match(store)
    with store.write() as db:
        token = accounts.issue_token(db, "seat", match_id=match_id, seat="p2")
    with store.read() as db:
        known = accounts.find_token(db, token)
    assert known is not None
    assert (known.match_id, known.seat, known.roles) == (match_id, "p2", None)


def test_tokens_end(store: Store) -> None:
    match_id = open_match(store)
    with store.write() as db:
        account_id = accounts.create_account(db, "Jo", ["judge"])
        out_of_date = accounts.issue_token(db, "bearer", account_id=account_id, lasts=-1)
        revoked = accounts.issue_token(db, "bearer", account_id=account_id)
        accounts.revoke_token(db, accounts.digest_of(revoked))
        lost_phone = accounts.issue_token(db, "seat", match_id=match_id, seat="p1")
        accounts.revoke_match_tokens(db, match_id, "p1")
        left = accounts.issue_token(db, "bearer", account_id=account_id)
        for token in (out_of_date, revoked, lost_phone, "never made"):
            assert accounts.find_token(db, token) is None
        assert accounts.find_token(db, left) is not None
        accounts.disable_account(db, account_id)
        assert accounts.find_token(db, left) is None
        accounts.enable_account(db, account_id)
        assert accounts.find_token(db, left) is None
        assert accounts.forget_expired_tokens(db) == 1


def test_accounts_change_and_names_are_unique(store: Store) -> None:
    with store.write() as db:
        account_id = accounts.create_account(db, "Jo", ["judge"])
        accounts.change_account(db, account_id, password="hashed", roles=["judge", "organiser"])
        changed = accounts.account_by_name(db, "Jo")
        assert changed is not None
        assert changed.id == account_id
        assert (changed.password, changed.roles) == ("hashed", ["judge", "organiser"])
    with pytest.raises(IntegrityError), store.write() as db:
        accounts.create_account(db, "Jo", [])
    with store.read() as db:
        assert [account.name for account in accounts.list_accounts(db)] == ["Jo"]


def test_audit_lines_are_kept_in_order(store: Store) -> None:
    with store.write() as db:
        accounts.write_audit(db, "Jo", "sign in")
        accounts.write_audit(db, "Jo", "rule", "m1", decision="void")
    with store.read() as db:
        lines = accounts.read_audit(db)
        assert [(line.actor, line.action, line.detail) for line in lines] == [
            ("Jo", "sign in", {}),
            ("Jo", "rule", {"decision": "void"}),
        ]
        assert [line.action for line in accounts.read_audit(db, match_id="m1")] == ["rule"]
        assert accounts.read_audit(db, after=lines[-1].id) == []
