"""What Soulbound Ærkana offers in positions that come about by chance too seldom."""

from __future__ import annotations

from typing import Any

from workers.rules import Header
from workers.scenarios import Recording

BEINGS = [
    {"name": "Reed Wolf", "type": "being", "kind": "plain", "level": 3, "str": 1400, "shd": 900},
    {"name": "Tide Ogre", "type": "being", "kind": "plain", "level": 5, "str": 2100, "shd": 1500},
    {"name": "Lantern Imp", "type": "being", "kind": "effect", "level": 2, "str": 600, "shd": 500},
    {"name": "Wolf Pack", "type": "being", "kind": "merge", "level": 6, "str": 2400, "shd": 1900},
    {
        "name": "Den Mother", "type": "being", "kind": "net", "level": 4, "str": 2000, "shd": 2000,
        "materials": ["Reed Wolf"] * 3,
    },
]  # fmt: skip


def offered(type_: str, start: list[dict[str, Any]], *log: dict[str, Any]) -> list[dict[str, Any]]:
    """What the first seat is offered of a type, when that has happened."""
    recording = Recording(Header(game="aerkana", options={}, seats=["Ada", "Ben"], catalog=BEINGS))
    recording.log({"type": "begin", "first": "p1"})
    recording.log({"type": "ruling", "decision": "amend", "does": start})
    for event in log:
        assert recording.log(event)["status"] in ("legal", "trusted")
    return [each["with"] for each in recording.fold.choices()["p1"] if each["type"] == type_]


def test_a_bond_is_offered_with_the_sacrifices_that_a_changed_level_takes() -> None:
    start = [
        {"op": "place", "card": "Lantern Imp", "seat": "p1", "to": "beings", "as": "imp"},
        {"op": "place", "card": "Tide Ogre", "seat": "p1", "to": "hand", "as": "ogre"},
    ]
    lighter = {"op": "stat", "card": "ogre", "stat": "level", "by": -1}
    bonds = offered("bind", start, {"type": "effect", "seat": "p1", "source": "imp", "does": [lighter]})
    assert any("Tide Ogre" in each["card"] and "cards" not in each for each in bonds)


def test_a_merge_is_offered_with_beings_that_an_unknown_hand_may_hold() -> None:
    merges = offered("merge", [])
    assert ["Reed Wolf", "Tide Ogre"] in merges[0]["cards"]


def test_a_net_being_is_offered_that_uses_up_three_of_a_name() -> None:
    wolves = [{"op": "place", "card": "Reed Wolf", "seat": "p1", "to": "beings", "as": label} for label in "abc"]
    assert any(["a", "b", "c"] in each["cards"] for each in offered("net_bind", wolves))


def test_what_closes_a_window_is_offered_as_it_stands_then() -> None:
    start = [{"op": "place", "card": "Lantern Imp", "seat": "p1", "to": "beings", "as": "imp"}]
    bonds = offered(
        "bind", start,
        {"type": "saw", "seat": "p1", "zone": "hand", "cards": ["Reed Wolf"] * 6},
        {"type": "attack", "seat": "p1", "card": "imp", "target": {"seat": "p2"}},
        {"type": "effect", "seat": "p1", "source": "imp", "does": [{"op": "draw", "seat": "p1", "n": 1}]},
    )  # fmt: skip
    assert "Lantern Imp" in bonds[0]["card"], "it may be the card that will have been drawn"
