"""Cards: what is printed on them, what was laid on it, and who may know their faces."""

from __future__ import annotations

from typing import Any

from workers.rules.table.pieces import Card
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

SPECIAL_KINDS = ("merge", "overlay", "net")
FIELD = ("beings", "arcana", "playing_field", "landmark")
PILES = ("flow", "exile")
BEING_STATS, OTHER_STATS = ("level", "str", "shd"), ("level",)
ORDINARY_PRICE = 2
MOST_SPECIAL = 10


def printed(entry: dict[str, Any], value: str, default: int = 0) -> int:
    """A printed number; a card that a judge let in without it counts as having the default."""
    found = entry.get(value)
    return found if type(found) is int else default


def kind_of(card: Card) -> str:
    """plain, effect, merge, overlay or net for a being; nothing for other cards."""
    return str(card.entry.get("kind")) if card.type == "being" else ""


def is_playing_field(card: Card) -> bool:
    return card.type == "arcanum" and "playing_field" in card.keywords


def materials_of(card: Card) -> list[str]:
    """The beings that a special being names, sorted."""
    named = card.entry.get("materials")
    return sorted(str(each) for each in named) if type(named) is list else []


def level_of(card: Card) -> int:
    return max(0, card.stats.get("level", 0))


def raw_stat(card: Card, stat: str) -> int:
    """The printed number with all that was laid on it, before the floor."""
    number = printed(card.entry, stat)
    for mod in card.mods:
        if mod.kind == "stat" and mod.what == stat:
            number += mod.by
    return number


def refresh(table: Table, card: Card) -> None:
    table.set_keywords(card, card.listed_keywords())
    entry, is_being = card.entry, card.type == "being"
    stats = {stat: printed(entry, stat) for stat in (BEING_STATS if is_being else OTHER_STATS)}
    for mod in card.mods:
        if mod.kind == "stat" and mod.what in stats:
            stats[mod.what] += mod.by
    if is_being:
        stats["str"], stats["shd"] = max(0, stats["str"]), max(0, stats["shd"])
    if "position" in card.marks:
        stats["position"] = card.marks["position"]
    table.set_stats(card, stats)


def veil(table: Table, card: Card) -> dict[str, Any] | None:
    """Hands, supplies and face-down cards are for their player; a face-down card shows its place."""
    hidden = table.seats[card.seat].zones[card.zone].hidden
    if (hidden or "face_down" in card.flags) and not card.revealed and not card.marks.get("declared"):
        shown = {"position": card.marks["position"]} if "position" in card.marks else {}
        back = None if hidden else {"stats": shown}
        return {"seats": [card.seat], "back": back} if rule("AER-INFO-1") else None
    return None if rule("AER-INFO-2") else {"seats": [card.seat], "back": {}}
