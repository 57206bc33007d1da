"""Who watches: from which side, while the match goes on, from the page of somebody else."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.api.hall import BEGUN, CAT, CONCEDED, TOO_SOON
from tests.browser.live import Live
from tests.browser.phones import PHONE, Judge
from tests.browser.watching import DESKTOP, Watcher, ask, going, is_at, samples

SAW = {"type": "saw", "seat": "p1", "zone": "hand", "cards": ["Ember Fox", "Iron Bear"]}


def open_where_the_hand_of_ben_is_known(watcher: Watcher) -> tuple[str, int]:
    match = samples(watcher.live, watcher.context.request)["synsouls"]
    frames = ask(watcher, f"/matches/{match}/replay")["frames"]
    seq = next(frame["seq"] for frame in frames if frame["patch"].get("seats", {}).get("p2", {}).get("known"))
    watcher.open(match, f"#{seq}")
    return match, seq


def test_switching_sides_hides_cards(watcher: Watcher) -> None:
    """Once a match is open all see all, and can still look as each side did."""
    match, seq = open_where_the_hand_of_ben_is_known(watcher)
    page = watcher.page
    ben = page.locator('.half[data-seat="p2"] .hand .card')
    everything = ben.count()
    assert everything > 0
    page.select_option("#side", "p1")
    expect(ben).to_have_count(0)
    expect(page).to_have_url(f"{watcher.live.url}/matches/{match}?as=p1#{seq}")
    page.select_option("#side", "public")
    expect(ben).to_have_count(0)
    page.select_option("#side", "p2")
    expect(ben).to_have_count(everything)
    assert page.locator(".half").last.get_attribute("data-seat") == "p2"
    page.select_option("#side", "")
    expect(ben).to_have_count(everything)
    watcher.open(match, f"?as=p1#{seq}")
    expect(ben).to_have_count(0)
    is_at(page, seq)


def test_an_answer_that_comes_late_does_not_undo_a_change_of_side(watcher: Watcher) -> None:
    open_where_the_hand_of_ben_is_known(watcher)
    page = watcher.page
    held: list[Route] = []
    page.route("**/replay?after=0&as=public", lambda route: held.append(route))
    page.select_option("#side", "public")
    page.select_option("#side", "p2")
    expect(page.locator(".half").last).to_have_attribute("data-seat", "p2")
    shown = page.locator('.half[data-seat="p2"] .hand .card')
    everything = shown.count()
    assert everything > 0
    with page.expect_response("**/replay?after=0&as=public"):
        held[0].continue_()
    page.wait_for_timeout(300)
    expect(shown).to_have_count(everything)


def test_a_judge_goes_from_a_moment_to_ruling_on_it(live: Live, judge: Judge, at_desk: Watcher) -> None:
    match = samples(live, judge.context.request)["synsouls"]
    judge.page.set_viewport_size(DESKTOP["viewport"])
    judge.page.goto(f"{live.url}/matches/{match}#16")
    is_at(judge.page, 16)
    judge.page.get_by_role("link", name="Rule on it").click()
    expect(judge.page.locator("#case h2")).to_contain_text("Event 16")
    judge.page.set_viewport_size(PHONE["viewport"])
    at_desk.open(match, "#16")
    expect(at_desk.page.locator("#rule")).to_have_count(0)


def test_nobody_looks_from_a_side_that_is_not_theirs(at_desk: Watcher, judge: Judge) -> None:
    table = going(judge, at_desk.live)
    table.log(*BEGUN, SAW)
    at_desk.open(table.id, "?as=p1")
    page = at_desk.page
    expect(page.locator('.half[data-seat="p1"] .hand .back')).not_to_have_count(0)
    expect(page.locator("#table .hand .card")).to_have_count(0)
    assert "Ember Fox" not in page.content()
    expect(page.locator("#side")).to_be_hidden()
    watching = judge.context.new_page()
    watching.goto(f"{at_desk.live.url}/matches/{table.id}")
    expect(watching.locator("#table .hand .card")).to_have_count(2)
    watching.select_option("#side", "p2")
    expect(watching.locator("#table .hand .card")).to_have_count(0)
    watching.select_option("#side", "p1")
    expect(watching.locator("#table .hand .card")).to_have_count(2)
    watching.close()


def test_a_live_match_goes_on_by_itself(watcher: Watcher, judge: Judge) -> None:
    table = going(judge, watcher.live)
    table.log(*BEGUN)
    watcher.open(table.id)
    page = watcher.page
    is_at(page, 3)
    expect(page.locator("#live")).to_have_attribute("aria-pressed", "true")
    table.log(CAT)
    is_at(page, 4)
    expect(page.locator('#table [data-card="cat"]')).to_be_visible()

    page.locator("#back").click()
    page.locator("#back").click()
    is_at(page, 2)
    table.log(TOO_SOON, {"type": "note", "text": "Both go on."})
    expect(page.locator("#live")).to_have_text("Live, 4 on")
    is_at(page, 2)
    page.locator("#live").click()
    is_at(page, 6)

    expect(page.locator('#commentary .line[data-seq="5"].is-illegal')).to_have_count(1)
    table.rule(decision="allow", target=5, note="It may.")
    is_at(page, 7)
    expect(page.locator('#commentary .line[data-seq="5"].is-allowed')).to_have_count(1)

    table.log(CONCEDED)
    expect(page.locator(".turn.over")).to_contain_text("Ada won")
    expect(page.locator("#live")).to_be_hidden()
    expect(page.locator("#side")).to_be_visible()


def test_the_cards_of_a_live_match_make_room(at_desk: Watcher, judge: Judge) -> None:
    match = going(judge, at_desk.live)
    match.log(*BEGUN)
    at_desk.open(match.id)
    table = at_desk.page.locator("#table")
    fits = "table => table.scrollHeight <= table.clientHeight"
    before = float(table.evaluate("table => table.style.getPropertyValue('--room')"))
    assert table.evaluate(fits)
    crowd = [
        {"op": "place", "card": "Paper Cat", "seat": seat, "to": "mind"} for seat in ("p1", "p2") for _ in range(2)
    ]
    match.rule(decision="amend", does=crowd)
    expect(table.locator(".card", has_text="Paper Cat")).to_have_count(4)
    assert table.evaluate(fits)
    assert float(table.evaluate("table => table.style.getPropertyValue('--room')")) < before


@pytest.fixture
def elsewhere() -> Iterator[Callable[[str], str]]:
    """Another site: gives the address of a page of its own with a frame that shows what it is told."""
    framed = ""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = f'<!doctype html><title>Elsewhere</title><iframe width="960" height="640" src="{framed}"></iframe>'
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *said: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def address(of: str) -> str:
        nonlocal framed
        framed = of
        return f"http://127.0.0.1:{server.server_port}/"

    yield address
    server.shutdown()
    server.server_close()


def test_in_a_frame_of_another_page(at_desk: Watcher, judge: Judge, elsewhere: Callable[[str], str]) -> None:
    """Another site may show the embedded form and nothing else, and it shows what the public sees, also to a judge."""
    live = at_desk.live
    table = going(judge, live)
    table.log(*BEGUN, SAW)
    framing = judge.context.new_page()
    framing.goto(elsewhere(f"{live.url}/matches/{table.id}/embed#2"))
    frame = framing.frame_locator("iframe")
    expect(frame.locator("#slider")).to_have_value("2")
    frame.locator("#on").click()
    expect(frame.locator("#slider")).to_have_value("3")
    expect(frame.locator("#table .hand .card")).to_have_count(0)
    framing.close()

    alone = judge.context.new_page()
    alone.goto(f"{live.url}/matches/{table.id}/embed#4")
    alone.locator(".replay[data-ready]").wait_for()
    expect(alone.locator("#table .hand .card")).to_have_count(0)
    alone.close()

    refused = at_desk.context.new_page()
    refused.goto(elsewhere(f"{live.url}/matches/{table.id}"))
    assert refused.frames[1].locator("#slider").count() == 0
    response = at_desk.context.request.get(f"{live.url}/matches/{table.id}")
    assert response.headers["x-frame-options"] == "DENY"
    assert "frame-ancestors 'none'" in response.headers["content-security-policy"]
