"""What goes wrong around a phone: seats lost, other pages, no room, a service that stumbles, taps not meant."""

from __future__ import annotations

import uuid
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.judges import a_sitting
from tests.browser.live import Live
from tests.browser.phones import Phone, open_match
from tests.browser.test_phone import sit_down, start_playing

NOWHERE_TO_KEEP = "indexedDB.open = () => { throw new DOMException('The user has said no', 'SecurityError') }"


def texts(phone: Phone, match: str) -> list[str]:
    events = phone.ask(f"/matches/{match}/events?limit=500")["events"]
    return [event["text"] for event in events if event["type"] == "note"]


def test_what_waits_is_not_lost_with_the_seat(ada: Phone, live: Live) -> None:
    """The last play of a match waits on the phone, which then sits down at the next table: it has one key at a time."""
    first = open_match(ada.page, live, "synsouls")
    ada.join(first.codes["p1"])
    ada.wait_until_kept()
    ada.context.set_offline(True)
    ada.something_else("note", text="the last of it")
    ada.waits(1)
    ada.context.set_offline(False)
    ada.page.goto("about:blank")
    open_match(ada.page, live, "solrei")
    ada.page.get_by_role("link", name="Sit down here as Ada").click()
    ada.page.get_by_role("link", name="Go there").click()
    ada.waits(1)
    notice = ada.page.locator("#notices")
    expect(notice).to_contain_text("no longer holds the seat of Ada. 1 entry will go out")
    ada.page.fill("#notices input", first.codes["p1"])
    notice.get_by_role("button", name="Sit down").click()
    ada.waits(0)
    ada.sees("the last of it")
    expect(notice).to_be_empty()
    assert texts(ada, first.match) == ["the last of it"]


def test_the_first_page_leads_back_to_the_seat(ada: Phone, live: Live) -> None:
    """An installed form opens there."""
    table = open_match(ada.page, live, "synsouls")
    ada.join(table.codes["p1"])
    ada.page.get_by_role("link", name="Tapedeck").click()
    ada.page.get_by_role("link", name="Back to your seat").click()
    expect(ada.page).to_have_url(f"{live.url}/matches/{table.match}/play")


def test_two_pages_of_one_phone_have_one_outbox(ada: Phone, live: Live) -> None:
    table = open_match(ada.page, live, "synsouls")
    ada.join(table.codes["p1"])
    first, second = ada.page, ada.context.new_page()
    second.goto(first.url)
    expect(second.locator(".turn")).to_be_visible()
    first.bring_to_front()

    def both_wait(count: int) -> None:
        for page in (first, second):
            expect(page.locator("#link .count")).to_have_attribute("data-waiting", str(count))

    ada.context.set_offline(True)
    ada.something_else("note", text="a slip")
    both_wait(1)
    ada.page.get_by_role("button", name="Undo").click()
    both_wait(0)
    for ada.page, text in ((first, "one"), (second, "two")):
        ada.page.bring_to_front()
        ada.something_else("note", text=text)
    both_wait(2)
    ada.context.set_offline(False)
    both_wait(0)
    ada.sees("two")
    assert texts(ada, table.match) == ["one", "two"]


def test_a_phone_that_keeps_nothing_still_logs(ada: Phone, live: Live) -> None:
    table = open_match(ada.page, live, "synsouls")
    ada.context.add_init_script(NOWHERE_TO_KEEP)
    ada.join(table.codes["p1"])
    ada.context.set_offline(True)
    for text in ("one", "two"):
        ada.something_else("note", text=text)
    ada.waits(2)
    expect(ada.page.locator("#notices")).to_contain_text("Leave this page open")
    ada.context.set_offline(False)
    ada.waits(0)
    ada.sees("two")
    expect(ada.page.locator("#notices")).to_be_empty()
    assert texts(ada, table.match) == ["one", "two"]


def answer(page: Page, path: str, status: int, detail: str) -> None:
    """The next call to this path is answered so, by whatever stands before the service."""
    page.route(path, lambda route: route.fulfill(status=status, json={"detail": detail}), times=1)


