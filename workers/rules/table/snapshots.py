"""The whole state of a table as one JSON document, and back."""

from __future__ import annotations

from typing import Any

from workers.rules.table.pieces import Card, Mod, Seat
from workers.rules.table.table import Table

_CARD_KEYS = ("label", "name", "owner", "controller", "seat", "zone", "keywords", "stats", "attached", "veil", "marks",
              "spot", "revealed")  # fmt: skip


def dump(table: Table) -> dict[str, Any]:
    return {
        "status": table.status,
        "number": table.number,
        "turn": table.turn,
        "phase": table.phase,
        "window": table.window,
        "outcome": table.outcome,
        "memo": table.memo,
        "defined": {name: table.catalog[name] for name in sorted(table.catalog.keys() - table.printed)},
        "cards": [_dump_card(table.cards[label]) for label in sorted(table.cards)],
        "seats": {seat.id: _dump_seat(seat) for seat in table.seats.values()},
    }


def _dump_card(card: Card) -> dict[str, Any]:
    data: dict[str, Any] = {key: getattr(card, key) for key in _CARD_KEYS}
    data["flags"] = sorted(card.flags)
    data["mods"] = [list(mod) for mod in card.mods]
    return data


def _dump_seat(seat: Seat) -> dict[str, Any]:
    return {
        "out": seat.out,
        "counters": dict(seat.counters),
        "deck": seat.deck,
        # A count that came back to nothing is as good as none.
        "seen": {name: seat.seen[name] for name in sorted(seat.seen) if seat.seen[name]},
        "penalties": list(seat.penalties),
        "zones": {
            zone.name: [[card.label for card in zone.cards], zone.unknown, list(zone.known)]
            for zone in seat.zones.values()
        },
    }


def load(table: Table, data: dict[str, Any]) -> None:
    """Fills a table that was just laid."""
    for key in ("status", "number", "turn", "phase", "window", "outcome"):
        setattr(table, key, data[key])
    table.memo = dict(data["memo"])
    table.catalog.update(data["defined"])
    for dumped in data["cards"]:
        table.cards[dumped["label"]] = _load_card(table, dumped)
    for seat_id, dumped in data["seats"].items():
        _load_seat(table, table.seats[seat_id], dumped)


def _load_card(table: Table, data: dict[str, Any]) -> Card:
    entry = table.catalog[data["name"]] if data["name"] is not None else {}
    card = Card(data["label"], data["name"], entry, data["owner"], data["seat"], data["zone"])
    for key in ("controller", "stats", "veil", "marks", "spot", "revealed"):
        setattr(card, key, data[key])
    card.keywords = tuple(data["keywords"])
    card.attached = tuple(data["attached"])
    card.flags = frozenset(data["flags"])
    card.mods = tuple(Mod(*mod) for mod in data["mods"])
    return card


def _load_seat(table: Table, seat: Seat, data: dict[str, Any]) -> None:
    seat.out = data["out"]
    seat.counters.update(data["counters"])
    seat.deck = data["deck"]
    seat.seen = dict(data["seen"])
    seat.penalties = tuple(data["penalties"])
    for name, (labels, unknown, known) in data["zones"].items():
        zone = seat.zones[name]
        zone.cards = tuple(table.cards[label] for label in labels)
        zone.unknown = unknown
        zone.known = tuple(known)
