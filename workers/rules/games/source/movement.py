"""Movement: a symbol, a distance, and the road towards the opponent's summoning space."""

from __future__ import annotations

from bisect import bisect_right

from workers.rules.games.source.field import enter, strength
from workers.rules.games.source.moments import draw_symbol, may_act
from workers.rules.games.source.spaces import (
    SUMMONING,
    ahead,
    is_monster,
    monster_on,
    monsters_of,
    other,
    own,
    parallel_to,
    road,
)
from workers.rules.games.source.traps import set_off
from workers.rules.games.source.wording import count_of, the_space
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule

# The least ST for 1, 2, 3 and 4 spaces.
DISTANCES = (1, 26, 51, 76)


def distance(st: int) -> int:
    return bisect_right(DISTANCES, st)


def move(play: Play) -> None:
    table, event = play.table, play.event
    if "path" in event and event["path"][-1:] != [event["to"]]:
        raise Illegal("TBL-TYPE", f"The path does not end on {event['to']}.")
    card = play.card(event["card"], monsters_of(table, play.seat))
    may_act(play)
    if not is_monster(card) or card.controller != play.seat:
        play.forbid("SRC-MOVE-1", f"{table.called(card)} is no monster of {play.who}'s on the map.")
    if not is_monster(card):
        return
    may_do(play, card, "cannot_move", "move")
    symbol = draw_symbol(play, again=rule("SRC-SYM-8")) if rule("SRC-MOVE-2") else event["symbol"]
    path = _path(play, card)
    _check_distance(play, card, path, symbol)
    goal = path[-1] if path else card.place
    way = f"moves {count_of(len(path), 'space')}, to" if path else "stays on"
    told = f"{play.who} draws {symbol}: {card.name} {way} {the_space(table, goal)}."
    table.tell("moved", told, card=card.label, to=goal, symbol=symbol)
    for space in path:
        _step(play, card, space)
    if path:
        set_off(play, card)


def may_do(play: Play, card: Card, flag: str, verb: str) -> None:
    if flag in card.flags:
        play.forbid("SRC-EFF-3", f"{card.name} cannot {verb}: an effect forbids it.")


def steps_from(table: Table, card: Card, space: str) -> tuple[str, ...]:
    """The spaces that the monster may enter next."""
    steps = ahead(table, card.controller or card.owner, space)
    if "parallel" in card.flags and rule("SRC-MOVE-10"):
        steps += parallel_to(space)
    return steps


def _path(play: Play, card: Card) -> list[str]:
    """The spaces entered, in order; forward only, or sideways where an effect lets it."""
    table, goal = play.table, play.event["to"]
    path: list[str] | None = play.event.get("path")
    if path is None:
        path = road(table, card.controller or card.owner, card.place, goal)
    elif not _can_be_walked(table, card, path):
        path = None
    if path is None:
        here, there = the_space(table, card.place), the_space(table, goal)
        play.forbid("SRC-MOVE-3", f"The road does not lead {card.name} from {here} to {there} that way.")
        return [goal]
    return path


def _can_be_walked(table: Table, card: Card, path: list[str]) -> bool:
    here, entered = card.place, {card.place}
    for space in path:
        if space in entered or space not in steps_from(table, card, here):
            return False
        entered.add(space)
        here = space
    return True


def _check_distance(play: Play, card: Card, path: list[str], symbol: str) -> None:
    table, st = play.table, strength(card, symbol)
    most = distance(st)
    told = f"{card.name} has {st} {symbol}"
    if len(path) > most:
        play.forbid("SRC-MOVE-4", f"{told} and may move {count_of(most, 'space')}, not {len(path)}.")
    for space in path:
        standing = monster_on(table, space)
        if standing is not None and standing.controller != card.controller:
            play.forbid("SRC-MOVE-7", f"{standing.name} on {the_space(table, space)} is in the way.")
    if len(path) < most and not _may_stop(table, card, path[-1] if path else card.place):
        stop = f"after {len(path)}" if path else "where it stands"
        play.forbid("SRC-MOVE-5", f"{told} and must move {count_of(most, 'space')}; nothing stops it {stop}.")


def _may_stop(table: Table, card: Card, space: str) -> bool:
    """The exceptions to moving the whole distance."""
    seat = card.controller or card.owner
    if space == own(other(seat), SUMMONING):
        return rule("SRC-MOVE-6")
    blockers = [monster_on(table, following) for following in ahead(table, seat, space)]
    if any(monster is not None and monster.controller != seat for monster in blockers):
        return True
    return any(monster is not None for monster in blockers) and rule("SRC-MOVE-8")


def _step(play: Play, card: Card, space: str) -> None:
    """One space; an own monster that stands there changes places with the mover."""
    table, left = play.table, card.place
    standing = monster_on(table, space)
    if standing is not None and standing is not card and standing.controller == card.controller and rule("SRC-MOVE-9"):
        enter(table, standing, left)
        told = f"{standing.name} goes back to {the_space(table, left)}."
        table.tell("swapped", told, card=standing.label, to=left)
    enter(table, card, space)
