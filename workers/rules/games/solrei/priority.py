"""Who acts first when both players are prompted to."""

from __future__ import annotations

from collections.abc import Callable

from workers.rules.games.solrei.cards import rival
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule


def offense_acts_first(table: Table, seat: str, prompted: Callable[[Table, str], bool]) -> bool:
    """Whether the seat, on DEFENSE, has to wait for the rival."""
    return seat != table.turn and prompted(table, rival(seat)) and rule("SOL-SIM-3")
