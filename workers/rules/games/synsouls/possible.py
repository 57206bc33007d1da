"""Whether an op of a text can be performed when it is reached."""

from __future__ import annotations

from typing import Any

from workers.rules.games.synsouls.ensemble import shielded_concept, twins
from workers.rules.games.synsouls.words import MEASURES, in_ensemble, is_active, is_crashed, records_in
from workers.rules.table import ops, windows
from workers.rules.table.game import Link
from workers.rules.table.pieces import Card
from workers.rules.table.play import Origin, take_named
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal

Op = dict[str, Any]
# The ops that name cards of a hidden zone, and which zone that is unless they say it.
HIDDEN_CARDS = {"discard": "hand", "reveal": "hand", "mill": "deck"}


def can_perform(table: Table, op: Op) -> bool:
    kind = op["op"]
    if kind in ("stat", "flag", "keyword", "control"):
        card = table.cards.get(op["card"])
        return card is not None and is_active(card)
    if kind == "move":
        return _can_move(table, op)
    if kind == "place":
        seat, zone = ops.place_of(op["to"], op["seat"])
        return zone not in MEASURES or not is_crashed(table, seat, zone)
    if kind == "cancel":
        return waiting_verse(table, op["card"]) is not None
    if kind == "counter":
        counter = op["counter"]
        measure, _, what = counter.rpartition("_")
        return counter != "overture" and not (what == "strain" and is_crashed(table, op["seat"], measure))
    if kind in HIDDEN_CARDS:
        seat, zone = ops.place_of(op.get("zone") or HIDDEN_CARDS[kind], op["seat"])
        return _all_there(table, seat, zone, op.get("cards", []))
    return True


def _can_move(table: Table, op: Op) -> bool:
    card = table.cards.get(op["card"])
    if card is None or ("was" in op and card.place != op["was"]):
        return False
    seat, zone = ops.place_of(op["to"], op.get("seat") or card.owner)
    if zone not in MEASURES:
        return True
    if is_crashed(table, seat, zone):
        return False
    controller = new_controller(card, op.get("mover"), seat)
    if "mover" in op and shielded_concept(table, card, controller, seat, zone):
        return False
    room = table.cards.get(op.get("room", ""))
    return not is_full(table, card, controller, seat, zone) or (
        room is not None and room in records_in(table, seat, zone)
    )


def new_controller(card: Card, mover: str | None, seat: str) -> str | None:
    """Who controls a card that is moved into a Measure of a seat: whoever loads it, if it comes from outside."""
    if in_ensemble(card):
        return card.controller
    return mover if mover is not None and mover in (seat, card.owner) else card.owner


def is_full(table: Table, card: Card, controller: str | None, seat: str, measure: str) -> bool:
    """Whether the Record needs room there; one that would enter the opponent's Measure is voided and needs none."""
    leaving = twins(table, card, controller, seat, measure) if "SINGULARITY" in card.keywords else []
    records = [each for each in records_in(table, seat, measure) if each is not card and each not in leaving]
    enters = card.entry["type"] == "record" and controller == seat
    return enters and len(records) >= table.seats[seat].counters["capacity"]


def _all_there(table: Table, seat: str, zone: str, cards: list[str]) -> bool:
    """Whether so many cards could be named out of a zone; tried, and taken back."""
    mark, taken = table.mark(), list[Card]()
    try:
        for text in cards:
            card = take_named(table, Origin(0, seat), seat, zone, text, besides=taken)
            if card in taken:
                return False
            taken.append(card)
    except Illegal:
        return False
    finally:
        table.undo(mark)
    return True


def waiting_verse(table: Table, label: str) -> Link | None:
    """The link of a Verse that waits in the chain and was not canceled."""
    links = windows.waiting_links(table)
    mine = [link for link in links if link["card"] == label and link["type"] == "expend" and not link.get("canceled")]
    return mine[0] if mine else None
