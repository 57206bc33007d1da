"""What the phone's pages say is said to players: no names of the contract, no ids, no engine's words."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from schemas.language import installed_games
from tests.browser.live import Live
from tests.browser.phones import Phone, open_match

CONTRACT = re.compile(r"\w_\w|\bp\d\b|\blabel|catalog|\bops?\b|\bseq\b|@\d", re.IGNORECASE)
OF_JUDGES = {"ruling", "retract"}

# Every question of the forms of a game, with the action or op that it belongs to.
QUESTIONS = """async ([game, ofJudges]) => {
  const { Words } = await import("/static/js/words.js");
  const language = await (await fetch(`/api/v1/games/${game}`)).json();
  const words = new Words(language, { p1: "Ada", p2: "Ben" });
  const within = (fields) => Object.entries(fields).flatMap(([name, schema]) => name === "as" ? [] :
    [words.field(name, schema), ...within(schema.properties ?? {}), ...within(schema.items?.properties ?? {}),
      ...(schema.anyOf ?? []).flatMap((each) => within(each.properties ?? {}))]);
  const actions = language.actions.filter(({ type }) => !ofJudges.includes(type));
  const asked = [...actions, ...language.ops.filter(({ judge }) => !judge)];
  return asked.flatMap((each) => [each.title, ...within(each.fields)].map((said) => `${each.title}: ${said}`));
}"""


@pytest.mark.parametrize("game", installed_games())
def test_the_forms_ask_in_the_words_of_players(game: str, ada: Phone, live: Live) -> None:
    ada.page.goto(f"{live.url}/open")
    questions = ada.page.evaluate(QUESTIONS, [game, sorted(OF_JUDGES)])
    assert questions
    assert [each for each in questions if CONTRACT.search(each)] == []


def test_a_choice_is_no_phase_that_has_its_name(ada: Phone, live: Live) -> None:
    table = open_match(ada.page, live, "synsouls")
    ada.join(table.codes["p1"])
    ada.page.get_by_role("button", name="Something else happened").click()
    ada.page.locator('#sheet [data-type="encore"]').click()
    choices = ada.page.locator('#sheet .row[data-field="choice"] button')
    expect(choices).to_have_text(["Notes", "Draw", "Ability", "None"])


@pytest.mark.parametrize("game", installed_games())
def test_the_options_of_a_match_are_told_in_words(game: str, ada: Phone, live: Live) -> None:
    page = ada.page
    page.goto(f"{live.url}/open")
    page.select_option("#game", game)
    page.locator(f'#open[data-game="{game}"]').wait_for()
    told = page.locator("#options").text_content() or ""
    assert CONTRACT.search(told) is None
    assert told == "" or told[0].isupper()


def test_the_printed_sheet_says_where_the_codes_are_typed_and_holds_long_names(ada: Phone, live: Live) -> None:
    open_match(ada.page, live, "synsouls", names=("W" * 80, "Ben"))
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ada.page.emulate_media(media="print", color_scheme="dark")
    expect(ada.page.get_by_text(live.url.partition("://")[2])).to_be_visible()
    paper = ada.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--paper')")
    assert paper == "#f6f3ec"  # ink is dear, and a hall's printer has no dark paper


def test_a_name_that_is_only_spaces_is_asked_for_again(ada: Phone, live: Live) -> None:
    page = ada.page
    page.goto(f"{live.url}/open")
    page.locator("#open[data-game]").wait_for()
    page.fill("#name-1", "  ")
    page.fill("#name-2", "Ben")
    page.get_by_role("button", name="Open the match").click()
    expect(page.locator("#name-1")).to_be_focused()
    expect(page.locator("#fault")).to_be_empty()