def test_a_form_that_could_not_be_loaded_comes_all_the_same(ada: Phone, live: Live) -> None:
    table = open_match(ada.page, live, "synsouls")
    answer(ada.page, "**/api/v1/games/synsouls", 429, "Too many requests; go on in 1 s.")
    answer(ada.page, "**/view?*", 503, "The service is starting.")
    ada.join(table.codes["p1"])
    expect(ada.page.locator("#link")).to_have_text("LiveAll sent")


def test_what_is_not_taken_can_be_discarded_later(ada: Phone, live: Live) -> None:
    table = open_match(ada.page, live, "synsouls")
    ada.join(table.codes["p1"])
    answer(ada.page, "**/events", 422, "That is no note.")
    ada.something_else("note", text="a strange one")
    ada.told("refused")
    ada.page.reload()
    ada.something_else("note", text="a good one")
    ada.told("legal")
    ada.waits(1)
    ada.page.locator("#log").get_by_role("button", name="What now?").click()
    ada.page.locator("#feedback").get_by_role("button", name="Discard").click()
    ada.waits(0)
    assert texts(ada, table.match) == ["a good one"]


def test_an_illegal_play_can_be_answered_later(ada: Phone, ben: Phone, live: Live) -> None:
    sit_down(ada, ben, live)
    start_playing(ada, ben)
    ben.something_else("close")
    ben.told("illegal", seq=4)
    ben.page.reload()
    ben.page.locator('.entry[data-seq="4"]').get_by_role("button", name="What now?").click()
    ben.page.locator("#feedback").get_by_role("button", name="Take it back").click()
    expect(ben.page.locator('.entry[data-seq="4"]')).to_have_attribute("data-status", "void")


def test_two_quick_taps_in_one_place_are_one(ada: Phone, ben: Phone, live: Live) -> None:
    table = sit_down(ada, ben, live)
    start_playing(ada, ben)
    box = ada.page.locator('.act[data-type="close"]').bounding_box()
    assert box is not None
    for _ in range(2):
        ada.page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    ada.told("legal", seq=4)
    ada.something_else("note", text="afterwards")
    ada.told("legal", seq=5)
    events = ada.ask(f"/matches/{table.match}/events?after=3")["events"]
    assert [event["type"] for event in events] == ["close", "note"]


def test_the_newest_of_a_long_match_is_seen(browser: Browser, live: Live) -> None:
    sitting = a_sitting(live, ("Ada", "Ben"))
    phone = Phone(browser, live)
    phone.page.goto(f"{live.url}/join/{sitting.links['p1']}")
    headers = {"Authorization": f"Bearer {sitting.tokens['p1']}"}
    for _ in range(2):
        many = [{"id": str(uuid.uuid4()), "type": "note", "text": "again"} for _ in range(300)]
        phone.context.request.post(
            f"{live.url}/api/v1/matches/{sitting.id}/events", data={"events": many}, headers=headers
        )
    phone.page.goto(f"{live.url}/matches/{sitting.id}/play")
    expect(phone.page.locator('.entry[data-seq="600"]')).to_be_visible()
    phone.close()


def test_a_newer_version_takes_over_before_the_first_tap_or_when_asked_to(ada: Phone, live: Live) -> None:
    table = open_match(ada.page, live, "synsouls")
    ada.join(table.codes["p1"])
    ada.wait_until_kept()
    ada.page.reload()
    expect(ada.page.locator(".turn")).to_be_visible()
    taken_over = "navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))"
    with ada.page.expect_navigation():
        ada.page.evaluate(taken_over)
    expect(ada.page.locator(".turn")).to_be_visible()
    ada.something_else("note", text="in the middle of it")
    ada.page.evaluate(taken_over)
    with ada.page.expect_navigation():
        ada.page.get_by_role("button", name="Load it").click()
    ada.sees("in the middle of it")


class Away(BaseHTTPRequestHandler):
    """A proxy whose service is away."""

    def do_GET(self) -> None:
        self.send_error(502)

    do_POST = do_GET

    def log_message(self, format: str, *args: Any) -> None:
        pass


