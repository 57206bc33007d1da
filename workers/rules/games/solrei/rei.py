"""Rei: generated from cards of the hand and the Damage Zone, filtered, spent, and lost with the step."""

from __future__ import annotations

from typing import Any

from workers.rules.games.solrei.cards import COLOURS, SUITS, alignment, spoken
from workers.rules.games.solrei.faults import Fault, Faults, outside_a_round
from workers.rules.games.solrei.pack import Found, bind, discard, find, must_be_action_card, second_copy
from workers.rules.games.solrei.turning import turn
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule

REI = tuple(f"rei_{suit}" for suit in SUITS)


def generate(play: Play) -> None:
    """Rei without an ability: neither joins nor closes an Exchange."""
    faults = Faults(play)
    faults.add(outside_a_round(play.table))
    gather_rei(play, faults)
    faults.stop()


def lose_rei(table: Table) -> None:
    if rule("SOL-REI-8"):
        for seat in table.seats.values():
            for unused in REI:
                if seat.counters[unused]:
                    table.count(seat.id, unused, 0)


def source_of(play: Play, text: str) -> tuple[Found, str]:
    """The card that pays or blocks, and where it has to lie: Damage if the record has it there, else the hand."""
    found = find(play, play.seat, "hand", text)
    in_damage = isinstance(found, Card) and found.zone == "damage"
    return found, "damage" if in_damage else "hand"


def gather_rei(play: Play, faults: Faults) -> None:
    """Turns the sources of `pay` into Rei of the seat."""
    table, seat = play.table, play.seat
    pay = play.event.get("pay", ())
    for text in (text for source in pay for text in ([source] if isinstance(source, str) else source["filter"])):
        must_be_action_card(table, seat, text)
    used: set[str] = set()
    for source in pay:
        if isinstance(source, str):
            card, zone = _use(play, source, faults)
            used.add(zone)
            if rule("SOL-REI-1"):
                _add(table, seat, card.entry["suit"])
        else:
            used.update(_filter(play, source["filter"], faults))
    if len(used) == 2 and not rule("SOL-REI-6"):
        raise Illegal("TBL-TYPE", "Cards of the hand and of the Damage Zone cannot be mixed.")


def _filter(play: Play, texts: list[str], faults: Faults) -> list[str]:
    """Two cards become one Rei of the Muse's suit; says where they came from."""
    different: list[str] = []
    for text in texts:
        # One card may be named in two ways.
        if all(source_of(play, text)[0] != source_of(play, other)[0] for other in different):
            different.append(text)
    suit = alignment(play.table, play.seat)
    if len(texts) != 2 or len(different) != 2:
        faults.add(_bad_filter(f"{play.who} filters two different cards into one Rei"))
    if suit is None:
        faults.add(_bad_filter(f"{play.who} has no Muse whose Alignment the Rei could take"))
    else:
        _add(play.table, play.seat, suit)
    return [_use(play, text, faults)[1] for text in different]


def _bad_filter(why: str) -> Fault:
    return "SOL-REI-7", f"{why}."


def _use(play: Play, text: str, faults: Faults) -> tuple[Card, str]:
    """Discards a card of the hand, or exhausts a Damage card."""
    table, seat = play.table, play.seat
    found, zone = source_of(play, text)
    faults.add(second_copy(table, seat, found, zone))
    card = bind(table, play.origin, seat, zone, found)
    if zone == "damage":
        if card.flags:
            told = f"{play.who} gets no Rei for {spoken(table, card)}: it lies face-down in the Damage Zone."
            faults.add(("SOL-REI-2", told))
        turn(table, card, "exhausted")
    else:
        discard(table, card)
    verb = "exhausts" if zone == "damage" else "discards"
    table.tell("paid", f"{play.who} {verb} {spoken(table, card)} for Rei.", seat=seat, card=card.label)
    return card, zone


def _add(table: Table, seat: str, suit: str) -> None:
    table.count_by(seat, f"rei_{suit}", 1)


def spend(play: Play, cost: dict[str, Any], faults: Faults) -> None:
    """Takes a cost out of the seat's unused Rei: suits first, then colours, then any."""
    if not cost or not rule("SOL-KEY-21"):
        return
    for suit in SUITS:
        if short := _take(play, cost.get(suit, 0), (suit,)):
            faults.add(("SOL-REI-3", f"{play.who} lacks {short} Rei of {suit}."))
    for colour, suits in COLOURS.items():
        if short := _take(play, cost.get(colour, 0), suits):
            faults.add(("SOL-REI-4", f"{play.who} lacks {short} {colour} Rei: {' or '.join(suits)}."))
    if short := _take(play, cost.get("any", 0), SUITS):
        faults.add(("SOL-REI-5", f"{play.who} lacks {short} Rei of any suit."))


def _take(play: Play, n: int, suits: tuple[str, ...]) -> int:
    """Takes n Rei of these suits, in their order; says how many are lacking."""
    counters = play.table.seats[play.seat].counters
    for suit in suits:
        taken = min(n, counters[f"rei_{suit}"])
        play.table.count_by(play.seat, f"rei_{suit}", -taken)
        n -= taken
    return n
