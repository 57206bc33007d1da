"""What SOURCE offers and says in positions of its own."""

from __future__ import annotations

from typing import Any

import pytest

from schemas.language import language
from workers.rules import Header
from workers.scenarios import Recording

CARDS = list(language("source").catalog.values())


def table(*start: dict[str, Any]) -> Recording:
    recording = Recording(Header(game="source", options={}, seats=["Ada", "Ben"], catalog=CARDS))
    recording.log({"type": "begin", "first": "p1"})
    ruling = recording.log({"type": "ruling", "decision": "amend", "does": list(start)})
    assert ruling["status"] == "legal"
    return recording


def a(type_: str) -> str:
    """Any card of a type."""
    return next(card["name"] for card in CARDS if card["type"] == type_)


def put(type_: str, seat: str, to: str, label: str, **more: Any) -> dict[str, Any]:
    return {"op": "place", "card": a(type_), "seat": seat, "to": to, "as": label, **more}


def test_a_symbol_that_leads_nowhere_is_offered_too() -> None:
    recording = table(put("monster", "p1", "p1.t1", "mine", stats={"alpha": 0}))
    moves = [each["with"] for each in recording.fold.choices()["p1"] if each["type"] == "move"]
    assert [each["symbol"] for each in moves if "p1.t1" in each["to"]] == [["alpha"]]


def test_any_card_is_offered_for_the_hand_limit() -> None:
    held = [put("trap", "p1", "hand", f"t{n}") for n in range(3)]
    recording = table(*held)
    recording.log({"type": "saw", "seat": "p1", "zone": "hand", "cards": [a("monster")] * 8})
    recording.log({"type": "end_turn", "seat": "p1"})
    discards = next(each["with"]["cards"] for each in recording.fold.choices()["p1"] if each["type"] == "discard")
    assert discards == [["t0"], ["t1"], ["t2"], [a("monster")]]


@pytest.mark.parametrize(
    ("card", "op", "told"),
    [
        ("trap", {"op": "move", "card": "it", "to": "done"}, "goes to the Done Zone."),
        ("channeled", {"op": "move", "card": "it", "to": "support"}, "goes to Ada's support spaces."),
        ("trap", {"op": "move", "card": "it", "to": "deck"}, "goes into Ada's deck."),
        ("monster", {"op": "flag", "card": "it", "add": "parallel"}, "may step to parallel spaces."),
        ("monster", {"op": "flag", "card": "it", "remove": "struck"}, "counts as not having attacked the generator."),
    ],
)
def test_a_judges_repair_is_told_in_the_words_of_the_game(card: str, op: dict[str, Any], told: str) -> None:
    recording = table(put(card, "p1", "hand", "it"))
    recording.log({"type": "ruling", "decision": "amend", "does": [op]})
    assert recording.steps[-1].narration.endswith(told)


def test_a_symbol_that_a_text_uses_up_is_told() -> None:
    recording = table(put("monster", "p1", "p1.t1", "mine"))
    recording.log({"type": "effect", "seat": "p1", "source": "mine", "symbol": "beta", "does": []})
    assert recording.steps[-1].narration == f"Ada draws beta: {a('monster')} has its effect."
