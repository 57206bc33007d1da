"""Arcanum, Seal and Landmark: setting, activating, playing, and what lasts."""

from __future__ import annotations

from workers.rules.games.aerkana.answers import carry_out_link, declare, declared_ops, happen, negates_only_in_answer
from workers.rules.games.aerkana.cards import is_playing_field, level_of
from workers.rules.games.aerkana.field import check_room_in_arcana, leave, lift, named, own_train, to_flow
from workers.rules.games.aerkana.prices import (
    activation_price,
    check_price,
    pay,
    pay_needs_source,
    price_source,
    told_price,
)
from workers.rules.table.game import Link
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule


def only_set_cards(play: Play, why: str) -> None:
    """Arcanum and Seal cards, and no others, go into the zone for set cards, and nowhere else."""
    play.forbid("AER-ARC-3", why)


def is_playing_fields(play: Play, card: Card, why: str) -> None:
    if is_playing_field(card):
        play.forbid("AER-FIELD-1", f"{named(play, card)} is a Playing Field Arcanum: {why}.")


def set_(play: Play) -> None:
    table, card = play.table, play.from_hand(play.event["card"])
    own_train(play)
    name = table.called(card)
    if card.type == "landmark":
        play.forbid("AER-LAND-1", f"{name} is a Landmark: it is played face up, never set.")
    is_playing_fields(play, card, "it is played face up, never set")
    if card.type == "being":
        only_set_cards(play, f"{name} is a being: only Arcanum and Seal cards are set.")
    check_room_in_arcana(play)
    if not rule("AER-ARC-2"):
        pay(table, play.seat, level_of(card))
    leave(table, card, play.seat, "arcana")
    table.flag(card, "face_down", "fresh")
    play.trust("it rests on a card that stays hidden")
    table.tell("set", f"{play.who} sets {table.called(card)}.", seat=play.seat, card=card.label)


# --- activating ------------------------------------------------------------------------------------------------------


def answers_with_seal(play: Play) -> bool:
    """Whether an activation is that of a Seal; an Arcanum never answers."""
    table, text = play.table, play.event["card"]
    card = table.cards.get(text)
    entry = card.entry if card is not None else table.catalog.get(text, {})
    return entry.get("type") == "seal"


def activate(play: Play) -> None:
    table = play.table
    pay_needs_source(play)
    negates_only_in_answer(play)
    card = _meant(play)
    does = declared_ops(play)
    source = price_source(play)
    if card.type not in ("arcanum", "seal"):
        raise Illegal("TBL-TYPE", f"{named(play, card)} is neither an Arcanum nor a Seal.")
    _check_activation(play, card)
    price = check_price(play, card, activation_price(card), source)
    if rule("AER-SOUL-4"):
        pay(table, play.seat, price)
    if card.zone == "hand":
        leave(table, card, play.seat, "arcana")
    lift(table, card, "face_down", "fresh")
    table.tell("activated", f"{play.who} activates {card.name} {told_price(price)}.", card=card.label, n=price)
    declare(play, card, does)


def _meant(play: Play) -> Card:
    """A card of the own Arcanum and Seal zone by its label, a set one there by its name, else one in the own hand."""
    text, there = play.event["card"], play.table.zone(play.seat, "arcana").cards
    card = play.table.cards.get(text)
    if card is not None and card in there:
        return card
    lying = [each for each in there if "face_down" in each.flags]
    if card is None and any(each.name == text for each in lying):
        return play.card(text, lying)
    return play.from_hand(text)


def _check_activation(play: Play, card: Card) -> None:
    table, name, from_hand = play.table, named(play, card), card.zone == "hand"
    if card.type == "arcanum" and (table.turn != play.seat or table.phase != "main"):
        play.forbid("AER-ARC-4", f"{name} is an Arcanum: {play.who} activates it in the own train only.")
    if card.type == "seal" and from_hand:
        play.forbid("AER-SEAL-1", f"{name} is a Seal: it is set before it is activated.")
    is_playing_fields(play, card, "it is played, not activated")
    if not from_hand and "face_down" not in card.flags:
        play.forbid("AER-ARC-6", f"{name} is active already.")
    if card.type == "seal" and "fresh" in card.flags:
        play.forbid("AER-SEAL-2", f"{name} was set in this train and waits for the next one.")
    if from_hand:
        check_room_in_arcana(play)


def finish_activation(table: Table, link: Link) -> None:
    """The ops happen, then the card goes to the flow unless it lasts. A negated one is gone without effect."""
    negated = link.get("negated", False)
    if not negated:
        carry_out_link(table, link)
    card = table.cards.get(link["card"])
    if card is None or card.zone != "arcana":
        return
    used_up = rule("AER-ARC-5") if card.type == "arcanum" else rule("AER-SEAL-3")
    if negated or (used_up and not _lasts(card)):
        to_flow(table, card)


def _lasts(card: Card) -> bool:
    if "infinity" in card.keywords:
        return rule("AER-PERM-1")
    return "eternal" in card.keywords and rule("AER-PERM-2")


# --- playing into a zone of its own ----------------------------------------------------------------------------------


def play_open(play: Play) -> None:
    """A Playing Field Arcanum or a Landmark goes face up into its own zone, and stays."""
    table = play.table
    pay_needs_source(play)
    negates_only_in_answer(play)
    card = play.from_hand(play.event["card"])
    does = declared_ops(play)
    source = price_source(play)
    if card.type == "being":
        raise Illegal("TBL-TYPE", f"{named(play, card)} is a being: it is bound, not played.")
    own_train(play)
    if card.type != "landmark" and not is_playing_field(card):
        only_set_cards(play, f"{named(play, card)} has no zone of its own: it is set or activated.")
    zone = "landmark" if card.type == "landmark" else "playing_field"
    _check_place(play, zone)
    price = check_price(play, card, _open_price(card), source)
    pay(table, play.seat, price)
    leave(table, card, play.seat, zone)
    table.tell("played", f"{play.who} plays {card.name} {told_price(price)}.", card=card.label, n=price)
    happen(play, does)
    if is_playing_field(card) and not rule("AER-PERM-3"):
        to_flow(table, card)


def _check_place(play: Play, zone: str) -> None:
    taken = play.table.zone(play.seat, zone).cards
    if zone == "playing_field" and taken:
        play.forbid("AER-ZONE-3", f"{taken[0].name} lies in {play.who}'s playing field and stays until destroyed.")
    if zone == "landmark" and taken:
        play.forbid("AER-ZONE-4", f"{taken[0].name} is {play.who}'s Landmark; the zone holds one.")


def _open_price(card: Card) -> int:
    if card.type == "landmark":
        return level_of(card) if rule("AER-LAND-2") else 0
    return level_of(card) if rule("AER-FIELD-2") else 0
