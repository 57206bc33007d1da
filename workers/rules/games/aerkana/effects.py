"""Effects: whose card's text may happen, and from where."""

from __future__ import annotations

from workers.rules.games.aerkana.answers import (
    carry_out_link,
    declare,
    declared_ops,
    happen,
    negates_only_in_answer,
)
from workers.rules.games.aerkana.cards import FIELD, PILES, kind_of
from workers.rules.games.aerkana.field import named
from workers.rules.games.aerkana.prices import can_pay, check_exile, pay, told_price
from workers.rules.table.game import Link
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.table import Table


def effect(play: Play) -> None:
    """A card's text happens: at once, or as an answer when the window closes."""
    table = play.table
    negates_only_in_answer(play)
    card = _source(play)
    does = declared_ops(play)
    name = named(play, card, "source")
    check_exile(play, card)
    hidden = card.zone in ("supply", "special") or "face_down" in card.flags
    if card.controller != play.seat or hidden:
        told = "does not lie open" if hidden else f"is not {play.who}'s to use"
        play.forbid("AER-EFF-1", f"{name} has no effect now: it {told}.")
    if kind_of(card) == "plain":
        play.forbid("AER-EFF-2", f"{name} is a yellow being: it has no effect.")
    if card.zone == "hand" and card.type != "being":
        play.forbid("AER-EFF-4", f"{name} gives no effect from the hand: it is activated or played first.")
    price = play.event.get("pay", 0)
    can_pay(play, price, str(price))
    pay(table, play.seat, price)
    paid = f" {told_price(price)}" if price else ""
    table.tell("effect", f"{play.who} uses the text of {name}{paid}.", card=card.label, seat=play.seat)
    if table.window is not None:
        declare(play, card, does)
    else:
        play.origin.card = card.label
        happen(play, does)


def _source(play: Play) -> Card:
    """By its label; by a name on the own field, else in the own hand, else in the own flow or exile."""
    table, text = play.table, play.event["source"]
    if text in table.cards:
        return table.cards[text]
    zones = table.seats[play.seat].zones
    lying = [card for name in FIELD for card in zones[name].cards]
    hand = zones["hand"]
    if any(card.name == text for card in lying):
        return play.card(text, lying)
    piles = [card for name in PILES for card in zones[name].cards]
    held = hand.unknown or text in hand.known or any(card.name == text for card in hand.cards)
    if not held and any(card.name == text for card in piles):
        return play.card(text, piles)
    return play.from_hand(text)


def finish_effect(table: Table, link: Link, still_in: bool) -> None:
    if still_in and not link.get("negated"):
        carry_out_link(table, link)
