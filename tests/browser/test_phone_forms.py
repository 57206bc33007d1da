"""The form of an action with all its fields: nothing that was begun is lost, and every card of the game can be told."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.live import Live
from tests.browser.phones import Phone, fill_in, open_match


def start(ada: Phone, live: Live, game: str) -> str:
    table = open_match(ada.page, live, game)
    ada.join(table.codes["p1"])
    ada.tap("begin", first="p1", setup=1)  # only one game asks how its map is laid
    ada.told("legal")
    return table.match


def test_the_hand_of_a_deck_of_suits_can_be_told(ada: Phone, live: Live) -> None:
    start(ada, live, "solrei")
    ada.page.get_by_role("button", name="Tell my hand").click()
    for card in ("QH", "10S"):
        ada.page.locator(f'#sheet .suits [data-value="{card}"]').click()
    ada.page.get_by_role("button", name="Log it").click()
    ada.told("legal", "trusted")
    expect(ada.page.get_by_role("button", name="Look at my cards (2)")).to_be_visible()
    ada.page.locator('.act[data-type="place"]').click()
    first = ada.page.locator("#sheet .suits .choices").first
    expect(first.get_by_role("button")).to_have_text(["10 ♠", "Q ♥"])


def test_what_a_text_does_is_told_with_the_play(ada: Phone, live: Live) -> None:
    match = start(ada, live, "aerkana")
    ada.page.locator('.act[data-type="activate"]').click()
    sheet = ada.page.locator("#sheet")
    sheet.get_by_role("button", name="Then say what its text does").click()
    sheet.locator(".mini", has_text="High Water").click()
    expect(sheet).to_contain_text("A rival loses 800 Bond Points.")
    sheet.locator('[data-op="counter"]').click()

    # What is lacking is told where it is seen; what was begun goes with the rest.
    log_it = sheet.get_by_role("button", name="Log it")
    log_it.click()
    expect(sheet.locator(".last .fault")).to_have_text("Whose: this is needed.")
    expect(sheet.locator(".last .fault")).to_be_in_viewport(ratio=1)
    for name, value in {"seat": "p2", "counter": "bond_points", "by": -800}.items():
        fill_in(sheet.locator(".op-editor"), name, value)
    log_it.click()
    ada.told("trusted", "legal", seq=2)
    event = ada.ask(f"/matches/{match}/events?after=1")["events"][0]
    assert (event["type"], event["card"]) == ("activate", "High Water")
    assert event["does"] == [{"op": "counter", "seat": "p2", "counter": "bond_points", "by": -800}]


def test_an_action_that_lacks_something_says_so_in_sight(ada: Phone, live: Live) -> None:
    start(ada, live, "source")
    ada.page.get_by_role("button", name="Something else happened").click()
    sheet = ada.page.locator("#sheet")
    close = sheet.get_by_role("button", name="Close").bounding_box()
    assert close is not None
    assert close["height"] < 56  # in one line
    sheet.locator('[data-type="effect"]').click()
    sheet.get_by_role("button", name="Log it").click()
    expect(sheet.locator(".last .fault")).to_be_in_viewport(ratio=1)
    expect(sheet.locator('.row[data-field="source"] > .ask')).to_be_in_viewport()


def test_one_s_own_cards_come_first_where_any_card_is_asked_for(ada: Phone, live: Live) -> None:
    start(ada, live, "aerkana")
    ada.tap("bind", card="Kelp Strider", choice="strength")
    ada.told("legal")
    ada.tap("end_train")
    ada.told("legal")
    ada.something_else("bind", card="Wasp Duelist", choice="strength")
    ada.page.get_by_role("button", name="Something else happened").click()
    ada.page.locator('#sheet [data-type="effect"]').click()
    expect(ada.page.locator("#sheet .found .mini-name").first).to_have_text("Kelp Strider")


def test_cards_that_are_known_to_be_there_are_offered_first_and_marked(ada: Phone, live: Live) -> None:
    start(ada, live, "achroma")
    ada.something_else("saw", zone="hand", cards="Veil Fox")
    expect(ada.page.get_by_role("button", name="Look at my cards (1)")).to_be_visible()
    ada.page.locator('.act[data-type="deploy"]').click()
    first = ada.page.locator("#sheet .mini").first
    expect(first).to_contain_text("Veil Fox")
    expect(first.locator(".mini-where")).to_have_text("Hand")


def test_the_cards_of_one_s_own_list_come_first(ada: Phone, live: Live) -> None:
    table = open_match(ada.page, live, "synsouls")
    ada.join(table.codes["p1"])
    ada.page.get_by_role("button", name="Register a deck").click()
    ada.page.get_by_label("A deck of the game's own").select_option("1")
    ada.page.get_by_role("button", name="Log it").click()
    ada.told("legal")
    deck = ada.ask("/games/synsouls")["decks"][1]["deck"]
    ada.page.get_by_role("button", name="Something else happened").click()
    ada.page.locator('#sheet [data-type="saw"]').click()
    names = ada.page.locator("#sheet .found .mini-name")
    expect(names.first).to_be_visible()
    listed = {name for cards in deck.values() for name in cards}
    assert set(names.all_inner_texts()[: len(listed)]) <= listed


def test_a_match_with_cards_of_its_own_is_played_with_these(ada: Phone, live: Live) -> None:
    house = {"name": "House Cat", "type": "record", "cost": 1, "rating": 4, "frequency": "amari", "genres": ["Folk"]}
    wanted = {"game": "synsouls", "seats": [{"name": "Ada"}, {"name": "Ben"}], "catalog": [house]}
    opened = ada.context.request.post(f"{live.url}/open", data=wanted).json()
    ada.page.goto(live.url + opened["sheet"])
    ada.page.get_by_role("link", name="Sit down here as Ada").click()
    ada.page.get_by_role("button", name="Something else happened").click()
    ada.page.locator('#sheet [data-type="define"]').click()
    printed = ada.page.locator("#sheet")
    printed.get_by_role("textbox", name="Name").first.fill("Guest Cat")
    printed.get_by_label("Type", exact=True).select_option("record")
    for name, value in {"frequency": "amari", "cost": 2, "rating": 3}.items():
        fill_in(printed, name, value)
    printed.locator("summary", has_text="More that is printed").click()
    printed.get_by_label("Keywords", exact=True).first.fill("ECHO, PULSE")
    ada.page.get_by_role("button", name="Log it").click()
    ada.told("legal")
    ada.tap("begin", first="p1")
    ada.told("legal")
    ada.page.get_by_role("button", name="Tell my hand").click()
    expect(ada.page.locator("#sheet .found .mini-name")).to_have_text(["House Cat", "Guest Cat"])
