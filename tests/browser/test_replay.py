"""The replay in a real Chromium, at a desk and on a phone."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from schemas.language import installed_games
from tests.api.hall import BEGUN, CAT, CONCEDED, TOO_SOON
from tests.browser.live import Live
from tests.browser.phones import PHONE, Judge
from tests.browser.watching import DESKTOP, Watcher, going, samples

SIZES = {"desktop": DESKTOP, "phone": PHONE}
SAW = {"type": "saw", "seat": "p1", "zone": "hand", "cards": ["Ember Fox", "Iron Bear"]}


@pytest.fixture(params=SIZES)
def watcher(request: pytest.FixtureRequest, browser: Browser, live: Live) -> Iterator[Watcher]:
    made = Watcher(browser, live, SIZES[request.param])
    yield made
    made.close()


@pytest.fixture
def at_desk(browser: Browser, live: Live) -> Iterator[Watcher]:
    made = Watcher(browser, live, DESKTOP)
    yield made
    made.close()


def ask(watcher: Watcher, path: str) -> Any:
    answered = watcher.context.request.get(f"{watcher.live.url}/api/v1{path}")
    assert answered.ok, answered.text()
    return answered.json()


def shown_labels(page: Page) -> set[str]:
    return set(page.locator("#table [data-card]").evaluate_all("all => all.map((each) => each.dataset.card)"))


def is_at(page: Page, seq: int) -> None:
    """Table, slider, commentary and caption all are after this event."""
    expect(page.locator("#slider")).to_have_value(str(seq))
    expect(page.locator("#caption .seq")).to_have_text(str(seq))
    expect(page.locator("#commentary .line.now")).to_have_attribute("data-seq", str(seq))


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


@pytest.mark.parametrize(("game", "seq"), [("source", 47), ("solrei", 20), ("achroma", 33), ("aerkana", 9)])
def test_all_that_lies_on_a_table_is_in_sight_at_once(game: str, seq: int, at_desk: Watcher) -> None:
    match = samples(at_desk.live, at_desk.context.request)[game]
    at_desk.open(match, f"#{seq}")
    assert at_desk.page.locator("#table").evaluate("table => table.scrollHeight <= table.clientHeight")


@pytest.mark.parametrize("game", ["synsouls", "source"])
def test_a_table_between_a_phone_and_a_desk_is_cut_nowhere(game: str, at_desk: Watcher) -> None:
    at_desk.page.set_viewport_size({"width": 960, "height": 640})
    at_desk.open(samples(at_desk.live, at_desk.context.request)[game], "#60")
    parts = at_desk.page.locator("#table").locator(".half, .row, .cards")
    assert not parts.evaluate_all("all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length")


def test_a_verdict_has_its_shape_and_its_rule(at_desk: Watcher) -> None:
    match = samples(at_desk.live, at_desk.context.request)["synsouls"]
    at_desk.open(match, "#16")
    page = at_desk.page
    line = page.locator("#commentary .line.now")
    expect(line).to_contain_text("Records rest during the Overture")
    expect(line.locator(".sign.is-illegal")).to_have_count(1)
    expect(page.locator('#commentary .line[data-seq="42"] s')).to_have_count(1)
    line.get_by_role("button", name="SYN-OVT-1").click()
    rule = ask(at_desk, "/games/synsouls/rules/SYN-OVT-1")
    expect(page.locator("#sheet")).to_contain_text(rule["says"])


def test_what_an_event_changed_is_marked(at_desk: Watcher) -> None:
    match = samples(at_desk.live, at_desk.context.request)["synsouls"]
    frames = ask(at_desk, f"/matches/{match}/replay")["frames"]
    at_desk.open(match, "#0")
    for frame in frames[10:30]:
        at_desk.page.evaluate("(seq) => (location.hash = `#${seq}`)", frame["seq"])
        is_at(at_desk.page, frame["seq"])
        changed = at_desk.page.locator("#table [data-card].changed").evaluate_all(
            "all => all.map((each) => each.dataset.card)"
        )
        assert set(changed) <= set(frame["patch"].get("cards", {})), frame["seq"]
        drawn = shown_labels(at_desk.page) & set(frame["patch"].get("cards", {}))
        assert drawn == set(changed), frame["seq"]


def test_who_attacks_who_blocks_and_whose_play_was_refused_is_marked(at_desk: Watcher) -> None:
    """Nothing on these cards changes then, but they are what everybody looks for."""
    match = samples(at_desk.live, at_desk.context.request)["synsouls"]
    for seq, cards, refused in ((71, ["ray", "swan"], 0), (16, ["moth"], 1)):
        at_desk.open(match, f"?at={seq}#{seq}")
        is_at(at_desk.page, seq)
        about = at_desk.page.locator("#table [data-card].about")
        assert sorted(about.evaluate_all("all => all.map((each) => each.dataset.card)")) == cards
        expect(at_desk.page.locator("#table .about.refused")).to_have_count(refused)


def test_a_card_is_read_by_tapping_it(watcher: Watcher) -> None:
    match = samples(watcher.live, watcher.context.request)["synsouls"]
    watcher.open(match, "#72")
    page = watcher.page
    page.locator('#table [data-card="swan"]').click()
    expect(page.locator("#large-card")).to_contain_text("First Chair Swan")
    card = next(
        each
        for each in ask(watcher, "/games/synsouls/cards?q=First Chair")["cards"]
        if each["name"] == "First Chair Swan"
    )
    expect(page.locator("#large-card .card-text")).to_have_text(card["text"])
    expect(page.locator("#large-card")).to_contain_text(ask(watcher, "/games/synsouls")["keywords"]["SINGULARITY"])
    expect(page.locator("#large-card")).to_contain_text(f"Cost{card['cost']}")
    expect(page.locator("#large-card .facts")).to_contain_text(f"Rating8 printed {card['rating']}")
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#large-card")).to_be_hidden()


def test_switching_sides_hides_cards(watcher: Watcher) -> None:
    """Once a match is open all see all, and can still look as each side did."""
    match = samples(watcher.live, watcher.context.request)["synsouls"]
    frames = ask(watcher, f"/matches/{match}/replay")["frames"]
    seq = next(frame["seq"] for frame in frames if frame["patch"].get("seats", {}).get("p2", {}).get("known"))
    watcher.open(match, f"#{seq}")
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
    match = samples(watcher.live, watcher.context.request)["synsouls"]
    frames = ask(watcher, f"/matches/{match}/replay")["frames"]
    seq = next(frame["seq"] for frame in frames if frame["patch"].get("seats", {}).get("p2", {}).get("known"))
    watcher.open(match, f"#{seq}")
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
