"""Achroma at the table: the hooks by which the table asks for this game's rules."""

from __future__ import annotations

from typing import Any

from workers.rules.games.achroma import bank, hex, palette, turns
from workers.rules.games.achroma.canvas import all_canvases
from workers.rules.games.achroma.choices import choices_of
from workers.rules.games.achroma.declaring import drop_window, may_respond, take_effect
from workers.rules.games.achroma.deploying import release_waiting
from workers.rules.games.achroma.leaving import clear_away
from workers.rules.games.achroma.words import HANDLERS, OPS
from workers.rules.table import windows
from workers.rules.table.game import Choice, Game, Link
from workers.rules.table.ops import label_known
from workers.rules.table.pieces import Card
from workers.rules.table.play import Origin, Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

# These are not plays: an opening hand may still be redrawn after them.
BEFORE_PLAY = frozenset({"redraw", "saw", "begin", "register_deck", "define"})
OPEN_ZONES = frozenset({"canvas", "restrained", "out"})


class Achroma(Game):
    name = "achroma"
    handlers = HANDLERS
    ops = OPS
    strict_fields = True

    # --- set-up --------------------------------------------------------------------------------------------------

    def check_entry(self, play: Play, entry: dict[str, Any]) -> None:
        palette.check_entry(play, entry)

    def check_deck(self, play: Play, deck: dict[str, dict[str, int]]) -> None:
        palette.check_palette(play, deck)

    def begin(self, play: Play) -> None:
        turns.begin(play)

    # --- cards ---------------------------------------------------------------------------------------------------

    def refresh(self, table: Table, card: Card) -> None:
        hex.refresh(table, card)

    def candidates(self, table: Table, play: Play | None) -> list[Card]:
        return all_canvases(table)

    def labelled(self, table: Table, origin: Origin, op: dict[str, Any]) -> dict[str, Any]:
        return label_known(table, origin, op)

    def veil(self, table: Table, card: Card) -> dict[str, Any] | None:
        """Hands, Palettes and SECRETS are hidden; Canvases and Dregs lie open."""
        zone = card.zone
        if zone in OPEN_ZONES or card.revealed or (zone == "dregs" and rule("ACH-SET-4")):
            return None
        if zone == "hand" and not rule("ACH-HAND-1"):
            return None
        return {"seats": [card.seat], "back": None}

    # --- the way of one play -------------------------------------------------------------------------------------

    def before(self, play: Play) -> None:
        if play.type not in BEFORE_PLAY:
            play.table.remember("played", True)

    def settle(self, table: Table) -> None:
        bank.settle(table)

    def event_over(self, table: Table) -> None:
        """Whoever left may have been the last who was asked; the text by which that came is carried out first."""
        if table.window is not None and not table.window["may_respond"]:
            windows.close(table)

    def closes_window(self, play: Play) -> bool:
        if play.type == "dispose":
            # Whoever made the waiting play does not React to it, but goes on playing.
            return play.seat == play.table.turn and rule("ACH-REACT-5")
        if play.type == "attack":
            return rule("ACH-RAGE-2")
        return super().closes_window(play)

    def resolve(self, table: Table, link: Link) -> None:
        take_effect(table, link)

    def window_closed(self, table: Table) -> None:
        release_waiting(table)

    # --- leaving -------------------------------------------------------------------------------------------------

    def put_out(self, table: Table, seat: str, cause: str) -> None:
        clear_away(table, seat)
        super().put_out(table, seat, cause)
        if table.status == "finished":
            return
        if table.turn == seat:
            drop_window(table)
            if rule("ACH-OUT-5"):
                turns.next_turn(table)
        elif table.window is not None and table.window["links"]:
            table.put(table, "window", {**table.window, "may_respond": may_respond(table, table.window)})

    # --- choices -------------------------------------------------------------------------------------------------

    def choices(self, table: Table, seat: str) -> list[Choice]:
        return choices_of(table, seat)
