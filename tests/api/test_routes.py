"""Every route with every role, against a table of who may do what. A new route needs an entry here."""

from __future__ import annotations

import pytest
from werkzeug.routing import Rule

from tests.api.hall import API, BEGUN, Caller, Hall, Table

ROLES = ("anyone", "public", "p1", "another seat", "organiser", "judge")
EVERYBODY = frozenset(ROLES)
# Of a match that is private, these may not even know that it exists.
OUTSIDERS = frozenset({"anyone", "another seat"})
STAFF = frozenset({"organiser", "judge"})
HOLDERS = EVERYBODY - {"anyone"}
PLAYERS = frozenset({"p1", "judge"})

MATCH = f"{API}/matches/<id:match_id>"
WHO = {
    ("GET", f"{API}/games"): EVERYBODY,
    ("GET", f"{API}/games/<word:game>"): EVERYBODY,
    ("GET", f"{API}/games/<word:game>/cards"): EVERYBODY,
    ("GET", f"{API}/games/<word:game>/rules"): EVERYBODY,
    ("GET", f"{API}/games/<word:game>/rules/<word:rule>"): EVERYBODY,
    ("GET", f"{API}/matches"): EVERYBODY,
    ("POST", f"{API}/matches"): STAFF,
    ("GET", MATCH): EVERYBODY,
    ("POST", f"{MATCH}/events"): PLAYERS,
    ("GET", f"{MATCH}/events"): EVERYBODY,
    ("GET", f"{MATCH}/view"): EVERYBODY,
    ("GET", f"{MATCH}/actions"): PLAYERS,
    ("GET", f"{MATCH}/replay"): EVERYBODY,
    ("GET", f"{MATCH}/stream"): EVERYBODY,
    ("GET", f"{MATCH}/export"): EVERYBODY,
    ("POST", f"{MATCH}/rulings"): frozenset({"judge"}),
    ("POST", f"{MATCH}/rulings/preview"): frozenset({"judge"}),
    ("POST", f"{MATCH}/tokens"): STAFF,
    ("GET", f"{API}/rulings"): frozenset({"judge"}),
    ("GET", f"{API}/questions"): frozenset({"judge"}),
    ("GET", f"{API}/penalties"): frozenset({"judge"}),
    ("GET", f"{MATCH}/integrity"): frozenset({"judge"}),
    ("POST", f"{API}/imports"): STAFF,
    ("POST", f"{API}/invitations"): frozenset({"organiser"}),
    ("POST", f"{API}/sessions"): EVERYBODY,
    ("DELETE", f"{API}/sessions"): HOLDERS,
    ("POST", f"{API}/sessions/join"): EVERYBODY,
    ("GET", "/api/openapi.json"): EVERYBODY,
    ("GET", "/api/reference"): EVERYBODY,
    ("GET", "/healthz"): EVERYBODY,
    ("GET", "/readyz"): EVERYBODY,
    ("GET", "/metrics"): EVERYBODY,
    # the pages
    ("GET", "/"): EVERYBODY,
    ("GET", "/static/<path:filename>"): EVERYBODY,
    ("GET", "/manifest.webmanifest"): EVERYBODY,
    ("GET", "/sw.js"): EVERYBODY,
    ("GET", "/sign-in"): EVERYBODY,
    ("POST", "/sign-in"): EVERYBODY,
    ("POST", "/sign-out"): HOLDERS,
    ("POST", "/join"): EVERYBODY,
    ("GET", "/join/<path:signed>"): EVERYBODY,
    ("POST", "/join/<path:signed>"): EVERYBODY,
    ("GET", "/open"): EVERYBODY,
    ("POST", "/open"): EVERYBODY,
    ("POST", "/open/decks"): EVERYBODY,
    ("GET", "/matches/<id:match_id>"): EVERYBODY,
    ("GET", "/matches/<id:match_id>/embed"): EVERYBODY,
    ("GET", "/matches/<id:match_id>/play"): EVERYBODY,
    ("GET", "/matches/<id:match_id>/sheet"): EVERYBODY,
    ("GET", "/matches/<id:match_id>/audit"): frozenset({"judge"}),
    ("GET", "/desk"): frozenset({"judge"}),
    ("GET", "/desk/<id:match_id>"): frozenset({"judge"}),
    ("GET", "/audit"): frozenset({"judge"}),
    ("GET", "/people"): frozenset({"organiser"}),
    ("POST", "/people"): frozenset({"organiser"}),
}
ANSWERED_BY_FLASK = {"HEAD", "OPTIONS"}
VALUES = {"game": "synsouls", "rule": "SYN-WIN-1", "filename": "tapedeck.css", "signed": "no.such.link"}
# With nothing right in them, these are refused to everybody.
FOR_THOSE_WHO_KNOW = ("/join", "/sign-in", f"{API}/sessions", "/matches/<id:match_id>/sheet")


def routes(hall: Hall) -> dict[tuple[str, str], Rule]:
    rules = hall.app.url_map.iter_rules()
    return {(method, rule.rule): rule for rule in rules for method in (rule.methods or set()) - ANSWERED_BY_FLASK}


@pytest.fixture(scope="module")
def tables(hall: Hall) -> dict[bool, Table]:
    """A match that is not private, and one that is."""
    made = {private: hall.open(private=private) for private in (False, True)}
    for table in made.values():
        table.log(*BEGUN)
        table.settled()
    return made


def test_every_route_has_an_entry(hall: Hall) -> None:
    assert set(routes(hall)) == set(WHO)


def _caller(hall: Hall, table: Table, role: str) -> Caller:
    """With a token of its own: signing out and changing locks must not reach the next one."""
    if role == "anyone":
        return hall.anyone
    if role in ("organiser", "judge"):
        return Caller(hall, hall.account(f"{role} {hall.rows()['accounts']}", role, password=None))
    seat = "p1" if role == "another seat" else role
    target = hall.open() if role == "another seat" else table
    told = hall.judge.post(f"{target.path}/tokens", {"seat": seat})
    return Caller(hall, told.json["token"])


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("role", ROLES)
def test_who_may_do_what(hall: Hall, tables: dict[bool, Table], role: str, private: bool) -> None:
    table = tables[private]
    for (method, path), rule in routes(hall).items():
        address = path
        for name in rule.arguments:
            value = table.id if name == "match_id" else VALUES[name]
            address = address.replace(next(part for part in path.split("/") if part.endswith(f":{name}>")), value)
        caller = _caller(hall, table, role)
        answered = caller.call(method, address, json={} if method == "POST" else None)
        allowed = role in WHO[method, path]
        told = (method, path, role, answered.status_code)
        if "match_id" in rule.arguments and private and role in OUTSIDERS:
            # Who has no token at all is asked for one first: that tells nothing of the match.
            assert answered.status_code == 404 or (answered.status_code == 401 and role == "anyone"), told
        elif not allowed:
            assert answered.status_code == (401 if role == "anyone" else 403), told
        elif not path.startswith(FOR_THOSE_WHO_KNOW):
            assert answered.status_code not in (401, 403, 404), told
