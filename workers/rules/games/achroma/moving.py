"""Texts that bring cards from one place to another: CLAIM, RESTRAIN, SWAP, REPLACE, COPY and the plain move."""

from __future__ import annotations

from workers.rules.games.achroma.canvas import (
    all_canvases,
    arrive,
    canvas,
    carries_relic,
    control,
    could_carry,
    erase,
    join,
    leave,
    one_heroic,
    part,
    role_on,
    settle_in,
    spoken_of,
    transfer,
)
from workers.rules.games.achroma.declaring import drop_window
from workers.rules.games.achroma.doing import Doing, Forbid, forbid_restrained
from workers.rules.games.achroma.hex import CANVAS, carrier, on_canvas, refresh
from workers.rules.games.achroma.searching import from_dregs, must_be_known, put_away, taken_from
from workers.rules.games.achroma.texts import shielded
from workers.rules.table import ops as core
from workers.rules.table.ops import Op, place_of
from workers.rules.table.pieces import Card
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule


def forbid_carrier(forbid: Forbid, table: Table, card: Card, to: Card | None) -> None:
    """Where an Object may not go: nowhere at all, or onto a card that cannot carry it."""
    if to is None or (not could_carry(table, to, card) and "parasite" not in to.flags):
        forbid("ACH-OBJ-1", f"{card.name} is an Object: it has to be attached to a Character that can carry it.")
    elif card.entry.get("relic") and carries_relic(table, to, card):
        forbid("ACH-OBJ-3", f"{to.name} carries a Realm Relic already and can wield one at a time.")
    if to is not None and "parasite" in to.flags:
        forbid("ACH-INFEST-9", f"{to.name} is a PARASITE: no Objects are attached to it.")


def forbid_parasite(doing: Doing, card: Card) -> None:
    if "parasite" in card.flags:
        doing.forbid("ACH-INFEST-8", f"{card.name} is a PARASITE: only its HOST can be moved to another Canvas.")


def in_play(doing: Doing, text: str) -> Card:
    """A card that changes places on the Canvases: whatever a judge lets pass, it has to be on one."""
    card = doing.affected(text)
    if not on_canvas(card):
        raise Illegal("TBL-REF", f"{doing.table.called(card)} is on no Canvas.")
    return card


def claim(doing: Doing, op: Op) -> None:
    table, card = doing.table, in_play(doing, op["card"])
    seat = op.get("seat", doing.seat) if doing.origin.judge else doing.seat
    forbid_parasite(doing, card)
    if card.seat == seat:
        doing.forbid("ACH-CLAIM-1", f"{card.name} is on {table.who(seat)}'s own Canvas: CLAIM takes from another one.")
    to = None
    if card.type == "object":
        to = doing.find(op["attach"], canvas(table, seat)) if "attach" in op else None
        forbid_carrier(doing.forbid, table, card, to if to is not None and to.place == f"{seat}.{CANVAS}" else None)
    transfer(table, card, seat, to)
    if on_canvas(card):
        table.flag(card, "claimed")
    table.tell("claimed", f"{table.who(seat)} CLAIMS {card.name}.", card=card.label, seat=seat)
    one_heroic(table, card)


def restrain(doing: Doing, op: Op) -> None:
    table, card = doing.table, doing.affected(op["card"])
    over = doing.own_card(op.get("under"))
    if card.seat == over.seat or not on_canvas(over):
        doing.forbid("ACH-RESTR-1", f"{card.name} cannot be put under {over.name}: RESTRAIN takes from another Canvas.")
    leave(table, card, over.seat, "restrained")
    join(table, card, over, "under")
    table.tell("restrained", f"{over.name} RESTRAINS {card.name}.", card=card.label, under=over.label)


def replace(doing: Doing, op: Op) -> None:
    """One card is Erased, another takes its place without having been Deployed."""
    table, old = doing.table, doing.affected(op["card"])
    if shielded(doing, old, doing.seat):
        return
    seat, holder = old.seat, carrier(table, old)
    erase(table, old)
    zone = op.get("from", "hand")
    if zone == "dregs":
        new = from_dregs(doing, op["with"])
    else:
        new = taken_from(doing, zone, op["with"], op.get("as"))
    place = holder if new.type == "object" else None
    arrive(table, new, seat, place)
    if new.type == "character" and not rule("ACH-REPL-1"):
        table.flag(new, "fresh")
    table.tell("replaced", f"{new.name} takes the place of {old.name}.", card=new.label, old=old.label)
    settle_in(table, new)


def swap(doing: Doing, op: Op) -> None:
    table = doing.table
    one, other = in_play(doing, op["card"]), in_play(doing, op["with"])
    for card in (one, other):
        forbid_parasite(doing, card)
    table.tell("swapped", f"{one.name} and {other.name} change places.", card=one.label, other=other.label)
    if not rule("ACH-SWAP-1"):
        return
    seats = one.seat, other.seat
    places = [carrier(table, card) if card.type == "object" else None for card in (one, other)]
    if one.type != other.type:
        places = [None, None]
    for card, seat, place in ((one, seats[1], places[1]), (other, seats[0], places[0])):
        if card.type == "object" or card.seat != seat:
            transfer(table, card, seat, place)
    # Both have arrived before either is looked at as a second copy.
    for card in (one, other):
        one_heroic(table, card)


