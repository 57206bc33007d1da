"""What is printed on a card, and what a list of cards may hold."""

from __future__ import annotations

from functools import cache
from typing import Any

from schemas.kinds import Check, checker
from schemas.language import language
from workers.rules.games.aerkana.cards import MOST_SPECIAL, SPECIAL_KINDS, printed
from workers.rules.table.play import Play

MOST_COPIES = 3
SUPPLY_SIZES = range(40, 61)


@cache
def _attributes(type_: str) -> dict[str, tuple[bool, Check]]:
    """The attributes of a card type: whether each is required, and what fits."""
    attributes = language("aerkana").data["card_types"][type_]
    return {name: (bool(spec.get("required")), checker(spec)) for name, spec in attributes.items()}


def check_entry(play: Play, entry: dict[str, Any]) -> None:
    """A card has the values of its type."""
    for name, (required, fits) in _attributes(entry["type"]).items():
        if name not in entry and not required:
            continue
        if name not in entry or not fits(entry[name]):
            wrong = "lacks its" if name not in entry else "has no possible"
            play.forbid("AER-CARD-1", f"{entry['name']} is no card of type {entry['type']}: it {wrong} {name}.")


def is_special(entry: dict[str, Any]) -> bool:
    return entry["type"] == "being" and entry.get("kind") in SPECIAL_KINDS


def check_deck(play: Play, deck: dict[str, dict[str, int]]) -> None:
    catalog = play.table.catalog
    supply, special = deck.get("supply", {}), deck.get("special", {})
    copies = {name: supply.get(name, 0) + special.get(name, 0) for name in [*supply, *special]}
    astray = [name for name in supply if is_special(catalog[name])]
    astray += [name for name in special if not is_special(catalog[name])]
    if astray:
        place = "special supply" if is_special(catalog[astray[0]]) else "supply"
        play.forbid("AER-DECK-5", f"{astray[0]} is kept in the {place}.")
    for name, n in copies.items():
        if n > MOST_COPIES:
            play.forbid("AER-DECK-3", f"{name} is in the list {n} times; {MOST_COPIES} is the most.")
    for name, n in copies.items():
        limit = printed(catalog[name], "limit", MOST_COPIES)
        if n > limit:
            play.forbid("AER-DECK-4", f"{name} is limited to {limit}, and in the list {n} times.")
    size = sum(supply.values())
    if size not in SUPPLY_SIZES:
        play.forbid("AER-DECK-1", f"{play.who}'s supply has {size} cards; it holds 40 to 60.")
    if sum(special.values()) > MOST_SPECIAL:
        told = f"{sum(special.values())} cards; it holds {MOST_SPECIAL} at most"
        play.forbid("AER-DECK-2", f"{play.who}'s special supply has {told}.")
