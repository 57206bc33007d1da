"""SOURCE: two generators, sixteen spaces between them, and four symbols a turn."""

from __future__ import annotations

from workers.rules.games.source.game import Source

GAME = Source()
