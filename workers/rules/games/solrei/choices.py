"""What a seat could log now."""

from __future__ import annotations

from workers.rules.table.game import Choice
from workers.rules.table.table import Table


def choices(table: Table, seat: str) -> list[Choice]:
    return []
