"""What card texts do in SynSouls: parts that happen whole or not at all, and the game's own meaning of the ops."""

from __future__ import annotations

from typing import Any

from workers.rules.games.synsouls.beats import forget_uses, new_performance
from workers.rules.games.synsouls.declaring import WHEN_THERE, found
from workers.rules.games.synsouls.ensemble import (
    VOID_FLAGS,
    enter,
    leave,
    load_into,
    owe,
    remove,
    to_void,
    void_twins,
)
from workers.rules.games.synsouls.keywords import format_record, refresh, work_out_conditions
from workers.rules.games.synsouls.meanwhile import hide_again
from workers.rules.games.synsouls.measures import crash, strain_measure, strain_record
from workers.rules.games.synsouls.possible import can_perform, is_full, new_controller, waiting_verse
from workers.rules.games.synsouls.words import (
    ENSEMBLE,
    MEASURES,
    concepts_in,
    in_ensemble,
    is_crashed,
)
from workers.rules.table import hidden, ops, windows
from workers.rules.table.game import OpHandler
from workers.rules.table.pieces import Card, Mod
from workers.rules.table.play import Origin, take_named
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

Op = dict[str, Any]


def carry_out_parts(table: Table, origin: Origin, declared: list[Op]) -> None:
    """The parts of an effect in the printed order; one that cannot be performed in part is skipped whole."""
    parts: dict[int, list[Op]] = {}
    for op in declared:
        part = op.get("part", 1)
        parts.setdefault(part if type(part) is int else 1, []).append(op)
    for _, part_ops in sorted(parts.items()):
        if table.status != "playing":
            return
        # What an earlier op of the part brings out is not there yet.
        if rule("SYN-ABI-8") and not all(WHEN_THERE in op or can_perform(table, op) for op in part_ops):
            table.tell("skipped", "A part of the effect cannot be performed and is skipped.")
            continue
        for each in part_ops:
            op = found(table, origin, each)
            if table.status == "playing" and can_perform(table, op):
                ops.carry_out(table, origin, op)


# --- the game's own meaning of the table's ops -----------------------------------------------------------------------


def draw(table: Table, origin: Origin, op: Op) -> bool:
    draw_freely(table, op["seat"], op["n"])
    return True


def draw_freely(table: Table, seat: str, n: int) -> None:
    """A draw outside the Draw Beat: from an empty deck it brings nothing and costs nothing."""
    drawn = hidden.draw(table, seat, n)
    cards = "a card" if drawn == 1 else f"{drawn or 'no'} cards"
    table.tell("drew", f"{table.who(seat)} draws {cards}.", seat=seat, n=drawn)
    if drawn < n and not rule("SYN-DRAW-3"):
        crash(table, seat, next(each for each in MEASURES if not is_crashed(table, seat, each)))


def move(table: Table, origin: Origin, op: Op) -> bool:
    card = table.cards[op["card"]]
    # Everybody saw what left the table, wherever it goes.
    name = card.name if card.veil is None else None
    seat, zone = ops.place_of(op["to"], op.get("seat") or card.owner)
    was_on_top = card.entry.get("type") == "concept" and card.zone in MEASURES
    below = concepts_in(table, card.seat, card.zone)[:-1] if was_on_top else []
    if zone in MEASURES:
        _move_into(table, origin, op, card, seat, zone)
    elif zone == "void" and in_ensemble(card):
        theirs = origin.seat is not None and origin.seat != card.controller
        how = "silenced" if theirs and rule("SYN-SIL-3") else "voided" if rule("SYN-SIL-4") else None
        to_void(table, card, how)
    elif zone == "removed":
        if card.zone != "removed":
            remove(table, card)
    elif zone in ENSEMBLE:
        enter(table, card, seat, zone)
    else:
        leave(table, card, zone, op.get("at", "top") if zone == "deck" else None, seat)
    if not in_ensemble(card) and not rule("SYN-OVW-3"):
        for each in below:
            to_void(table, each, None)
    _tell_moved(table, card, name or table.called(card))
    return True


def _tell_moved(table: Table, card: Card, name: str) -> None:
    """Where the card has ended, and how; of what is removed that was told already."""
    where = f"{table.who(card.seat)}'s {table.language.zones[card.zone]['title']}"
    how = "".join(f"is {flag} and " for flag in VOID_FLAGS if flag in card.flags)
    told = "" if card.zone == "removed" else f"{name} {how}goes to {where}."
    table.tell("moved", told, card=card.label, to=card.place)


def _move_into(table: Table, origin: Origin, op: Op, card: Card, seat: str, measure: str) -> None:
    """From outside the Ensemble the card is loaded; from another Measure it only changes its place."""
    room = table.cards.get(op.get("room", ""))
    controller = new_controller(card, origin.seat, seat)
    if room is not None and is_full(table, card, controller, seat, measure) and rule("SYN-MEA-7"):
        to_void(table, room, "voided")
        table.tell("voided", f"{room.name} is voided to make room.", card=room.label)
    if card.entry["type"] == "record" and seat != controller and rule("SYN-LOAD-7"):
        to_void(table, card, "voided")
    elif not in_ensemble(card) and rule("SYN-LOAD-8"):
        load_into(table, card, controller or card.owner, seat, measure)
    else:
        enter(table, card, seat, measure)


