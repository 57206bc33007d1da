"""The rules engine: pure, no clock, no I/O, no randomness. What the rest of Tapedeck needs of it is here."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from workers.rules.games import game_named
from workers.rules.match import Fold
from workers.rules.table.docket import STANDS, Docket
from workers.rules.table.fold import Header, Step

# Raised with every change of the rules that can change a verdict; a match keeps the one that it was opened with.
RULES_VERSION = "1"

__all__ = ["RULES_VERSION", "Docket", "Fold", "Header", "Step", "check_header", "fingerprint", "judge_deck"]


def fingerprint(header: Header) -> str:
    """Tells catalogs apart: a match keeps the one that it was opened with."""
    cards = header["catalog"] or list(game_named(header["game"]).language.catalog.values())
    told = json.dumps(sorted(cards, key=lambda card: str(card["name"])), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def check_header(header: Header) -> dict[str, list[str]]:
    """What is wrong with a match that somebody wants to open, by field; empty if it can be opened."""
    spoken = game_named(header["game"]).language
    if len(header["seats"]) not in spoken.seats:
        return {"seats": [f"{spoken.title} is played by {' or '.join(str(n) for n in spoken.seats)}."]}
    known = spoken.default_options()
    faults: dict[str, list[str]] = {}
    for name, value in header["options"].items():
        if name not in known:
            faults[f"options.{name}"] = [f"There is no option {name}."]
        elif not any(type(value) is type(each) and value == each for each in spoken.option_values(name)):
            faults[f"options.{name}"] = [f"The option {name} is one of {spoken.option_values(name)}."]
    return faults or _card_faults(header)


def _card_faults(header: Header) -> dict[str, list[str]]:
    """A catalog holds what could be defined at the table, card after card."""
    fold = Fold.start({**header, "catalog": []})
    fold.table.catalog = fold.table.game.fixed_cards()
    faults: dict[str, list[str]] = {}
    for number, card in enumerate(header["catalog"]):
        verdict = fold.step({"seq": number + 1, "type": "define", "by": "judge", "card": card}, STANDS).verdict
        if verdict["status"] == "illegal":
            faults[f"catalog.{number}"] = [verdict["why"]]
    return faults


def judge_deck(header: Header, deck: dict[str, dict[str, int]]) -> dict[str, Any]:
    """The verdict on a deck list that somebody would register in such a match."""
    event = {"seq": 1, "type": "register_deck", "seat": "p1", "by": "p1", "deck": deck}
    return Fold.start(header).step(event, STANDS).verdict
