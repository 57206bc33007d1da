"""Trains: set-up, the draw, the hand limit, and who comes next."""

from __future__ import annotations

from workers.rules.games.aerkana.cards import FIELD
from workers.rules.games.aerkana.field import changed_cards, from_hand, lift, own_train, to_flow
from workers.rules.table.durations import expire
from workers.rules.table.hidden import draw, fill
from workers.rules.table.pieces import Card, Mod
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

OPENING_HAND = 5
HAND_LIMIT = 7
SOUL_POINTS = 10
BOND_POINTS = 8000


def begin(play: Play) -> None:
    table = play.table
    if len(table.seats) not in table.language.seats:
        play.forbid("AER-SET-1", f"Two, three or four people play, not {len(table.seats)}.")
    if table.options["mode"] == "teams" and len(table.seats) != 4:
        play.forbid("AER-TEAM-1", f"Two teams need four players; there are {len(table.seats)}.")
    for seat in table.seats.values():
        for zone in ("supply", "special"):
            listed = table.options[f"{zone}_size"] if seat.deck is None else sum(seat.deck.get(zone, {}).values())
            fill(table, seat.id, zone, listed)
        table.count(seat.id, "bond_points", BOND_POINTS if rule("AER-SET-2") else 0)
        table.count(seat.id, "soul_points", SOUL_POINTS if rule("AER-SOUL-1") else 0)
        if rule("AER-SET-4"):
            draw(table, seat.id, OPENING_HAND)
    first = play.event["first"]
    table.tell("begun", f"The game begins. {table.who(first)} has the first train.", first=first)
    start_train(table, first)


def start_train(table: Table, seat: str) -> None:
    """Phase start: old changes run out, Soul Points come back, a card is drawn."""
    table.set_turn(table.number + 1, seat, "start")
    expire(table, changed_cards(table), lambda card, mod: mod.until == "own_train" and mod.seat == seat)
    if rule("AER-SOUL-2"):
        table.count(seat, "soul_points", SOUL_POINTS)
    for each in table.seats:
        table.count(each, "binds", 1)
    drawn = draw(table, seat, 1) if rule("AER-TRAIN-1") else 0
    told = " and draws a card" if drawn else ""
    table.tell(
        "train", f"{table.who(seat)} starts train {table.number}{told}.", seat=seat, number=table.number, drew=drawn
    )
    if rule("AER-TRAIN-3"):
        table.set_turn(table.number, seat, "main")


def end_train(play: Play) -> None:
    table, hand = play.table, play.table.zone(play.seat, "hand")
    held = hand.size
    named = from_hand(play, play.event.get("cards", ()))
    own_train(play)
    excess = max(0, held - HAND_LIMIT)
    told = f"{play.who} holds {held} cards and discards {excess or 'none'} of them"
    if len(named) < excess:
        play.forbid("AER-HAND-1", f"{told}, not {len(named) or 'none'}.")
    if len(named) > excess:
        play.forbid("AER-HAND-2", f"{told}, not {len(named)}.")
    table.set_turn(table.number, play.seat, "end")
    for card in named:
        to_flow(table, card)
        table.tell("discarded", f"{play.who} discards {card.name}.", seat=play.seat, card=card.label)
    table.tell("train_ended", f"{play.who} ends the train.", seat=play.seat)
    close_train(table)


def close_train(table: Table) -> None:
    """Phase end: what lasts for a train is over, and the next player begins one."""

    def over(card: Card, mod: Mod) -> bool:
        return mod.until == "train"

    expire(table, changed_cards(table), over)
    for zone in table.zones_of(FIELD):
        for card in zone.cards:
            if card.flags or card.mods:
                lift(table, card, "fresh", "attacked", "turned")
    start_train(table, next_in_line(table))


def next_in_line(table: Table) -> str:
    """The next seat clockwise that is still in."""
    seats = list(table.seats)
    if rule("AER-SET-6") and table.turn in seats:
        after = seats.index(table.turn) + 1
        seats = [*seats[after:], *seats[:after]]
    return next(seat for seat in seats if not table.seats[seat].out or not rule("AER-TRAIN-4"))
