"""Conventional and reactionary summons, and the visitor on the summoning space that they push back."""

from __future__ import annotations

from workers.rules.games.source.field import enter
from workers.rules.games.source.moments import may_act
from workers.rules.games.source.playing import check_occupied, check_play, comes_from, count_play, must_be
from workers.rules.games.source.spaces import MONSTERS, SUMMONING, monster_on, nearest_free, own
from workers.rules.games.source.wording import the_space
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.verdicts import rule


def summon(play: Play) -> None:
    card = _monster_in_hand(play)
    check_occupied(play, card)
    visitor = _visitor(play)
    if visitor is not None and "struck" in visitor.flags:
        play.forbid(
            "SRC-SUM-6",
            f"{visitor.name} attacked {play.who}'s generator last turn: only a reactionary summon drives it back.",
        )
    if visitor is not None and rule("SRC-SUM-4"):
        _push_back(play, visitor)
    if rule("SRC-SUM-1"):
        enter(play.table, card, own(play.seat, SUMMONING))
    _arrived(play, card, f"{play.who} summons {play.table.called(card)}.")


def reactionary_summon(play: Play) -> None:
    card = _monster_in_hand(play)
    if play.table.seats[play.seat].counters["generator_attacked"] == 0:
        play.forbid("SRC-SUM-7", f"{play.who}'s generator was not attacked in the turn before.")
    if not rule("SRC-SUM-8"):
        check_occupied(play, card)
    visitor = _visitor(play)
    if rule("SRC-SUM-9"):
        if visitor is not None:
            _push_back(play, visitor)
        enter(play.table, card, own(play.seat, SUMMONING))
    _arrived(play, card, f"{play.who} answers the attack and summons {play.table.called(card)}.")


def _monster_in_hand(play: Play) -> Card:
    card = play.from_hand(play.event["card"])
    may_act(play)
    comes_from(play.table, card, False, play.forbid)
    must_be(play.table, card, MONSTERS, play.forbid)
    check_play(play)
    return card


def _visitor(play: Play) -> Card | None:
    """The enemy monster on the own summoning space; an own one is in the way."""
    standing = monster_on(play.table, own(play.seat, SUMMONING))
    if standing is None:
        return None
    if standing.controller != play.seat:
        return standing
    play.forbid("SRC-SUM-3", f"{standing.name} stands on {play.who}'s summoning space and must move away first.")
    return None


def _push_back(play: Play, visitor: Card) -> None:
    """One space back, or to the nearest free space; the summoning player chooses between equally near ones."""
    table = play.table
    near = nearest_free(table, own(play.seat, SUMMONING))
    wanted = play.event.get("push_to", near[0] if len(near) == 1 else None)
    if wanted not in near:
        open_ = " or ".join(the_space(table, space) for space in near) or "there is none"
        play.forbid("SRC-SUM-5", f"{visitor.name} goes back to the nearest free space: {open_}.")
        # Where a judge lets it stand, the visitor goes where it was sent, unless nobody can stand there.
        if wanted is None or monster_on(table, wanted) is not None:
            wanted = near[0] if near else visitor.place
    enter(table, visitor, wanted)
    table.tell("pushed", f"{visitor.name} is pushed back to {the_space(table, wanted)}.", card=visitor.label, to=wanted)


def _arrived(play: Play, card: Card, told: str) -> None:
    count_play(play)
    # Nothing makes a new monster wait: it may move, attack and channel at once.
    if not rule("SRC-SUM-10"):
        play.table.flag(card, "cannot_move", "cannot_attack")
    play.table.tell("summoned", told, seat=play.seat, card=card.label, to=card.place)