def copy(doing: Doing, op: Op) -> None:
    """The copier is the other card in everything but its Shards, until it leaves the Canvas."""
    table = doing.table
    card, model = in_play(doing, op["card"]), in_play(doing, op["of"])
    own = card.marks.get("printed", card.name)
    table.note_on(card, "printed", own)
    if card.type == "object" and model.type != "object":
        part(table, card)
    table.turn_into(card, model.name, model.entry)
    refresh(table, card)
    table.tell("copied", f"{own} becomes a copy of {model.name}.", card=card.label, of=model.label)
    settle_in(table, card)


def attach(doing: Doing, op: Op) -> None:
    table, card, to = doing.table, in_play(doing, op["card"]), in_play(doing, op["to"])
    forbid_carrier(doing.forbid, table, card, to if card.type == "object" else None)
    transfer(table, card, to.seat, to)
    one_heroic(table, card)
    table.tell("attached", f"{card.name} is now on {to.name}.", card=card.label, to=to.label)


def detach(doing: Doing, op: Op) -> None:
    table, card = doing.table, doing.affected(op["card"])
    if "rider" not in card.flags:
        raise Illegal("TBL-REF", f"{table.called(card)} does not ride, so there is nothing to get off.")
    if rule("ACH-MOUNT-3"):
        part(table, card)
        table.tell("unmounted", f"{card.name} gets off.", card=card.label)


# --- the table's own ops ---------------------------------------------------------------------------------------------


def move(doing: Doing, op: Op) -> None:
    table = doing.table
    card = doing.find(op["card"], all_canvases(table))
    forbid_restrained(doing.forbid, table, card)
    if card.zone == "out" and not doing.origin.judge:
        raise Illegal("TBL-REF", f"{table.called(card)} has left the game: no text reaches it.")
    seat, zone = place_of(op["to"], op.get("seat") or card.owner)
    if not on_canvas(card):
        _move_outside(doing, card, seat, zone)
        return
    if zone == "dregs":
        if not shielded(doing, card, doing.seat):
            erase(table, card)
        return
    if zone == CANVAS:
        doing.seat_in(seat)
        forbid_parasite(doing, card)
        if seat != card.seat:
            transfer(table, card, seat)
            one_heroic(table, card)
    else:
        leave(table, card, seat, zone)
        if zone == "palette":
            table.put(card, "spot", "top")
    _tell_moved(table, card)


def _move_outside(doing: Doing, card: Card, seat: str, zone: str) -> None:
    """A card that is on no Canvas goes elsewhere, perhaps onto one."""
    table = doing.table
    part(table, card)
    if zone == CANVAS:
        must_be_known(card)
        doing.seat_in(seat)
        arrive(table, card, seat)
        settle_in(table, card)
    elif table.zone(seat, zone).hidden:
        put_away(table, card, seat, zone, "top" if zone == "palette" else None)
    else:
        table.move(card, seat, zone)
        refresh(table, card)
    _tell_moved(table, card)


def _tell_moved(table: Table, card: Card) -> None:
    told = f"{spoken_of(table, card)} goes to {table.who(card.seat)}'s {table.language.zones[card.zone]['title']}."
    table.tell("moved", told, card=card.label, to=card.place)


def place(doing: Doing, op: Op) -> None:
    """A judge puts a card there from outside the record; an attached one onto the Canvas of its holder."""
    table = doing.table
    _, zone = place_of(op["to"], op["seat"])
    holder = table.cards[op["attach"]] if "attach" in op else None
    plain = {key: value for key, value in op.items() if key != "attach"}
    if holder is not None:
        plain["to"] = f"{holder.seat}.{zone}"
    if zone == "secrets":
        # Nobody has looked at a SECRET, so not even a judge names it.
        plain["card"] = None
    plain["as"] = doing.origin.label(table, op.get("as"))
    core.place(table, doing.origin, plain)
    card = table.cards[plain["as"]]
    if zone == CANVAS:
        control(table, card, card.seat)
    if holder is not None:
        join(table, card, holder, role_on(card, holder) if zone == CANVAS else "under")


def turn(doing: Doing, op: Op) -> None:
    """Sets whose turn it is. A number counts the turns before it as played."""
    table = doing.table
    if table.seats[op["seat"]].out:
        raise Illegal("TBL-SEAT", f"{table.who(op['seat'])} is out of the game.")
    drop_window(table)
    core.turn(table, doing.origin, op)
    if "number" in op:
        order = table.memo.get("order", [])
        table.remember("had_turn", order[: max(0, op["number"] - 1)])
    table.remember("played", True)
    table.remember("stirred", False)
    table.remember("end_used", False)
