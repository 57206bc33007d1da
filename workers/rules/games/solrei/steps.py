"""From step to step: what every change of the phase brings with it."""

from __future__ import annotations

from workers.rules.games.solrei.rei import lose_rei
from workers.rules.games.solrei.turning import run_out
from workers.rules.table.table import Table


def enter(table: Table, phase: str) -> None:
    """The table goes to a phase: unused Rei is lost, and what lasted for the step is over."""
    if phase == table.phase:
        return
    table.set_turn(table.number, table.turn, phase)
    lose_rei(table)
    run_out(table, lambda mod: mod.until == "step")
