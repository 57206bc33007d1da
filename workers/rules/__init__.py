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


def check_header(header: Header) -> list[str]:
    """What is wrong with a match that somebody wants to open, a sentence each; empty if it can be opened."""
    game = game_named(header["game"])
    language = game.language
    faults: list[str] = []
    if len(header["seats"]) not in language.seats:
        faults.append(f"{language.title} is played by {' or '.join(str(n) for n in language.seats)}.")
    known = language.default_options()
    for name, value in header["options"].items():
        if name not in known:
            faults.append(f"There is no option {name}.")
        elif value not in language.option_values(name):
            faults.append(f"The option {name} is one of {language.option_values(name)}.")
    for card in header["catalog"]:
        if card.get("type") not in language.data["card_types"]:
            faults.append(f"{card.get('name')}: the game has no cards of type {card.get('type')}.")
    return faults or game.header_faults(header["options"], len(header["seats"]))


def judge_deck(header: Header, deck: dict[str, dict[str, int]]) -> dict[str, Any]:
    """The verdict on a deck list that somebody would register in such a match."""
    event = {"seq": 1, "type": "register_deck", "seat": "p1", "by": "p1", "deck": deck}
    return Fold.start(header).step(event, STANDS).verdict
