"""Ops: what a card's text does, and what a judge repairs.

They are checked when they are declared (`shape_fault`, `pin`) and carried out when their event takes effect.
A game lays its own ops, and its own meaning of these, on top.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from workers.rules.table.game import OpHandler
from workers.rules.table.hidden import draw as draw_cards
from workers.rules.table.hidden import shuffle as shuffle_zone
from workers.rules.table.pieces import Card, Mod
from workers.rules.table.play import Origin, Play, must_be_named, take_named
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal

Op = dict[str, Any]
JUDGES_ONLY = frozenset({"place", "turn", "deal"})


# --- when they are declared ------------------------------------------------------------------------------------------


def shape_fault(table: Table, ops: Iterable[Op]) -> str | None:
    """What is wrong with the ops as such, or None."""
    language = table.language
    for op in ops:
        fields = language.ops.get(op["op"])
        if fields is None:
            return f"there is no op {op['op']}"
        fault = fields.fault(op)
        if fault is not None:
            return f"in the op {op['op']}, {fault}"
        if type(op.get("seat", "")) is not str:
            return f"the seat of the op {op['op']} is none"
        if "until" in op and op["until"] not in language.data["until"]:
            return f"until {op['until']} is no duration of this game"
        if "counter" in op and op["op"] == "counter" and op["counter"] not in language.counters:
            return f"there is no counter {op['counter']}"
        for key in ("to", "zone"):
            if fields.specs.get(key, {}).get("kind") == "zone" and key in op and not is_zone(table, op[key]):
                return f"there is no zone {op[key]}"
    return None


def is_zone(table: Table, text: str) -> bool:
    seat, dot, zone = text.rpartition(".")
    return zone in table.language.zones and (not dot or seat in table.seats)


def place_of(text: str, seat: str) -> tuple[str, str]:
    """The seat and zone that `heart` or `p2.heart` names; without a seat in it, `seat` is meant."""
    whose, dot, zone = text.rpartition(".")
    return (whose, zone) if dot else (seat, zone)


def named_seats(ops: Iterable[Op]) -> Iterable[str]:
    for op in ops:
        if "seat" in op:
            yield op["seat"]


def pin(table: Table, op: Op, play: Play | None = None) -> Op:
    """The op with each card that it names in play replaced by that card's label, so that it stays meant."""
    pinned = op
    for key, spec in table.language.ops[op["op"]].specs.items():
        if key not in op:
            continue
        kind = spec["kind"]
        if kind == "card":
            pinned = {**pinned, key: _find(table, op, op[key], play).label}
        elif kind == "name":
            must_be_named(table, op[key])
            if op["op"] == "place" and op[key] not in table.catalog:
                raise Illegal("TBL-CARD", f"{op[key]} is no name of a card, so none can be put into play by it.")
        elif kind == "list" and spec["of"]["kind"] in ("card", "name"):
            for text in op[key]:
                must_be_named(table, text)
    return pinned


def _find(table: Table, op: Op, text: str, play: Play | None) -> Card:
    card = table.cards.get(text)
    if card is not None:
        return card
    must_be_named(table, text)
    named = meant_by(table, text, play)
    if len(named) > 1:
        named = [each for each in named if table.game.could_be_about(table, op, each)] or named
    if len(named) != 1:
        raise Illegal("TBL-REF", f"{text} does not say which card is meant: {len(named)} cards on the table fit.")
    return named[0]


def meant_by(table: Table, name: str, play: Play | None) -> list[Card]:
    """The cards that a name can mean: those of the game first, then what lies open, then known ones in hidden zones."""
    named = [card for card in table.game.candidates(table, play) if card.name == name]
    return named or _known(table, name, play, hidden=False) or _known(table, name, play, hidden=True)


def _known(table: Table, name: str, play: Play | None, hidden: bool) -> list[Card]:
    named = [card for zone in table.all_zones if zone.hidden == hidden for card in zone.cards if card.name == name]
    # Nobody but a judge can mean a card by a name that they may not know.
    return [card for card in named if play is None or card.veil is None or play.seat in card.veil["seats"]]