def test_the_form_opens_behind_a_proxy_whose_service_is_away(browser: Browser, own_live: Live) -> None:
    phone = Phone(browser, own_live)
    table = open_match(phone.page, own_live, "synsouls")
    phone.join(table.codes["p1"])
    phone.wait_until_kept()
    own_live.stop()
    proxy = HTTPServer(("127.0.0.1", own_live.port), Away)
    Thread(target=proxy.serve_forever, daemon=True).start()
    phone.page.reload()
    phone.something_else("note", text="all the same")
    phone.waits(1)
    proxy.shutdown()
    proxy.server_close()
    own_live.start()
    phone.waits(0)
    phone.sees("all the same")
    phone.close()


def test_long_names_do_not_widen_the_form(ada: Phone, live: Live) -> None:
    table = open_match(ada.page, live, "synsouls", names=("W" * 80, "Ben"))
    ada.join(table.codes["p1"])
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_four_players_find_room_on_the_smallest_phone(ada: Phone, live: Live) -> None:
    page = ada.page
    page.goto(f"{live.url}/open")
    page.select_option("#game", "aerkana")
    page.locator('#open[data-game="aerkana"]').wait_for()
    page.get_by_label("How many").select_option("4")
    for number, name in enumerate(("Maximiliana von Hohenlohe", "Benedikt", "Li", "Oluwaseun Okafor"), start=1):
        page.fill(f"#name-{number}", name)
    page.get_by_role("button", name="Open the match").click()
    page.get_by_role("link", name="Sit down here as Benedikt").click()
    ada.tap("begin", first="p2")
    ada.told("legal")
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    points = page.locator(".tally.deciding dd")
    expect(points).to_have_count(4)
    heights = points.evaluate_all("all => all.map((each) => each.offsetHeight)")
    assert max(heights) < 32  # a number is never broken


def test_who_uses_a_keyboard_stays_where_the_button_was(ada: Phone, live: Live) -> None:
    table = open_match(ada.page, live, "aerkana")
    ada.join(table.codes["p1"])
    ada.tap("begin", first="p1")
    ada.told("legal")
    ada.tap("bind", card="Kelp Strider", choice="strength")
    ada.told("legal")
    expect(ada.page.locator('.act[data-type="bind"]')).to_be_focused()
    ada.page.locator("#feedback").get_by_role("button", name="Undo").click()
    expect(ada.page.locator("#feedback")).to_contain_text("taken back")
    expect(ada.page.locator("#feedback")).to_be_focused()


def test_what_was_taken_back_is_still_told(ada: Phone, ben: Phone, live: Live) -> None:
    sit_down(ada, ben, live)
    start_playing(ada, ben)
    ada.tap("load", card="Paper Cat", target={"measure": "heart"})
    ada.told("legal", seq=4)
    ada.page.locator("#feedback").get_by_role("button", name="Undo").click()
    entry = ben.page.locator('.entry[data-seq="4"][data-status="void"]')
    expect(entry).to_contain_text("Load · Paper Cat · Heart")
    expect(entry.get_by_role("button")).to_have_count(0)


def test_what_players_mostly_do_is_offered_first(ada: Phone, live: Live) -> None:
    table = open_match(ada.page, live, "solrei")
    ada.join(table.codes["p1"])
    ada.tap("begin", first="p1")
    ada.told("legal")
    expect(ada.page.locator(".act").first).to_have_attribute("data-type", "place")


def test_a_text_may_be_aimed_at_several(ada: Phone, ben: Phone, live: Live) -> None:
    table = sit_down(ada, ben, live)
    start_playing(ada, ben)
    ada.page.get_by_role("button", name="Something else happened").click()
    ada.page.locator('#sheet [data-type="final_verse"]').click()
    target = ada.page.locator('#sheet .row[data-field="target"]')
    if not target.is_visible():
        ada.page.locator("#sheet summary", has_text="More").click()
    target.get_by_role("button", name="Add one").click()
    for number, measure in enumerate(("mind", "heart")):
        target.locator(".rows .row .rows").nth(number).locator(f"[data-value='\"{measure}\"']").click()
    ada.page.get_by_role("button", name="Log it").click()
    ada.page.locator('.entry[data-seq="4"]').wait_for()
    event = ada.ask(f"/matches/{table.match}/events?after=3")["events"][0]
    assert event["target"] == [{"measure": "mind"}, {"measure": "heart"}]
