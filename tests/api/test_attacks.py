"""What somebody with bad intentions would try, beside the doors themselves."""

from __future__ import annotations

import contextlib
import gc
import logging
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType

import pytest
from sqlalchemy.exc import OperationalError

from schemas.language import installed_games
from service.api.hub import Hub, Reader
from service.api.tape import Place, Tape
from service.app import create_app
from service.notices import LocalNotices, RedisNotices
from service.settings import Settings
from service.store import matches, open_store
from tests.api.hall import API, PASSWORD, UNTHROTTLED, Hall, is_problem
from workers.jobs import EmbeddedWorkers, QueuedWorkers

NOBODY_THERE = "127.0.0.1:1"  # where nothing listens


@pytest.mark.parametrize(
    "wanted",
    ["https://elsewhere.example", "//elsewhere.example", "/\\elsewhere.example", "javascript:alert(1)", "/\t/x"],
)
def test_nobody_is_sent_to_another_site(hall: Hall, wanted: str) -> None:
    client = hall.app.test_client()
    assert "elsewhere" not in client.get("/sign-in", query_string={"next": wanted}).text
    answered = client.post("/sign-in", data={"name": "Jo", "password": PASSWORD, "next": wanted})
    assert answered.status_code == 303
    assert answered.location in ("/", "/desk")


def test_a_session_is_not_the_one_that_somebody_else_has_laid_out(hall: Hall) -> None:
    """A cookie that was there before signing in is not the session afterwards."""
    client = hall.app.test_client()
    client.set_cookie("tapedeck_session", "laid-out-by-somebody-else")
    client.post("/sign-in", data={"name": "Jo", "password": PASSWORD})
    cookie = client.get_cookie("tapedeck_session")
    assert cookie is not None
    assert len(cookie.value) >= 32
    assert cookie.value != "laid-out-by-somebody-else"
    assert is_problem(client.get(f"{API}/rulings", headers={"Authorization": "Bearer laid-out-by-somebody-else"}), 401)


def test_secrets_are_in_no_log_line(
    hall: Hall, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture
) -> None:
    """Not tokens, passwords or codes; and of a join link not the part that opens the seat."""
    caplog.set_level(logging.DEBUG)
    table = hall.open()
    signed = table.told["links"]["p1"].rsplit("/", 1)[1]
    client = hall.app.test_client()
    client.get(f"/join/{signed}")
    client.get(f"/join/{signed[:-1]}")
    client.post("/join", data={"code": table.told["codes"]["p2"]})
    client.post("/sign-in", data={"name": "Jo", "password": PASSWORD})
    table.p1.get(f"{table.path}/rulings")
    said = caplog.text + "".join(capsys.readouterr())
    assert "/join/<path:signed>" in said
    for secret in (signed[:-1], table.told["codes"]["p2"], PASSWORD, table.p1.token, hall.judge.token):
        assert secret not in said


def test_a_store_keeps_no_secret_that_opens_anything(make_hall: Callable[..., Hall], tmp_path: Path) -> None:
    hall = make_hall()
    table = hall.open()
    hall.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("store.db*"))
    code = table.told["codes"]["p1"].replace("-", "")
    for secret in (table.p1.token, hall.judge.token, code, PASSWORD):
        assert secret.encode() not in kept


