"""SynSouls' own words: Measures, the Ensemble, and the questions that every part of the rules asks of a card."""

from __future__ import annotations

from workers.rules.table.pieces import Card
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

MEASURES = ("mind", "frame", "heart")
ENSEMBLE = ("soul", *MEASURES)
CRASHING_STRAIN = 15
HAND_LIMIT = 7
FREQUENCIES = ("vyrafaeth", "cavaliya", "lukaineth", "kubrakan", "casaadi", "amari")


def other(table: Table, seat: str) -> str:
    return "p2" if seat == "p1" else "p1"


def in_ensemble(card: Card) -> bool:
    return card.zone in ENSEMBLE


def is_active(card: Card) -> bool:
    """In the Ensemble and not overwritten; a Verse while it waits in the chain."""
    return (card.zone == "chain" and rule("SYN-VRS-6")) or (card.zone in ENSEMBLE and "overwritten" not in card.flags)


def ensemble(table: Table) -> list[Card]:
    """All cards in the Ensemble, seat by seat."""
    return [card for seat in table.seats.values() for zone in ENSEMBLE for card in seat.zones[zone].cards]


def records_in(table: Table, seat: str, measure: str) -> list[Card]:
    return [card for card in table.seats[seat].zones[measure].cards if card.entry["type"] == "record"]


def concepts_in(table: Table, seat: str, measure: str) -> list[Card]:
    return [card for card in table.seats[seat].zones[measure].cards if card.entry["type"] == "concept"]


def conductor_of(table: Table, seat: str) -> Card | None:
    return next((card for card in table.seats[seat].zones["soul"].cards if card.entry["type"] == "conductor"), None)


def is_crashed(table: Table, seat: str, measure: str) -> bool:
    return table.seats[seat].counters[f"{measure}_crashed"] == 1


def standing_measures(table: Table, seat: str) -> list[str]:
    return [measure for measure in MEASURES if not is_crashed(table, seat, measure)]


def measure_name(table: Table, seat: str, measure: str) -> str:
    return f"{table.who(seat)}'s {measure.capitalize()}"


def rating(card: Card) -> int:
    return card.stats.get("rating", 0)
