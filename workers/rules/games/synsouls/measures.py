"""Strain on Measures, crashing, losing; and the standing checks that follow every event and every op."""

from __future__ import annotations

from collections.abc import Iterable

from workers.rules.games.synsouls.ensemble import forgive, remove, silence
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
from workers.rules.table.table import Change, Table
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
    before = card.marks.get("strain", 0)
    strain = max(0, before + by)
    table.note_on(card, "strain", strain or None)
    refresh(table, card)
    told = f"takes {strain - before or 'no'}" if strain >= before else f"loses {before - strain}"
    table.tell("strained", f"{card.name} {told} Strain.", card=card.label, by=strain - before)


def relieve(table: Table, card: Card) -> None:
    """Strain is removed. Rating that an effect took away was no Strain, and stays away."""
    if card.mods and not rule("SYN-SIL-6"):
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
    while table.settled < len(table.changes) and table.status == "playing":
        records: dict[Card, None] = {}
        strained: list[tuple[str, str]] = []
        for thing, key, _ in _news_with_conditions(table):
            kind = type(thing)
            if kind is Card:
                if key == "stats":
                    records[thing] = None
            elif kind is Counters and key in STRAINS:
                strained.append((thing.seat, STRAINS[key]))
        if records:
            _silence_spent(table, records)
        if strained:
            _crash_strained(table, strained)
    if table.memo.get("debts") and table.status == "playing":
        _settle_debts(table)


def _news_with_conditions(table: Table) -> list[Change]:
    """What has changed, the conditions of SOLO and its like included: these come before all other checks."""
    news = latest = table.news()
    while _bear_on_conditions(latest):
        work_out_conditions(table)
        latest = table.news()
        news = [*news, *latest]
    return news


def _bear_on_conditions(news: list[Change]) -> bool:
    for thing, key, _ in news:
        kind = type(thing)
        if kind is Card:
            if key in ("mods", "controller", "keywords"):
                return True
        elif kind is Zone:
            if key == "cards" and not thing.hidden:
                return True
        elif kind is Counters and key == "capacity":
            return True
    return False


def _silence_spent(table: Table, records: Iterable[Card]) -> None:
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
        debtor = card.marks["debtor"]
        left = standing_measures(table, debtor)
        if len(left) == 1 and not is_resolving(table) and table.status == "playing":
            deal_debt(table, card, debtor, left[0])
            settle(table)


def deal_debt(table: Table, card: Card, seat: str, measure: str) -> None:
    forgive(table, card)
    table.tell("owed", f"{table.who(seat)} pays for {card.name}.", card=card.label, seat=seat)
    strain_measure(table, seat, measure, card.entry["cost"])
