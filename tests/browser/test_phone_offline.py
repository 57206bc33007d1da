"""A phone without a network: nothing is lost, nothing is logged twice."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.live import Live
from tests.browser.phones import Phone, open_match
from tests.browser.test_phone import sit_down, start_playing

REMARKS = ["one", "two", "three", "four", "five", "six", "seven", "eight"]


def reload_without_network(phone: Phone, waiting: int) -> None:
    # What the phone has said it keeps is what must still be there.
    phone.waits(waiting)
    phone.page.reload()
    phone.waits(waiting)
    expect(phone.page.locator(".turn")).to_contain_text("Ben")


def test_ten_actions_without_a_network_arrive_once_and_in_order(ada: Phone, ben: Phone, live: Live) -> None:
    table = sit_down(ada, ben, live)
    start_playing(ada, ben)
    ada.tap("close")
    ada.told("legal")
    ada.tap("encore", choice="notes")
    ada.told("legal")
    expect(ben.page.locator('.act[data-type="load"]')).to_be_visible()
    ben.wait_until_kept()

    ben.context.set_offline(True)
    ben.tap("load", card="Neon Gecko", target={"measure": "frame"})
    ben.told("waiting")
    for remark in REMARKS[:4]:
        ben.something_else("note", text=remark)
    reload_without_network(ben, waiting=5)
    ada.something_else("note", text="Ben's phone is dark")
    ada.told("legal")
    for remark in REMARKS[4:]:
        ben.something_else("note", text=remark)
    reload_without_network(ben, waiting=9)
    ben.something_else("note", text="a slip")
    ben.page.get_by_role("button", name="Undo").click()
    ben.tap("close")
    ben.waits(10)

    ben.context.set_offline(False)
    ben.waits(0)
    ben.sees("Ben's phone is dark")
    ada.sees("eight")
    events = ada.ask(f"/matches/{table.match}/events")["events"]
    told = [event.get("text", event["type"]) for event in events[5:]]
    assert told == ["Ben's phone is dark", "load", *REMARKS, "close"]
    assert len({event["id"] for event in events}) == len(events)


def test_an_answer_that_is_lost_is_asked_for_again(ada: Phone, ben: Phone, live: Live) -> None:
    """The service has stored the event, but the phone never heard so: it sends it again, undoes it by its number."""
    table = sit_down(ada, ben, live)
    start_playing(ada, ben)

    def store_and_drop(route):  # type: ignore[no-untyped-def]
        route.fetch()
        route.abort()

    ada.page.route("**/events", store_and_drop, times=1)
    ada.something_else("note", text="said once")
    ada.waits(0)
    ben.sees("said once")
    ada.page.route("**/events", store_and_drop, times=1)
    ada.tap("load", card="Paper Cat", target={"measure": "heart"})
    ada.page.get_by_role("button", name="Undo").click()
    ada.waits(0)
    events = ada.ask(f"/matches/{table.match}/events?after=3")["events"]
    assert [(event["type"], event.get("target")) for event in events] == [
        ("note", None),
        ("load", {"measure": "heart"}),
        ("retract", 5),
    ]


def test_a_second_visit_with_the_server_stopped(browser: Browser, own_live: Live) -> None:
    phone = Phone(browser, own_live)
    table = open_match(phone.page, own_live, "synsouls")
    phone.join(table.codes["p1"])
    phone.tap("begin", first="p1")
    phone.told("legal")
    phone.wait_until_kept()
    address = phone.page.url
    phone.page.close()
    own_live.stop()

    phone.page = phone.context.new_page()
    phone.page.goto(address)
    expect(phone.page.locator(".turn")).to_contain_text("Set-up")
    phone.tap("opening_hand", choice="keep")
    phone.waits(1)
    phone.told("waiting")
    own_live.start()
    phone.waits(0)
    phone.told("legal")
    phone.close()
