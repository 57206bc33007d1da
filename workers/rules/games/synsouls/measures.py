"""Strain on Measures, crashing, losing; and the standing checks that follow every event and every op."""

from __future__ import annotations

from workers.rules.games.synsouls.ensemble import remove, silence
from workers.rules.games.synsouls.keywords import refresh, work_out_conditions
from workers.rules.games.synsouls.words import (
    CRASHING_STRAIN,
    MEASURES,
    is_crashed,
    measure_name,
    other,
    rating,
    standing_measures,
)
from workers.rules.table.pieces import Card, Counters, Zone
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

STRAINS = {f"{measure}_strain": measure for measure in MEASURES}
ALL_CRASHED = "SYN-WIN-1"


def strain_measure(table: Table, seat: str, measure: str, by: int) -> None:
    """Strain on a Measure; a crashed one cannot be touched."""
    if by <= 0 or is_crashed(table, seat, measure):
        return
    dealt = table.count_by(seat, f"{measure}_strain", by)
    now = table.seats[seat].counters[f"{measure}_strain"]
    table.tell(
        "strained", f"{measure_name(table, seat, measure)} takes {dealt} Strain and stands at {now}.",
        seat=seat, measure=measure, by=dealt,
    )  # fmt: skip


def strain_record(table: Table, card: Card, by: int) -> None:
    """Strain on a Record, not below none; it is subtracted from the Rating until it is removed."""
    strain = max(0, card.marks.get("strain", 0) + by)
    table.note_on(card, "strain", strain or None)
    refresh(table, card)
    table.tell("strained", f"{card.name} takes {by} Strain.", card=card.label, by=by)


def relieve(table: Table, card: Card) -> None:
    """Strain is removed. Rating that an effect took away was no Strain, and stays away."""
    if not rule("SYN-SIL-6"):
        table.strip(card, [mod for mod in card.mods if mod.kind == "stat" and mod.by < 0])
    if card.marks.get("strain"):
        table.note_on(card, "strain", None)
        refresh(table, card)


def crash(table: Table, seat: str, measure: str) -> None:
    """The Measure is out of the game, and so is every card in it, whoever controls it."""
    table.count(seat, f"{measure}_crashed", 1)
    table.tell("crashed", f"{measure_name(table, seat, measure)} crashes!", seat=seat, measure=measure)
    if rule("SYN-CRASH-2"):
        for card in table.zone(seat, measure).cards:
            remove(table, card)
    if rule("SYN-MEA-5"):
        table.count_by(seat, "capacity", 1)
    if not standing_measures(table, seat) and rule(ALL_CRASHED):
        winner = other(table, seat)
        reason = f"{table.who(winner)} wins: all three of {table.who(seat)}'s Measures have crashed."
        table.finish([winner], reason, ALL_CRASHED)


def settle(table: Table) -> None:
    """The standing checks, until nothing changes any more."""
    while table.status == "playing" and (news := table.news()):
        records: list[Card] = []
        strained: list[tuple[str, str]] = []
        moved = False
        for thing, key, _ in news:
            kind = type(thing)
            if kind is Card:
                if key == "stats" and thing not in records:
                    records.append(thing)
                moved = moved or key == "mods" or key == "controller"
            elif kind is Zone:
                moved = moved or (key == "cards" and not thing.hidden)
            elif kind is Counters:
                moved = moved or key == "capacity"
                if key in STRAINS:
                    strained.append((thing.seat, STRAINS[key]))
        if moved:
            work_out_conditions(table)
        if records:
            _silence_spent(table, records)
        if strained:
            _crash_strained(table, strained)
    if table.memo.get("debts") and table.status == "playing":
        _settle_debts(table)


def _silence_spent(table: Table, records: list[Card]) -> None:
    fighting = table.memo.get("fighting", ())
    for card in records:
        if card.zone in MEASURES and rating(card) <= 0 and card.label not in fighting and rule("SYN-SIL-1"):
            silence(table, card)


def _crash_strained(table: Table, strained: list[tuple[str, str]]) -> None:
    for seat, measure in strained:
        full = table.seats[seat].counters[f"{measure}_strain"] >= CRASHING_STRAIN
        if full and not is_crashed(table, seat, measure) and table.status == "playing" and rule("SYN-CRASH-1"):
            crash(table, seat, measure)


def is_resolving(table: Table) -> bool:
    return table.window is not None and bool(table.window.get("resolving"))


def _settle_debts(table: Table) -> None:
    """A debt of a seat with one Measure left has nothing to choose: it is dealt there."""
    for label in table.memo["debts"]:
        if label not in table.memo["debts"]:
            # Dealt meanwhile, by the checks that followed another debt.
            continue
        card = table.cards[label]
        left = standing_measures(table, card.marks["debtor"])
        if len(left) == 1 and not is_resolving(table) and table.status == "playing":
            deal_debt(table, card, left[0])
            settle(table)


def deal_debt(table: Table, card: Card, measure: str) -> None:
    debtor = card.marks["debtor"]
    table.unflag(card, "owes")
    table.note_on(card, "debtor", None)
    table.remember("debts", [label for label in table.memo["debts"] if label != card.label])
    strain_measure(table, debtor, measure, card.entry["cost"])
