"""What only a judge does: cards put somewhere, hands dealt anew, whose turn it is."""

from __future__ import annotations

from workers.rules.games.solrei.cards import HOME, PACK, phase_called, zone_called
from workers.rules.games.solrei.faults import ROUND
from workers.rules.games.solrei.pack import bind, gather, not_enough, on_record, send
from workers.rules.games.solrei.texts import TURNED, misplaced
from workers.rules.games.solrei.turning import FACE_DOWN, show
from workers.rules.table import hidden
from workers.rules.table.ops import Op, place_of
from workers.rules.table.pieces import Mod
from workers.rules.table.play import Origin
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule

# The phases in which a table can be found between two events.
RESTS = (*ROUND, "curtain")
# How many cards a zone can hold, where not any number can lie.
LIMITS = {"muse": 1, "advantage": 1, "arts": 4, "action": 1}


def place(table: Table, origin: Origin, op: Op) -> bool:
    """A card of the pack comes from where the record has it, or out of the deck; any other from outside."""
    owner = op["seat"]
    seat, zone = place_of(op["to"], owner)
    if op.get("as") in table.cards:
        raise Illegal("TBL-TYPE", f"A card on the table bears the label {op['as']} already.")
    if op["card"] in PACK:
        known = on_record(table, owner, op["card"])
        card = known or bind(table, origin, owner, "deck", op["card"], op.get("as"))
        if known is not None and "as" in op:
            table.relabel(card, op["as"])
    else:
        home = HOME[table.catalog[op["card"]]["type"]]
        card = table.new_card(origin.label(table, op.get("as")), op["card"], owner, owner, home)
    for fault in misplaced(table, card, seat, zone):
        raise Illegal(*fault)
    flags, there = op.get("flags", ()), f"{table.who(seat)}'s {zone_called(zone)}"
    allowed = ("facedown",) if zone == "action" else TURNED if zone in ("arts", "damage") else ()
    if any(each not in allowed for each in flags):
        raise Illegal("TBL-TYPE", f"A card in the {zone_called(zone)} cannot be {' and '.join(flags)}.")
    send(table, card, zone, *flags)
    if table.zone(seat, zone).size > LIMITS.get(zone, len(PACK)):
        raise Illegal("TBL-TYPE", f"There is no room for {table.called(card)} in {there}.")
    if card.type != "action" and FACE_DOWN.isdisjoint(flags):
        show(table, card)
    for name in op.get("keywords", ()):
        table.modify(card, Mod("gain", name))
    table.tell("placed", f"{table.called(card)} is put into {there}.", card=card.label, to=card.place)
    return True


def turn_to(table: Table, origin: Origin, op: Op) -> bool:
    """An open Exchange waits on, as it does with any ruling."""
    if op["phase"] not in RESTS:
        raise Illegal("TBL-TYPE", f"No table rests in the phase {op['phase']}.")
    table.set_turn(op.get("number", table.number), op["seat"], op["phase"])
    told = f"Round {table.number}: {table.who(table.turn)} is on OFFENSE, {phase_called(table, table.phase)}."
    table.tell("turn", told, seat=table.turn)
    return True


def deal(table: Table, origin: Origin, op: Op) -> bool:
    """Hand, deck and Discard pile are taken up and dealt anew."""
    seat, hand = op["seat"], op["hand"]
    there = gather(table, seat, "hand", "deck", "discard")
    in_hand = hand if isinstance(hand, list) else []
    laid = {zone: op.get(zone, []) for zone in ("damage", "discard")}
    named = [*in_hand, *laid["damage"], *laid["discard"]]
    wanted = len(named) + (hand if isinstance(hand, int) else 0) + op.get("deck", 0)
    fault = not_enough(table, seat, named, wanted, there)
    if fault is not None and rule(fault[0]):
        raise Illegal(*fault)
    hidden.fill(table, seat, "deck", there)
    for zone, names in laid.items():
        for name in names:
            send(table, bind(table, origin, seat, "deck", name), zone)
    hidden.draw(table, seat, len(in_hand) if isinstance(hand, list) else hand)
    hidden.tell_names(table, seat, "hand", in_hand)
    deck, pile = table.zone(seat, "deck"), table.zone(seat, "discard")
    if "deck" in op and deck.unknown > op["deck"]:
        table.put(pile, "unknown", pile.unknown + deck.unknown - op["deck"])
        table.put(deck, "unknown", op["deck"])
    table.tell("dealt", f"{table.who(seat)}'s Action Cards are dealt anew.", seat=seat)
    return True
