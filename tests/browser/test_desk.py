"""The judge's desk in a real Chromium: what it shows, finds and follows, and the audit of a match."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.judges import CALL, QUESTION, Bench, a_sitting
from tests.browser.live import Live
from tests.browser.watching import samples


def test_a_call_shows_what_it_disputes_and_what_was_said_before(live: Live, bench: Callable[..., Bench]) -> None:
    before = a_sitting(live, ("Earlier", "Ben"), *QUESTION)
    judge = bench()
    judge.open(before, 5)
    judge.pick("uphold")
    judge.rule("Not in the Overture, whatever the Record says.")
    sitting = a_sitting(live, ("Caller", "Ben"), *QUESTION, CALL)
    judge.open(sitting, 8)
    case = judge.page.locator("#case")
    for told in (
        "May she attack at once?",
        "It disputes event 5",
        "SYN-OVT-1",
        "Not in the Overture, whatever the Record says.",
    ):
        expect(case).to_contain_text(told)
    expect(judge.page.locator("#decide h2")).to_have_text("Rule on event 5")
    judge.pick("uphold")
    judge.rule()
    expect(judge.page.locator("#docket")).to_contain_text("Nothing is open")  # the play and the call both


def test_what_people_write_stays_in_its_place(live: Live, bench: Callable[..., Bench]) -> None:
    sitting = a_sitting(live, ("<b>Ada" + "a" * 60, "Ben"), *QUESTION, CALL | {"text": "<img src=x>" + "why" * 200})
    judge = bench("phone")
    inside = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    judge.page.fill("#player", "<b>Ada")
    expect(judge.page.locator("#questions q")).to_contain_text("<img src=x>why")
    assert judge.page.evaluate(inside)
    judge.open(sitting, 8)
    expect(judge.page.locator("#case .asks")).to_contain_text("<img src=x>why")
    assert judge.page.evaluate(inside)
    judge.page.goto(f"{live.url}/matches/{sitting.id}/audit")
    assert judge.page.evaluate(inside)


def test_penalties_of_a_player_in_all_matches(live: Live, bench: Callable[..., Bench]) -> None:
    judge = bench()
    for table in ("North 1", "North 2"):
        sitting = a_sitting(live, ("Petra", "Ben"), *QUESTION, table=table)
        judge.open(sitting, 5)
        judge.pick("penalty")
        history = judge.page.locator(".history")
        expect(history).to_contain_text("warning" if table == "North 2" else "No penalty stands")
        judge.page.locator('input[value="warning"]').check()
        judge.rule(f"Slow at {table}.")
    judge.pick("penalty")
    expect(judge.page.locator(".history li")).to_have_count(2)
    expect(judge.page.locator(".history li").first).to_contain_text("this match")
    expect(judge.page.locator(".history li").last).to_contain_text("table North 1")


def test_a_list_that_does_not_follow_says_so(live: Live, bench: Callable[..., Bench]) -> None:
    judge = bench()
    expect(judge.page.locator("#trouble")).to_be_empty()
    judge.page.route("**/api/v1/questions*", lambda route: route.abort())
    expect(judge.page.locator("#trouble")).to_contain_text("the service does not answer")
    judge.page.unroute("**/api/v1/questions*")
    expect(judge.page.locator("#trouble")).to_be_empty()


def test_a_map_before_the_judge_keeps_its_monsters_in_their_spaces(live: Live, bench: Callable[..., Bench]) -> None:
    judge = bench()
    match = samples(live, judge.context.request)["source"]
    judge.page.goto(f"{live.url}/desk/{match}#43")
    monsters = judge.page.locator("#moments .map .monster")
    expect(monsters.first).to_be_visible()
    widths = "all => all.map((each) => each.getBoundingClientRect().width)"
    assert max(monsters.evaluate_all(widths)) < min(judge.page.locator("#moments .map .space").evaluate_all(widths))


def tab_to(page: Page, selector: str) -> None:
    """Only with the keyboard."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"the Tab key does not lead to {selector}")


def test_everything_by_keyboard(live: Live, bench: Callable[..., Bench]) -> None:
    a_sitting(live, ("Keyboard", "Ben"), *QUESTION)
    judge = bench()
    page = judge.page
    tab_to(page, "#player")
    page.keyboard.type("keyboard")
    expect(page.locator("#questions a")).to_have_count(1)
    tab_to(page, "#questions a")
    page.keyboard.press("Enter")
    page.wait_for_url("**/desk/*#5")
    expect(page.locator("#decide input")).to_have_count(6)
    tab_to(page, "#decide input")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    expect(page.locator('#decide input[value="rewind"]')).to_be_checked()
    tab_to(page, "#rewind-to")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".rewind output")).to_contain_text("After event 3")
    expect(judge.confirm).to_be_enabled()
    tab_to(page, "#note")
    page.keyboard.type("Back to the start of the turn.")
    tab_to(page, "#confirm button")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("rewinds the game to event 3")
    tab_to(page, "#chain button")
    page.keyboard.press("Enter")
    expect(page.locator('#decide input[value="void"]')).to_be_focused()


def test_filters_stay_in_the_address(live: Live, bench: Callable[..., Bench]) -> None:
    a_sitting(live, ("Fenna", "Ben"), *QUESTION, table="Balcony 3")
    a_sitting(live, ("Fenna", "Dot"), *QUESTION[:4], table="Balcony 4")
    judge = bench()
    judge.page.fill("#player", "fenna")
    judge.page.fill("#table", "balcony")
    expect(judge.page.locator("#questions a")).to_have_count(1)
    expect(judge.page.locator("#matches a")).to_have_count(1)
    judge.page.reload()
    expect(judge.page.locator("#questions a")).to_contain_text("Balcony 3")
    judge.page.select_option("#flagged", "false")
    expect(judge.page.locator("#questions a")).to_have_count(0)
    judge.page.select_option("#flagged", "true")
    expect(judge.page.locator("#questions a")).to_have_count(1)
    expect(judge.page.locator("#matches a")).to_have_count(0)
    judge.page.fill("#rule", "syn-ovt")
    expect(judge.page.locator("#questions a")).to_have_count(1)
    judge.page.fill("#rule", "SYN-WIN")
    expect(judge.page.locator("#questions")).to_contain_text("Nothing that fits")


def test_the_audit_of_a_match_is_checked_and_printed(live: Live, bench: Callable[..., Bench]) -> None:
    sitting = a_sitting(live, ("Audit", "Ben"), *QUESTION, CALL)
    judge = bench()
    judge.open(sitting, 5)
    judge.page.get_by_role("link", name="Audit", exact=True).last.click()
    expect(judge.page.locator("#integrity")).to_contain_text("Intact, 8 events")
    expect(judge.page.locator("main")).to_contain_text("May she attack at once?")
    judge.page.emulate_media(media="print")
    expect(judge.page.locator("header.top")).to_be_hidden()
    expect(judge.page.locator("#print")).to_be_hidden()
    expect(judge.page.get_by_text("Time per turn")).to_be_visible()
