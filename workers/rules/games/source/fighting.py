"""Attacks: on a monster of the opponent's next to one's own, and on the generator itself."""

from __future__ import annotations

from workers.rules.games.source.field import enter, leave, strength
from workers.rules.games.source.moments import draw_symbol, may_act
from workers.rules.games.source.movement import may_do
from workers.rules.games.source.spaces import generator_at, is_monster, monsters_of, neighbours, other
from workers.rules.games.source.turns import finish_turn
from workers.rules.games.source.wording import count_of, the_space
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.verdicts import rule


def attack(play: Play) -> None:
    table, event = play.table, play.event
    card = play.card(event["card"], monsters_of(table, play.seat))
    target = play.card(event["target"]["card"], monsters_of(table, other(play.seat)))
    may_act(play)
    _check_attacker(play, card)
    if not is_monster(target) or target.controller == play.seat:
        play.forbid("SRC-ATK-2", f"{table.called(target)} is no monster of the opponent's on the map.")
    if not is_monster(card) or not is_monster(target):
        return
    if target.place not in neighbours(table, card.place):
        here, there = the_space(table, card.place), the_space(table, target.place)
        play.forbid("SRC-ATK-3", f"{target.name} on {there} is not adjacent to {card.name} on {here}.")
    symbol = draw_symbol(play, again=rule("SRC-ATK-6"))
    mine, theirs = strength(card, symbol), strength(target, symbol)
    told = f"{card.name} attacks {target.name} with {symbol}, {mine} against {theirs}"
    if mine == theirs:
        table.tell("stand_off", f"{told}: neither falls.", card=card.label, target=target.label, symbol=symbol)
        if not rule("SRC-ATK-5"):
            leave(table, target)
            leave(table, card)
        return
    winner, loser = (card, target) if mine > theirs else (target, card)
    table.tell("fought", f"{told}: {winner.name} wins.", winner=winner.label, loser=loser.label, symbol=symbol)
    space = loser.place
    if rule("SRC-ATK-4"):
        leave(table, loser)
    # The survivor stays where it is.
    if not rule("SRC-ATK-7"):
        enter(table, winner, space)


def _check_attacker(play: Play, card: Card) -> None:
    if not is_monster(card) or card.controller != play.seat:
        play.forbid("SRC-ATK-1", f"{play.table.called(card)} is no monster of {play.who}'s on the map.")
    may_do(play, card, "cannot_attack", "attack")


def attack_generator(play: Play) -> None:
    table, enemy = play.table, other(play.seat)
    card = play.card(play.event["card"], monsters_of(table, play.seat))
    may_act(play)
    _check_attacker(play, card)
    if not is_monster(card):
        return
    if generator_at(card.place) != enemy:
        here = the_space(table, card.place)
        play.forbid("SRC-GEN-1", f"{card.name} on {here} does not reach {table.who(enemy)}'s generator.")
    symbol = draw_symbol(play)
    st = strength(card, symbol)
    if rule("SRC-GEN-2"):
        table.count_by(enemy, "source_points", -st)
    told = f"{card.name} strikes {table.who(enemy)}'s generator with {symbol} for {st}"
    left = table.seats[enemy].counters["source_points"]
    table.tell(
        "struck", f"{told}: {count_of(left, 'SourcePoint')} left.", card=card.label, seat=enemy, by=st, left=left
    )
    table.game.settle(table)
    if table.status != "playing":
        return
    table.count(enemy, "generator_attacked", 1)
    # It stays there, and is known to have struck, until something moves it.
    if rule("SRC-GEN-5"):
        table.flag(card, "struck")
    if rule("SRC-GEN-3"):
        finish_turn(table)
