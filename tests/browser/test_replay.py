"""Moving through a replay, in a real Chromium, at a desk and on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from schemas.language import installed_games
from tests.browser.live import Live
from tests.browser.phones import PHONE
from tests.browser.watching import Watcher, ask, is_at, samples, shown_labels


@pytest.mark.parametrize("game", installed_games())
def test_a_sample_match_from_start_to_end(game: str, watcher: Watcher) -> None:
    match = samples(watcher.live, watcher.context.request)[game]
    replay = ask(watcher, f"/matches/{match}/replay")
    watcher.open(match, "#0")
    page = watcher.page
    expect(page.locator("#caption")).to_have_text("Before the first event.")
    piles = set(ask(watcher, f"/games/{game}")["layout"]["piles"])
    hidden = {zone for zone, told in ask(watcher, f"/games/{game}")["zones"].items() if told.get("hidden")}
    for frame in replay["frames"]:
        page.locator("#on").click()
        is_at(page, frame["seq"])
        if frame["seq"] % 20 == 0 or frame is replay["frames"][-1]:
            view = ask(watcher, f"/matches/{match}/view?at={frame['seq']}")
            lying = {
                label
                for seat in view["seats"].values()
                for zone, labels in seat["zones"].items()
                if zone not in piles | hidden
                for label in labels
            }
            on_board = {label for label in lying if view["cards"][label]["zone"].split(".")[1] not in piles}
            assert on_board - set(attached_to_monsters(view, game)) <= shown_labels(page), frame["seq"]
    if replay["match"]["outcome"]:
        expect(page.locator(".turn.over")).to_contain_text("won")
    expect(page.locator("#on")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def attached_to_monsters(view: dict[str, Any], game: str) -> list[str]:
    """On the map an equipment shows as a number on its monster."""
    return [label for card in view["cards"].values() for label in card["attached"]] if game == "source" else []


def test_it_plays_by_itself_and_stops_at_the_end(at_desk: Watcher) -> None:
    match = samples(at_desk.live, at_desk.context.request)["aerkana"]
    at_desk.open(match, "#100")
    page = at_desk.page
    page.select_option("#speed", "8")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    is_at(page, 104)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_link_to_a_moment(watcher: Watcher) -> None:
    match = samples(watcher.live, watcher.context.request)["synsouls"]
    watcher.open(match, "#41")
    page = watcher.page
    is_at(page, 41)
    page.evaluate("location.hash = '#72'")
    is_at(page, 72)
    page.locator("#back").click()
    page.wait_for_url("**#71")
    page.locator("#share").click()
    link = page.get_by_label("Link to this moment").input_value()
    assert link.endswith(f"/matches/{match}#71")
    page.get_by_role("button", name="Close").click()
    other = watcher.context.new_page()
    other.goto(link)
    other.locator(".replay[data-ready]").wait_for()
    is_at(other, 71)


def test_the_timeline_is_marked_and_flags_are_jumped_to(watcher: Watcher) -> None:
    match = samples(watcher.live, watcher.context.request)["synsouls"]
    frames = ask(watcher, f"/matches/{match}/replay")["frames"]
    watcher.open(match, "#0")
    page = watcher.page
    marks = page.locator("#timeline .mark").evaluate_all(
        "all => all.map((each) => [+each.dataset.seq, each.dataset.kind])"
    )
    wanted = []
    for frame in frames:
        if frame["type"] in ("call", "ruling"):
            wanted.append([frame["seq"], frame["type"]])
        elif frame["verdict"]["status"] in ("illegal", "allowed"):
            wanted.append([frame["seq"], frame["verdict"]["status"]])
        if frame["patch"].get("outcome"):
            wanted.append([frame["seq"], "outcome"])
    assert marks == wanted
    for seq in dict.fromkeys(seq for seq, _ in wanted):
        page.locator("#flag").click()
        is_at(page, seq)
    turns = {frame["patch"]["turn"]["number"] for frame in frames if frame["patch"].get("turn")} - {0}
    assert page.locator("#timeline .turn-of").count() == len(turns)


def test_the_timeline_is_pressed_and_dragged(watcher: Watcher) -> None:
    match = samples(watcher.live, watcher.context.request)["synsouls"]
    watcher.open(match, "#0")
    page = watcher.page
    slider = page.locator("#slider")
    end = int(slider.get_attribute("max") or 0)
    bands = page.locator("#timeline").bounding_box()
    assert bands is not None
    y = bands["y"] + bands["height"] - 5
    page.mouse.move(bands["x"] + bands["width"] / 2, y)
    page.mouse.down()
    is_at(page, end // 2)
    page.mouse.move(bands["x"] + bands["width"] - 13, y, steps=3)
    page.mouse.up()
    is_at(page, end)
    mark = page.locator("#timeline .mark").first
    mark.click()
    is_at(page, int(mark.get_attribute("data-seq") or 0))


def test_by_keyboard_alone(at_desk: Watcher) -> None:
    match = samples(at_desk.live, at_desk.context.request)["synsouls"]
    frames = ask(at_desk, f"/matches/{match}/replay")["frames"]
    at_desk.open(match, "#0")
    page, press = at_desk.page, at_desk.page.keyboard.press
    press("ArrowRight")
    is_at(page, 1)
    press("ArrowRight")
    press("ArrowLeft")
    is_at(page, 1)
    press("End")
    is_at(page, len(frames))
    press("Home")
    expect(page.locator("#caption")).to_have_text("Before the first event.")
    first_turn = next(f["seq"] for f in frames if f["patch"].get("turn") and f["patch"]["turn"]["number"])
    press("Shift+ArrowRight")
    is_at(page, first_turn)
    press("n")
    is_at(page, 16)
    press("n")
    is_at(page, 17)
    press("p")
    is_at(page, 16)
    press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    press("+")
    expect(page.locator("#speed")).to_have_value("2")
    press("?")
    expect(page.locator("#sheet")).to_contain_text("play or pause")
    press("Escape")
    page.locator("#table [data-card]").first.focus()
    press("Enter")
    expect(page.locator("#large-card")).to_be_visible()
    press("Escape")
    expect(page.locator("#large-card")).to_be_hidden()


def test_a_swipe_steps(browser: Browser, live: Live) -> None:
    watcher = Watcher(browser, live, PHONE)
    match = samples(live, watcher.context.request)["synsouls"]
    watcher.open(match, "#41")
    touches = watcher.context.new_cdp_session(watcher.page)

    def swipe(start: int, end: int) -> None:
        for kind, points in (
            ("touchStart", [{"x": start, "y": 300}]),
            ("touchMove", [{"x": end, "y": 305}]),
            ("touchEnd", []),
        ):
            touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    swipe(300, 120)
    is_at(watcher.page, 42)
    swipe(120, 300)
    is_at(watcher.page, 41)
    watcher.close()


def test_the_transport_is_always_at_hand(browser: Browser, live: Live) -> None:
    watcher = Watcher(browser, live, PHONE)
    for match in samples(live, watcher.context.request).values():
        watcher.open(match, "#60")
        for name in ("#play", "#on", "#back", "#flag", "#slider", "#caption", "#swap"):
            expect(watcher.page.locator(name)).to_be_in_viewport(ratio=0.99)
        watcher.page.locator("#swap").click()
        expect(watcher.page.locator("#commentary .line.now")).to_be_in_viewport(ratio=0.99)
        watcher.page.locator("#swap").click()
    watcher.close()


def test_the_transcript_can_be_read_and_the_record_taken_along(at_desk: Watcher) -> None:
    match = samples(at_desk.live, at_desk.context.request)["solrei"]
    at_desk.open(match, "#41")
    page = at_desk.page
    page.locator("#share").click()
    with page.expect_popup() as text:
        page.get_by_role("link", name="Transcript").click()
    expect(text.value.locator("pre")).to_contain_text("The curtain rises: Ada is on OFFENSE.")
    with page.expect_download() as record:
        page.get_by_role("link", name="Record").click()
    lines = record.value.path().read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + ask(at_desk, f"/matches/{match}")["head"]


def test_steps_are_told_to_those_who_do_not_see_the_table(at_desk: Watcher) -> None:
    match = samples(at_desk.live, at_desk.context.request)["synsouls"]
    at_desk.open(match, "#15")
    told = at_desk.page.locator('#caption[aria-live="polite"]')
    at_desk.page.keyboard.press("ArrowRight")
    expect(told).to_contain_text("not allowed")
    expect(told).to_contain_text("Records rest during the Overture")
