"""Readying and charging: the Ready of the Start of Round, and what each seat does in the Charge Phase."""

from __future__ import annotations

from workers.rules.games.solrei.cards import (
    arts_and_damage,
    charge_suit,
    exhausted_cards,
    only,
    phase_called,
    rival,
    spoken,
)
from workers.rules.games.solrei.faults import Faults, is_broken
from workers.rules.games.solrei.pack import draw as draw_cards
from workers.rules.games.solrei.priority import offense_acts_first
from workers.rules.games.solrei.texts import declare, do_all, hide_again
from workers.rules.games.solrei.turning import turn
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal


def share(table: Table, seat: str) -> bool:
    """Whether the Charge Phase has something for the seat that it has not had yet."""
    if table.seats[seat].counters["charged"]:
        return False
    return seat != table.turn or charge_suit(table, seat) is not None


def due(table: Table, seat: str) -> bool:
    """Whether the seat's share leaves something to say: more than a bare draw."""
    return share(table, seat) and (bool(exhausted_cards(table, seat)) or _has_bonus(table, seat))


def _has_bonus(table: Table, seat: str) -> bool:
    """The Charge Card has a suit that the Muse's charge bonus names."""
    muse = only(table, seat, "muse")
    bonus = muse.entry.get("charge_bonus") if muse is not None else None
    return bonus is not None and charge_suit(table, seat) in bonus["suits"]


def draw_what_is_left(table: Table) -> None:
    """Bare draws need no word."""
    for seat in table.seats:
        if share(table, seat):
            table.count(seat, "charged", 1)
            draw_cards(table, seat, 1)


def ready(play: Play) -> None:
    table, seat = play.table, play.seat
    card = _meant(play)
    faults = Faults(play)
    at_start = table.phase == "start" or (table.phase == "open" and not table.zone(seat, "action").size)
    if at_start:
        if why := _no_ready_at_start(play, card):
            faults.add(("SOL-RND-3", f"At the Start of Round the player on DEFENSE readies one Art: {why}."))
    else:
        _check_share(play, faults, charging=False)
    _check_readiable(play, faults, card)
    faults.stop()
    # One that a judge lets stand at another time uses up neither.
    if used := {"start": "readied", "open": "readied", "charge": "charged"}.get(table.phase):
        table.count(seat, used, 1)
    _ready(play, card)


def _no_ready_at_start(play: Play, card: Card) -> str | None:
    if play.seat == play.table.turn:
        return f"{play.who} is on OFFENSE"
    if play.table.seats[play.seat].counters["readied"]:
        return f"{play.who} has done so in this round"
    return None if card.zone == "arts" else f"{spoken(play.table, card)} is a Damage card"


def draw(play: Play) -> None:
    faults = Faults(play)
    _check_share(play, faults, charging=False)
    faults.stop()
    play.table.count(play.seat, "charged", 1)
    draw_cards(play.table, play.seat, 1)


def charge(play: Play) -> None:
    """Ready, draw, bonus: in this order and at once."""
    table, seat = play.table, play.seat
    faults = Faults(play)
    bonus = play.event.get("does")
    card = _meant(play) if "card" in play.event else None
    _check_share(play, faults, charging=True)
    table.tell("charged", f"{play.who} charges.", seat=seat)
    if bonus and not _has_bonus(table, seat):
        faults.add(("SOL-CHG-4", f"{play.who}'s Action Card has no suit of the Muse's charge bonus."))
    if card is not None:
        _check_readiable(play, faults, card)
        _ready(play, card)
    elif exhausted_cards(table, seat):
        faults.add(("SOL-CHG-3", f"{play.who} has something to ready, and a charge starts with that."))
    draw_cards(table, seat, 1)
    does = declare(play, faults)
    faults.stop()
    table.count(seat, "charged", 1)
    if does:
        play.trust("it rests on the text of the Muse's charge bonus")
    do_all(table, play.origin, does)
    hide_again(table)


def _check_share(play: Play, faults: Faults, charging: bool) -> None:
    table, seat = play.table, play.seat
    in_time = table.phase == "charge"
    has_charge_card = charge_suit(table, seat) is not None
    if not in_time and not charging:
        when = "at the Start of Round before placing a card, or in" if play.type == "ready" else "in"
        now = phase_called(table, table.phase)
        faults.add(("SOL-CHG-1", f"{play.who} can do that {when} the Charge Phase; this is {now}."))
    if charging != has_charge_card or (charging and not in_time):
        told = "has no Charge Card to charge with now" if charging else "has a Charge Card, and charges instead"
        faults.add(("SOL-CHG-2", f"{play.who} {told}."))
    elif not charging and seat == table.turn:
        faults.add(("SOL-CHG-6", f"{play.who}, on OFFENSE without a Charge Card, gets nothing from the Charge Phase."))
    if table.seats[seat].counters["charged"]:
        faults.add(("SOL-CHG-8", f"{play.who} has had their share of this Charge Phase."))
    if offense_acts_first(table, seat, due):
        faults.add(("SOL-CHG-5", f"{table.who(rival(seat))} is on OFFENSE and goes first."))


def _meant(play: Play) -> Card:
    """The own Art or Damage card that is meant."""
    own = arts_and_damage(play.table, play.seat)
    card = play.card(play.event["card"], own)
    if card not in own:
        raise Illegal("TBL-REF", f"{play.table.called(card)} is no Art or Damage card of {play.who}.")
    return card


def _check_readiable(play: Play, faults: Faults, card: Card) -> None:
    faults.add(is_broken(play.table, card))
    if "exhausted" not in card.flags:
        faults.add(("SOL-CHG-7", f"{play.table.called(card)} is not exhausted."))


def _ready(play: Play, card: Card) -> None:
    turn(play.table, card)
    play.table.tell("flag", f"{play.who} readies {spoken(play.table, card)}.", card=card.label, remove="exhausted")
