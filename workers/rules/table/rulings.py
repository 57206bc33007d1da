"""A judge's ruling on the table: what strikes or lets stand is the docket's; here is what happens where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workers.rules.table.docket import ruling_fault
from workers.rules.table.ops import amend, named_seats, shape_fault
from workers.rules.table.play import Origin
from workers.rules.table.precedence import ORDER
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal

TOLD = {
    "uphold": "The judge upholds the verdict on event {target}.",
    "allow": "The judge lets event {target} stand.",
    "void": "The judge strikes event {target}.",
    "rewind": "The judge rewinds the game to event {to}.",
    "amend": "The judge repairs the table.",
    "penalty": "The judge gives {who} a penalty: {level}.",
}
LEVELS = {
    "warning": "a warning",
    "game_loss": "the game",
    "match_loss": "the match",
    "disqualification": "disqualified",
}


def carry_out_ruling(table: Table, event: dict[str, Any]) -> None:
    """Applies a ruling, or raises Illegal where it cannot be carried out."""
    fault = table.language.actions["ruling"].fields.fault(event)
    if fault is not None:
        raise Illegal("TBL-TYPE", f"This is no ruling: {fault}.")
    if faults := list(_faults(table, event)):
        raise min(faults, key=lambda each: ORDER.index(each.rule))
    decision = event["decision"]
    seat = event.get("seat")
    told = TOLD[decision].format(
        target=event.get("target"),
        to=event.get("to"),
        who=table.who(seat),
        level=str(event.get("level")).replace("_", " "),
    )
    if event.get("note"):
        told += f" “{event['note']}”"
    table.tell("ruled", told, decision=decision, target=event.get("target"))
    if decision == "amend":
        amend(table, Origin(event["seq"], None, judge=True), event["does"])
    elif decision == "penalty":
        _penalise(table, event)
    if table.status == "playing":
        table.game.event_over(table)


def _faults(table: Table, event: dict[str, Any]) -> Iterator[Illegal]:
    """What is wrong with a ruling before it is carried out."""
    if broken := ruling_fault(event):
        yield Illegal(*broken)
    ops = event.get("does", []) if event["decision"] == "amend" else []
    fault = shape_fault(table, ops)
    if fault is not None:
        yield Illegal("TBL-TYPE", f"The amendment cannot be read: {fault}.")
    else:
        for seat in (event.get("seat"), *named_seats(ops)):
            if seat is not None and seat not in table.seats:
                yield Illegal("TBL-SEAT", f"There is no seat {seat} at this table.")


def _penalise(table: Table, event: dict[str, Any]) -> None:
    seat, level = event["seat"], event["level"]
    culprit = table.seats[seat]
    table.put(culprit, "penalties", (*culprit.penalties, level))
    if level == "warning" or table.status == "finished" or culprit.out:
        return
    if level == "game_loss":
        table.game.lose_game(table, seat, "TBL-PENALTY")
    else:
        table.game.put_out(table, seat, "TBL-PENALTY")