def label_known(table: Table, origin: Origin, op: Op, play: Play | None = None) -> Op:
    """A card that `saw` told of has a name and no label: it gets one when its player, or a judge, moves it by name."""
    text = op.get("card")
    if op["op"] != "move" or text is None or text in table.cards or meant_by(table, text, play):
        return op
    places = [zone for zone in table.all_zones if text in zone.known and (play is None or zone.seat == play.seat)]
    if len(places) > 1:
        raise Illegal("TBL-REF", f"{text} does not say which card is meant: it is known to lie in several places.")
    if not places:
        return op
    return {**op, "card": take_named(table, origin, places[0].seat, places[0].name, text).label}


# --- when they happen ------------------------------------------------------------------------------------------------


def carry_out(table: Table, origin: Origin, op: Op) -> bool:
    """Does one op; says whether it could be performed. The game's standing rules follow each op."""
    handler = table.game.ops.get(op["op"]) or OPS[op["op"]]
    done = handler(table, origin, op)
    table.game.settle(table)
    return done


def amend(table: Table, origin: Origin, ops: list[Op]) -> None:
    """A judge's repair: each op in order, on the table that the ops before it left."""
    for op in ops:
        pinned = pin(table, table.game.labelled(table, origin, op))
        if table.game.can_perform(table, pinned):
            carry_out(table, origin, pinned)
        else:
            table.tell("skipped", f"The op {op['op']} cannot be performed and is skipped.")


def draw(table: Table, origin: Origin, op: Op) -> bool:
    drawn = draw_cards(table, op["seat"], op["n"])
    told = "draws a card" if drawn == 1 else f"draws {drawn} cards"
    table.tell("drew", f"{table.who(op['seat'])} {told}.", seat=op["seat"], n=drawn)
    return True


def discard(table: Table, origin: Origin, op: Op) -> bool:
    seat = op["seat"]
    hand, pile = table.language.zone_of_role("hand"), table.language.zone_of_role("discard")
    for text in op["cards"]:
        card = take_named(table, origin, seat, hand, text, origin.play)
        table.move(card, card.owner, pile)
        table.tell("discarded", f"{table.who(seat)} discards {table.called(card)}.", seat=seat, card=card.label)
    return True


def move(table: Table, origin: Origin, op: Op) -> bool:
    card = table.cards.get(op["card"])
    if card is None:
        return False
    seat, zone = place_of(op["to"], op.get("seat") or card.owner)
    table.move(card, seat, zone, op.get("at", "top") if zone == table.language.zone_of_role("deck") else None)
    table.tell(
        "moved", f"{table.called(card)} goes to {table.who(seat)}'s {zone}.", card=card.label, to=f"{seat}.{zone}"
    )
    return True


def counter(table: Table, origin: Origin, op: Op) -> bool:
    seat, name = op["seat"], op["counter"]
    now = table.seats[seat].counters[name]
    change = table.count(seat, name, op["to"] if "to" in op else now + op["by"])
    tell_counter(table, seat, name, change)
    return True


def tell_counter(table: Table, seat: str, name: str, change: int) -> None:
    title = table.language.counters[name].get("title", name.replace("_", " "))
    now = table.seats[seat].counters[name]
    table.tell(
        "counter", f"{table.who(seat)}'s {title}: {now} ({change:+d}).", seat=seat, counter=name, by=change, to=now
    )


def stat(table: Table, origin: Origin, op: Op) -> bool:
    card = table.cards.get(op["card"])
    if card is None:
        return False
    name = op["stat"]
    by = op["by"] if "by" in op else op["to"] - card.stats.get(name, 0)
    table.modify(card, Mod("stat", name, by, op.get("until"), origin.seat or card.controller))
    table.tell("stat", f"{table.called(card)}: {name} {by:+d}.", card=card.label, stat=name, by=by)
    return True


def flag(table: Table, origin: Origin, op: Op) -> bool:
    card = table.cards.get(op["card"])
    if card is None:
        return False
    if "add" in op:
        passing = [mod for mod in card.mods if mod.kind == "flag" and mod.what == op["add"]]
        if "until" not in op:
            table.strip(card, passing)
        # A flag that is there for good does not go with one that lasts for a while.
        elif passing or op["add"] not in card.flags:
            table.modify(card, Mod("flag", op["add"], 0, op["until"], origin.seat or card.controller))
        table.flag(card, op["add"])
        table.tell("flag", f"{table.called(card)} {table.game.state_told(op['add'])}.", card=card.label, add=op["add"])
    if "remove" in op:
        _take_off(table, origin, card, op)
        told = f"{table.called(card)} {table.game.state_told(op['remove'], lasting=False)}."
        table.tell("flag", told, card=card.label, remove=op["remove"])
    return True


