"""The five games, each a package of its own that knows the table and none of the others."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from workers.rules.table.game import Game


@cache
def game_named(name: str) -> Game:
    """The engine of one game; loaded when it is first asked for."""
    game: Game = import_module(f"workers.rules.games.{name}").GAME
    return game
