"""What card texts do: the game's own meaning of the table's ops, and `negate`."""

from __future__ import annotations

from typing import Any

from workers.rules.games.aerkana.answers import SKIPPED, attack_waits, check_words
from workers.rules.games.aerkana.cards import FIELD, raw_stat
from workers.rules.games.aerkana.combat import lose_points
from workers.rules.games.aerkana.field import (
    arrive,
    change_control,
    fits,
    has_room,
    leave,
    lift,
    lowest_free,
    put_on_position,
    taken_positions,
    to_flow,
)
from workers.rules.table import ops, windows
from workers.rules.table.durations import expire
from workers.rules.table.game import OpHandler
from workers.rules.table.pieces import Card, Mod
from workers.rules.table.play import Origin, take_named
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal

Op = dict[str, Any]
# Only here do changes of numbers and keywords stay on a card.
CHANGEABLE = (*FIELD, "hand")
# How a zone is called in a sentence.
PLACES = {
    "supply": "supply", "special": "special supply", "hand": "hand", "flow": "flow", "exile": "exile",
    "beings": "field", "arcana": "Arcanum and Seal zone", "playing_field": "playing field",
    "landmark": "Landmark zone", "beneath": "cards beneath others",
}  # fmt: skip

# A card in a sentence about an op that cannot happen to it.
UNCHANGED = {
    "move": "finds no place there", "stat": "keeps its numbers", "flag": "stays as it is",
    "keyword": "keeps its keywords",
}  # fmt: skip

# A flag in a sentence: put on a card, and taken off.
STATES = {
    "face_down": ("is turned face down", "is turned face up"),
    "shield": ("lies in Shield mode", "stands in Strength mode"),
    "fresh": ("counts as new in this train", "no longer counts as new in this train"),
    "attacked": ("counts as having attacked", "may attack again"),
    "turned": ("counts as turned", "may be turned again"),
}


# --- where cards go --------------------------------------------------------------------------------------------------


def move(table: Table, origin: Origin, op: Op) -> bool:
    card = table.cards.get(op["card"])
    if card is None:
        return False
    seat, zone = ops.place_of(op["to"], op.get("seat") or card.owner)
    if card.place == f"{seat}.{zone}" and zone in FIELD:
        return True
    out = table.seats[seat].out and zone in FIELD
    if out or zone == "beneath" or not fits(card, zone) or not has_room(table, seat, zone):
        return False
    was_open, name = card.veil is None, card.name
    if zone == "flow":
        to_flow(table, card)
    elif zone in FIELD and card.zone == zone:
        change_control(table, card, seat)
    elif zone == "beings":
        arrive(table, card, seat, lowest_free(table, seat))
    else:
        leave(table, card, seat, zone)
    told = name if was_open else table.called(card)
    table.tell("moved", f"{told} goes to {table.who(card.seat)}'s {PLACES[zone]}.", card=card.label, to=card.place)
    return True


def discard(table: Table, origin: Origin, op: Op) -> bool:
    seat = op["seat"]
    for text in op["cards"]:
        card = take_named(table, origin, seat, "hand", text)
        to_flow(table, card)
        table.tell("discarded", f"{table.who(seat)} discards {card.name}.", seat=seat, card=card.label)
    return True


def place(table: Table, origin: Origin, op: Op) -> bool:
    """A judge's card lies as the judge says, and was not bound; a zone that is full takes none."""
    seat, zone = ops.place_of(op["to"], op["seat"])
    check_words(table, op)
    stats = dict(op.get("stats", {}))
    position = stats.pop("position", None)
    if position is None:
        position = lowest_free(table, seat)
    if not has_room(table, seat, zone) or (zone == "beings" and not _is_free(table, seat, position)):
        return False
    ops.place(table, origin, {key: value for key, value in op.items() if key != "stats"})
    card = table.zone(seat, zone).cards[-1]
    if card.controller != seat:
        table.put(card, "controller", seat)
    if zone == "beings":
        if "face_down" in card.flags:
            table.flag(card, "shield")
        put_on_position(table, card, position)
    for name, value in stats.items():
        table.modify(card, Mod("stat", name, value - raw_stat(card, name)))
    return True


def _is_free(table: Table, seat: str, position: int) -> bool:
    return 1 <= position <= table.options["being_zone"] and position not in taken_positions(table, seat)


# --- points ----------------------------------------------------------------------------------------------------------


def counter(table: Table, origin: Origin, op: Op) -> bool:
    """Bond Points that a text takes are told like those of a fight."""
    seat, name = op["seat"], op["counter"]
    now = table.seats[seat].counters[name]
    change = op["to"] - now if "to" in op else op["by"]
    if name == "bond_points" and change < 0:
        lose_points(table, seat, -change)
        return True
    return ops.counter(table, origin, op)


# --- what is laid on cards -------------------------------------------------------------------------------------------


def stat(table: Table, origin: Origin, op: Op) -> bool:
    card, name = table.cards.get(op["card"]), op["stat"]
    check_words(table, op)
    if card is None or name not in card.stats or card.zone not in CHANGEABLE:
        return False
    if name == "position":
        position = op["to"] if "to" in op else card.stats["position"] + op["by"]
        if not _is_free(table, card.seat, position):
            return False
        put_on_position(table, card, position)
        table.tell("stat", f"{table.called(card)} goes to position {position}.", card=card.label, position=position)
        return True
    by = op["by"] if "by" in op else op["to"] - raw_stat(card, name)
    table.modify(card, Mod("stat", name, by, op.get("until"), origin.seat or card.controller))
    # By how much a face-down card was changed to a number would tell what is printed on it.
    change = {key: op[key] for key in ("by", "to") if key in op}
    title = name if name == "level" else name.upper()
    if "by" in op:
        several = "s" if name == "level" and abs(by) != 1 else ""
        told = f"{'gains' if by >= 0 else 'loses'} {abs(by)} {title}{several}"
    else:
        told = f"now has {title} {op['to']}"
    table.tell("stat", f"{table.called(card)} {told}.", card=card.label, stat=name, **change)
    _over_at_once(table, card, op)
    return True


