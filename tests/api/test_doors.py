"""Signing in, joining, being invited; cookies, forgery, what the pages may load, and how often one may try."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask.testing import FlaskClient

from service.auth.caller import COOKIE
from service.store import accounts
from tests.api.hall import API, BEGUN, PASSWORD, Caller, Hall, is_problem
from tests.workers.waiting import until

OPENING = {"game": "synsouls", "seats": [{"name": "Ada"}, {"name": "Ben"}]}
SIGN_IN = {"name": "Jo", "password": PASSWORD}


def browser(hall: Hall, name: str = "Jo") -> FlaskClient:
    """Somebody who has signed in on the pages."""
    client = hall.app.test_client()
    assert client.post("/sign-in", data={"name": name, "password": PASSWORD}).status_code == 303
    return client


def word_of(client: FlaskClient) -> str:
    """The session's own word against forgery, as the pages carry it."""
    found = re.search(r'name="csrf-token" content="([0-9a-f]+)"', client.get("/").text)
    assert found
    return found[1]


def test_signing_in_and_out(hall: Hall) -> None:
    told = hall.anyone.post("/sessions", SIGN_IN)
    assert told.status_code == 201
    assert (told.json["name"], told.json["roles"]) == ("Jo", ["judge"])
    judge = Caller(hall, told.json["token"])
    assert judge.get("/rulings").status_code == 200
    assert judge.call("DELETE", f"{API}/sessions").status_code == 204
    assert is_problem(judge.get("/rulings"), 401)


@pytest.mark.parametrize("attempt", [{"name": "Jo", "password": "wrong"}, {"name": "Nobody", "password": PASSWORD}])
def test_signing_in_wrongly(hall: Hall, attempt: dict[str, str]) -> None:
    answered = hall.anyone.post("/sessions", attempt)
    assert is_problem(answered, 401)
    assert answered.json["detail"] == "Name and password do not fit."
    assert "Set-Cookie" not in answered.headers


def test_a_token_that_is_no_good_is_refused_even_where_none_is_needed(hall: Hall) -> None:
    with hall.store.write() as db:
        old = accounts.issue_token(db, "api", account_id=accounts.create_account(db, "Old", ["judge"]), lasts=-1)
    for token in ("x", old, "é".encode().decode("latin-1")):
        answered = Caller(hall, token).get("/games")
        assert is_problem(answered, 401)
        assert answered.headers["WWW-Authenticate"].startswith("Bearer")
    assert is_problem(hall.app.test_client().get(f"{API}/games", headers={"Authorization": "Basic eDp5"}), 401)


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(hall: Hall) -> None:
    for base, secure in (("http://localhost", False), ("https://localhost", True)):
        client = hall.app.test_client()
        answered = client.post("/sign-in", data=SIGN_IN, base_url=base)
        cookie = answered.headers["Set-Cookie"]
        assert cookie.startswith(f"{COOKIE}=")
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert ("Secure" in cookie) is secure
        assert ("Strict-Transport-Security" in answered.headers) is secure


def test_a_change_by_cookie_needs_the_sessions_word(hall: Hall) -> None:
    client = browser(hall)
    before = hall.rows()
    assert is_problem(client.post(f"{API}/matches", json=OPENING), 403)
    assert is_problem(client.post(f"{API}/matches", json=OPENING, headers={"X-CSRF-Token": "0" * 64}), 403)
    other = word_of(browser(hall, "Ori"))
    assert is_problem(client.post(f"{API}/matches", json=OPENING, headers={"X-CSRF-Token": other}), 403)
    assert hall.rows()["matches"] == before["matches"]
    assert client.post(f"{API}/matches", json=OPENING, headers={"X-CSRF-Token": word_of(client)}).status_code == 201
    assert client.get(f"{API}/rulings").status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
def test_another_site_cannot_sign_anybody_in_or_post_for_them(hall: Hall, headers: dict[str, str]) -> None:
    client = browser(hall)
    word = {"X-CSRF-Token": word_of(client)}
    assert is_problem(client.post(f"{API}/matches", json=OPENING, headers=headers | word), 403)
    assert is_problem(hall.app.test_client().post(f"{API}/sessions", json=SIGN_IN, headers=headers), 403)


