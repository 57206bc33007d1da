"""What a card is at the moment: its keywords, its Rating, and the conditions of SOLO, HARMONIZE, ENTROPY and FORMAT."""

from __future__ import annotations

from typing import Any

from workers.rules.games.synsouls.words import ENSEMBLE, MEASURES, concepts_in, in_ensemble, records_in
from workers.rules.table.pieces import Card
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

# An entry of the card that holds while the card has the flag beside it.
CONDITIONS = (("solo", "solo"), ("harmonize", "harmonized"), ("entropy", "entropic"), ("overclock", "overclocked"))
CONDITIONAL = frozenset({"SOLO", "HARMONIZE", "ENTROPY"})
CONDITIONAL_FLAGS = frozenset({"solo", "harmonized", "entropic"})
FORMAT_IGNORES = "SYN-FORMAT-3"
# The flags that FORMAT takes off; how a Record is turned and how it came into play are nothing laid on it.
FORMAT_UNFLAGS = ("frozen", "overclocked")
IMPLIED = {"solo": "SOLO", "harmonize": "HARMONIZE", "entropy": "ENTROPY", "overclock": "OVERCLOCK"}


def printed_keywords(entry: dict[str, Any]) -> list[str]:
    """What is printed; a card with an entry for SOLO and its like has that keyword, listed or not."""
    if IMPLIED.keys().isdisjoint(entry):
        return [*entry.get("keywords", ())]
    implied = [word for key, word in IMPLIED.items() if key in entry]
    return [*entry.get("keywords", ()), *implied]


def has_printed(entry: dict[str, Any], keyword: str) -> bool:
    return keyword in printed_keywords(entry)


def is_formatted(card: Card) -> bool:
    """Its printed abilities, keywords included, are ignored."""
    given = [mod.kind for mod in card.mods if mod.what == "FORMAT"]
    return given[-1:] == ["gain"]


def refresh(table: Table, card: Card) -> None:
    """Works the card's keywords and stats out from what is printed, what was laid on it, and what holds."""
    entry = card.entry
    ignores = is_formatted(card) and rule(FORMAT_IGNORES)
    words: set[str] = set() if ignores else set(printed_keywords(entry))
    bonus = 0
    if in_ensemble(card):
        for key, flag in CONDITIONS if card.flags else ():
            # The effects listed under a condition, on top of the card's other abilities.
            if flag in card.flags and key in entry and not (ignores and key != "overclock"):
                words.update(entry[key].get("keywords", ()))
                bonus += entry[key].get("rating", 0)
        for mod in card.mods:
            if mod.kind == "gain":
                words.add(mod.what)
            elif mod.kind == "lose":
                words.discard(mod.what)
            elif mod.kind == "stat" and mod.what == "rating":
                bonus += mod.by
    table.set_keywords(card, () if "overwritten" in card.flags else tuple(sorted(words)))
    if entry.get("type") == "record":
        strain = card.marks.get("strain", 0)
        lost = strain if rule("SYN-ATK-6") else 0
        table.set_stats(card, {"rating": entry["rating"] + bonus - lost, "bonus": bonus, "strain": strain})


def format_record(table: Table, card: Card) -> None:
    """FORMAT has just been gained: what was laid on the Record comes off, Strain stays."""
    gained = [mod for mod in card.mods if mod.kind == "gain" and mod.what == "FORMAT"][-1:]
    if rule("SYN-FORMAT-1"):
        rating_mods = [mod for mod in card.mods if mod.kind == "stat" and mod.what == "rating"]
        table.strip(card, rating_mods)
    if rule("SYN-FORMAT-2"):
        laid_on = [mod for mod in card.mods if mod.kind == "gain" or mod.what in FORMAT_UNFLAGS]
        table.strip(card, [mod for mod in laid_on if mod not in gained])
        table.unflag(card, *FORMAT_UNFLAGS)
    if not rule("SYN-FORMAT-4"):
        table.note_on(card, "strain", None)
    refresh(table, card)


def work_out_conditions(table: Table) -> None:
    """Which Records are alone, in a full Measure, or fed by Entropy; which Concepts lie under another."""
    for zone in table.zones_of(ENSEMBLE):
        for card in zone.cards:
            if not (CONDITIONAL.isdisjoint(card.keywords) and CONDITIONAL_FLAGS.isdisjoint(card.flags)):
                _work_out_card(table, card, len(records_in(table, zone.seat, zone.name)))
        if zone.cards and (concepts := concepts_in(table, zone.seat, zone.name)):
            _overwrite(table, concepts)


def _work_out_card(table: Table, card: Card, records: int) -> None:
    """The conditions of one card in a zone that holds so many Records."""
    in_measure = card.zone in MEASURES
    alone = in_measure and records == 1 and card.entry["type"] == "record" and rule("SYN-SOLO-1")
    _hold(table, card, "SOLO", "solo", alone)
    full = in_measure and records >= table.seats[card.seat].counters["capacity"] and rule("SYN-HARMONIZE-1")
    _hold(table, card, "HARMONIZE", "harmonized", full)
    _hold(table, card, "ENTROPY", "entropic", _entropy_holds(table, card))


def _hold(table: Table, card: Card, keyword: str, flag: str, holds: bool) -> None:
    wanted = holds and keyword in card.keywords
    if wanted != (flag in card.flags):
        (table.flag if wanted else table.unflag)(card, flag)
        table.tell(
            "condition", f"{keyword} {'works' if wanted else 'no longer works'} for {card.name}.", card=card.label
        )
        refresh(table, card)


def _entropy_holds(table: Table, card: Card) -> bool:
    if "entropy" not in card.entry or card.controller is None:
        return False
    gone = sum(each.entry["type"] == "record" for each in table.zone(card.controller, "removed").cards)
    return gone >= card.entry["entropy"]["at"] and rule("SYN-ENTROPY-1")


def _overwrite(table: Table, concepts: list[Card]) -> None:
    """Of several Concepts the newest lies on top. What a lower one was given comes off as it is covered."""
    for card in concepts:
        covered = card is not concepts[-1] and rule("SYN-OVW-1")
        if covered and "overwritten" not in card.flags:
            table.strip(card, [mod for mod in card.mods if mod.kind in ("gain", "lose")])
            table.flag(card, "overwritten")
            if not rule("SYN-OVW-6"):
                table.put(card, "controller", concepts[-1].controller)
            refresh(table, card)
        elif not covered and "overwritten" in card.flags and rule("SYN-OVW-4"):
            table.unflag(card, "overwritten")
            refresh(table, card)
