"""Coming into the Ensemble and leaving it: loading, silencing, voiding, removing."""

from __future__ import annotations

from workers.rules.games.synsouls.keywords import refresh
from workers.rules.games.synsouls.words import concepts_in, in_ensemble, records_in
from workers.rules.table.pieces import Card, Mod
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

# How a card came into the Void; that stays on it as long as it lies there.
VOID_FLAGS = ("silenced", "voided")


def load_into(table: Table, card: Card, loader: str, seat: str, measure: str, overclocked: bool = False) -> None:
    """The card is loaded: it enters the Measure and gets what the Measure gives to loaded Records."""
    is_record = card.entry["type"] == "record"
    if is_record or rule("SYN-CON-2"):
        controller = loader if rule("SYN-ACT-4") else seat
    else:
        controller = seat
    if card.controller != controller:
        table.put(card, "controller", controller)
    enter(table, card, seat, measure)
    if overclocked:
        table.flag(card, "overclocked")
    if is_record or not rule("SYN-BUF-3"):
        table.flag(card, "buffering")
    if is_record:
        _give_what_the_measure_gives(table, card, seat, measure)
    refresh(table, card)


def _give_what_the_measure_gives(table: Table, card: Card, seat: str, measure: str) -> None:
    if measure == "mind" and seat not in table.memo.get("mind_loaded", ()):
        table.remember("mind_loaded", [*table.memo.get("mind_loaded", ()), seat])
        if rule("SYN-MEA-1"):
            table.modify(card, Mod("gain", "CACHE"))
            table.tell("gained", f"First into the Mind, {card.name} gains CACHE.", card=card.label, keyword="CACHE")
    if measure == "frame" and rule("SYN-MEA-2"):
        table.modify(card, Mod("stat", "rating", 1))
        table.tell("gained", f"The Frame adds 1 to {card.name}'s Rating.", card=card.label, rating=1)


def enter(table: Table, card: Card, seat: str, zone: str) -> None:
    """The card comes into a zone of the Ensemble, loaded or not."""
    void_twins(table, card, seat, zone)
    table.move(card, seat, zone)
    table.unflag(card, *VOID_FLAGS)
    forgive(table, card)


def void_twins(table: Table, card: Card, seat: str, measure: str) -> None:
    """A second copy of a SINGULARITY Record voids the first."""
    if "SINGULARITY" in card.keywords and rule("SYN-SINGULARITY-1"):
        for older in twins(table, card, card.controller, seat, measure):
            to_void(table, older, "voided")
            table.tell("voided", f"The older {older.name} there is voided: SINGULARITY.", card=older.label)


def twins(table: Table, card: Card, controller: str | None, seat: str, measure: str) -> list[Card]:
    """The Records of the card's name that lie in a Measure already, controlled by whoever is to control the card."""
    return [
        each
        for each in records_in(table, seat, measure)
        if each is not card and each.name == card.name and each.controller == controller
    ]


def shielded_concept(table: Table, card: Card, coverer: str | None, seat: str, measure: str) -> Card | None:
    """The Concept with ENCRYPT on top in a Measure, whose controller's opponent would cover it with the card."""
    top = [each for each in concepts_in(table, seat, measure) if each is not card][-1:]
    if card.entry["type"] == "concept" and top and "ENCRYPT" in top[0].keywords and top[0].controller != coverer:
        return top[0]
    return None


def to_void(table: Table, card: Card, how: str | None) -> None:
    """To the owner's Void, silenced, voided or neither; a traced Record is removed from play instead."""
    if in_ensemble(card) and "traced" in card.flags and rule("SYN-TRACE-2"):
        remove(table, card)
        return
    leave(table, card, "void" if rule("SYN-SIL-5") else "removed")
    if how is not None:
        table.flag(card, how)


def silence(table: Table, card: Card) -> None:
    table.tell("silenced", f"{card.name} is silenced.", card=card.label)
    to_void(table, card, "silenced")


def remove(table: Table, card: Card) -> None:
    """Out of play. A Record with TRACE owes its printed cost to one of its controller's Measures."""
    debtor = card.controller if in_ensemble(card) else card.owner
    owes = "TRACE" in card.keywords and card.entry["type"] == "record" and card.entry["cost"] > 0
    leave(table, card, "removed")
    table.tell("removed", f"{card.name} is removed from play.", card=card.label)
    if owes and rule("SYN-TRACE-3"):
        owe(table, card, debtor)


def owe(table: Table, card: Card, debtor: str | None) -> None:
    table.flag(card, "owes")
    table.note_on(card, "debtor", debtor)
    table.remember("debts", [*table.memo.get("debts", ()), card.label])


def forgive(table: Table, card: Card) -> None:
    """The card owes nothing any more: its Strain was dealt, or it was not removed after all."""
    if "owes" in card.flags:
        table.unflag(card, "owes")
        table.note_on(card, "debtor", None)
        table.remember("debts", [label for label in table.memo.get("debts", ()) if label != card.label])


def leave(table: Table, card: Card, zone: str, spot: str | None = None, seat: str | None = None) -> None:
    """To a zone outside the Ensemble; Strain and every change to it are left behind.

    The zone is the owner's; only a text that names a `seat` gives a card from elsewhere into another hand or deck.
    """
    was_in = in_ensemble(card)
    forgive(table, card)
    given = seat is not None and not was_in and table.zone(seat, zone).hidden
    if not given:
        seat = card.owner if rule("SYN-ZONE-1") else card.seat
    table.move(card, seat or card.owner, zone, spot)
    if card.controller != card.owner:
        table.put(card, "controller", card.owner)
    if not was_in or rule("SYN-ACT-3"):
        if card.mods:
            table.put(card, "mods", ())
        if card.marks:
            table.put(card, "marks", {})
    table.set_flags(card, ())
    refresh(table, card)