def test_signing_out_on_the_pages_ends_the_session(hall: Hall) -> None:
    client = browser(hall)
    cookie = client.get_cookie(COOKIE)
    assert cookie is not None
    assert client.post("/sign-out", data={"csrf_token": word_of(client)}).status_code == 303
    assert client.get_cookie(COOKIE) is None
    assert is_problem(Caller(hall, cookie.value).get("/rulings"), 401)


@pytest.mark.parametrize("path", ["/", "/sign-in", "/open", "/api/reference", "/no/such/page"])
def test_pages_load_nothing_from_elsewhere_and_nothing_inline(hall: Hall, path: str) -> None:
    page = hall.app.test_client().get(path, headers={"Accept": "text/html"})
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert (page.headers["X-Content-Type-Options"], page.headers["X-Frame-Options"]) == ("nosniff", "DENY")
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", page.text)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page.text)


def test_a_seat_is_joined_by_link_and_by_code(hall: Hall) -> None:
    table = hall.open()
    code = table.told["codes"]["p2"]
    for given in (code, code.lower().replace("-", " "), table.told["links"]["p2"].rsplit("/", 1)[1]):
        told = hall.anyone.post("/sessions/join", {"code": given})
        assert (told.status_code, told.json["match"], told.json["seat"]) == (201, table.id, "p2")
        assert Caller(hall, told.json["token"]).get(f"{table.path}").json["viewer"] == "p2"
    assert is_problem(hall.anyone.post("/sessions/join", {"code": "BCDFGHJK"}), 404)
    assert is_problem(hall.anyone.post("/sessions/join", {"code": code[:-1]}), 404)
    forged = table.told["links"]["p2"].rsplit("/", 1)[1][:-2] + "xx"
    assert is_problem(hall.anyone.post("/sessions/join", {"code": forged}), 404)


def test_a_changed_lock_shuts_everybody_else_out(hall: Hall) -> None:
    table = hall.open()
    told = hall.judge.post(f"{table.path}/tokens", {"seat": "p1"}).json
    assert is_problem(table.p1.get(table.path), 401)
    assert is_problem(hall.anyone.post("/sessions/join", {"code": table.told["codes"]["p1"]}), 404)
    assert Caller(hall, told["token"]).get(table.path).json["viewer"] == "p1"
    assert table.p2.get(table.path).json["viewer"] == "p2"
    for nobody in ("p3", "p1\n", "judge"):
        assert is_problem(hall.judge.post(f"{table.path}/tokens", {"seat": nobody}), 422)


def test_an_invitation_works_once(hall: Hall) -> None:
    told = hall.organiser.post("/invitations", {"name": "Cleo", "roles": ["judge"]})
    assert told.status_code == 201
    path = "/join/" + told.json["link"].rsplit("/", 1)[1]
    client = hall.app.test_client()
    assert "Cleo" in client.get(path).text
    assert client.post(path, data={"password": "short"}).status_code == 422
    assert client.post(path, data={"password": "quite long enough"}).status_code == 303
    assert client.get(f"{API}/rulings").status_code == 200
    assert hall.app.test_client().get(path).status_code == 404
    signed_in = hall.anyone.post("/sessions", {"name": "Cleo", "password": "quite long enough"})
    assert signed_in.json["roles"] == ["judge"]


def test_on_the_pages_an_invitation_asks_for_a_password_by_its_code_too(hall: Hall) -> None:
    told = hall.organiser.post("/invitations", {"name": "Dora", "roles": ["judge"]}).json
    client = hall.app.test_client()
    to = client.post("/join", data={"code": told["code"].lower()}).location
    assert client.get_cookie("tapedeck_session") is None
    assert "Dora" in client.get(to).text
    assert client.post(to, data={"password": "quite long enough"}).status_code == 303
    assert hall.anyone.post("/sessions", {"name": "Dora", "password": "quite long enough"}).status_code == 201


