"""Leaving the game: every card goes where it belongs, and the turn goes on without the player."""

from __future__ import annotations

from workers.rules.games.achroma.canvas import all_canvases, bare, erase, leave, part, to_dregs
from workers.rules.games.achroma.hex import carried, on_canvas, refresh
from workers.rules.table.pieces import Card
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

HOLDS = ("restrained", "secrets")


def clear_away(table: Table, seat: str) -> None:
    """The cards of a player who leaves go out of the game; those of others that the player held go to their owners."""
    held_too = rule("ACH-OUT-4")
    for card in _held(table, seat) if held_too else ():
        to_dregs(table, card)
    if rule("ACH-OUT-2"):
        for place in [other.zones[zone] for other in table.seats.values() for zone in HOLDS]:
            for card in place.cards:
                if card.owner == seat:
                    _take_out(table, card, seat)
        own = [card for card in all_canvases(table) if card.owner == seat]
        for card in own:
            # Apart from each other first: what hangs on a card that goes would be Erased with it.
            part(table, card)
        for card in own:
            leave(table, card, seat, "out", freeing=not held_too)
    if rule("ACH-OUT-3"):
        for card in [card for card in all_canvases(table) if card.seat == seat]:
            erase(table, card)


def _held(table: Table, seat: str) -> list[Card]:
    """Cards of others under what is on the player's Canvas, or under the player's cards elsewhere."""
    return [
        each
        for card in all_canvases(table)
        if seat in (card.owner, card.seat)
        for each in carried(table, card)
        if not on_canvas(each) and each.owner != seat
    ]


def _take_out(table: Table, card: Card, seat: str) -> None:
    part(table, card)
    bare(table, card)
    table.move(card, seat, "out")
    refresh(table, card)
