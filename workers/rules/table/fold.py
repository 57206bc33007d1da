"""The fold: a log, event by event, through the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypedDict

from workers.rules.table import snapshots
from workers.rules.table.docket import ALLOW, REFUSED, VOID
from workers.rules.table.game import Choice, Game
from workers.rules.table.hiding import hidden_fields, kept_private
from workers.rules.table.judging import judge
from workers.rules.table.play import Play
from workers.rules.table.rulings import carry_out_ruling
from workers.rules.table.showing import full_view, patch_of
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal

Event = dict[str, Any]


class Header(TypedDict):
    """What a match is opened with. An empty catalog stands for the game's own."""

    game: str
    options: dict[str, Any]
    seats: list[str]
    catalog: list[dict[str, Any]]


@dataclass(slots=True)
class Step:
    """What the fold says of one event."""

    verdict: dict[str, Any]
    narration: str
    patch: dict[str, Any]
    hides: list[dict[str, Any]]


class Fold:
    """A match on its way through its log."""

    def __init__(self, game: Game, header: Header) -> None:
        cards = header["catalog"] or list(game.language.catalog.values())
        catalog = {**game.fixed_cards(), **{card["name"]: card for card in cards}}
        self.table = Table(game, header["options"], header["seats"], catalog)
        self.seq = 0
        # Good until something on the table changes.
        self._choices: dict[str, list[Choice]] | None = None

    def load(self, snapshot: dict[str, Any]) -> None:
        self.seq = snapshot["seq"]
        snapshots.load(self.table, snapshot["table"])
        self._choices = None

    def snapshot(self) -> dict[str, Any]:
        return {"seq": self.seq, "table": snapshots.dump(self.table)}

    def view(self) -> dict[str, Any]:
        return full_view(self.table, self.seq)

    def choices(self) -> dict[str, list[Choice]]:
        if self._choices is None:
            table = self.table
            self._choices = {
                seat: [] if table.seats[seat].out else table.game.choices(table, seat) for seat in table.seats
            }
        return self._choices

    def step(self, event: Event, standing: str) -> Step:
        """Folds the next event in; how it stands is the docket's word (Docket.standing)."""
        table = self.table
        table.changes.clear()
        table.settled = 0
        table.facts = []
        table.sentences = []
        self.seq = seq = event["seq"]
        if standing == VOID:
            status, rule, why = "void", None, "A judge struck it, or it was taken back."
        else:
            status, rule, why = self._judge(event, standing)
        if table.changes:
            self._choices = None
        hides = hidden_fields(table, event)
        if rule is not None:
            why = kept_private(why, hides)
        verdict = {"seq": seq, "status": status, "rule": rule, "why": why, "facts": table.facts}
        narration = " ".join(table.sentences) or why
        return Step(verdict, narration, patch_of(table, seq), hides)

    def _judge(self, event: Event, standing: str) -> tuple[str, str | None, str]:
        table = self.table
        try:
            if event["type"] == "ruling":
                carry_out_ruling(table, event)
                return "legal", None, "A judge's ruling."
            if event["type"] == "retract":
                return self._retract(event, standing)
            play = Play(table, event, standing == ALLOW)
            judge(play)
        except Illegal as broken:
            table.undo()
            return "illegal", broken.rule, broken.why
        if play.waived is not None:
            return "allowed", play.waived.rule, f"{play.waived.why} A judge let it stand."
        if play.trusted is not None:
            return "trusted", None, f"Nothing forbids it, but {play.trusted}."
        return "legal", None, "The rules allow it."

    def _retract(self, event: Event, standing: str) -> tuple[str, str | None, str]:
        fault = self.table.language.actions["retract"].fields.fault(event)
        if fault is not None:
            raise Illegal("TBL-TYPE", f"Nothing is taken back: {fault}.")
        if standing == REFUSED:
            raise Illegal(
                "TBL-RETRACT",
                f"Event {event['target']} cannot be taken back: only the newest play can, by the phone that logged it.",
            )
        self.table.tell("retracted", f"Event {event['target']} is taken back.", target=event["target"])
        return "legal", None, "The newest play, taken back by the phone that logged it."
