"""Accounts, tokens and audit lines. Who may do what is decided in `service.auth`; this only remembers."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from service.store import clock
from service.store.matches import new_id
from service.store.tables import accounts, audit, tokens


@dataclass(frozen=True, slots=True)
class Account:
    id: str
    name: str
    password: str | None  # the argon2 hash
    roles: list[str]  # "organiser", "judge"
    created_at: str
    disabled_at: str | None


@dataclass(frozen=True, slots=True)
class Token:
    """What a valid token stands for: an account, or one seat of one match ("public" for spectators)."""

    digest: str
    kind: str
    account_id: str | None
    match_id: str | None
    seat: str | None
    label: str
    created_at: str
    expires_at: str | None
    account_name: str | None
    roles: list[str] | None


@dataclass(frozen=True, slots=True)
class AuditLine:
    id: int
    at: str
    actor: str
    action: str
    match_id: str | None
    detail: dict[str, Any]


_ACCOUNT = select(*(accounts.c[name] for name in Account.__slots__))
_BY_NAME = _ACCOUNT.where(accounts.c.name == bindparam("name"))
_TOKEN = (
    select(
        *(tokens.c[name] for name in Token.__slots__ if name in tokens.c),
        accounts.c.name,
        accounts.c.roles,
    )
    .select_from(tokens.outerjoin(accounts, tokens.c.account_id == accounts.c.id))
    .where(
        tokens.c.digest == bindparam("digest"),
        tokens.c.revoked_at.is_(None),
        (tokens.c.expires_at.is_(None)) | (tokens.c.expires_at > bindparam("now")),
        accounts.c.disabled_at.is_(None),
    )
)
_AUDIT = insert(audit)


def create_account(db: Connection, name: str, roles: list[str], password: str | None = None) -> str:
    """Makes an account (`password` is a hash already) and gives its id. A name in use: sqlalchemy's IntegrityError."""
    account_id = new_id()
    row = {"id": account_id, "name": name, "password": password, "roles": roles, "created_at": clock.now()}
    db.execute(insert(accounts), row)
    return account_id


def account_by_name(db: Connection, name: str) -> Account | None:
    row: Sequence[Any] | None = db.execute(_BY_NAME, {"name": name}).one_or_none()
    return None if row is None else Account(*row)


def list_accounts(db: Connection) -> list[Account]:
    return [Account(*row) for row in db.execute(_ACCOUNT.order_by(accounts.c.name))]


def change_account(
    db: Connection, account_id: str, *, password: str | None = None, roles: list[str] | None = None
) -> None:
    """Sets a new password hash, new roles, or both."""
    told = {key: value for key, value in (("password", password), ("roles", roles)) if value is not None}
    db.execute(update(accounts).where(accounts.c.id == account_id).values(told))


def disable_account(db: Connection, account_id: str) -> None:
    """The account keeps its name in the record. Its tokens and its password are never good again."""
    now = clock.now()
    db.execute(update(accounts).where(accounts.c.id == account_id).values(disabled_at=now, password=None))
    db.execute(
        update(tokens).where(tokens.c.account_id == account_id, tokens.c.revoked_at.is_(None)).values(revoked_at=now)
    )


def enable_account(db: Connection, account_id: str) -> None:
    db.execute(update(accounts).where(accounts.c.id == account_id).values(disabled_at=None))


def issue_token(
    db: Connection,
    kind: str,
    *,
    account_id: str | None = None,
    match_id: str | None = None,
    seat: str | None = None,
    label: str = "",
    lasts: float | None = None,
    token: str | None = None,
) -> str:
    """Makes an opaque token (`lasts`: seconds, None for good) and gives it. Only its hash is stored.

    `token` is for secrets made elsewhere: what a join code stands for.
    """
    token = token or secrets.token_urlsafe(24)
    row = {
        "digest": digest_of(token),
        "kind": kind,
        "account_id": account_id,
        "match_id": match_id,
        "seat": seat,
        "label": label,
        "created_at": clock.now(),
        "expires_at": None if lasts is None else clock.later(lasts),
    }
    db.execute(insert(tokens), row)
    return token


def find_token(db: Connection, token: str) -> Token | None:
    """What a token stands for; None if it is unknown, revoked, out of date, or its account is disabled."""
    row: Sequence[Any] | None = db.execute(_TOKEN, {"digest": digest_of(token), "now": clock.now()}).one_or_none()
    return None if row is None else Token(*row)


def revoke_token(db: Connection, digest: str) -> bool:
    """Whether it was there to be taken back: of several who try at once, one hears yes."""
    mine = (tokens.c.digest == digest) & tokens.c.revoked_at.is_(None)
    return bool(db.execute(update(tokens).where(mine).values(revoked_at=clock.now())).rowcount)


def revoke_match_tokens(db: Connection, match_id: str, seat: str) -> None:
    """Takes back every token of a seat (a lost phone)."""
    mine = (tokens.c.match_id == match_id) & (tokens.c.seat == seat) & tokens.c.revoked_at.is_(None)
    db.execute(update(tokens).where(mine).values(revoked_at=clock.now()))


def forget_expired_tokens(db: Connection) -> int:
    """Deletes tokens past their time; gives how many."""
    return db.execute(delete(tokens).where(tokens.c.expires_at < clock.now())).rowcount


def write_audit(db: Connection, actor: str, action: str, match_id: str | None = None, **detail: Any) -> None:
    """One line about who did what, in the transaction that did it."""
    row = {"at": clock.now(), "actor": actor, "action": action, "match_id": match_id, "detail": detail}
    db.execute(_AUDIT, row)


def read_audit(db: Connection, match_id: str | None = None, after: int = 0, limit: int = 200) -> list[AuditLine]:
    """Audit lines in order, of one match or of all."""
    query = select(audit).where(audit.c.id > after).order_by(audit.c.id).limit(limit)
    if match_id is not None:
        query = query.where(audit.c.match_id == match_id)
    return [AuditLine(*row) for row in db.execute(query)]


def digest_of(token: str) -> str:
    """Tokens are long and random, so a plain hash hides them well enough to be looked up by."""
    return hashlib.sha256(token.encode()).hexdigest()
