"""What lies on the table: cards, zones, seats.

These classes only hold. Whatever changes one of them goes through a verb of the table (`table.py`), which keeps what
was there before; that is why their collections are tuples and frozen sets, replaced and never changed in place.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Mod(NamedTuple):
    """A change that something laid on a card: `stat` by a number, `gain` or `lose` a keyword, a `flag`, `control`.

    `unflag` is a flag taken off for a while: it comes back when the change is over.
    """

    kind: str
    what: str
    by: int = 0
    until: str | None = None
    # Whose declaration it was: `next_turn` is that seat's next turn.
    seat: str | None = None


class Card:
    """One card that the record can tell from others. Cards that nobody has named are only counted (Zone.unknown)."""

    __slots__ = (
        "attached",
        "controller",
        "entry",
        "flags",
        "keywords",
        "label",
        "marks",
        "mods",
        "name",
        "owner",
        "revealed",
        "seat",
        "spot",
        "stats",
        "type",
        "veil",
        "zone",
    )  # fmt: skip

    def __init__(self, label: str, name: str | None, entry: dict[str, Any], owner: str, seat: str, zone: str) -> None:
        self.label = label
        self.name = name
        self.entry = entry
        self.type: str = entry.get("type", "")
        self.owner = owner
        self.controller: str | None = owner
        self.seat = seat
        self.zone = zone
        self.flags: frozenset[str] = frozenset()
        self.keywords: tuple[str, ...] = ()
        self.stats: dict[str, int] = {}
        self.attached: tuple[str, ...] = ()
        self.veil: dict[str, Any] | None = None
        self.mods: tuple[Mod, ...] = ()
        # What only the card's game needs to remember of it.
        self.marks: dict[str, Any] = {}
        # Where in a deck it lies, as far as that is known: "top", "bottom" or None.
        self.spot: str | None = None
        self.revealed = False

    def __repr__(self) -> str:
        return f"<{self.label}: {self.name} in {self.seat}.{self.zone}>"

    @property
    def place(self) -> str:
        return f"{self.seat}.{self.zone}"

    def listed_keywords(self) -> tuple[str, ...]:
        """Those printed on it, with what was laid on it and taken off in the order in which that came."""
        words = {str(each) for each in self.entry.get("keywords") or ()}
        for mod in self.mods:
            if mod.kind == "gain":
                words.add(mod.what)
            elif mod.kind == "lose":
                words.discard(mod.what)
        return tuple(sorted(words))

    def shown(self) -> dict[str, Any]:
        """The card as the full view shows it."""
        face: dict[str, Any] = {
            "name": self.name,
            "owner": self.owner,
            "controller": self.controller,
            "zone": f"{self.seat}.{self.zone}",
            "flags": sorted(self.flags),
            "keywords": list(self.keywords),
            "stats": self.stats,
            "attached": list(self.attached),
        }
        if self.veil is not None:
            face["veil"] = self.veil
        return face


class Zone:
    """A place of one seat: the cards in it that have labels, and how many lie there unnamed."""

    __slots__ = ("cards", "hidden", "known", "name", "seat", "unknown")

    def __init__(self, seat: str, name: str, hidden: bool) -> None:
        self.seat = seat
        self.name = name
        self.hidden = hidden
        self.cards: tuple[Card, ...] = ()
        self.unknown = 0
        # Names that `saw` told, sorted: these cards have no label.
        self.known: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        return len(self.cards) + self.unknown + len(self.known)


class Counters(dict[str, int]):
    """A seat's counters; knows its seat so that a recorded change can be told from another seat's."""

    __slots__ = ("seat",)
    seat: str


class Seat:
    """A person at the table."""

    __slots__ = ("counters", "deck", "id", "name", "out", "penalties", "seen", "zones")

    def __init__(self, seat: str, name: str) -> None:
        self.id = seat
        self.name = name
        self.out = False
        self.counters = Counters()
        self.counters.seat = seat
        self.zones: dict[str, Zone] = {}
        self.deck: dict[str, dict[str, int]] | None = None
        # Copies of each name that the record can tell apart now, for the registered list to bound.
        self.seen: dict[str, int] = {}
        self.penalties: tuple[str, ...] = ()

    def listed(self, name: str) -> int:
        """Copies of a name on the registered list."""
        copies = 0
        for section in (self.deck or {}).values():
            copies += section.get(name, 0)
        return copies
