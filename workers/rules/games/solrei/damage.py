"""The Damage Phase: each point is taken or blocked, OFFENSE first."""

from __future__ import annotations

from workers.rules.games.solrei.acts import lose_act
from workers.rules.games.solrei.cards import alignment, only, points, rival, spoken
from workers.rules.games.solrei.pack import bind, discard, find, must_be_action_card, second_copy, send
from workers.rules.games.solrei.priority import offense_acts_first
from workers.rules.games.solrei.rei import source_of
from workers.rules.games.solrei.rounds import return_to_before_damage
from workers.rules.games.solrei.showdown import SETTLED
from workers.rules.games.solrei.steps import enter
from workers.rules.games.solrei.turning import exhaust_augmented, turn
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule

# So many points of damage lose the Act.
KNOCK_OUT = 7


def take(play: Play) -> None:
    table, seat, text = play.table, play.seat, play.event.get("card")
    source = play.event.get("from", "deck")
    deck_is_empty = not table.zone(seat, "deck").size
    if text is None and not deck_is_empty:
        raise Illegal("TBL-TYPE", "The card that is taken as damage has to be named.")
    found = None
    if text is not None and deck_is_empty and source == "deck":
        must_be_action_card(table, seat, text)
    elif text is not None:
        found = find(play, seat, source, text)
    _check_point(play)
    if deck_is_empty and lose_act(table, seat, "SOL-WIN-3", f"{play.who} is hit with an empty Action Deck"):
        return
    if found is None:
        return
    copy = second_copy(table, seat, found, source)
    if copy is not None:
        play.forbid(*copy)
    return_to_before_damage(table)
    card = bind(table, play.origin, seat, source, found)
    if (source == "deck" and rule("SOL-DMG-8")) or (source == "hand" and rule("SOL-DMG-9")):
        send(table, card, "damage")
    count_point(table, seat)
    table.count_by(seat, "taken", 1)
    told = f"{play.who} takes a point of damage: {spoken(table, card)}, {points(table, seat)} of {KNOCK_OUT}."
    table.tell("took", told, seat=seat, card=card.label)
    if rule("SOL-KEY-12"):
        exhaust_augmented(table, seat)
    if table.phase == "before_damage":
        enter(table, "after_damage")


def block(play: Play) -> None:
    table, seat = play.table, play.seat
    found, zone = source_of(play, play.event["card"])
    _check_point(play)
    copy = second_copy(table, seat, found, zone)
    if copy is not None:
        play.forbid(*copy)
    return_to_before_damage(table)
    card = bind(table, play.origin, seat, zone, found)
    muse, suit = only(table, seat, "muse"), alignment(table, seat)
    wanted = f"{table.called(muse)} is aligned to {suit}" if muse is not None else "there is no Muse to be aligned to"
    told = f"{play.who} cannot block with {spoken(table, card)}: {wanted}."
    if zone == "damage":
        if card.flags:
            play.forbid("SOL-BLK-3", f"{play.who} cannot block with {spoken(table, card)}: it lies face-down already.")
        if card.entry["suit"] != suit:
            play.forbid("SOL-BLK-2", told)
        turn(table, card, "broken")
    else:
        if card.entry["suit"] != suit:
            play.forbid("SOL-BLK-1", told)
        discard(table, card)
    count_point(table, seat)
    table.tell("blocked", f"{play.who} blocks a point with {spoken(table, card)}.", seat=seat, card=card.label)
    go_to_after_damage(table)


def _check_point(play: Play) -> None:
    """There is a point for the seat to settle, and it is the seat's turn to do so."""
    table, seat = play.table, play.seat
    if table.phase not in SETTLED or not table.seats[seat].counters["incoming"]:
        play.forbid("SOL-DMG-13", f"{play.who} has no point of damage to take or block now.")
    if offense_acts_first(table, seat, _hurt):
        play.forbid("SOL-DMG-7", f"{table.who(rival(seat))} is on OFFENSE and settles their damage first.")


def _hurt(table: Table, seat: str) -> bool:
    return table.seats[seat].counters["incoming"] > 0


def count_point(table: Table, seat: str) -> None:
    """One point at a time."""
    table.count_by(seat, "incoming", -1 if rule("SOL-DMG-6") else -table.seats[seat].counters["incoming"])


def go_to_after_damage(table: Table) -> None:
    """A blocked point is not applied."""
    if table.phase == "before_damage" and rule("SOL-DMG-10"):
        enter(table, "after_damage")
