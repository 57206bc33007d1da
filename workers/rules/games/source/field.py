"""Cards on the map and on the support spaces: arriving, leaving, and the numbers that they show."""

from __future__ import annotations

from typing import Any

from workers.rules.games.source.spaces import MONSTERS, cards_in_play, is_monster, on_map
from workers.rules.table.pieces import Card
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

SYMBOLS = ("alpha", "beta", "gamma", "delta")
SUPPORT, SUPPORT_SPACES = "support", 4
# What a monster token and a tile have in common: they come from the token deck, and go back there.
TOKENS = frozenset({"token", "tile"})
# What is told of a card that goes somewhere else than to the map, by the zone that it goes to.
GOES = {
    "done": "goes to the Done Zone",
    "support": "goes to {who}'s support spaces",
    "tokens": "goes back to the token deck",
    "hand": "goes to {who}'s hand",
    "deck": "goes into {who}'s deck",
}
# The rule of the marks Y, O and Y/O on equipment, for what it gives and for what its text does.
APPLIES_RULE = "SRC-EQ-6"


def printed(entry: dict[str, Any], attribute: str) -> int:
    """A number on a card; 0 where it has none (a judge may have let a card stand that lacks one)."""
    number = entry.get(attribute, 0)
    return number if type(number) is int else 0


def in_play(card: Card) -> bool:
    return on_map(card) or card.zone == SUPPORT


def on_its_turn(table: Table, card: Card) -> bool:
    """Whether the card's mark (Y, O, Y/O) stands for the turn that is being played."""
    wanted = "Y" if card.controller == table.turn else "O"
    return wanted in str(card.entry.get("active", "")).split("/")


def applies(table: Table, equipment: Card) -> bool:
    return on_its_turn(table, equipment) or not rule(APPLIES_RULE)


# --- numbers ---------------------------------------------------------------------------------------------------------


def strength(card: Card, symbol: str) -> int:
    """The ST that counts in an action for which the symbol was drawn."""
    return card.stats.get(symbol, 0) if rule("SRC-SYM-3") else 0


def _printed_numbers(card: Card) -> dict[str, int]:
    entry, kind = card.entry, card.type
    if kind in MONSTERS:
        numbers = {symbol: printed(entry, symbol) for symbol in SYMBOLS}
        if "lasts" in entry:
            numbers["turns"] = printed(entry, "lasts")
        return numbers
    if kind == "equipment":
        return {"turns": printed(entry, "turns")}
    if kind == "channeled":
        return {"uses": printed(entry, "uses"), "bracket": 0}
    return {}


def refresh(table: Table, card: Card) -> None:
    """Works out what a card shows: printed numbers, changes laid on it, what its equipment gives on this turn."""
    numbers = _printed_numbers(card)
    for mod in card.mods:
        if mod.kind == "stat" and (mod.what in numbers or (mod.what == "turns" and card.type == "token")):
            numbers[mod.what] = numbers.get(mod.what, 0) + mod.by
    for label in card.attached:
        equipment = table.cards.get(label)
        gives = equipment.entry.get("gives") if equipment is not None else None
        if equipment is not None and isinstance(gives, dict) and card.type in MONSTERS and applies(table, equipment):
            for symbol in SYMBOLS:
                numbers[symbol] += printed(gives, symbol)
    table.set_stats(card, {name: max(0, number) for name, number in numbers.items()})
    table.set_keywords(card, card.listed_keywords())


def refresh_equipped(table: Table) -> None:
    """The turn passed: equipment gives what it gives on this turn."""
    for card in cards_in_play(table):
        if card.attached:
            refresh(table, card)


def spent(card: Card) -> bool:
    """Equipment without turns, a channeled effect without uses, a token whose time is over."""
    return (card.stats.get("turns", 1) <= 0 or card.stats.get("uses", 1) <= 0) and in_play(card)


# --- arriving, attaching, leaving ------------------------------------------------------------------------------------


def enter(table: Table, card: Card, space: str) -> None:
    """A card comes to a space of the map, or goes from one to another."""
    half, _, zone = space.partition(".")
    if card.zone == zone and card.seat == half:
        return
    table.move(card, half, zone)
    table.unflag(card, "struck")


def hand_to(table: Table, card: Card, seat: str) -> None:
    """A card is the seat's from now on: who moves it on the map, plays it out of the hand or activates it."""
    if card.controller != seat:
        table.put(card, "controller", seat)
        table.reveil(card)
        # On whose turn equipment gives what it gives hangs on whose it is.
        for bearer in _bearers(table, card):
            refresh(table, bearer)


def bring_limits(table: Table, card: Card) -> None:
    """What is printed on a token holds from its arrival on."""
    if card.type == "token" and on_map(card) and card.entry.get("cannot_attack") is True and rule("SRC-TOK-5"):
        table.flag(card, "cannot_attack")


def attach(table: Table, equipment: Card, monster: Card) -> None:
    table.put(monster, "attached", (*monster.attached, equipment.label))
    refresh(table, monster)


def _bearers(table: Table, equipment: Card) -> list[Card]:
    """A judge may have let equipment be put on a card that is not on the map."""
    return [card for card in table.cards.values() if equipment.label in card.attached]


def take_off(table: Table, equipment: Card) -> None:
    """Equipment lets go of its monster; any other card that a judge let be equipped does so too."""
    for card in _bearers(table, equipment):
        table.put(card, "attached", tuple(label for label in card.attached if label != equipment.label))
        refresh(table, card)


def strip_card(table: Table, card: Card) -> list[Card]:
    """A card that leaves the field loses all that was laid on it; says which equipment it leaves behind."""
    equipment = [table.cards[label] for label in card.attached if label in table.cards]
    take_off(table, card)
    if card.attached:
        table.put(card, "attached", ())
    if card.mods:
        table.put(card, "mods", ())
    table.set_flags(card, ())
    refresh(table, card)
    return equipment


def leave(table: Table, card: Card) -> None:
    """A card is defeated, used up or fulfilled: it goes to its owner's Done Zone, a token back to the token deck."""
    go_to(table, card, card.owner, "done")


def go_to(table: Table, card: Card, seat: str, zone: str) -> None:
    """A card leaves the field for a zone; tokens go to their own deck wherever they are sent."""
    was_monster, told = is_monster(card), table.called(card)
    equipment = strip_card(table, card)
    if card.type in TOKENS and rule("SRC-TOK-3"):
        seat, zone = card.owner, "tokens"
    if zone != "done" or rule("SRC-DONE-1"):
        table.move(card, seat, zone, "top" if zone == "deck" else None)
    hand_to(table, card, seat)
    tell_where(table, "left", card, told)
    if was_monster and rule("SRC-EQ-7"):
        for each in equipment:
            leave(table, each)


def throw_away(table: Table, card: Card) -> None:
    """A card goes out of a hand to its owner's Done Zone, whoever held it."""
    table.move(card, card.owner, "done")
    hand_to(table, card, card.owner)


def tell_where(table: Table, fact: str, card: Card, before: str) -> None:
    """Whoever saw a card lie open may read its name, though it is hidden from now on; `before` is how it was called."""
    told = before if card.veil is not None else table.called(card)
    goes = GOES.get(card.zone, "leaves the field").format(who=table.who(card.seat))
    table.tell(fact, f"{told} {goes}.", card=card.label, to=card.place)
