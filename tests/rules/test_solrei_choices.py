"""What SolRei offers where a play would close an Exchange, and where only filtering pays."""

from __future__ import annotations

from typing import Any

from workers.scenarios import Recording

BRAKKA = {"name": "Brakka", "type": "muse", "signature": "Brakka", "alignment": "hearts"}
TWIN_ROSES = {"name": "Twin Roses", "type": "art", "abilities": [{"timing": "open", "cost": {"hearts": 2, "black": 1}}]}


def recorded(*events: dict[str, Any]) -> Recording:
    header = {"game": "solrei", "options": {}, "seats": ["Ada", "Ben"], "catalog": [BRAKKA, TWIN_ROSES]}
    recording = Recording(header)
    for event in ({"type": "begin", "first": "p1"}, *events):
        assert recording.log(event)["status"] in ("legal", "trusted")
    return recording


def amended(*ops: dict[str, Any]) -> dict[str, Any]:
    return {"type": "ruling", "decision": "amend", "does": list(ops)}


def offered(recording: Recording, seat: str, type_: str) -> list[dict[str, Any]]:
    return [choice["with"] for choice in recording.fold.choices()[seat] if choice["type"] == type_]


def test_what_closes_an_exchange_is_offered_on_the_table_that_it_leaves() -> None:
    recording = recorded(
        amended(
            {"op": "turn", "seat": "p1", "phase": "charge"},
            {"op": "place", "card": "Brakka", "seat": "p2", "to": "muse", "as": "brakka"},
            {"op": "place", "card": "9S", "seat": "p2", "to": "damage", "as": "wound"},
            {"op": "counter", "seat": "p2", "counter": "taken", "to": 1},
        ),
        {
            "type": "effect", "seat": "p2", "source": "brakka",
            "does": [{"op": "flag", "card": "wound", "add": "exhausted"}, {"op": "retaliate", "seat": "p2", "n": 1}],
        },
    )  # fmt: skip
    assert offered(recording, "p1", "pass") == [{}]
    assert offered(recording, "p1", "take")
    assert offered(recording, "p1", "move_on") == []
    assert offered(recording, "p2", "ready") == [{"card": ["wound"]}]
    assert recording.log({"type": "take", "seat": "p1", "card": "2C"})["status"] == "legal"


def test_a_cost_is_filtered_as_often_as_it_takes() -> None:
    recording = recorded(
        amended(
            {"op": "turn", "seat": "p1", "phase": "open"},
            {"op": "place", "card": "Brakka", "seat": "p1", "to": "muse"},
            {"op": "place", "card": "Twin Roses", "seat": "p1", "to": "arts", "as": "roses"},
            {"op": "deal", "seat": "p1", "hand": ["2S", "3S", "4D", "5D", "6C"]},
        )
    )
    pay = ["2S", {"filter": ["3S", "4D"]}, {"filter": ["5D", "6C"]}]
    assert {"card": ["roses"], "pay": [pay]} in offered(recording, "p1", "activate")
    verdict = recording.log({"type": "activate", "seat": "p1", "card": "roses", "pay": pay})
    assert verdict["status"] == "legal"
