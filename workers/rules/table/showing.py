"""The table as a document: the full view, and the patch of what one event changed."""

from __future__ import annotations

from typing import Any

from workers.rules.table.pieces import Card, Counters, Seat, Zone
from workers.rules.table.table import Table

_CARD_FIELDS = {
    "name": "name", "owner": "owner", "controller": "controller", "seat": "zone", "zone": "zone", "flags": "flags",
    "keywords": "keywords", "stats": "stats", "attached": "attached",
}  # fmt: skip


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
    cards: dict[str, Any] = {}
    fields: dict[Card, set[str]] = {}
    for thing, key, _ in table.changes:
        kind = type(thing)
        if kind is Card:
            fields.setdefault(thing, set()).add(key)
        elif kind is Zone:
            _patch_zone(table, seats.setdefault(thing.seat, {}), thing, key)
        elif kind is Counters:
            seats.setdefault(thing.seat, {}).setdefault("counters", {})[key] = thing[key]
        elif kind is Seat:
            _patch_seat(seats.setdefault(thing.id, {}), thing, key)
        elif kind is Table:
            _patch_table(patch, table, key)
        elif thing is table.cards:
            cards[key] = None
    for card, touched in fields.items():
        if table.cards.get(card.label) is card and card.label not in cards:
            if "veil" in touched or card.veil is not None:
                cards[card.label] = card.shown()
            else:
                cards[card.label] = _fields(card, touched)
    for label in cards:
        if cards[label] is None and label in table.cards:
            cards[label] = table.cards[label].shown()
    if cards := {label: card for label, card in cards.items() if card != {}}:
        patch["cards"] = cards
    if seats := {seat: change for seat, change in seats.items() if change}:
        patch["seats"] = seats
    return patch


def _fields(card: Card, touched: set[str]) -> dict[str, Any]:
    change: dict[str, Any] = {}
    for attribute in touched:
        field = _CARD_FIELDS.get(attribute)
        if field == "zone":
            change["zone"] = f"{card.seat}.{card.zone}"
        elif field == "flags":
            change["flags"] = sorted(card.flags)
        elif field in ("keywords", "attached"):
            change[field] = list(getattr(card, field))
        elif field is not None:
            change[field] = getattr(card, field)
    # A change with a name stands for the whole card (schemas.patches).
    return card.shown() if "name" in change else change


def _patch_zone(table: Table, seat: dict[str, Any], zone: Zone, key: str) -> None:
    if key == "cards":
        seat.setdefault("zones", {})[zone.name] = [card.label for card in zone.cards]
    elif key == "known":
        seat.setdefault("known", {})[zone.name] = list(zone.known) or None
    seat.setdefault("sizes", {})[zone.name] = zone.size


def _patch_seat(change: dict[str, Any], seat: Seat, key: str) -> None:
    if key == "penalties":
        change["penalties"] = list(seat.penalties)
    elif key == "out":
        change["out"] = seat.out or None
    elif key == "deck":
        change["deck"] = seat.deck


def _patch_table(patch: dict[str, Any], table: Table, key: str) -> None:
    if key in ("number", "turn", "phase"):
        patch["turn"] = _turn(table)
    elif key == "window":
        patch["window"] = _window(table)
    elif key in ("status", "outcome"):
        patch[key] = getattr(table, key)