def test_of_those_who_take_up_an_invitation_at_once_one_gets_it(hall: Hall) -> None:
    told = hall.organiser.post("/invitations", {"name": "Finn", "roles": ["judge"]}).json
    path = "/join/" + told["link"].rsplit("/", 1)[1]

    def take(number: int) -> int:
        return hall.app.test_client().post(path, data={"password": f"the password {number}"}).status_code

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(take, range(4)))
    assert sorted(answers) == [303, 404, 404, 404]
    assert is_problem(hall.anyone.post("/sessions/join", {"code": told["code"]}), 404)
    password = f"the password {answers.index(303)}"
    assert hall.anyone.post("/sessions", {"name": "Finn", "password": password}).status_code == 201


def test_a_refusal_leaves_an_audit_line_without_secrets(hall: Hall) -> None:
    table = hall.open()
    table.log(*BEGUN)
    table.p1.post(f"{table.path}/rulings", {"decision": "void", "target": 1})

    def refused() -> bool:
        with hall.store.read() as db:
            lines = accounts.read_audit(db, table.id)
        return any((line.actor, line.action, line.detail.get("status")) == ("p1", "refused", 403) for line in lines)

    until(refused, "the refusal is written down")


def test_a_flood_of_refusals_does_not_flood_the_store(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall(rate_address="1 per minute")
    answers = [hall.anyone.get("/matches").status_code for _ in range(300)]
    assert answers == [200] + [429] * 299

    def lines() -> int:
        with hall.store.read() as db:
            return len(accounts.read_audit(db, limit=300))

    until(lambda: lines() > 0, "the first lines are written")
    assert lines() <= 100


def test_sign_in_is_throttled_by_address_and_by_account(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall(rate_sign_in="3 per minute", rate_account="5 per hour")
    wrong = {"name": "Jo", "password": "wrong"}
    client = hall.app.test_client()

    def attempt(address: str, body: dict[str, str]) -> int:
        return client.post(f"{API}/sessions", json=body, environ_base={"REMOTE_ADDR": address}).status_code

    assert [attempt("10.0.0.1", wrong) for _ in range(4)] == [401, 401, 401, 429]
    assert [attempt("10.0.0.2", wrong) for _ in range(2)] == [401, 401]
    assert attempt("10.0.0.3", SIGN_IN) == 429  # the account has had its five
    assert attempt("10.0.0.3", {"name": "Ori", "password": PASSWORD}) == 201


def test_codes_cannot_be_tried_at_will(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall(rate_sign_in="3 per minute")
    for _ in range(3):
        assert is_problem(hall.anyone.post("/sessions/join", {"code": "BCDFGHJK"}), 404)
    answered = hall.anyone.post("/sessions/join", {"code": hall.open().told["codes"]["p1"]})
    assert is_problem(answered, 429)
    assert 1 <= int(answered.headers["Retry-After"]) <= 60


def test_a_hall_behind_one_address_scans_its_links_at_once(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall(rate_sign_in="1 per minute")
    signed = [hall.open().told["links"]["p1"].rsplit("/", 1)[1] for _ in range(3)]
    assert [hall.app.test_client().get(f"/join/{each}").status_code for each in signed] == [303] * 3
    assert [hall.anyone.post("/sessions/join", {"code": each}).status_code for each in signed] == [201] * 3
    forged = [hall.app.test_client().get(f"/join/{signed[0][:-2]}{end}").status_code for end in ("xx", "yy")]
    assert forged == [404, 429]


def test_requests_are_counted_by_token_and_by_address(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall(rate_token="6 per minute", rate_address="2 per minute")
    table = hall.open()
    before = hall.rows()
    statuses = [table.p1.get("/games").status_code for _ in range(7)]
    assert statuses == [200] * 6 + [429]
    answered = table.log({"type": "note", "text": "too fast"})
    assert is_problem(answered, 429)
    assert int(answered.headers["Retry-After"]) >= 1
    assert hall.rows() == before
    assert table.p2.get("/games").status_code == 200
    assert [hall.anyone.get("/games").status_code for _ in range(3)] == [200, 200, 429]
    shown = [Caller(hall, "no good").get("/games").status_code for _ in range(2)]
    assert shown == [429] * 2, "a token that is no good counts as none"
    files = [hall.app.test_client().get("/static/tapedeck.css").status_code for _ in range(3)]
    assert files == [200] * 3, "what a page is made of is not counted"
