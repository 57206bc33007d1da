"""A match of any of the games on its way through its log."""

from __future__ import annotations

from typing import Any

from workers.rules.games import game_named
from workers.rules.table.fold import Fold as TableFold
from workers.rules.table.fold import Header


class Fold(TableFold):
    """The table's fold, which finds the game's engine by the name in the header."""

    @classmethod
    def start(cls, header: Header) -> Fold:
        return cls(game_named(header["game"]), header)

    @classmethod
    def resume(cls, header: Header, snapshot: dict[str, Any]) -> Fold:
        fold = cls.start(header)
        fold.load(snapshot)
        return fold
