"""A short match of each game, play by play, as two phones log it after `begin`."""

from __future__ import annotations

from typing import Any

from tests.browser.phones import Phone

Play = tuple[str, str, dict[str, Any]]


def play(seat: str, type_: str, **fields: Any) -> Play:
    return seat, type_, fields


def strain(measure: str) -> dict[str, Any]:
    return {"op": "counter", "seat": "p2", "counter": f"{measure}_strain", "by": 15}


# Labels are those of the events that brought the cards in: a match opens with `begin`, event 1.
MATCHES: dict[str, list[Play]] = {
    "synsouls": [
        play("p1", "opening_hand", choice="keep"),
        play("p2", "opening_hand", choice="redraw"),
        play("p1", "load", card="Paper Cat", target={"measure": "heart"}),
        play("p1", "close"),
        play("p1", "encore", choice="notes"),
        play("p2", "load", card="Neon Gecko", target={"measure": "frame"}),
        play("p2", "close"),
        play("p2", "encore", choice="notes"),
        play("p1", "cue", card="Paper Cat", target={"seat": "p2", "measure": "frame"}),
        play("p2", "pass"),
        play("p1", "effect", source="@4", does=[strain("mind"), strain("frame"), strain("heart")]),
        play("p2", "pass"),
    ],
    "aerkana": [
        play("p1", "bind", card="Kelp Strider", choice="strength"),
        play("p1", "set", card="Undersea Toll"),
        play("p1", "end_train"),
        play("p2", "bind", card="Wasp Duelist", choice="strength"),
        play("p2", "attack", card="Wasp Duelist", target={"seat": "p1", "card": "@2"}),
        play("p1", "activate", card="Undersea Toll"),
        play("p2", "pass"),
        play("p2", "end_train"),
        play(
            "p1",
            "activate",
            card="High Water",
            does=[{"op": "counter", "seat": "p2", "counter": "bond_points", "to": 0}],
        ),
        play("p2", "pass"),
    ],
    "solrei": [
        play("p1", "place", card="QH"),
        play("p2", "place", card="7C"),
        play("p1", "move_on"),
        play("p1", "move_on"),
        play("p2", "concede", scope="show"),
    ],
    "source": [
        play("p1", "summon", card="Dust Hound"),
        play("p1", "move", card="Dust Hound", symbol="alpha", to="p1.flux"),
        play("p1", "move", card="Dust Hound", symbol="beta", to="p1.t1"),
        play("p1", "end_turn"),
        play("p2", "summon", card="Rime Moth"),
        play("p2", "end_turn"),
        play("p1", "effect", source="@2", does=[{"op": "counter", "seat": "p2", "counter": "source_points", "to": 0}]),
    ],
    "achroma": [
        play("p1", "deploy", card="Still Mill"),
        play("p1", "step", to="resolve"),
        play("p1", "resolve", card="Still Mill"),
        play("p1", "pass_turn"),
        play("p2", "draw"),
        play("p2", "pass_turn"),
        play("p1", "effect", source="@2", does=[{"op": "gain", "n": 30, "seat": "p1"}]),
    ],
}


def log_plays(phones: dict[str, Phone], plays: list[Play], first: int = 2) -> dict[str, int]:
    """Logs the plays, the first of which becomes event `first`. Answers the most taps that an offered type took."""
    taps: dict[str, int] = {}
    for number, (seat, type_, fields) in enumerate(plays, start=first):
        phone = phones[seat]
        # Nobody taps before they have seen what the other did.
        phone.page.locator(f'.entry[data-seq="{number - 1}"]:not([data-status="judging"])').wait_for()
        # What a text does, and giving up, are told through the form of the action: the rules offer neither.
        if "does" in fields or type_ == "concede":
            phone.something_else(type_, **fields)
        else:
            taps[type_] = max(taps.get(type_, 0), phone.tap(type_, **fields))
        phone.told("legal", "trusted", seq=number)
    return taps
