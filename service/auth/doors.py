"""The ways to get a token: signing in, joining with a link or a code, being invited."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from schemas.viewer import PUBLIC
from service.auth import audits, passwords
from service.auth.links import Links
from service.context import Service
from service.problems import Problem
from service.store import accounts
from service.store.accounts import Token

DAY = 86_400
HOUR = 3_600

# Kinds of code. One that stands for a seat, or for the operator at the console, may be used again; an invitation once.
CODE = "code"
INVITATION = "invitation"


@dataclass(frozen=True, slots=True)
class Entry:
    """What somebody got at a door."""

    token: str
    lasts: int
    name: str
    roles: list[str]
    match_id: str | None = None
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class Keys:
    """What opens one seat of a match."""

    token: str
    code: str
    link: str  # the last part of the join link's path


def sign_in(service: Service, name: str, password: str) -> Entry:
    with service.store.read() as db:
        account = accounts.account_by_name(db, name)
    good = passwords.fits(account.password if account else None, password)
    if account is None or not good or account.disabled_at is not None:
        raise Problem(401, "Name and password do not fit.", headers={"WWW-Authenticate": 'Bearer realm="tapedeck"'})
    with service.store.write() as db:
        audits.record(db, name, "signed in")
        return _session(db, service, account.id, account.name, account.roles)


def sign_out(service: Service, digest: str, who: str) -> None:
    with service.store.write() as db:
        accounts.revoke_token(db, digest)
        audits.record(db, who, "signed out")
    service.callers.forget_all()


def count_attempt(service: Service, code: str) -> None:
    """Codes can be tried, links cannot: a hall full of phones behind one address scans its links at once."""
    if service.links.read(code) is None:
        service.limits.throttle_sign_in()


def read_code(service: Service, code: str) -> Token:
    """What a join link or a short code stands for."""
    with service.store.read() as db:
        return _find(db, service.links, code)


def join(service: Service, code: str) -> Entry:
    """Takes the seat, or becomes the account, that a code stands for."""
    with service.store.write() as db:
        found = _find(db, service.links, code)
        if found.kind == INVITATION and not accounts.revoke_token(db, found.digest):
            raise _unknown()
        if found.account_id is not None:
            return _session_by_link(db, service, found)
        seat = found.seat or PUBLIC
        lasts = service.settings.token_days * DAY
        kind = "public" if seat == PUBLIC else "seat"
        token = accounts.issue_token(db, kind, match_id=found.match_id, seat=seat, label="joined", lasts=lasts)
        audits.record(db, seat, "joined", found.match_id)
        return Entry(token, lasts, seat, [], found.match_id, seat)


def accept(service: Service, code: str, password: str) -> Entry:
    """Takes up an invitation: sets the password, and signs in. Of those who come at once, one gets it."""
    hashed = passwords.hash_password(password)
    with service.store.write() as db:
        found = _find(db, service.links, code)
        if found.kind != INVITATION or found.account_id is None or not accounts.revoke_token(db, found.digest):
            raise _unknown()
        accounts.change_account(db, found.account_id, password=hashed)
        return _session_by_link(db, service, found)


def _find(db: Connection, links: Links, code: str) -> Token:
    """Links and codes are refused alike, so nothing can be learnt from trying."""
    plain = links.read(code) if "." in code else code
    found = accounts.find_token(db, links.secret_of(plain)) if plain else None
    if found is None or found.kind not in (CODE, INVITATION):
        raise _unknown()
    return found


def _unknown() -> Problem:
    return Problem(
        404,
        "This link or code is unknown, used up or too old. Try it again, or ask whoever gave it to you for a new one.",
    )


def open_seat(db: Connection, service: Service, match_id: str, seat: str) -> Keys:
    """A token, a code and a link for one seat of a match, or for its public."""
    lasts = service.settings.token_days * DAY
    kind = "public" if seat == PUBLIC else "seat"
    token = accounts.issue_token(db, kind, match_id=match_id, seat=seat, label="issued", lasts=lasts)
    code = service.links.new_code()
    accounts.issue_token(
        db, CODE, match_id=match_id, seat=seat, lasts=lasts, token=service.links.secret_of(code), label="join"
    )
    return Keys(token, code, service.links.sign(code))


def invite(db: Connection, links: Links, days: int, name: str, roles: list[str]) -> Keys:
    """Makes an account, or gives an existing one these roles, and a link that lets its owner choose a password."""
    known = accounts.account_by_name(db, name)
    if known is None:
        account_id = accounts.create_account(db, name, roles)
    else:
        account_id = known.id
        held = [] if known.disabled_at else known.roles  # who was dismissed begins anew
        accounts.enable_account(db, account_id)
        accounts.change_account(db, account_id, roles=sorted({*held, *roles}))
    return code_for(db, links, account_id, INVITATION, days * DAY)


def dismiss(db: Connection, name: str, by: str) -> bool:
    """Signs an account out everywhere, for good; a new invitation lets its owner in again. False: no such account."""
    account = accounts.account_by_name(db, name)
    if account is None or account.disabled_at is not None:
        return False
    accounts.disable_account(db, account.id)
    audits.record(db, by, "dismissed", name=name)
    return True


def code_for(db: Connection, links: Links, account_id: str, kind: str, lasts: int) -> Keys:
    code = links.new_code()
    accounts.issue_token(db, kind, account_id=account_id, lasts=lasts, token=links.secret_of(code))
    return Keys("", code, links.sign(code))


def _session_by_link(db: Connection, service: Service, found: Token) -> Entry:
    name = found.account_name or ""
    audits.record(db, name, "signed in by link")
    return _session(db, service, found.account_id, name, found.roles or [])


def _session(db: Connection, service: Service, account_id: str | None, name: str, roles: list[str]) -> Entry:
    lasts = service.settings.session_hours * HOUR
    token = accounts.issue_token(db, "session", account_id=account_id, lasts=lasts)
    return Entry(token, lasts, name, roles)


def spaced(code: str) -> str:
    """A code as it is read aloud."""
    return f"{code[:4]}-{code[4:]}"
