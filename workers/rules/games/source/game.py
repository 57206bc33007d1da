"""What SOURCE brings to the table."""

from __future__ import annotations

from typing import Any

from workers.rules.games.source import (
    choices,
    field,
    fighting,
    movement,
    printing,
    summoning,
    support,
    texts,
    traps,
    turns,
)
from workers.rules.games.source.field import SYMBOLS
from workers.rules.games.source.spaces import SETUPS, on_map, other
from workers.rules.table.game import Choice, Game
from workers.rules.table.hidden import draw, fill
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule

DEFEAT = "SRC-WIN-1"
OPENING_HAND = 7
# A seat without a registered list.
UNKNOWN_DECK = 60
# The zones whose cards lie open because a rule says so.
OPEN_ZONES = {"support": "SRC-INFO-3", "done": "SRC-INFO-5"}
# States that the flag's own word would tell badly: given, and taken off.
STATES = {
    "parallel": ("may step to parallel spaces", "may no longer step to parallel spaces"),
    "struck": ("has attacked the generator", "counts as not having attacked the generator"),
    "sprung": ("is set off", "is not set off"),
}


class Source(Game):
    """SOURCE, for two."""

    name = "source"
    veiling_flags = frozenset({"face_down"})
    ops = texts.SOURCE_OPS
    handlers = {
        "define": printing.define,
        "summon": summoning.summon,
        "reactionary_summon": summoning.reactionary_summon,
        "equip": support.equip,
        "place_trap": traps.place_trap,
        "place_channeled": support.place_channeled,
        "move": movement.move,
        "attack": fighting.attack,
        "attack_generator": fighting.attack_generator,
        "channel": support.channel,
        "activate_trap": traps.activate_trap,
        "effect": texts.effect,
        "discard": turns.discard,
        "end_turn": turns.end_turn,
    }

    # --- set-up --------------------------------------------------------------------------------------------------

    def check_deck(self, play: Play, deck: dict[str, dict[str, int]]) -> None:
        printing.check_deck(play, deck)

    def begin(self, play: Play) -> None:
        table, options = play.table, play.table.options
        setup = play.event.get("setup")
        if setup is None and rule("SRC-SET-8"):
            setup = options["setup"]
        if len(table.seats) != 2:
            play.forbid("SRC-SET-1", f"SOURCE is played by two, not by {len(table.seats)}.")
            # No judge can let it stand either.
            raise Illegal("TBL-SEAT", "The map has two halves: there is no place for another seat.")
        if setup not in SETUPS:
            play.forbid("SRC-SET-4", f"There is no set-up {setup}: the halves of the map lie in one of four ways.")
            setup = SETUPS[0]
        if options["draw"] not in self.language.option_values("draw"):
            play.forbid("SRC-SET-2", "The players draw their symbols either intentionally or blindly.")
        if options["source_points"] not in self.language.option_values("source_points"):
            play.forbid("SRC-SET-7", "Both players start with 75, 100, 125 or 150 SourcePoints.")
        table.remember("setup", setup)
        for seat in table.seats:
            self._lay_out(table, seat)
        told = f"The halves of the map lie as in set-up {setup}; {table.who(play.event['first'])} goes first."
        table.tell("begun", told, setup=setup, first=play.event["first"])
        turns.start_turn(table, play.event["first"])

    def bounds(self, counter: str) -> tuple[int | None, int | None]:
        """No generator has less than nothing; a symbol deck has one card of each symbol, whatever is done to it."""
        low, high = super().bounds(counter)
        if counter == "source_points" and not rule("SRC-GEN-4"):
            return None, high
        return low, high if counter not in SYMBOLS or rule("SRC-SYM-1") else None

    def _lay_out(self, table: Table, seat: str) -> None:
        points = table.options["source_points"]
        table.count(seat, "source_points", points if type(points) is int else 0)
        for symbol in SYMBOLS:
            table.count(seat, symbol, 1)
        deck = table.seats[seat].deck
        fill(table, seat, "deck", sum(deck["main"].values()) if deck else UNKNOWN_DECK)
        if rule("SRC-SET-6"):
            draw(table, seat, OPENING_HAND)

    # --- cards ---------------------------------------------------------------------------------------------------

    def refresh(self, table: Table, card: Card) -> None:
        field.refresh(table, card)

    def veil(self, table: Table, card: Card) -> dict[str, Any] | None:
        """Hands and decks are their seat's; a face-down trap is its controller's, though all see where it lies."""
        if card.zone in OPEN_ZONES and not rule(OPEN_ZONES[card.zone]):
            return {"seats": [card.seat], "back": None}
        if "face_down" in card.flags and on_map(card) and not card.revealed:
            return {"seats": [card.controller], "back": {}} if rule("SRC-INFO-2") else None
        return super().veil(table, card) if rule("SRC-INFO-1") else None

    def candidates(self, table: Table, play: Play | None) -> list[Card]:
        return texts.meant_by_name(table, play)

    def state_told(self, flag: str, lasting: bool = True) -> str:
        if flag in STATES:
            return STATES[flag][0 if lasting else 1]
        return super().state_told(flag, lasting)

    def placed_face_down(self, op: dict[str, Any]) -> bool:
        flags = op.get("flags")
        return isinstance(flags, list) and "face_down" in flags

    # --- the way of one play -------------------------------------------------------------------------------------

    def settle(self, table: Table) -> None:
        """A generator without SourcePoints decides the match."""
        for seat in table.seats.values():
            if seat.counters["source_points"] <= 0 and table.status == "playing" and rule(DEFEAT):
                winners = [other(seat.id)] if rule("SRC-WIN-2") else []
                told = f"{seat.name}'s generator is at 0: {table.who(other(seat.id))} wins."
                table.finish(winners, told, DEFEAT)

    # --- choices -------------------------------------------------------------------------------------------------

    def choices(self, table: Table, seat: str) -> list[Choice]:
        return choices.choices(table, seat)
