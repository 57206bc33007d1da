"""SynSouls' own words: Measures, the Ensemble, and the questions that every part of the rules asks of a card."""

from __future__ import annotations

from collections.abc import Iterator

from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
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
    return [card for zone in table.zones_of(ENSEMBLE) for card in zone.cards]


def own_ensemble(table: Table, seat: str) -> Iterator[Card]:
    """What the seat controls in the Ensemble."""
    return (card for zone in table.zones_of(ENSEMBLE) for card in zone.cards if card.controller == seat)


def open_cards(table: Table) -> list[Card]:
    """All cards that lie where everybody sees them."""
    return [card for zone in table.all_zones if not zone.hidden for card in zone.cards]


def is_at(card: Card, target: dict[str, str]) -> bool:
    """Whether a target's seat, if it names one, is where the card lies or whose it is."""
    return target.get("seat") in (None, card.seat, card.controller)


def named(cards: list[Card], name: str) -> list[Card]:
    return [card for card in cards if card.name == name]


def told(play: Play, card: Card) -> str:
    """The card that a play is about, in a sentence: what is named by its label only may be its player's to know."""
    text: str = play.event["card"]
    return text if text == card.name else play.table.called(card)


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