def _take_off(table: Table, origin: Origin, card: Card, op: Op) -> None:
    """Nothing that held the flag for a while holds it any longer; one that is there for good may be off for a while."""
    flag = op["remove"]
    passing = [mod for mod in card.mods if mod.kind == "flag" and mod.what == flag]
    comes_back = flag in card.flags and not passing
    if "until" not in op:
        passing += [mod for mod in card.mods if mod.kind == "unflag" and mod.what == flag]
    table.strip(card, passing)
    table.unflag(card, flag)
    if "until" in op and comes_back:
        table.modify(card, Mod("unflag", flag, 0, op["until"], origin.seat or card.controller))


def keyword(table: Table, origin: Origin, op: Op) -> bool:
    card = table.cards.get(op["card"])
    if card is None:
        return False
    for kind, verb in (("gain", "gains"), ("lose", "loses")):
        if kind in op:
            table.modify(card, Mod(kind, op[kind], 0, op.get("until"), origin.seat or card.controller))
            table.tell("keyword", f"{table.called(card)} {verb} {op[kind]}.", card=card.label, **{kind: op[kind]})
    return True


def reveal(table: Table, origin: Origin, op: Op) -> bool:
    seat, zone = place_of(op["zone"], op["seat"])
    shown: list[Card] = []
    for text in op["cards"]:
        # What has a label already stays where it is, and so keeps it.
        lying = [each for each in table.zone(seat, zone).cards if each not in shown]
        there = [each for each in lying if text in (each.label, each.name)]
        card = there[0] if there else take_named(table, origin, seat, zone, text, origin.play, besides=shown)
        shown.append(card)
        table.reveal(card)
        table.tell("revealed", f"{table.who(seat)} reveals {table.called(card)}.", seat=seat, card=card.label)
    return True


def shuffle(table: Table, origin: Origin, op: Op) -> bool:
    seat, zone = place_of(op["zone"], op["seat"])
    if table.zone(seat, zone).hidden:
        shuffle_zone(table, seat, zone)
    table.tell("shuffled", f"{table.who(seat)}'s {table.game.zone_told(zone)} is shuffled.", seat=seat, zone=zone)
    return True


def place(table: Table, origin: Origin, op: Op) -> bool:
    """A judge puts a card there from outside the record; `to` may name another seat's zone."""
    seat, zone = place_of(op["to"], op["seat"])
    wanted = op.get("as")
    if wanted in table.cards:
        raise Illegal("TBL-TYPE", f"A card on the table bears the label {wanted} already.")
    card = table.new_card(origin.label(table, wanted), op["card"], op["seat"], seat, zone)
    for name in op.get("flags", ()):
        table.flag(card, name)
    for name in op.get("keywords", ()):
        table.modify(card, Mod("gain", name))
    for name, value in op.get("stats", {}).items():
        table.modify(card, Mod("stat", name, value - card.stats.get(name, 0)))
    if "attach" in op:
        host = table.cards[op["attach"]]
        table.put(host, "attached", (*host.attached, card.label))
    told = f"{table.called(card)} is put into {table.who(seat)}'s {table.language.zones[zone]['title']}."
    table.tell("placed", told, card=card.label, to=card.place)
    return True


def turn(table: Table, origin: Origin, op: Op) -> bool:
    phases = [each["name"] for each in table.language.data["phases"]]
    if op["phase"] not in phases:
        raise Illegal("TBL-TYPE", f"The game has no phase {op['phase']}.")
    table.put(table, "window", None)
    table.set_turn(op.get("number", table.number), op["seat"], op["phase"])
    table.tell("turn", f"It is {table.who(op['seat'])}'s turn {table.number}, {op['phase']}.", seat=op["seat"])
    return True


OPS: dict[str, OpHandler] = {
    "draw": draw,
    "discard": discard,
    "move": move,
    "counter": counter,
    "stat": stat,
    "flag": flag,
    "keyword": keyword,
    "reveal": reveal,
    "shuffle": shuffle,
    "place": place,
    "turn": turn,
}
