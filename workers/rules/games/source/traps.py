"""Traps: placed face down, set off by an enemy that ends its movement there, fulfilled once."""

from __future__ import annotations

from workers.rules.games.source.field import enter, leave
from workers.rules.games.source.moments import may_act
from workers.rules.games.source.playing import check_occupied, check_play, count_play, must_be
from workers.rules.games.source.spaces import cards_on_map, kind_of, monster_on, neighbours, on_map, traps_on
from workers.rules.games.source.texts import do_ops, forbid_trap, read_ops
from workers.rules.games.source.wording import the_space
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.verdicts import rule

TRAP = frozenset({"trap"})


def place_trap(play: Play) -> None:
    table, space = play.table, play.event["to"]
    card = play.from_hand(play.event["card"])
    may_act(play)
    must_be(table, card, TRAP, play.forbid)
    check_play(play)
    _check_space(play, space)
    if rule("SRC-TRAP-5"):
        check_occupied(play, card)
    if rule("SRC-TRAP-1"):
        # Face down before it lies there: nobody else is to see it on the way.
        table.put(card, "flags", card.flags | {"face_down"})
        enter(table, card, space)
    count_play(play)
    play.trust("it rests on a hidden card")
    told = f"{play.who} lays a face-down card on {the_space(table, space)}."
    table.tell("trap", told, seat=play.seat, card=card.label, to=space)


def _check_space(play: Play, space: str) -> None:
    table, told = play.table, the_space(play.table, space)
    if kind_of(space) == "summoning":
        play.forbid("SRC-TRAP-4", f"No trap may lie on a summoning space, and so not on {told}.")
    standing = monster_on(table, space)
    if standing is not None:
        play.forbid("SRC-TRAP-2", f"{standing.name} stands on {told}: a trap needs a space without a monster.")
    if traps_on(table, space):
        play.forbid("SRC-TRAP-11", f"A trap lies on {told} already.")
    near = [monster_on(table, each) for each in neighbours(table, space)]
    if not any(monster is not None and monster.controller == play.seat for monster in near):
        play.forbid("SRC-TRAP-3", f"{told} is not adjacent to any monster of {play.who}'s.")


def set_off(play: Play, mover: Card) -> None:
    """A monster has ended its round of movement: an enemy's trap under it is turned up."""
    table = play.table
    for trap in traps_on(table, mover.place):
        if "face_down" not in trap.flags or (trap.controller == mover.controller and rule("SRC-TRAP-7")):
            continue
        if rule("SRC-TRAP-6"):
            table.set_flags(trap, (trap.flags - {"face_down"}) | {"sprung"})
            told = f"{mover.name} sets off {table.called(trap)}!"
            table.tell("sprung", told, card=trap.label, by=mover.label, at=trap.place)


def activate_trap(play: Play) -> None:
    table = play.table
    sprung = [card for card in cards_on_map(table) if "sprung" in card.flags and card.controller == play.seat]
    trap = play.card(play.event["card"], sprung)
    ops = read_ops(play)
    may_act(play)
    if trap.controller != play.seat or "sprung" not in trap.flags:
        forbid_trap(play, trap)
    play.trust(f"what {table.called(trap)} does is card text")
    table.tell("activated", f"{table.called(trap)} has its effect.", seat=play.seat, card=trap.label)
    do_ops(play, ops, trap)
    # Its own text may have taken it off the map already.
    if on_map(trap) and rule("SRC-TRAP-8"):
        leave(table, trap)
