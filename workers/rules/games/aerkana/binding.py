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

WAYS = {
    "bind": "a special being is not bound from the hand",
    "merge": "only a merge being is merged",
    "overlay": "only an overlay being is laid on others",
    "net_bind": "only a net being comes by a Net-Binding",
}


def comes_as(play: Play, card: Card, *kinds: str) -> None:
    """Each kind of being comes onto the field in its own way."""
    if kind_of(card) not in kinds:
        play.forbid("AER-ELITE-1", f"{named(play, card)} does not come this way: {WAYS[play.type]}.")


def bind(play: Play) -> None:
    table, seat = play.table, play.seat
    pay_needs_source(play)
    card = play.from_hand(play.event["card"])
    sacrifices = own_beings(play, play.event.get("cards", ()))
    source = price_source(play)
    own_train(play)
    if card.type != "being":
        play.forbid("AER-BIND-1", f"{named(play, card)} is no being: only beings are bound.")
    comes_as(play, card, "plain", "effect")
    additional = "additional" in card.keywords
    if not additional and table.seats[seat].counters["binds"] < 1:
        play.forbid("AER-BIND-3", f"{play.who} has bound a being in this train already.")
    _check_sacrifices(play, card, sacrifices)
    position = find_position(play, sacrifices)
    price = check_price(play, card, bond_price(card), source)
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
    if level <= 4 and n != 0:
        play.forbid("AER-SAC-1", f"{_takes(play, card)} no sacrifice.")
    if level in (5, 6) and n != 1:
        play.forbid("AER-SAC-2", f"{_takes(play, card)} exactly one sacrifice, not {n}.")
    if level in (7, 8) and n != 2:
        play.forbid("AER-SAC-3", f"{_takes(play, card)} exactly two sacrifices, not {n}.")
    if level >= 9 and n != 3:
        play.forbid("AER-SAC-4", f"{_takes(play, card)} exactly three sacrifices, not {n}.")
    strangers = [each for each in sacrifices if not is_own_being(table, play.seat, each)]
    if strangers or not all_different(sacrifices):
        cause = f"{table.called(strangers[0])} is none" if strangers else "one is named twice"
        play.forbid("AER-SAC-6", f"{play.who} sacrifices different beings of the own field, and {cause}.")
    for each in sacrifices:
        if "fresh" in each.flags:
            play.forbid("AER-SAC-5", f"{table.called(each)} came in this train and is no sacrifice yet.")


def _takes(play: Play, card: Card) -> str:
    return f"{named(play, card)}, level {level_of(card)}, takes"
