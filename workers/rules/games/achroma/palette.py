"""What a Palette may hold, and what a card has to look like."""

from __future__ import annotations

from typing import Any

from schemas.kinds import checker
from workers.rules.table.play import Play
from workers.rules.table.verdicts import Illegal

CARDS = 30
MOST_LEGENDARY = 1
MOST_RARE = 4
MOST_COPIES = 2


def check_palette(play: Play, deck: dict[str, dict[str, int]]) -> None:
    cards = deck.get("palette", {})
    entries = {name: play.table.catalog[name] for name in cards}
    total = sum(cards.values())
    if total != CARDS:
        play.forbid("ACH-PAL-1", f"A Palette has exactly {CARDS} cards, and this one has {total}.")
    legendary = _number(cards, entries, "legendary")
    if legendary > MOST_LEGENDARY:
        play.forbid("ACH-PAL-2", f"A Palette has at most one Legendary card, and this one has {legendary}.")
    rare = _number(cards, entries, "rare")
    if rare > MOST_RARE:
        play.forbid("ACH-PAL-3", f"A Palette has at most {MOST_RARE} Rare cards, and this one has {rare}.")
    for name, copies in cards.items():
        if entries[name].get("rarity") == "rare" and copies > 1:
            play.forbid("ACH-PAL-4", f"{name} is Rare: one copy of it, not {copies}.")
    for name, copies in cards.items():
        rarity = entries[name].get("rarity") or "common"
        if rarity in ("common", "uncommon") and copies > MOST_COPIES:
            play.forbid("ACH-PAL-5", f"{name} may be there twice, not {copies} times.")
    realms = sorted({entry["realm"] for entry in entries.values() if entry.get("realm")})
    if len(realms) > 1:
        play.forbid("ACH-PAL-6", f"The cards of a Palette share one Realm, and these are of {' and '.join(realms)}.")


def _number(cards: dict[str, int], entries: dict[str, dict[str, Any]], rarity: str) -> int:
    return sum(copies for name, copies in cards.items() if entries[name].get("rarity") == rarity)


def check_entry(play: Play, entry: dict[str, Any]) -> None:
    """A card that is added to the catalog has the attributes of its type, and they are of the right kind."""
    attributes = play.table.language.data["card_types"][entry["type"]]
    for name, spec in attributes.items():
        if name not in entry:
            if spec.get("required"):
                raise Illegal("TBL-TYPE", f"{entry['name']} cannot be read: {name} is missing.")
        elif not checker(spec)(entry[name]):
            raise Illegal("TBL-TYPE", f"{entry['name']} cannot be read: {name} is of the wrong kind.")
    strange = [name for name in entry if name not in attributes and name not in ("name", "type")]
    if strange or entry.get("achrom", 0) > entry["shards"]:
        raise Illegal("TBL-TYPE", f"{entry['name']} cannot be read: {', '.join(strange) or 'achrom'} does not fit.")
