"""Ruling in a real Chromium: every decision, preview first, live in other windows, and struck again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.judges import CALL, PASSWORD, QUESTION, Bench, Seat, Sitting, a_sitting
from tests.browser.live import Live
from tests.browser.phones import fill_in
from tests.workers.waiting import until


def uphold(judge: Bench, sitting: Sitting) -> None:
    expect(judge.preview).to_contain_text("No verdict changes.")
    expect(judge.preview).to_contain_text("The table stays as it is.")


def allow(judge: Bench, sitting: Sitting) -> None:
    expect(judge.preview.locator('.changes [data-seq="5"]')).to_contain_text("allowed by a judge")
    would = judge.preview.locator("figure").nth(1)
    expect(would.locator(".half.p2 [data-counter=heart_strain] .reading")).to_have_text("3 / 15")
    expect(judge.preview.locator("figure").nth(0).locator(".half.p2 .changed")).to_have_count(0)


def void(judge: Bench, sitting: Sitting) -> None:
    expect(judge.preview.locator('.changes [data-seq="5"]')).to_contain_text("struck")


def rewind(judge: Bench, sitting: Sitting) -> None:
    judge.page.locator("#rewind-to").focus()
    judge.page.keyboard.press("Home")
    for _ in range(3):
        judge.page.keyboard.press("ArrowRight")
    expect(judge.page.locator(".rewind output")).to_contain_text("After event 3")
    expect(judge.preview.locator(".changes li")).to_have_count(4)
    expect(judge.preview.locator("figure").nth(1).locator("[data-card]")).to_have_count(0)


def amend(judge: Bench, sitting: Sitting) -> None:
    expect(judge.confirm).to_have_count(0)  # there is nothing to confirm yet
    editor = judge.page.locator(".op-editor")
    editor.locator('[data-op="place"]').click()
    fill_in(editor, "card", "Iron Bear")
    fill_in(editor, "seat", "p2")
    fill_in(editor, "to", "frame")
    judge.page.get_by_role("button", name="Add this").click()
    judge.page.locator('.op-editor [data-op="turn"]').click()
    fill_in(editor, "seat", "p1")
    fill_in(editor, "phase", "main")
    judge.page.get_by_role("button", name="Add this").click()
    would = judge.preview.locator("figure").nth(1)
    expect(would.locator(".half.p2 .zone[data-zone=frame]")).to_contain_text("Iron Bear")
    expect(would.locator(".half.active.p1")).to_be_visible()


def penalty(judge: Bench, sitting: Sitting) -> None:
    expect(judge.page.locator('input[name="seat"][value="p1"]')).to_be_checked()
    expect(judge.page.locator(".history")).to_contain_text("No penalty stands")
    judge.page.locator('input[value="game_loss"]').check()
    expect(judge.preview.locator("figure").nth(1)).to_contain_text("Penalties: game loss")


# What the other window sees of event 5 after each.
DECISIONS = [
    (uphold, "illegal"),
    (allow, "allowed"),
    (void, "void"),
    (rewind, "void"),
    (amend, "illegal"),
    (penalty, "illegal"),
]


@pytest.mark.parametrize("screen", ["desktop", "phone"])
@pytest.mark.parametrize(("decide", "status"), DECISIONS, ids=[decide.__name__ for decide, _ in DECISIONS])
def test_a_question_is_answered(
    browser: Browser, live: Live, bench: Callable[..., Bench], screen: str, decide: Callable[..., None], status: str
) -> None:
    name = f"{decide.__name__.title()} {screen}"
    sitting = a_sitting(live, (name, "Ben"), *QUESTION, table="Stage 9")
    ben = Seat(browser, sitting, "p2")
    ben.sees(5, "illegal")
    judge = bench(screen)
    judge.page.fill("#player", name)
    question = judge.page.locator("#questions a")
    expect(question).to_have_count(1)
    expect(question).to_contain_text("Records rest during the Overture")
    expect(question).to_contain_text("unsure")
    question.click()

    case = judge.page.locator("#case")
    for told in ("Cue an attack", "Paper Cat", "The recorder was unsure", "SYN-OVT-1, OVERTURE", "During the Overture"):
        expect(case).to_contain_text(told)
    expect(judge.page.locator("#moments .half")).to_have_count(2)
    judge.pick(decide.__name__)
    decide(judge, sitting)
    judge.rule("Seen at the table.")

    expect(judge.page.locator("#docket")).to_contain_text("Nothing is open")
    expect(judge.chain(8)).to_contain_text("Seen at the table")
    expect(judge.chain(8)).to_contain_text("stands")
    ben.sees(8, "legal")
    ben.sees(5, status)
    ben.close()


def test_a_ruling_is_struck_again_and_the_question_is_open_again(
    browser: Browser, live: Live, bench: Callable[..., Bench]
) -> None:
    sitting = a_sitting(live, ("Struck", "Ben"), *QUESTION)
    ben = Seat(browser, sitting, "p2")
    hall, judge = bench(), bench()
    hall.page.fill("#player", "struck")
    expect(hall.page.locator("#count")).to_have_text("1")
    judge.open(sitting, 5)
    judge.pick("allow")
    judge.rule()
    ben.sees(5, "allowed")
    expect(hall.page.locator("#count")).to_have_text("0")

    judge.chain(8).get_by_role("button", name="Strike this ruling").click()
    expect(judge.preview.locator('.changes [data-seq="5"]')).to_contain_text("not allowed")
    judge.rule("The other judge saw it better.")
    expect(judge.chain(8)).to_have_attribute("data-status", "void")
    expect(judge.chain(8).locator('li[data-seq="9"]')).to_contain_text("stands")
    ben.sees(5, "illegal")
    expect(hall.page.locator("#count")).to_have_text("1")

    # Nor is that final.
    judge.chain(9).get_by_role("button", name="Strike this ruling").click()
    judge.rule()
    ben.sees(5, "allowed")
    expect(judge.chain(8)).to_have_attribute("data-status", "legal")
    ben.close()


def test_what_was_not_previewed_is_not_ruled(live: Live, bench: Callable[..., Bench]) -> None:
    sitting = a_sitting(live, ("Late", "Ben"), *QUESTION)
    judge = bench()
    judge.page.route("**/stream", lambda route: route.abort())  # the page hears of nothing
    judge.open(sitting, 5)
    judge.pick("void")
    expect(judge.confirm).to_be_enabled()
    sitting.log({"type": "note", "text": "One more thing."})
    judge.confirm.click()
    expect(judge.page.locator("#confirm .fault")).to_contain_text("Something was logged meanwhile")
    judge.rule()


def test_a_preview_that_comes_late_is_of_another_ruling(live: Live, bench: Callable[..., Bench]) -> None:
    judge = bench()
    page = judge.page
    judge.open(a_sitting(live, ("Slow", "Ben"), *QUESTION), 5)
    held: list[Route] = []
    page.route("**/rulings/preview", lambda route: held.append(route))
    judge.pick("rewind")
    hold_back(page, held, 1)
    page.locator("#rewind-to").press("ArrowLeft")
    with page.expect_response("**/rulings/preview"):
        held[0].continue_()
    hold_back(page, held, 2)
    expect(judge.confirm).to_be_disabled()
    expect(judge.preview).to_be_empty()
    held[1].continue_()
    expect(judge.preview).to_contain_text("rewinds the game to event 3")
    judge.rule()


def hold_back(page: Page, held: list[Route], count: int) -> None:
    """Until so many requests wait for an answer."""
    until(lambda: page.wait_for_timeout(20) or len(held) >= count, f"{count} requests are made")


def test_what_was_begun_is_kept_until_it_is_ruled(live: Live, bench: Callable[..., Bench]) -> None:
    sitting = a_sitting(live, ("Begun", "Ben"), *QUESTION, CALL)
    judge = bench()
    page = judge.page
    judge.open(sitting, 5)
    judge.pick("penalty")
    page.locator('input[value="warning"]').check()
    page.fill("#note", "Told to wait for the Overture.")
    page.locator('#docket a[href="#8"]').click()
    expect(page.locator("#case h2")).to_contain_text("Event 8")
    expect(page.locator("#note")).to_have_count(0)
    page.locator('#docket a[href="#5"]').click()
    expect(page.locator('input[value="warning"]')).to_be_checked()
    expect(page.locator("#note")).to_have_value("Told to wait for the Overture.")

    expect(judge.confirm).to_be_enabled()
    judge.context.clear_cookies()
    judge.confirm.click()
    expect(page.locator("#confirm .fault")).to_contain_text("not signed in any more")
    page.get_by_role("link", name="Sign in again").click()
    page.fill("#name", "Quinn")
    page.fill("#password", PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("#note")).to_have_value("Told to wait for the Overture.")
    judge.rule()
    expect(judge.chain(9)).to_contain_text("Told to wait for the Overture")
    judge.open(sitting, 5)
    expect(page.locator("#decide input")).to_have_count(6)
    expect(page.locator("#decide input:checked")).to_have_count(0)


def test_two_judges_at_once(live: Live, bench: Callable[..., Bench]) -> None:
    sitting = a_sitting(live, ("Twice", "Ben"), *QUESTION)
    one, other = bench(), bench()
    for judge, decision in ((one, "void"), (other, "allow")):
        judge.open(sitting, 5)
        judge.pick(decision)
        expect(judge.confirm).to_be_enabled()
    one.rule()
    expect(other.page.locator("#confirm .fault")).to_contain_text("Meanwhile: 8, Judge Quinn")
    expect(other.preview.locator('.changes [data-seq="5"] .sign').first).to_contain_text("struck")
    other.rule()
    expect(other.chain(8)).to_contain_text("overruled by 9")


def test_a_ruling_that_cannot_be_carried_out_is_not_offered(live: Live, bench: Callable[..., Bench]) -> None:
    judge = bench()
    judge.open(a_sitting(live, ("Nowhere", "Ben"), *QUESTION), 5)
    judge.pick("amend")
    editor = judge.page.locator(".op-editor")
    editor.locator('[data-op="place"]').click()
    editor.locator(".search").first.fill("Nobody")
    editor.get_by_role("button", name="Use the name").click()
    fill_in(editor, "seat", "p1")
    fill_in(editor, "to", "mind")
    judge.page.get_by_role("button", name="Add this").click()
    expect(judge.preview.locator("> h2")).to_have_text("This cannot be ruled")
    expect(judge.confirm).to_be_disabled()


def test_whoever_repairs_a_table_sees_it_as_it_is_now(live: Live, bench: Callable[..., Bench]) -> None:
    judge = bench()
    sitting = a_sitting(live, ("Repaired", "Ben"), *QUESTION)
    judge.open(sitting, 5)
    judge.pick("amend")
    now = judge.preview.locator("figure")
    expect(now).to_contain_text("after event 7")
    sitting.log({"type": "note", "seat": "p1", "text": "Wait for the judge."})
    expect(now).to_contain_text("after event 8")
    judge.page.locator(".op-editor [data-op]").last.scroll_into_view_if_needed()
    expect(now).to_be_in_viewport()
    judge.pick("uphold")
    expect(judge.preview.locator("> h2")).to_have_text("What this would change")
