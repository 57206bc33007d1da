"""The kinds of cards: Action Cards of the pack of 52, and what Muses, Advantages and Arts ask for."""

from __future__ import annotations

from typing import Any

from schemas.kinds import Check, checker
from schemas.language import language
from schemas.viewer import secret
from workers.rules.table.pieces import Card
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

SUITS = ("spades", "hearts", "diamonds", "clubs")
COLOURS = {"red": ("hearts", "diamonds"), "black": ("spades", "clubs")}
_RANKS = (*(str(number) for number in range(2, 11)), "J", "Q", "K", "A")

# Attack Cards have a number, Charge Cards have none.
PACK: dict[str, dict[str, Any]] = {
    f"{rank}{suit[0].upper()}": {
        "name": f"{rank}{suit[0].upper()}",
        "type": "action",
        "suit": suit,
        "number": int(rank) if rank.isdigit() else None,
    }
    for suit in SUITS
    for rank in _RANKS
}

# Where a card of a type may lie. Action Cards go everywhere else.
HOME = {"muse": "muse", "advantage": "advantage", "art": "arts"}
PACK_ZONES = ("hand", "action", "damage", "discard", "deck", "under")


_COURT = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def spoken(table: Table, card: Card) -> str:
    """A card as a commentator says it within a sentence, kept from those who may not know it."""
    if card.type != "action":
        return table.called(card)
    rank = (card.name or "")[:-1]
    name = f"the {_COURT.get(rank, rank)} of {card.entry['suit']}"
    return name if card.veil is None else secret(name, card.veil["seats"], "a card")


def counted(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


# Where a card lies, as the rulebook calls it.
_SPOKEN_ZONES = {
    "muse": "Muse Zone", "advantage": "Advantage Zone", "arts": "Art Zone", "action": "Action Card Zone",
    "damage": "Damage Zone", "discard": "Discard pile", "deck": "Action Deck", "under": "cards under the Muse",
}  # fmt: skip


def zone_called(zone: str) -> str:
    return _SPOKEN_ZONES.get(zone, zone)


def phase_called(table: Table, *phases: str) -> str:
    """Phases by their titles: Before Damage or After Damage."""
    titles = table.language.phase_titles
    return " or ".join(titles[phase] for phase in phases)


def rival(seat: str) -> str:
    return "p2" if seat == "p1" else "p1"


def only(table: Table, seat: str, zone: str) -> Card | None:
    """The card of a zone that holds one: the Muse, the Advantage, the Action Card."""
    cards = table.seats[seat].zones[zone].cards
    return cards[0] if cards else None


def charge_suit(table: Table, seat: str) -> str | None:
    """The suit of the seat's Charge Card; None if its Action Card is an Attack Card or none lies there."""
    card = only(table, seat, "action")
    if card is None or card.entry["number"] is not None:
        return None
    suit: str = card.entry["suit"]
    return suit


def alignment(table: Table, seat: str) -> str | None:
    """The suit that blocks and that filtering produces; None without a Muse."""
    muse = only(table, seat, "muse")
    if muse is None or not rule("SOL-MUSE-1"):
        return None
    suit: str = muse.entry["alignment"]
    return suit


def requirements_met(table: Table, card: Card) -> bool:
    """Whether the Muse of the card's seat has all that the card requires."""
    requires = card.entry.get("requires")
    if not requires or not rule("SOL-MUSE-2"):
        return True
    muse = only(table, card.seat, "muse")
    if muse is None:
        return False
    if requires.get("signature") not in (None, muse.entry["signature"]):
        return False
    return all(set(requires.get(key, ())) <= set(muse.entry.get(key, ())) for key in ("muse_types", "skills"))


def power(table: Table, card: Card) -> int | None:
    """The Power of an Action Card; a Charge Card has none."""
    number = card.entry["number"]
    if number is None and rule("SOL-CARD-2"):
        return None
    printed: int = number if number is not None and rule("SOL-CARD-1") else 0
    gained = table.seats[card.seat].counters["power"] if rule("SOL-SHOW-3") else 0
    return printed + gained


def points(table: Table, seat: str) -> int:
    """Points of damage on the field."""
    zone = table.zone(seat, "damage")
    if rule("SOL-ZONE-5"):
        return zone.size
    return sum(1 for card in zone.cards if not card.flags)


def exhausted_cards(table: Table, seat: str) -> list[Card]:
    """The Arts and Damage cards of the seat that can be readied."""
    return [card for card in arts_and_damage(table, seat) if "exhausted" in card.flags]


def arts_and_damage(table: Table, seat: str) -> list[Card]:
    return [*table.zone(seat, "arts").cards, *table.zone(seat, "damage").cards]


_checks: dict[str, dict[str, Check]] = {}


def entry_fault(entry: dict[str, Any]) -> str | None:
    """What is wrong with a catalog entry, or None."""
    specs = language("solrei").data["card_types"][entry["type"]]
    checks = _checks.setdefault(entry["type"], {name: checker(spec) for name, spec in specs.items()})
    for name, spec in specs.items():
        if spec.get("required") and name not in entry:
            return f"{name} is missing"
    for name, value in entry.items():
        if name not in ("name", "type") and not (name in checks and checks[name](value)):
            return f"{name} is not what such a card has"
    names = [ability.get("name") for ability in entry.get("abilities", ())]
    if len(names) > 1 and (None in names or len(set(names)) < len(names)):
        return "several abilities need a name each"
    return None
