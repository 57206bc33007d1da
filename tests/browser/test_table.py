"""The table as it is drawn: what is in sight, what is marked, what a card tells."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.watching import Watcher, ask, is_at, samples, shown_labels


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