def counter(table: Table, origin: Origin, op: Op) -> bool:
    name, seat = op["counter"], op["seat"]
    measure, _, what = name.rpartition("_")
    wanted = op["to"] if "to" in op else table.seats[seat].counters[name] + op["by"]
    if what == "crashed" and wanted >= 1:
        if not is_crashed(table, seat, measure):
            crash(table, seat, measure)
        return True
    now = table.seats[seat].counters[name]
    if what == "strain" and wanted > now:
        strain_measure(table, seat, measure, wanted - now)
        return True
    return ops.counter(table, origin, op)


def stat(table: Table, origin: Origin, op: Op) -> bool:
    card, name = table.cards[op["card"]], op["stat"]
    if card.entry.get("type") != "record" or name not in ("rating", "strain"):
        return False
    if name == "strain":
        by = op["by"] if "by" in op else op["to"] - card.marks.get("strain", 0)
        if by > 0 and sustains(table, card):
            table.tell("sustained", f"{card.name} takes no Strain: SUSTAIN.", card=card.label)
            return True
        strain_record(table, card, by)
        return True
    by = op["by"] if "by" in op else op["to"] - card.entry["rating"] - card.stats["bonus"]
    table.modify(card, Mod("stat", "rating", by, op.get("until"), origin.seat or card.controller))
    table.tell("stat", f"{card.name}'s Rating changes by {by:+d} to {card.stats['rating']}.", card=card.label, by=by)
    return True


def sustains(table: Table, card: Card) -> bool:
    """A Record with SUSTAIN takes no Strain from its cue until its attack is over."""
    return table.memo.get("attacker") == card.label and "SUSTAIN" in card.keywords and rule("SYN-SUSTAIN-1")


def flag(table: Table, origin: Origin, op: Op) -> bool:
    """What hangs on the flag follows it; one that is derived is worked out anew, whatever the text says."""
    ops.flag(table, origin, op)
    refresh(table, table.cards[op["card"]])
    work_out_conditions(table)
    return True


def keyword(table: Table, origin: Origin, op: Op) -> bool:
    card = table.cards[op["card"]]
    ops.keyword(table, origin, op)
    if op.get("gain") == "FORMAT":
        format_record(table, card)
    return True


# --- ops that only SynSouls has --------------------------------------------------------------------------------------


def mill(table: Table, origin: Origin, op: Op) -> bool:
    """The top cards of a deck go to the Void or are removed; those that are not named are only counted."""
    seat, to = op["seat"], op.get("to", "void")
    named = list(op.get("cards", ()))
    milled = 0
    while milled < op["n"] and table.zone(seat, "deck").size:
        named_card = take_named(table, origin, seat, "deck", named.pop(0)) if named else None
        card = named_card or hidden.take_top(table, seat, "deck", to)
        if isinstance(card, Card):
            remove(table, card) if to == "removed" else leave(table, card, to)
        milled += 1
    cards = "1 card" if milled == 1 else f"{milled or 'no'} cards"
    into = " to the Void" if to == "void" else ", removed from play"
    table.tell("milled", f"{table.who(seat)}'s deck loses {cards}{into}.", seat=seat, n=milled)
    return True


def cancel(table: Table, origin: Origin, op: Op) -> bool:
    """A waiting Verse does nothing: it goes to the Void and was not expended."""
    link = waiting_verse(table, op["card"])
    if link is None:
        return False
    card = table.cards[op["card"]]
    windows.replace_link(table, link, {**link, "canceled": True})
    if rule("SYN-VRS-5"):
        to_void(table, card, None)
    table.tell("canceled", f"{card.name} is canceled.", card=card.label)
    return True


def control(table: Table, origin: Origin, op: Op) -> bool:
    """For good it stays so whatever was to end; for a while, whoever had the card before has it again after that."""
    card, seat = table.cards[op["card"]], op["seat"]
    passing = [mod for mod in card.mods if mod.kind == "control"]
    if "until" not in op:
        table.strip(card, passing)
    else:
        if not passing:
            table.note_on(card, "lender", card.controller)
        table.modify(card, Mod("control", seat, 0, op["until"], origin.seat or card.controller))
    table.put(card, "controller", seat)
    table.tell("control", f"{table.who(seat)} takes control of {card.name}.", card=card.label, seat=seat)
    return True


def place(table: Table, origin: Origin, op: Op) -> bool:
    """A judge's card was not loaded; its numbers are read as what it shows."""
    ops.place(table, origin, {key: value for key, value in op.items() if key != "stats"})
    label = op.get("as") or (f"@{origin.seq}" if origin.issued == 1 else f"@{origin.seq}.{origin.issued}")
    card = table.cards[label]
    refresh(table, card)
    void_twins(table, card, card.seat, card.zone)
    if "owes" in card.flags and card.zone == "removed" and card.entry["type"] == "record":
        owe(table, card, card.controller)
    for name, value in op.get("stats", {}).items():
        stat(table, origin, {"op": "stat", "card": label, "stat": name, "to": value})
    return True


def turn(table: Table, origin: Origin, op: Op) -> bool:
    """Set-up is over, and nothing was done in this performance yet. What waited does not happen any more."""
    for link in windows.waiting_links(table):
        hide_again(table, link)
    ops.turn(table, origin, op)
    for seat in table.seats:
        for card in table.zone(seat, "chain").cards:
            leave(table, card, "void")
    table.remember("chosen", list(table.seats))
    table.remember("attacker", None)
    forget_uses(table)
    new_performance(table)
    return True


OPS: dict[str, OpHandler] = {
    "draw": draw,
    "move": move,
    "counter": counter,
    "stat": stat,
    "flag": flag,
    "keyword": keyword,
    "mill": mill,
    "cancel": cancel,
    "control": control,
    "place": place,
    "turn": turn,
}