def flag(table: Table, origin: Origin, op: Op) -> bool:
    card, added, removed = table.cards.get(op["card"]), op.get("add"), op.get("remove")
    check_words(table, op)
    if card is None or not _can_bear(card, added):
        return False
    if added == "face_down":
        if card.revealed:
            table.put(card, "revealed", False)
        # A being that lies face down always lies in Shield mode, for as long as it does.
        if card.zone == "beings" and ("shield" not in card.flags or _is_passing(card, "shield")):
            ops.flag(table, origin, {"op": "flag", "card": card.label, "add": "shield", **_until(op)})
    if removed is not None:
        _take_off(table, origin, card, op)
    ops.flag(table, origin, op)
    _over_at_once(table, card, op)
    return True


def _take_off(table: Table, origin: Origin, card: Card, op: Op) -> None:
    """A flag that is taken off for a while comes back. A being that does not lie in Shield mode lies face up."""
    word = op["remove"]
    comes_back = word in card.flags and not _is_passing(card, word)
    lift(table, card, *(("shield", "face_down") if word == "shield" else (word,)))
    if "until" in op and comes_back:
        table.modify(card, Mod("unflag", word, 0, op["until"], origin.seat or card.controller))


def _is_passing(card: Card, word: str) -> bool:
    """Whether the card has the flag only for a while."""
    return any(mod.kind == "flag" and mod.what == word for mod in card.mods)


def _can_bear(card: Card, word: str | None) -> bool:
    """Modes, attacks and turns are for beings; set cards are face down or fresh."""
    if word in ("face_down", "fresh"):
        return card.zone in ("beings", "arcana")
    return card.zone == "beings" or (word is None and card.zone in FIELD)


def keyword(table: Table, origin: Origin, op: Op) -> bool:
    card = table.cards.get(op["card"])
    check_words(table, op)
    if card is None or card.zone not in CHANGEABLE:
        return False
    ops.keyword(table, origin, op)
    _over_at_once(table, card, op)
    return True


def could_be_about(op: Op, card: Card) -> bool:
    """A number, a mode or a keyword is not changed on a card that is exiled or lies beneath another."""
    if op["op"] == "flag":
        return _can_bear(card, op.get("add"))
    return op["op"] not in ("stat", "keyword") or card.zone in CHANGEABLE


def _until(op: Op) -> Op:
    return {"until": op["until"]} if "until" in op else {}


def _over_at_once(table: Table, card: Card, op: Op) -> None:
    """A change for the combat is over at once where no attack is open."""
    if op.get("until") == "combat" and not attack_waits(table):
        expire(table, [card], lambda _, mod: mod.until == "combat")


# --- the window and the turn -----------------------------------------------------------------------------------------


def negate(table: Table, origin: Origin, op: Op) -> bool:
    """The link directly below does not take effect."""
    links = windows.waiting_links(table)
    if origin.judge or not links:
        raise Illegal("TBL-TYPE", "Only an answer negates, and there is nothing to answer.")
    below = links[-1]
    windows.replace_link(table, below, {**below, "negated": True})
    card = table.cards.get(below["card"])
    name = table.called(card) if card is not None else "what it answers"
    what = {"attack": "The attack of ", "effect": "The text of "}.get(below["type"], "")
    table.tell("negated", f"{what}{name} is negated.", card=below["card"], seq=below["seq"])
    return True


def turn(table: Table, origin: Origin, op: Op) -> bool:
    """A judge says whose train it is; nothing is drawn, filled up or removed, and a window stays as it is."""
    if op["phase"] != "main":
        raise Illegal("TBL-TYPE", f"A table at rest is always in main, not in {op['phase']}.")
    table.set_turn(op.get("number", table.number), op["seat"], "main")
    table.tell("turn", f"It is {table.who(op['seat'])}'s train, number {table.number}.", seat=op["seat"])
    return True


# --- all of them -----------------------------------------------------------------------------------------------------


def _telling(handler: OpHandler) -> OpHandler:
    """An op that cannot happen is skipped, and that is told."""

    def carry_out(table: Table, origin: Origin, op: Op) -> bool:
        done = handler(table, origin, op)
        if not done:
            table.tell("skipped", f"{_obstacle(table, op)}. {SKIPPED}", op=op["op"])
        return done

    return carry_out


def _obstacle(table: Table, op: Op) -> str:
    if op["op"] == "place":
        seat, zone = ops.place_of(op["to"], op["seat"])
        return f"{table.who(seat)}'s {PLACES[zone]} has no room for the card there"
    card = table.cards.get(op["card"])
    return f"{table.called(card)} {UNCHANGED[op['op']]}" if card is not None else "The card is not there any more"


OPS: dict[str, OpHandler] = {
    "move": _telling(move),
    "discard": discard,
    "place": _telling(place),
    "counter": counter,
    "stat": _telling(stat),
    "flag": _telling(flag),
    "keyword": _telling(keyword),
    "negate": negate,
    "turn": turn,
}
