"""Achroma: Canvas rules 2.1.0."""

from __future__ import annotations

from workers.rules.games.achroma.game import Achroma

GAME = Achroma()
