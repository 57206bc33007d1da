"""Binding a being from the hand: its price, its sacrifices, its place."""

from __future__ import annotations

from workers.rules.games.aerkana.cards import kind_of, level_of
from workers.rules.games.aerkana.field import (
    all_different,
    arrive,
    find_position,
    is_own_being,
    named,
    own_beings,
    own_train,
    to_flow,
)
from workers.rules.games.aerkana.prices import bond_price, check_price, pay, pay_needs_source, price_source, told_price
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.verdicts import rule


def comes_as(play: Play, card: Card, *kinds: str) -> None:
    """Each kind of being comes onto the field in its own way."""
    if kind_of(card) not in kinds:
        told = f"only a being of kind {' or '.join(kinds)} does"
        play.forbid("AER-ELITE-1", f"{named(play, card)} does not come by {play.type}: {told}.")


def bind(play: Play) -> None:
    table, seat = play.table, play.seat
    pay_needs_source(play)
    card = play.from_hand(play.event["card"])
    sacrifices = own_beings(play, play.event.get("cards", ()))
    source = price_source(play)
    own_train(play)
    name = named(play, card)
    if card.type != "being":
        play.forbid("AER-BIND-1", f"{name} is no being: only beings are bound.")
    comes_as(play, card, "plain", "effect")
    additional = "additional" in card.keywords
    if not additional and table.seats[seat].counters["binds"] < 1:
        play.forbid("AER-BIND-3", f"{play.who} has bound a being in this train already.")
    _check_sacrifices(play, card, sacrifices)
    position = find_position(play, sacrifices)
    price = check_price(play, bond_price(card), source)
    pay(table, seat, price)
    for each in sacrifices if rule("AER-SAC-7") else ():
        table.tell("sacrificed", f"{play.who} sacrifices {table.called(each)}.", card=each.label)
        to_flow(table, each)
    arrive(table, card, seat, position)
    if play.event.get("choice") == "shield" and rule("AER-BIND-4"):
        table.flag(card, "shield", "face_down")
        play.trust("it rests on a card that stays hidden")
        told = f"binds {table.called(card)} in Shield mode"
    else:
        told = f"binds {card.name}"
    if not additional:
        table.count_by(seat, "binds", -1)
    table.tell("bound", f"{play.who} {told} {told_price(price)}.", seat=seat, card=card.label, position=position)


def _check_sacrifices(play: Play, card: Card, sacrifices: list[Card]) -> None:
    """The level says how many; each was on the own field when the train began."""
    table, level, n = play.table, level_of(card), len(sacrifices)
    told = f"{named(play, card)}, level {level}, takes"
    if level <= 4 and n != 0:
        play.forbid("AER-SAC-1", f"{told} no sacrifice.")
    if level in (5, 6) and n != 1:
        play.forbid("AER-SAC-2", f"{told} exactly one sacrifice, not {n}.")
    if level in (7, 8) and n != 2:
        play.forbid("AER-SAC-3", f"{told} exactly two sacrifices, not {n}.")
    if level >= 9 and n != 3:
        play.forbid("AER-SAC-4", f"{told} exactly three sacrifices, not {n}.")
    if not all_different(sacrifices) or not all(is_own_being(table, play.seat, each) for each in sacrifices):
        play.forbid("AER-SAC-6", f"{play.who} sacrifices different beings of the own field.")
    for each in sacrifices:
        if "fresh" in each.flags:
            play.forbid("AER-SAC-5", f"{table.called(each)} came in this train and is no sacrifice yet.")
