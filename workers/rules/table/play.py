"""One event on its way through the rules: what it says, whom it comes from, what it means on this table."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from schemas.viewer import secret
from workers.rules.table.pieces import Card
from workers.rules.table.table import Table
from workers.rules.table.verdicts import NEVER_WAIVED, Illegal, out_of_force

# Found while a card is looked for in a hand; another field of the play may break a rule that comes before these.
FOUND_EARLY = frozenset({"TBL-HAND", "TBL-COPY"})


class Origin:
    """Where ops come from. A link keeps it, so that what resolves later is still that event's doing."""

    __slots__ = ("card", "issued", "judge", "seat", "seq", "wanted")

    # For ops that happen while their play is judged: the play whose broken checks a judge may waive.
    play: Play | None = None

    def __init__(
        self, seq: int, seat: str | None, judge: bool = False, wanted: str | None = None, issued: int = 0,
        card: str | None = None,
    ) -> None:  # fmt: skip
        self.seq = seq
        self.seat = seat
        self.judge = judge
        # The label that the event asked for with `as`, for the first card that it brings in.
        self.wanted = wanted
        self.issued = issued
        # The label of the card whose text or play this is.
        self.card = card

    def label(self, table: Table, wanted: str | None = None) -> str:
        """The label of the next card that this event brings in: `as`, or @41, then @41.2, @41.3 …"""
        if wanted is not None:
            return wanted
        self.issued += 1
        if self.issued == 1 and self.wanted is not None:
            return self.wanted
        label = f"@{self.seq}" if self.issued == 1 else f"@{self.seq}.{self.issued}"
        return label if label not in table.cards else self.label(table)

    def dump(self) -> dict[str, Any]:
        return {
            "seq": self.seq, "seat": self.seat, "judge": self.judge, "wanted": self.wanted, "issued": self.issued,
            "card": self.card,
        }  # fmt: skip

    @classmethod
    def load(cls, data: dict[str, Any]) -> Origin:
        return cls(**data)


class Play:
    """An event that is being judged."""

    __slots__ = (
        "event", "let_pass", "noted", "noting", "origin", "seat", "table", "trusted", "type", "waived", "waiving",
    )  # fmt: skip

    def __init__(self, table: Table, event: dict[str, Any], waiving: bool = False) -> None:
        self.table = table
        self.event = event
        self.type: str = event["type"]
        # Checked before any handler runs: a play that needs a seat has one, and `as` is a label.
        self.seat = _text(event, "seat") or ""
        self.origin = Origin(event["seq"], self.seat or None, False, _text(event, "as"))
        # Set where a judge lets the play stand: broken checks are noted and passed over.
        self.waiving = waiving
        self.waived: Illegal | None = None
        # Every rule that is passed over in this way.
        self.let_pass: set[str] = set()
        # Broken checks that wait for the rules that come before them; `noting` while every check does.
        self.noted: list[Illegal] = []
        self.noting = False
        self.trusted: str | None = None

    def forbid(self, rule: str, why: str) -> None:
        """The play breaks a rule. Returns where a judge lets it stand, or where another may come first."""
        if rule in out_of_force:
            return
        broken = Illegal(rule, why)
        if self.waiving and rule not in NEVER_WAIVED:
            self.waived = self.waived or broken
            self.let_pass.add(rule)
        elif self.noting or rule in FOUND_EARLY:
            self.noted.append(broken)
        else:
            raise broken

    def trust(self, why: str) -> None:
        """The play rests on something that the record cannot show."""
        if self.trusted is None:
            self.trusted = why

    @property
    def is_private(self) -> bool:
        """Whether the event keeps to its player which card it is about."""
        return bool(self.table.language.actions[self.type].fields.kept_private(self.event))

    @property
    def who(self) -> str:
        return self.table.seats[self.seat].name

    # --- which card is meant -------------------------------------------------------------------------------------

    def card(self, text: str, among: Iterable[Card]) -> Card:
        """The card that a label, or a name that fits exactly one of `among`, stands for."""
        found = self.table.cards.get(text)
        if found is not None:
            return found
        must_be_named(self.table, text)
        named = [card for card in among if card.name == text]
        if len(named) != 1:
            several = f"{len(named)} cards are called {text}; a label tells which" if named else f"no {text} fits here"
            raise Illegal("TBL-REF", f"{text} does not say which card is meant: {several}.")
        return named[0]

    def from_hand(
        self, text: str, zone: str | None = None, seat: str | None = None, besides: Collection[Card] = ()
    ) -> Card:
        """The card of a hidden zone (the own hand) that is named; it can be told from others from now on."""
        seat = seat or self.seat
        zone = zone or self.table.language.zone_of_role("hand")
        return take_named(self.table, self.origin, seat, zone, text, self, besides=besides)


def _text(event: dict[str, Any], key: str) -> str | None:
    value = event.get(key)
    return value if type(value) is str else None


def looks_like_label(text: str) -> bool:
    """Labels are @41 or short words that phones make; names are written as on the card."""
    return text.startswith("@") or (text == text.lower() and " " not in text)


def must_be_named(table: Table, text: str) -> None:
    """The text is the label of a card on the table, or a name of the catalog."""
    if text in table.cards or text in table.catalog:
        return
    if looks_like_label(text):
        raise Illegal("TBL-REF", f"No card on the table bears the label {text}.")
    raise Illegal("TBL-CARD", f"{text} is in no catalog of this match and was not defined.")


def take_named(
    table: Table, origin: Origin, seat: str, zone: str, text: str, play: Play | None = None, wanted: str | None = None,
    besides: Collection[Card] = (),
) -> Card:  # fmt: skip
    """Finds or binds a named card of a hidden zone: a copy known to be there before an unknown card.

    A name does not mean the cards of `besides`: those the play has named already.
    """
    place = table.zone(seat, zone)
    card = table.cards.get(text)
    if card is not None:
        if card.seat != seat or card.zone != zone:
            raise Illegal(
                "TBL-REF", f"{table.called(card)} is not in {table.who(seat)}'s {table.game.zone_told(zone)}."
            )
        # Named by its label, it keeps the label unless the event asks for another, or may not tell which card it was.
        if wanted or (origin.wanted and origin.issued == 0) or (play is not None and play.is_private):
            table.relabel(card, origin.label(table, wanted))
        return card
    must_be_named(table, text)
    for card in place.cards:
        if card.name == text and card not in besides:
            # What lies on the table, face down, has its label for good.
            if place.hidden:
                table.relabel(card, origin.label(table, wanted))
            return card
    if text in place.known:
        known = list(place.known)
        known.remove(text)
        table.put(place, "known", tuple(known))
        table.saw_copy(seat, text, -1)
        return table.new_card(origin.label(table, wanted), text, seat, seat, zone)
    if place.unknown <= 0:
        told = f"{table.who(seat)}'s {table.game.zone_told(zone)} holds no {text}"
        _forbid(play, "TBL-HAND", f"{told}: every card in it is known.")
    else:
        table.put(place, "unknown", place.unknown - 1)
    owner = table.seats[seat]
    if owner.deck is not None and owner.seen.get(text, 0) >= owner.listed(text):
        # What stands on the list is its player's secret.
        in_all = secret(f" ({owner.listed(text)} in all)", [seat], "")
        _forbid(play, "TBL-COPY", f"{owner.name}'s list holds no further copy of {text}{in_all}.")
    return table.new_card(origin.label(table, wanted), text, seat, seat, zone)


def _forbid(play: Play | None, rule: str, why: str) -> None:
    if play is None:
        raise Illegal(rule, why)
    play.forbid(rule, why)
