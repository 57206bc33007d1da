"""The way of one play: the table's own checks in their order, then the game's, then what it does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from schemas.kinds import checker
from workers.rules.table import hidden, windows
from workers.rules.table.game import Handler
from workers.rules.table.ops import JUDGES_ONLY, named_seats, shape_fault
from workers.rules.table.play import Play
from workers.rules.table.precedence import first_broken
from workers.rules.table.verdicts import Illegal

# Open at any time, after the end too. They never touch the table.
REMARKS = frozenset({"call", "note", "ruling", "retract"})
BEFORE_BEGIN = frozenset({"register_deck", "define", "begin", "concede", "agree_draw"})
# These leave an open window as it is, whatever the game.
ASIDE = frozenset({"saw", "note", "call", "retract", "define", "ruling"})
# The table reads seats and ops of any event, also where the game has no such field and has not looked at its kind.
_are_ops = checker({"kind": "ops"})


def judge(play: Play) -> None:
    """Carries the play out, or raises Illegal: of several broken rules, the first is the one."""
    table = play.table
    handler = _handler(play)
    mark = table.mark()
    try:
        _carry_out(play, handler)
    except Illegal as broken:
        table.undo(mark)
        raise first_broken(play, broken) from None
    if play.type not in REMARKS and table.status == "playing":
        table.game.settle(table)
        table.game.event_over(table)


def would_stand(play: Play) -> bool:
    """Whether the rules allow the play; what it changed is for the caller to undo.

    What would follow from it, and which rule comes first where several forbid it, is left aside: nothing is forbidden
    after the play's own checks.
    """
    try:
        _carry_out(play, _handler(play))
    except Illegal:
        return False
    return True


def closes_window(play: Play) -> bool:
    """Whether the open window closes before the play is judged."""
    table = play.table
    return table.window is not None and play.type not in ASIDE and table.game.may_close_window(play)


def _handler(play: Play) -> Handler:
    """Whatever can be said of the play before its own rules are asked; then, who asks them."""
    _check_type(play)
    _check_seats(play)
    _check_moment(play)
    table = play.table
    if "does" in play.event and any(op["op"] in JUDGES_ONLY for op in play.event["does"]):
        raise Illegal("TBL-JUDGE", "Putting cards or the turn somewhere from outside the record is a judge's to do.")
    if closes_window(play):
        windows.close(table)
        # Whoever acts, or is aimed at, may be out by what was waiting.
        _check_seats(play)
        if table.status == "finished":
            play.forbid("TBL-OVER", "What was waiting has ended the game before this could happen.")
    handler = table.game.handlers.get(play.type) or COMMON.get(play.type)
    if handler is None:
        raise Illegal("TBL-TYPE", f"{table.language.title} has no {play.type}.")
    return handler


def _carry_out(play: Play, handler: Handler) -> None:
    """The game's own checks and what the play does."""
    if play.type not in REMARKS:
        play.noting = True
        play.table.game.before(play)
        play.noting = False
    handler(play)
    if play.noted:
        raise play.noted[0]


def _check_type(play: Play) -> None:
    table, event = play.table, play.event
    action = table.language.actions.get(play.type)
    if action is None:
        raise Illegal("TBL-TYPE", f"{table.language.title} has no event {play.type}.")
    fault = action.fields.fault(event)
    if fault is not None:
        raise Illegal("TBL-TYPE", f"{action.title}: {fault}.")
    if table.game.strict_fields and (extra := action.fields.foreign(event)):
        raise Illegal("TBL-TYPE", f"{action.title} has no field {extra}.")
    if "as" in event and not _good_label(play, event["as"]):
        raise Illegal("TBL-TYPE", f"{event['as']} cannot be the label of a new card.")
    if action.seated and type(event.get("seat")) is not str:
        raise Illegal("TBL-TYPE", f"{action.title} is somebody's: the seat is missing.")
    if "does" in event:
        fault = shape_fault(table, event["does"]) if _are_ops(event["does"]) else "it is no list of ops"
        if fault is not None:
            raise Illegal("TBL-TYPE", f"What it does cannot be read: {fault}.")


def _good_label(play: Play, label: Any) -> bool:
    if type(label) is not str or not 0 < len(label) <= 60:
        return False
    return label[0] != "@" and label not in play.table.cards and label not in play.table.catalog


def _check_seats(play: Play) -> None:
    table, event = play.table, play.event
    seats = table.seats
    seat = event.get("seat")
    if seat is not None:
        if seat not in seats:
            raise Illegal("TBL-SEAT", f"There is no seat {seat} at this table.")
        if seats[seat].out and play.type not in REMARKS:
            raise Illegal("TBL-SEAT", f"{table.who(seat)} is out of the game.")
    if "target" in event or "first" in event:
        for named in _aimed_at(event):
            if type(named) is not str or named not in seats:
                raise Illegal("TBL-SEAT", f"There is no seat {named} at this table.")
            if seats[named].out and table.status != "finished":
                raise Illegal("TBL-SEAT", f"{table.who(named)} is out of the game.")
    if "does" in event:
        for named in named_seats(event["does"]):
            if named not in seats:
                raise Illegal("TBL-SEAT", f"There is no seat {named} at this table.")


