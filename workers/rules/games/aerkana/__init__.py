"""Soulbound Ærkana: the engine, put together from its parts."""

from __future__ import annotations

from typing import Any

from workers.rules.games.aerkana import (
    answers,
    arcana,
    binding,
    cards,
    combat,
    deck,
    effects,
    losing,
    special,
    texts,
    trains,
)
from workers.rules.games.aerkana.choices import choices
from workers.rules.games.aerkana.field import open_to
from workers.rules.table.game import Choice, Game, Link
from workers.rules.table.ops import label_known
from workers.rules.table.pieces import Card
from workers.rules.table.play import Origin, Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule


class Aerkana(Game):
    name = "aerkana"
    late_deck_rule = "AER-DECK-6"
    # Whoever gives up, or agrees to a draw, does so when what was waiting has happened.
    beside_windows = frozenset()
    veiling_flags = frozenset({"face_down"})
    ops = texts.OPS
    handlers = {
        "bind": binding.bind,
        "merge": special.merge,
        "overlay": special.overlay,
        "net_bind": special.net_bind,
        "set": arcana.set_,
        "activate": arcana.activate,
        "play": arcana.play_open,
        "change_mode": combat.change_mode,
        "attack": combat.attack,
        "effect": effects.effect,
        "end_train": trains.end_train,
        "pass": answers.pass_,
    }

    # --- set-up --------------------------------------------------------------------------------------------------

    def check_entry(self, play: Play, entry: dict[str, Any]) -> None:
        deck.check_entry(play, entry)

    def check_deck(self, play: Play, deck_list: dict[str, dict[str, int]]) -> None:
        deck.check_deck(play, deck_list)

    def begin(self, play: Play) -> None:
        trains.begin(play)

    # --- cards ---------------------------------------------------------------------------------------------------

    def refresh(self, table: Table, card: Card) -> None:
        cards.refresh(table, card)

    def veil(self, table: Table, card: Card) -> dict[str, Any] | None:
        return cards.veil(table, card)

    def candidates(self, table: Table, play: Play | None) -> list[Card]:
        """Nobody can mean a card by a name that they may not know."""
        lying = super().candidates(table, play)
        return lying if play is None else open_to(play.seat, lying)

    def could_be_about(self, table: Table, op: dict[str, Any], card: Card) -> bool:
        return texts.could_be_about(op, card)

    def labelled(self, table: Table, origin: Origin, op: dict[str, Any]) -> dict[str, Any]:
        return label_known(table, origin, op)

    def placed_face_down(self, op: dict[str, Any]) -> bool:
        flags = op.get("flags")
        return isinstance(flags, list) and "face_down" in flags

    def state_told(self, flag: str, lasting: bool = True) -> str:
        return texts.STATES[flag][0 if lasting else 1]

    def zone_told(self, zone: str) -> str:
        return texts.PLACES[zone]

    # --- the way of one play -------------------------------------------------------------------------------------

    def closes_window(self, play: Play) -> bool:
        if play.type == "activate":
            return not arcana.answers_with_seal(play)
        return super().closes_window(play)

    def newest_first(self) -> bool:
        return rule("AER-RESP-2")

    def resolve(self, table: Table, link: Link) -> None:
        """A link takes effect, unless its player is out by then; then losing is looked at."""
        still_in = not table.seats[link["seat"]].out
        if link["type"] == "attack":
            if still_in and not link.get("negated"):
                combat.settle_attack(table, link)
            answers.combat_over(table)
        elif link["type"] == "effect":
            effects.finish_effect(table, link, still_in)
        elif still_in:
            arcana.finish_activation(table, link)
        answers.hide_declared(table, link)
        losing.look_at_losing(table)

    def window_closed(self, table: Table) -> None:
        losing.go_on(table)

    def event_over(self, table: Table) -> None:
        if table.window is None:
            losing.go_on(table)

    # --- leaving -------------------------------------------------------------------------------------------------

    def put_out(self, table: Table, seat: str, cause: str) -> None:
        losing.put_out(table, seat, cause)

    # --- choices -------------------------------------------------------------------------------------------------

    def choices(self, table: Table, seat: str) -> list[Choice]:
        return choices(table, seat)


GAME = Aerkana()
