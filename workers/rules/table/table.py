"""The state of a match, and the verbs by which it changes.

Every change goes through `put` or `put_key`, which keep what was there before. So an illegal play is undone, and the
patch of an event is known, without ever copying the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from schemas.language import Language
from schemas.viewer import secret
from workers.rules.table.pieces import Card, Mod, Seat, Zone

if TYPE_CHECKING:
    from workers.rules.table.game import Game

Change = tuple[Any, str, Any]
_MISSING: Any = object()


class Table:
    """A match as it stands."""

    def __init__(self, game: Game, options: dict[str, Any], names: list[str], catalog: dict[str, Any]) -> None:
        self.game = game
        self.language: Language = game.language
        self.options = {**game.language.default_options(), **options}
        self.catalog = catalog
        # The names that were in the catalog from the start; `define` adds others.
        self.printed = frozenset(catalog)
        self.seats: dict[str, Seat] = {}
        self.cards: dict[str, Card] = {}
        self.status = "setup"
        self.number = 0
        self.turn: str | None = None
        self.phase = "setup"
        self.window: dict[str, Any] | None = None
        self.outcome: dict[str, Any] | None = None
        # What only the game needs to remember; every value can be written as JSON and is replaced, never changed.
        self.memo: dict[str, Any] = {}
        self.changes: list[Change] = []
        # How many of the changes the game's standing checks have seen (Table.news).
        self.settled = 0
        self.facts: list[dict[str, Any]] = []
        self.sentences: list[str] = []
        for position, name in enumerate(names, start=1):
            self._sit(f"p{position}", name)
        # No zone comes or goes in a match, so they are looked up once.
        self.all_zones = tuple(zone for seat in self.seats.values() for zone in seat.zones.values())
        self._zones_of: dict[tuple[str, ...], tuple[Zone, ...]] = {}

    def _sit(self, seat_id: str, name: str) -> None:
        seat = Seat(seat_id, name)
        for zone, data in self.language.zones.items():
            seat.zones[zone] = Zone(seat_id, zone, bool(data.get("hidden")))
        for counter, data in self.language.counters.items():
            seat.counters[counter] = data["start"] if isinstance(data["start"], int) else 0
        self.seats[seat_id] = seat

    # --- what everything else is made of -------------------------------------------------------------------------

    def put(self, thing: Any, attribute: str, value: Any) -> None:
        """Sets an attribute of a card, zone, seat or of the table itself."""
        self.changes.append((thing, attribute, getattr(thing, attribute)))
        setattr(thing, attribute, value)

    def put_key(self, mapping: dict[str, Any], key: str, value: Any) -> None:
        """Sets a key of one of the table's mappings (counters, cards, memo, seen)."""
        self.changes.append((mapping, key, mapping.get(key, _MISSING)))
        mapping[key] = value

    def drop_key(self, mapping: dict[str, Any], key: str) -> None:
        self.changes.append((mapping, key, mapping.pop(key)))

    def news(self) -> list[Change]:
        """The changes since this was last asked, for checks that follow every change."""
        news, self.settled = self.changes[self.settled :], len(self.changes)
        return news

    def mark(self) -> tuple[int, int, int]:
        """A point to which `undo` can go back."""
        return len(self.changes), len(self.facts), len(self.sentences)

    def undo(self, mark: tuple[int, int, int] = (0, 0, 0)) -> None:
        changes = self.changes
        while len(changes) > mark[0]:
            thing, key, old = changes.pop()
            if not isinstance(thing, dict):
                setattr(thing, key, old)
            elif old is _MISSING:
                del thing[key]
            else:
                thing[key] = old
        self.settled = min(self.settled, len(changes))
        del self.facts[mark[1] :]
        del self.sentences[mark[2] :]

    def remember(self, key: str, value: Any) -> None:
        """Keeps something that only the game needs."""
        if self.memo.get(key) != value:
            self.put_key(self.memo, key, value)

    # --- what is told --------------------------------------------------------------------------------------------

    def tell(self, fact: str, sentence: str, **data: Any) -> None:
        """Something happened: a fact for the machine, a sentence for the reader."""
        self.facts.append({"fact": fact, **data})
        if sentence:
            self.sentences.append(sentence)

    def who(self, seat: str | None) -> str:
        return self.seats[seat].name if seat in self.seats else "nobody"

    def called(self, card: Card) -> str:
        """The card's name in a sentence, kept from those who may not know it."""
        name = card.name or "a hidden card"
        if card.veil is None:
            return name
        return secret(name, card.veil["seats"], "a hidden card" if card.veil["back"] is None else "a face-down card")

    # --- counters ------------------------------------------------------------------------------------------------

    def count(self, seat: str, counter: str, value: int) -> int:
        """Sets a counter, kept within its limits; says by how much it changed."""
        counters = self.seats[seat].counters
        if value == counters[counter] and self.status != "setup":
            # From the beginning on, every counter stands within its limits.
            return 0
        low, high = self.game.bounds(counter)
        if low is not None and value < low:
            value = low
        if high is not None and value > high:
            value = high
        change = value - counters[counter]
        if change:
            self.put_key(counters, counter, value)
        return change

    def count_by(self, seat: str, counter: str, by: int) -> int:
        return self.count(seat, counter, self.seats[seat].counters[counter] + by)

    # --- cards ---------------------------------------------------------------------------------------------------

    def zone(self, seat: str, zone: str) -> Zone:
        return self.seats[seat].zones[zone]

    def zones_of(self, names: tuple[str, ...]) -> tuple[Zone, ...]:
        """The zones of these names, seat by seat."""
        zones = self._zones_of.get(names)
        if zones is None:
            zones = tuple(seat.zones[name] for seat in self.seats.values() for name in names)
            self._zones_of[names] = zones
        return zones

    def new_card(self, label: str, name: str | None, owner: str, seat: str, zone: str) -> Card:
        """A card that the record can tell from others from now on."""
        card = Card(label, name, self.catalog[name] if name is not None else {}, owner, seat, zone)
        self.put_key(self.cards, label, card)
        place = self.zone(seat, zone)
        self.put(place, "cards", (*place.cards, card))
        if name is not None:
            self.saw_copy(owner, name, 1)
        self.game.refresh(self, card)
        self._veil(card)
        return card

    def turn_into(self, card: Card, name: str | None, entry: dict[str, Any]) -> None:
        """The card is another one from now on, or is known at last."""
        self.put(card, "name", name)
        self.put(card, "entry", entry)
        self.put(card, "type", entry.get("type", ""))

    def saw_copy(self, owner: str, name: str, by: int) -> None:
        seen = self.seats[owner].seen
        self.put_key(seen, name, seen.get(name, 0) + by)

    def relabel(self, card: Card, label: str) -> None:
        """A card that comes out of a hidden zone takes the label of the event that brings it out."""
        if label == card.label:
            return
        self.drop_key(self.cards, card.label)
        self.put(card, "label", label)
        self.put_key(self.cards, label, card)
        self._list_anew(card)

    def forget(self, card: Card) -> None:
        """The card is one of many again: only counted, in the zone where it is."""
        self._take_out(card)
        self.drop_key(self.cards, card.label)
        zone = self.zone(card.seat, card.zone)
        self.put(zone, "unknown", zone.unknown + 1)
        if card.name is not None:
            self.saw_copy(card.owner, card.name, -1)

    def _list_anew(self, card: Card) -> None:
        """The card's zone reads differently, though nothing in it moved: another label, or others who may know it."""
        zone = self.zone(card.seat, card.zone)
        self.put(zone, "cards", zone.cards)

    def _take_out(self, card: Card) -> None:
        zone = self.seats[card.seat].zones[card.zone]
        cards = zone.cards
        if cards[-1:] == (card,):
            self.put(zone, "cards", cards[:-1])
        else:
            self.put(zone, "cards", tuple([each for each in cards if each is not card]))

    def move(self, card: Card, seat: str, zone: str, spot: str | None = None) -> None:
        """Puts a card into a zone, last of the cards there."""
        self._take_out(card)
        if card.seat != seat:
            self.put(card, "seat", seat)
        self.put(card, "zone", zone)
        place = self.seats[seat].zones[zone]
        self.put(place, "cards", (*place.cards, card))
        if card.spot != spot:
            self.put(card, "spot", spot)
        if card.revealed:
            self.put(card, "revealed", False)
        self._veil(card)

    def reveil(self, card: Card) -> None:
        """Works out anew who may know the card."""
        if self._veil(card):
            self._list_anew(card)

    def _veil(self, card: Card) -> bool:
        """The card gets the veil that it should have; says whether its zone reads differently for that."""
        veil, before = self.game.veil(self, card), card.veil
        if veil == before:
            return False
        self.put(card, "veil", veil)
        return (veil or before or {}).get("back") is None

    def reveal(self, card: Card) -> None:
        if not card.revealed:
            self.put(card, "revealed", True)
            self.reveil(card)

    def flag(self, card: Card, *flags: str) -> None:
        if not card.flags.issuperset(flags):
            self.put(card, "flags", card.flags.union(flags))
            if not self.game.veiling_flags.isdisjoint(flags):
                self.reveil(card)

    def unflag(self, card: Card, *flags: str) -> None:
        if not card.flags.isdisjoint(flags):
            self.put(card, "flags", card.flags.difference(flags))
            if not self.game.veiling_flags.isdisjoint(flags):
                self.reveil(card)

    def set_flags(self, card: Card, flags: Iterable[str]) -> None:
        wanted = frozenset(flags)
        if wanted != card.flags:
            turned = wanted ^ card.flags
            self.put(card, "flags", wanted)
            if not self.game.veiling_flags.isdisjoint(turned):
                self.reveil(card)

    def note_on(self, card: Card, key: str, value: Any) -> None:
        """Keeps something on a card that only its game needs; None takes it off."""
        if card.marks.get(key) == value:
            return
        marks = {**card.marks, key: value}
        if value is None:
            del marks[key]
        self.put(card, "marks", marks)

    def modify(self, card: Card, mod: Mod) -> None:
        self.put(card, "mods", (*card.mods, mod))
        self.game.refresh(self, card)

    def strip(self, card: Card, unwanted: Iterable[Mod]) -> None:
        """Takes changes off a card."""
        if gone := list(unwanted):
            self.put(card, "mods", tuple([mod for mod in card.mods if mod not in gone]))
            self.game.refresh(self, card)

    def set_keywords(self, card: Card, keywords: tuple[str, ...]) -> None:
        if keywords != card.keywords:
            self.put(card, "keywords", keywords)

    def set_stats(self, card: Card, stats: dict[str, int]) -> None:
        if stats != card.stats:
            self.put(card, "stats", stats)

    # --- the turn, the end ---------------------------------------------------------------------------------------

    def set_turn(self, number: int, seat: str | None, phase: str) -> None:
        if number != self.number:
            self.put(self, "number", number)
        if seat != self.turn:
            self.put(self, "turn", seat)
        if phase != self.phase:
            self.put(self, "phase", phase)

    def seats_in(self) -> list[str]:
        return [seat.id for seat in self.seats.values() if not seat.out]

    def finish(self, winners: list[str], reason: str, rule: str, **more: Any) -> None:
        """The match is over."""
        outcome = {"winner": min(winners, default=None), "winners": sorted(winners), "reason": reason, "rule": rule}
        self.put(self, "outcome", {**outcome, **more})
        self.put(self, "status", "finished")
        self.put(self, "window", None)
        self.tell("outcome", reason, winners=sorted(winners), rule=rule)