def _aimed_at(event: dict[str, Any]) -> Iterator[Any]:
    if "first" in event:
        yield event["first"]
    target = event.get("target")
    targets: Iterable[Any] = target if isinstance(target, list) else (target,)
    for each in targets:
        if isinstance(each, dict) and "seat" in each:
            yield each["seat"]


def _check_moment(play: Play) -> None:
    table, type_ = play.table, play.type
    if type_ in REMARKS:
        return
    if table.status == "finished":
        play.forbid("TBL-OVER", "The game is over.")
    if table.status == "setup":
        if type_ not in BEFORE_BEGIN:
            play.forbid("TBL-ORDER", "The game has not begun yet.")
    elif type_ == "begin":
        play.forbid("TBL-ORDER", "The game has begun already.")
    elif type_ == "register_deck":
        play.forbid(table.game.late_deck_rule, "The game has begun: a list is registered before that.")


# --- the events that every game has ----------------------------------------------------------------------------------


def register_deck(play: Play) -> None:
    table, deck = play.table, play.event["deck"]
    for section, cards in deck.items():
        if section not in table.language.data["deck"]:
            raise Illegal("TBL-TYPE", f"A deck of this game has no section {section}.")
        for name in cards:
            if name not in table.catalog:
                raise Illegal("TBL-CARD", f"{name} is in no catalog of this match and was not defined.")
    table.game.check_deck(play, deck)
    table.put(table.seats[play.seat], "deck", deck)
    table.tell("registered", f"{play.who} registers a deck.", seat=play.seat)


def define(play: Play) -> None:
    table, entry = play.table, play.event["card"]
    if entry["name"] in table.catalog:
        raise Illegal("TBL-TYPE", f"The catalog has a card named {entry['name']} already.")
    if entry["type"] not in table.language.data["card_types"]:
        raise Illegal("TBL-TYPE", f"{table.language.title} has no cards of type {entry['type']}.")
    table.game.check_entry(play, entry)
    table.put_key(table.catalog, entry["name"], entry)
    table.tell("defined", f"{entry['name']} is added to the catalog.")


def begin(play: Play) -> None:
    table = play.table
    table.put(table, "status", "playing")
    table.remember("first", play.event["first"])
    table.game.begin(play)


def saw(play: Play) -> None:
    table, zone, names = play.table, play.event["zone"], play.event["cards"]
    place = table.seats[play.seat].zones.get(zone)
    if place is None or not place.hidden:
        raise Illegal("TBL-TYPE", f"{zone} is no hidden zone of this game.")
    for name in names:
        if name not in table.catalog:
            raise Illegal("TBL-CARD", "One of the cards named is in no catalog of this match and was not defined.")
    told = table.game.zone_told(zone)
    if len(names) > place.unknown:
        s = "" if place.unknown == 1 else "s"
        play.forbid("TBL-HAND", f"{play.who}'s {told} holds {place.unknown or 'no'} unknown card{s}, not {len(names)}.")
    seat = table.seats[play.seat]
    if seat.deck is not None:
        for name in set(names):
            if seat.seen.get(name, 0) + names.count(name) > seat.listed(name):
                play.forbid("TBL-COPY", f"{play.who}'s list does not hold so many copies of a card named.")
    hidden.tell_names(table, play.seat, zone, names[: place.unknown])
    play.trust("it rests on what the player saw")
    table.tell("saw", f"{play.who} notes which cards the {told} holds.", seat=play.seat, zone=zone)


def concede(play: Play) -> None:
    play.table.tell("conceded", f"{play.who} concedes.", seat=play.seat)
    play.table.game.put_out(play.table, play.seat, "TBL-CONCEDE")


def agree_draw(play: Play) -> None:
    play.table.finish([], "The players agree to a draw.", "TBL-DRAW")


def call(play: Play) -> None:
    target = play.event.get("target")
    if target is not None and target >= play.event["seq"]:
        raise Illegal("TBL-TYPE", f"There is no event {target} before this one.")
    about = f" about event {target}" if target is not None else ""
    play.table.tell("called", f"{play.who} calls a judge{about}: {play.event['text']}", seat=play.seat)


def note(play: Play) -> None:
    play.table.tell("noted", f"Note: {play.event['text']}")


COMMON: dict[str, Handler] = {
    "register_deck": register_deck,
    "define": define,
    "begin": begin,
    "saw": saw,
    "concede": concede,
    "agree_draw": agree_draw,
    "call": call,
    "note": note,
}
