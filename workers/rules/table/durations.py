"""Changes that last for a while: what `until` means is said where the game lets it run out."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from workers.rules.table.pieces import Card, Mod
from workers.rules.table.table import Table


def expire(table: Table, cards: Iterable[Card], ended: Callable[[Card, Mod], bool]) -> None:
    """Takes off every change for which `ended` says so, and the flags that it held; those it took come back."""
    for card in [card for card in cards if card.mods]:
        over = [mod for mod in card.mods if mod.until is not None and ended(card, mod)]
        if not over:
            continue
        table.strip(card, over)
        lasting = {mod.what for mod in card.mods if mod.kind == "flag"}
        table.unflag(card, *(mod.what for mod in over if mod.kind == "flag" and mod.what not in lasting))
        table.flag(card, *(mod.what for mod in over if mod.kind == "unflag"))
