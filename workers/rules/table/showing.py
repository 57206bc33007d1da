"""The table as a document: the full view, and the patch of what one event changed."""

from __future__ import annotations

from typing import Any

from workers.rules.table.pieces import Card, Counters, Seat, Zone
from workers.rules.table.table import Table

# Attributes of a card that the view shows as they are.
_AS_THEY_ARE = frozenset({"owner", "controller", "stats"})


def full_view(table: Table, seq: int) -> dict[str, Any]:
    """The judge's view, with the veils that tell who else may know a card."""
    return {
        "game": table.game.name,
        "seq": seq,
        "status": table.status,
        "turn": _turn(table),
        "seats": {seat.id: _seat(seat) for seat in table.seats.values()},
        "cards": {label: table.cards[label].shown() for label in sorted(table.cards)},
        "window": _window(table),
        "outcome": table.outcome,
    }


def _turn(table: Table) -> dict[str, Any]:
    return {"number": table.number, "seat": table.turn, "phase": table.phase}


def _window(table: Table) -> dict[str, Any] | None:
    window = table.window
    if window is None:
        return None
    shown = table.game.link_shown
    return {"links": [shown(link) for link in window["links"]], "may_respond": list(window["may_respond"])}


def _seat(seat: Seat) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "name": seat.name,
        "counters": dict(seat.counters),
        "sizes": {zone.name: zone.size for zone in seat.zones.values()},
        "zones": {zone.name: [card.label for card in zone.cards] for zone in seat.zones.values()},
        "known": {zone.name: list(zone.known) for zone in seat.zones.values() if zone.known},
        "deck": seat.deck,
        "penalties": list(seat.penalties),
    }
    if seat.out:
        shown["out"] = True
    return shown


def patch_of(table: Table, seq: int) -> dict[str, Any]:
    """What the recorded changes did to the full view."""
    patch: dict[str, Any] = {"seq": seq}
    seats: dict[str, dict[str, Any]] = {}
    cards: dict[Card, set[str]] = {}
    sized: dict[Zone, None] = {}
    listed: dict[Zone, None] = {}
    named: dict[Zone, None] = {}
    relabelled: dict[str, None] = {}
    own: set[str] = set()
    for thing, key, _ in table.changes:
        kind = type(thing)
        if kind is Card:
            if thing in cards:
                cards[thing].add(key)
            else:
                cards[thing] = {key}
        elif kind is Zone:
            sized[thing] = None
            if key == "cards":
                listed[thing] = None
            elif key == "known":
                named[thing] = None
        elif kind is Counters:
            seats.setdefault(thing.seat, {}).setdefault("counters", {})[key] = thing[key]
        elif kind is Table:
            own.add(key)
        elif thing is table.cards:
            relabelled[key] = None
        elif kind is Seat:
            _patch_seat(seats, thing, key)
    for zone in sized:
        seats.setdefault(zone.seat, {}).setdefault("sizes", {})[zone.name] = zone.size
    for zone in listed:
        seats[zone.seat].setdefault("zones", {})[zone.name] = [card.label for card in zone.cards]
    for zone in named:
        seats[zone.seat].setdefault("known", {})[zone.name] = list(zone.known) or None
    if (cards or relabelled) and (told := _patch_cards(table, cards, relabelled)):
        patch["cards"] = told
    if seats:
        patch["seats"] = seats
    if own:
        _patch_table(patch, table, own)
    return patch


def _patch_cards(table: Table, touched: dict[Card, set[str]], relabelled: dict[str, None]) -> dict[str, Any]:
    """Cards that came, went or took another label are told whole; of others, the fields that changed."""
    there = table.cards
    cards: dict[str, Any] = {}
    for label in relabelled:
        cards[label] = there[label].shown() if label in there else None
    for card, attributes in touched.items():
        label = card.label
        if label in cards or there.get(label) is not card:
            continue
        # A change with a name stands for the whole card (schemas.patches).
        if card.veil is not None or "veil" in attributes or "name" in attributes:
            cards[label] = card.shown()
        elif change := _fields(card, attributes):
            cards[label] = change
    return cards


def _fields(card: Card, touched: set[str]) -> dict[str, Any]:
    change: dict[str, Any] = {}
    for attribute in touched:
        if attribute == "flags":
            change["flags"] = sorted(card.flags)
        elif attribute in _AS_THEY_ARE:
            change[attribute] = getattr(card, attribute)
        elif attribute == "zone" or attribute == "seat":
            change["zone"] = f"{card.seat}.{card.zone}"
        elif attribute == "keywords":
            change["keywords"] = list(card.keywords)
        elif attribute == "attached":
            change["attached"] = list(card.attached)
    return change


def _patch_seat(seats: dict[str, dict[str, Any]], seat: Seat, key: str) -> None:
    change = seats.setdefault(seat.id, {})
    if key == "penalties":
        change["penalties"] = list(seat.penalties)
    elif key == "out":
        change["out"] = seat.out or None
    elif key == "deck":
        change["deck"] = seat.deck


def _patch_table(patch: dict[str, Any], table: Table, keys: set[str]) -> None:
    if not keys.isdisjoint(("number", "turn", "phase")):
        patch["turn"] = _turn(table)
    if "window" in keys:
        patch["window"] = _window(table)
    if "status" in keys or "outcome" in keys:
        patch["status"], patch["outcome"] = table.status, table.outcome
