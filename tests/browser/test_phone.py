"""The phone's pages in a real Chromium, at the size of a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from schemas.language import installed_games
from tests.browser.live import Live
from tests.browser.phones import Judge, Phone, Table, open_match

LARGEST_FORM = 150_000


def sit_down(ada: Phone, ben: Phone, live: Live, game: str = "synsouls") -> Table:
    table = open_match(ada.page, live, game)
    ada.join(table.codes["p1"])
    ben.join(table.codes["p2"])
    return table


def start_playing(ada: Phone, ben: Phone) -> None:
    ada.tap("begin", first="p1")
    ada.told("legal")
    ada.tap("opening_hand", choice="keep")
    ada.told("legal")
    ben.sees("Ada keeps")
    ben.tap("opening_hand", choice="keep")
    ben.told("legal")
    expect(ada.page.locator('.act[data-type="load"]')).to_be_visible()


def test_open_join_log_and_hear_the_verdict(ada: Phone, ben: Phone, live: Live) -> None:
    sit_down(ada, ben, live)
    start_playing(ada, ben)
    ada.tap("load", card="Paper Cat", target={"measure": "heart"})
    ada.told("legal")
    ben.sees("Ada loads Paper Cat into the Heart.")
    expect(ben.page.locator(".window")).to_contain_text("Ben")


def test_a_deck_list_is_judged_on_the_sheet(ada: Phone, live: Live) -> None:
    open_match(ada.page, live, "synsouls", decks=("Conductor:\n1 Maestra Vey\nDeck:\n2x Paper Cat\nEmber Fox",))
    expect(ada.page.locator("#decks .illegal")).to_contain_text("SYN-DECK-1")


def test_one_phone_serves_both_seats(ada: Phone, live: Live) -> None:
    open_match(ada.page, live, "synsouls")
    links = [link.get_attribute("href") for link in ada.page.locator(".codes a.button").all()]
    ada.page.goto(str(links[0]))
    expect(ada.page.locator(".turn")).to_be_visible()
    ada.page.goto(str(links[1]))
    ada.tap("begin", first="p2")
    ada.told("legal")
    for name in ("Ada", "Ben"):
        ada.page.locator(".seats").get_by_role("button", name=name).click()
        acting = ada.page.locator('.seats [aria-pressed="true"]')
        expect(acting).to_have_text(name)
        expect(acting).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")  # seen, not only told
        ada.tap("opening_hand", choice="keep")
        ada.told("legal")
        ada.sees(f"{name} keeps")


def test_what_was_open_for_one_seat_is_not_tapped_for_the_other(ada: Phone, live: Live) -> None:
    open_match(ada.page, live, "synsouls")
    links = [link.get_attribute("href") for link in ada.page.locator(".codes a.button").all()]
    for link in links[:2]:
        ada.page.goto(str(link))
        expect(ada.page.locator(".turn")).to_be_visible()
    ada.page.route("**/actions", lambda route: None)  # a network that is slow
    ada.page.locator(".seats").get_by_role("button", name="Ben").click()
    expect(ada.page.locator('.seats [aria-pressed="true"]')).to_have_text("Ben")
    expect(ada.page.locator(".open")).to_have_attribute("inert", "")
    ada.page.unroute_all(behavior="ignoreErrors")


def test_dispute_take_back_and_call_a_judge(ada: Phone, ben: Phone, judge: Judge, live: Live) -> None:
    table = sit_down(ada, ben, live)
    start_playing(ada, ben)

    # Out of turn: the rule is a tap away, and the tap that was wrong is taken back.
    ben.something_else("close")
    ben.told("illegal")
    ben.page.locator("#feedback summary").click()
    expect(ben.page.locator("#feedback details p")).to_contain_text("(")
    ada.sees("It is Ada's performance, not Ben's.")
    ben.page.get_by_role("button", name="Take it back").click()
    expect(ada.page.locator('.entry[data-seq="4"]')).to_have_attribute("data-status", "void")

    # What one phone logs, the other can dispute.
    ada.page.get_by_role("button", name="Unsure").click()
    ada.tap("load", card="Paper Cat", target={"measure": "heart"})
    ada.told("legal")
    ben.page.locator('.entry[data-seq="6"]').get_by_role("button", name="Dispute").click()
    ben.page.get_by_role("button", name="Log it").click()
    ben.told("legal")
    ada.sees("waits for a judge")

    # An illegal play that is kept, and a call about it.
    ada.something_else("block", card="@6")
    ada.told("illegal")
    ada.page.locator("#feedback").get_by_role("button", name="Call a judge").click()
    ada.page.get_by_role("button", name="Log it").click()
    ada.told("legal")

    assert judge.ask(f"/matches/{table.match}")["open_questions"] == [7, 8, 9]
    asked = judge.ask(f"/matches/{table.match}/events?after=5")["events"]
    assert [(event["type"], event.get("target"), event.get("unsure")) for event in asked] == [
        ("load", {"measure": "heart"}, True),
        ("call", 6, None),
        ("block", None, None),
        ("call", 8, None),
    ]


def test_a_deck_list_is_checked_while_it_is_typed(ada: Phone, live: Live) -> None:
    page = ada.page
    page.goto(f"{live.url}/open")
    page.select_option("#game", "synsouls")
    page.locator('#open[data-game="synsouls"] summary', has_text="Deck list").first.click()
    page.fill("#deck-1", "Conductor:\n1 Maestra Vey\nDeck:\n2 Paper Cat")
    expect(page.locator(".checked").first).to_contain_text("SYN-DECK-1")
    page.select_option('[aria-label="Player 1: a deck of the game\'s own"]', "0")
    expect(page.locator(".checked").first).to_contain_text("The rules allow this list")
    file = {"name": "deck.txt", "mimeType": "text/plain", "buffer": b"3 Nobody's Card"}
    page.set_input_files("#file-1", files=[file])
    expect(page.locator(".checked").first).to_contain_text("TBL-CARD")


def test_hidden_cards_are_behind_a_tap_and_nothing_moves_under_it(ada: Phone, ben: Phone, live: Live) -> None:
    sit_down(ada, ben, live, "aerkana")
    ada.tap("begin", first="p1")
    ada.told("legal", seq=1)
    before = ada.page.locator("#actions").bounding_box()
    ada.tap("set", card="Undersea Toll")
    ada.told("trusted", seq=2)
    ada.sees("Ada sets")
    for place in ("#log", "#feedback", "#glance", "#hand"):
        expect(ada.page.locator(place)).not_to_contain_text("Undersea Toll")
    after = ada.page.locator("#actions").bounding_box()
    assert before is not None
    assert after is not None
    assert before["y"] == after["y"]


def test_the_page_can_be_installed(ada: Phone, live: Live) -> None:
    ada.page.goto(live.url)
    devtools = ada.context.new_cdp_session(ada.page)
    told = devtools.send("Page.getAppManifest")
    assert told["errors"] == []
    # A window that keeps no history can install nothing, whatever it shows.
    errors = {each["errorId"] for each in devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert errors <= {"in-incognito"}


@pytest.mark.parametrize("game", installed_games())
def test_the_form_is_light(game: str, ada: Phone, live: Live) -> None:
    table = open_match(ada.page, live, game)
    devtools = ada.context.new_cdp_session(ada.page)
    devtools.send("Network.enable")
    received: list[float] = []
    devtools.on("Network.loadingFinished", lambda each: received.append(each["encodedDataLength"]))
    ada.join(table.codes["p1"])
    ada.wait_until_kept()
    assert 0 < sum(received) < LARGEST_FORM
