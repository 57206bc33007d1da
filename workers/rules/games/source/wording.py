"""How the game's things are called in a sentence."""

from __future__ import annotations

from workers.rules.table.table import Table

# A card's type with its article, and the only way in which such a card comes into play.
KINDS = {
    "monster": ("a monster", "summoned"),
    "token": ("a monster token", "summoned by an effect"),
    "equipment": ("equipment", "equipped to a monster"),
    "trap": ("a trap", "placed face down on the map"),
    "channeled": ("a channeled effect", "placed on a support space"),
    "tile": ("a tile", "laid by an effect"),
}


def count_of(n: int, thing: str) -> str:
    """1 space, 2 spaces."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def the_space(table: Table, space: str) -> str:
    """A map space by its half's player and its title: Ada's Source Flux."""
    half, _, zone = space.partition(".")
    return f"{table.who(half)}'s {table.language.zones[zone]['title']}"
