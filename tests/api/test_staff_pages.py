"""Home and the pages of judges and organisers, as the service writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from werkzeug.test import Client, TestResponse

from service import demo
from service.store import archive, clock
from tests.api.hall import BEGUN, CAT, CONCEDED, PASSWORD, TOO_SOON, Hall, with_id


@pytest.fixture
def hall(make_hall: Callable[..., Hall]) -> Hall:
    return make_hall()


@pytest.fixture
def organiser(hall: Hall) -> Iterator[Client]:
    """A browser in which the organiser has signed in."""
    with hall.app.test_client() as client:
        client.post("/sign-in", data={"name": "Ori", "password": PASSWORD})
        yield client


def send(client: Client, path: str, **data: object) -> TestResponse:
    """A form of the page at `path`, filled in."""
    token = re.search(r'name="csrf-token" content="([^"]+)"', client.get(path).text)
    assert token
    return client.post(path, data={"csrf_token": token[1], **data})


def test_home_offers_samples_and_finds_matches(hall: Hall) -> None:
    hall.open(seats=[{"name": "Zoe"}, {"name": "Ben"}])
    hall.open(private=True, seats=[{"name": "Zora"}, {"name": "Ben"}])
    page = hall.anyone.call("GET", "/").text
    assert "tapedeck demo" in page
    assert "Zoe" in page
    assert "Zora" not in page
    made = demo.fill(hall.store, hall.workers.rules_version, hall.workers.fingerprint)
    page = hall.anyone.call("GET", "/?player=zo&game=synsouls").text
    assert all(f"/matches/{match_id}" in page for match_id in made)
    assert page.count('class="players"') == 1
    assert "No match fits" in hall.anyone.call("GET", "/?player=nobody").text
    assert hall.anyone.call("GET", "/?cursor=x").status_code == 422


def test_whoever_signs_in_gets_to_where_they_were_going(hall: Hall) -> None:
    client = hall.app.test_client()
    refused = client.get("/audit", headers={"Accept": "text/html"})
    assert refused.status_code == 401
    assert "/sign-in?next=/audit" in refused.text
    data = {"name": "Jo", "password": PASSWORD}
    assert client.post("/sign-in", data={**data, "next": "/audit"}).location == "/audit"
    for elsewhere in ("//evil.example", "https://evil.example", "/\\evil.example", ""):
        client = hall.app.test_client()
        assert client.post("/sign-in", data={**data, "next": elsewhere}).location == "/desk"


def test_an_invitation_from_the_page_makes_a_judge(hall: Hall, organiser: Client) -> None:
    page = send(organiser, "/people", name="Cleo", roles="judge").text
    link = re.search(r"http://localhost(/join/[^\"]+)", page)
    assert link
    cleo = hall.app.test_client()
    assert cleo.post(link[1], data={"password": PASSWORD}).location == "/desk"
    assert cleo.get("/desk").status_code == 200
    assert cleo.get("/people").status_code == 403


def test_who_is_dismissed_is_out_until_they_are_invited_again(hall: Hall, organiser: Client) -> None:
    link = re.compile(r"http://localhost(/join/[^\"]+)")
    invited = link.search(send(organiser, "/people", name="Cleo", roles=["judge", "organiser"]).text)
    assert invited
    cleo = hall.app.test_client()
    cleo.post(invited[1], data={"password": PASSWORD})
    unused = link.search(send(organiser, "/people", name="Cleo", roles="judge").text)
    assert unused
    page = send(organiser, "/people", name="Cleo", dismiss="yes").text
    assert "Cleo is signed out everywhere" in page
    assert "<strong>Cleo</strong>" not in page
    assert cleo.get("/desk").status_code == 401
    assert hall.app.test_client().post("/sign-in", data={"name": "Cleo", "password": PASSWORD}).status_code == 401
    assert hall.app.test_client().get(unused[1]).status_code == 404

    again = link.search(send(organiser, "/people", name="Cleo", roles="judge").text)
    assert again
    assert hall.app.test_client().post("/sign-in", data={"name": "Cleo", "password": PASSWORD}).status_code == 401
    assert cleo.post(again[1], data={"password": PASSWORD}).location == "/desk"
    assert cleo.get("/people").status_code == 403, "the old roles are gone"


def test_nobody_dismisses_themselves(hall: Hall, organiser: Client) -> None:
    before = hall.rows()
    name = re.search(r'class="who">([^<]+)<', organiser.get("/people").text)
    assert name
    assert send(organiser, "/people", name=name[1], dismiss="yes").status_code == 422
    assert hall.rows() == before


@pytest.mark.parametrize(
    "told", [{"name": "", "roles": "judge"}, {"name": "Cleo"}, {"name": "C" * 81, "roles": "judge"}]
)
def test_an_invitation_that_cannot_be_made(hall: Hall, organiser: Client, told: dict[str, str]) -> None:
    before = hall.rows()
    assert send(organiser, "/people", **told).status_code == 422
    assert hall.rows() == before


def test_the_audit_of_a_match_tells_what_happened_and_from_where(hall: Hall) -> None:
    table = hall.open(table="Stage 3")
    table.log(*BEGUN, CAT)
    table.log(TOO_SOON | {"unsure": True}, by="p2")
    table.log({"type": "note", "text": "!"}, {"type": "retract", "target": 6}, by="p2")
    table.log({"type": "call", "seat": "p2", "target": 5, "text": "May she?"}, by="p2")
    hall.judge.post(f"{table.path}/rulings", {"decision": "uphold", "target": 5, "note": "She may not."})
    table.log(CONCEDED, by="p2")
    table.settled()
    page = hall.judge.call("GET", f"/matches/{table.id}/audit").text
    for told in (
        "Stage 3",
        "SYN-OVT-1",
        "May she?",
        "She may not",
        "127.0.0.1",
        "ruled on by event 9: uphold",
        "Judge Jo",
    ):
        assert told in page, told
    sections = dict(re.findall(r"<h2[^>]*>([^<]+)</h2>(.*?)</section>", page, re.S))
    assert "unsure" in sections["Plays that broke a rule"]
    assert "Cue an attack (card Paper Cat, target Ben Heart)" in sections["Plays that broke a rule"]
    assert ">7</a>" in sections["Take-backs"]
    assert sections["Who logged what, from where"].count("<code>") == 3
    assert "event" in sections["Time per turn"]


def test_the_audit_of_a_match_that_was_packed_away_is_the_same(hall: Hall) -> None:
    table = hall.open()
    table.log(*BEGUN, CONCEDED)
    table.settled()
    before = hall.judge.call("GET", f"/matches/{table.id}/audit").text
    assert archive.pack_away(hall.store, table.id, clock.later(1))
    assert hall.judge.call("GET", f"/matches/{table.id}/audit").text == before


def test_the_audit_of_the_event_counts_over_all_matches(hall: Hall) -> None:
    for _ in range(2):
        table = hall.open()
        table.log(*BEGUN, CAT, TOO_SOON)
        table.settled()
    hall.judge.post(f"{table.path}/events", with_id({"type": "ruling", "decision": "allow", "target": 5}))
    table.settled()
    page = hall.judge.call("GET", "/audit").text
    row = re.search(r"SYN-OVT-1</a>.*?</tr>", page, re.S)
    assert row
    assert re.findall(r'class="n">(\d+)', row[0]) == ["1", "1"]
    assert page.count('class="waits"') == 1
    assert "No play has broken a rule yet" in hall.judge.call("GET", "/audit?game=solrei").text