def test_of_ipv6_a_network_counts_as_one(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall(rate_sign_in="2 per minute")

    def attempt(address: str) -> int:
        body = {"code": "BCDFGHJK"}
        client = hall.app.test_client()
        return client.post(f"{API}/sessions/join", json=body, environ_base={"REMOTE_ADDR": address}).status_code

    assert [attempt(f"2001:db8:0:1::{number}") for number in range(1, 4)] == [404, 404, 429]
    assert attempt("2001:db8:0:2::1") == 404


def test_a_forwarded_address_counts_only_behind_a_proxy(make_hall: Callable[..., Hall]) -> None:
    for proxies, last in ((0, 429), (1, 404)):
        hall = make_hall(rate_sign_in="1 per minute", trusted_proxies=proxies)
        client = hall.app.test_client()
        told = [
            client.post(f"{API}/sessions/join", json={"code": "B"}, headers={"X-Forwarded-For": f"10.0.0.{number}"})
            for number in (1, 2)
        ]
        assert [each.status_code for each in told] == [404, last]


@pytest.mark.parametrize("path", ["/sign-in", "/join", "/join/no.such.link"])
def test_forms_with_a_nul_in_them(hall: Hall, path: str) -> None:
    answered = hall.app.test_client().post(path, data={"name": "a\0b", "password": "x\0", "code": "a\0"})
    assert answered.status_code == 422


@pytest.mark.parametrize("depth", [20, 300, 2000])
def test_records_that_are_nested_deeply(hall: Hall, depth: int) -> None:
    line = b'{"a":' * depth + b"1" + b"}" * depth
    assert is_problem(hall.judge.post("/imports", data=line), 422)


def test_what_somebody_makes_up_leaves_nothing_behind(hall: Hall) -> None:
    """Neither methods among the metrics nor, of a sheet that is refused, the request that asked for it."""
    sheet = f"{hall.open().path}/sheet"
    for made_up in ("BREW", "WHEN"):
        assert is_problem(hall.anyone.call(made_up, f"{API}/games"), 405)
        assert made_up not in hall.anyone.call("GET", "/metrics").text

    def refused() -> int:
        hall.anyone.call("GET", sheet)
        gc.collect()
        return sum(type(each) is TracebackType for each in gc.get_objects())

    first = refused()
    assert [refused() for _ in range(3)] == [first] * 3


@pytest.fixture
def without_store(tmp_path: Path) -> Iterator[Hall]:
    store = open_store(f"postgresql://{NOBODY_THERE}/tapedeck")
    notices = LocalNotices()
    settings = Settings(var_dir=str(tmp_path), **UNTHROTTLED)
    yield create_app(settings, store, EmbeddedWorkers(store, notices.publish), notices)  # type: ignore[misc]
    store.close()


def test_a_store_that_is_down_is_told_as_such(without_store) -> None:  # type: ignore[no-untyped-def]
    client = without_store.test_client()
    bearer = {"Authorization": "Bearer x"}
    answers = [
        client.get(f"{API}/matches"),
        client.get(f"{API}/games", headers=bearer),
        client.post(f"{API}/matches/k7m2v9q4x8bt/events", json={"type": "note"}, headers=bearer),
        client.post(f"{API}/sessions", json={"name": "Jo", "password": PASSWORD}),
    ]
    for answered in answers:
        assert is_problem(answered, 503)
        assert int(answered.headers["Retry-After"]) >= 1
        assert "127.0.0.1" not in answered.text
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 503
    assert client.get("/", headers={"Accept": "text/html"}).status_code == 503


def test_a_queue_that_is_down_stops_neither_appends_nor_throttling(tmp_path: Path) -> None:
    hall = Hall(tmp_path, folding=False)
    url = f"redis://{NOBODY_THERE}/0"
    settings = Settings(var_dir=str(tmp_path), redis_url=url, rate_sign_in="3 per minute")
    workers, notices = QueuedWorkers(url), RedisNotices(url)
    table = hall.open()
    client = create_app(settings, hall.store, workers, notices).test_client()
    bearer = {"Authorization": f"Bearer {table.p1.token}"}
    for number in range(3):
        told = client.post(f"{API}{table.path}/events", json={"type": "note", "text": str(number)}, headers=bearer)
        assert told.status_code == 202, told.text
    attempts = [client.post(f"{API}/sessions/join", json={"code": "BCDFGHJK"}).status_code for _ in range(4)]
    assert attempts == [404, 404, 404, 429]
    assert client.get("/readyz").json["queue"] is False
    workers.close()
    notices.close()
    hall.close()


def test_a_store_that_goes_away_ends_one_stream_and_not_all(hall: Hall) -> None:
    """The thread that serves every stream outlives a question that the store does not answer."""
    table = hall.open()
    table.log({"type": "note", "text": "before"})
    table.settled()
    with hall.store.read() as db:
        place = Place.after(0, matches.get(db, table.id))

    def no_answer() -> bool:
        raise OperationalError("SELECT 1", {}, Exception("gone"))

    hub = Hub(Tape(hall.store), LocalNotices(), most=10, heartbeat=0.05, stall=5)
    with contextlib.ExitStack() as open_ends:
        ends = []
        for allowed in (no_answer, lambda: True):
            near, far = socket.socketpair()
            open_ends.enter_context(near)
            near.settimeout(10)
            ends.append(near)
            hub.add(Reader(far, table.id, "public", place, False, allowed))
        unlucky, other = ends
        while unlucky.recv(65536):
            pass
        heard = b""
        while heard.count(b"still here") < 3:
            heard += other.recv(65536)
        assert hub.count == 1
        hub.close()


@pytest.mark.parametrize("game", installed_games())
def test_no_seat_can_bring_the_fold_to_a_stop(make_hall: Callable[..., Hall], game: str) -> None:
    """What the table looks for in any event may be anything where the game has no such field."""
    hall = make_hall(folding=False)
    table = hall.open(game)
    strange = [
        {"does": 0},
        {"does": None},
        {"does": "p2"},
        {"does": [{}]},
        {"does": [{"op": []}]},
        {"does": [{"op": "draw", "n": 1, "seat": []}]},
        {"target": {"seat": []}},
        {"first": []},
    ]
    events = [{"type": type_, "seat": "p1", **each} for each in strange for type_ in ("concede", "agree_draw", "pass")]
    table.log(*events, {"type": "note", "text": "It goes on."})
    hall.fold()
    told = table.p2.get(f"{table.path}/events").json
    assert told["folded"] == len(events) + 1
    assert {each["verdict"]["rule"] for each in told["events"][:-1]} <= {"TBL-TYPE", "TBL-SEAT"}
