"""The Hex of a card: its Shards, its Strength and what it does for a bank, as printed and as changed since."""

from __future__ import annotations

from typing import Any

from workers.rules.table.pieces import Card
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

CANVAS = "canvas"
# The Achroma effects that a card may have.
ACHROMA = ("gain", "drain", "steal", "prevent")
# Numbers that start anew in every turn. `unit_damage` lies on the Dragon or Drake of a MOUNTED unit.
PER_TURN = frozenset({"damage", "unit_damage", "attacks", "prevented"})
# What `stat` may set; the others follow from these.
SETTABLE = frozenset({"value", "damage", "strength", "attacks", "prevented", *ACHROMA})
STEEDS = frozenset({"Dragon", "Drake"})
# A HOST's own Achroma effect, keywords and abilities are off.
HOST_RULE = "ACH-INFEST-5"


def on_canvas(card: Card) -> bool:
    return card.zone == CANVAS


def is_character(card: Card) -> bool:
    return card.type == "character"


def is_steed(card: Card) -> bool:
    return is_character(card) and not STEEDS.isdisjoint(card.entry.get("kinds") or ())


def is_silenced_host(card: Card) -> bool:
    return "host" in card.flags and rule(HOST_RULE)


def carrier(table: Table, card: Card) -> Card | None:
    """The card that this one is attached to or lies under."""
    label = card.marks.get("on")
    return table.cards.get(label) if label is not None else None


def carried(table: Table, card: Card) -> list[Card]:
    return [table.cards[label] for label in card.attached]


def objects_on(table: Table, card: Card) -> list[Card]:
    """The Objects attached to a card, in the order in which they take damage."""
    return [each for each in carried(table, card) if on_canvas(each) and each.type == "object"]


def unit_of(table: Table, card: Card) -> tuple[Card, ...]:
    """The cards that fight as one with this one: Dragon or Drake first, then the rider; or the card alone."""
    if "rider" in card.flags:
        steed = carrier(table, card)
        return (steed, card) if steed is not None else (card,)
    if "mounted" in card.flags:
        return (card, *(each for each in carried(table, card) if "rider" in each.flags))
    return (card,)


def printed_shards(table: Table, card: Card) -> int:
    """The filled Shards of the card's own Hex, also while it is a copy of another card."""
    entry = table.catalog[card.marks["printed"]] if "printed" in card.marks else card.entry
    return int(entry.get("shards", 0))


def refresh(table: Table, card: Card) -> None:
    """Works out keywords and stats of a card, and what follows from them for the Character that it fights with."""
    if not on_canvas(card) and card.controller is not None:
        table.put(card, "controller", None)
    if card.name is None:
        return
    table.set_keywords(card, _keywords(card))
    stats = _own_stats(table, card)
    for derived in ("combat", "unit"):
        if derived in card.stats:
            stats[derived] = card.stats[derived]
    table.set_stats(card, stats)
    holder = carrier(table, card) if card.type == "object" and on_canvas(card) else None
    for each in (*unit_of(table, card), *(unit_of(table, holder) if holder is not None else ())):
        _derive(table, each)


def _keywords(card: Card) -> tuple[str, ...]:
    words = [] if is_silenced_host(card) else list(card.entry.get("keywords") or ())
    for mod in card.mods:
        if mod.kind == "gain":
            words.append(mod.what)
        elif mod.kind == "lose" and mod.what in words:
            words.remove(mod.what)
    return tuple(sorted(words))


def _own_stats(table: Table, card: Card) -> dict[str, int]:
    entry = card.entry
    effects: dict[str, Any] = {} if is_silenced_host(card) else entry.get("achroma") or {}
    stats = {
        "value": printed_shards(table, card),
        "damage": 0,
        "shards": 0,
        "strength": int(entry.get("strength") or 0),
        "attacks": 0,
        "prevented": 0,
        **{effect: int(effects.get(effect, 0)) for effect in ACHROMA},
    }
    for mod in card.mods:
        if mod.kind == "stat" and mod.what in stats:
            stats[mod.what] += mod.by
    stats["shards"] = stats["value"] - stats["damage"]
    if not rule("ACH-ATK-12"):
        stats["strength"] -= stats["damage"]
    return stats


def _derive(table: Table, card: Card) -> None:
    """Sets what a card deals in a fight, and for a MOUNTED unit what both cards can take."""
    unit = unit_of(table, card) if rule("ACH-MOUNT-4") else (card,)
    combat = 0
    for each in unit:
        combat += _strength_with_objects(table, each)
    stats = {**card.stats, "combat": combat}
    if len(unit) > 1:
        taken = sum(mod.by for mod in unit[0].mods if mod.what == "unit_damage")
        stats["unit"] = sum(each.stats["shards"] for each in unit) - taken
    else:
        stats.pop("unit", None)
    table.set_stats(card, stats)


def _strength_with_objects(table: Table, card: Card) -> int:
    strength = card.stats["strength"]
    if card.attached and rule("ACH-ATK-8"):
        strength += sum(each.stats["strength"] for each in objects_on(table, card))
    return strength
