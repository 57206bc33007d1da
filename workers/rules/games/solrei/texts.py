"""What a text declares: its ops are checked when they are declared, and once more when they happen."""

from __future__ import annotations

from collections.abc import Iterator

from workers.rules.games.solrei.cards import HOME, PACK_ZONES, only, zone_called
from workers.rules.games.solrei.faults import Fault, Faults, broken_for_good, is_broken
from workers.rules.games.solrei.pack import bind, find, one_only, second_copy
from workers.rules.table.ops import Op, carry_out, pin, place_of
from workers.rules.table.pieces import Card
from workers.rules.table.play import Origin, Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal
from workers.rules.table.windows import waiting_links

TURNED = ("exhausted", "broken", "augmented")
# Marks an op whose faults a judge has passed over.
LET_STAND = "let_stand"


def declare(play: Play, faults: Faults) -> list[Op]:
    """The ops of a play with every card in them pinned down; what is wrong with them goes to `faults`."""
    table = play.table
    declared = []
    for op in play.event.get("does", ()):
        broken: list[Fault] = []
        pinned = _pin_cards_of_zone(play, pin(table, label_known_card(table, play.origin, op, play), play), broken)
        if pinned["op"] != "swap" and "card" in pinned:
            show_meanwhile(table, table.cards[pinned["card"]])
        broken += op_faults(table, pinned)
        for fault in broken:
            faults.add(fault)
        # What a judge lets stand now is not to be looked at again when it happens.
        declared.append({**pinned, LET_STAND: True} if broken and play.waiving else pinned)
    return declared


def label_known_card(table: Table, origin: Origin, op: Op, play: Play | None = None) -> Op:
    """A card that the record knows in a hand may be moved: by its player's text, or by a judge. It has no label yet."""
    text = op.get("card")
    if op["op"] != "move" or text is None:
        return op
    hands = [play.seat] if play is not None else list(table.seats)
    holders = [seat for seat in hands if text in table.zone(seat, "hand").known]
    if not holders:
        return op
    others = [card for card in table.game.candidates(table, play) if card.name == text]
    if len(holders) > 1 or any(could_be_about(table, op, card) for card in others):
        raise Illegal("TBL-REF", f"{text} does not say which card is meant: several cards are called so.")
    card = bind(table, origin, holders[0], "hand", text)
    return {**op, "card": card.label}


def _pin_cards_of_zone(play: Play, op: Op, broken: list[Fault]) -> Op:
    """Cards of a zone that an op names are told from others from now on; in the open, unless SWAP hides them."""
    table, kind = play.table, op["op"]
    if kind == "swap":
        card = _of_zone(play, op["seat"], "hand", op["card"], broken, op.get("as"))
        if not swaps_in_secret(table, op):
            show_meanwhile(table, card)
        return {**op, "card": card.label}
    seat, zone = (op["seat"], "hand") if kind == "discard" else place_of(op.get("zone", ""), op.get("seat", ""))
    if kind not in ("discard", "reveal"):
        return op
    labels: list[str] = []
    for text in op["cards"]:
        card = (
            _of_zone(play, seat, zone, text, broken)
            if table.zone(seat, zone).hidden
            else _lying_in(play, seat, zone, text)
        )
        if card.label in labels:
            broken.append(one_only(table, seat, card.name or "", "it is named twice"))
        show_meanwhile(table, card)
        labels.append(card.label)
    return {**op, "cards": labels}


def _of_zone(play: Play, seat: str, zone: str, text: str, broken: list[Fault], wanted: str | None = None) -> Card:
    table = play.table
    found = find(play, seat, zone, text)
    if wanted is not None and wanted in table.cards:
        broken.append(("TBL-TYPE", f"A card on the table bears the label {wanted} already."))
        wanted = None
    card = bind(table, play.origin, seat, zone, found, wanted)
    elsewhere = second_copy(table, seat, card, zone)
    if elsewhere is not None:
        broken.append(elsewhere)
    return card


def _lying_in(play: Play, seat: str, zone: str, text: str) -> Card:
    """The card of a zone of the table, whoever may know it by then."""
    table = play.table
    card = play.card(text, table.zone(seat, zone).cards)
    if card.place != f"{seat}.{zone}":
        raise Illegal("TBL-REF", f"{table.called(card)} does not lie in {table.who(seat)}'s {zone_called(zone)}.")
    return card


def show_meanwhile(table: Table, card: Card) -> None:
    """A card that a declared play names is public while the play waits."""
    if card.veil is not None and not card.revealed:
        table.reveal(card)
        table.remember("meanwhile", [*table.memo.get("meanwhile", ()), card.label])


def show_for_good(table: Table, card: Card) -> None:
    table.reveal(card)
    table.remember("meanwhile", [label for label in table.memo.get("meanwhile", ()) if label != card.label])


def hide_again(table: Table) -> None:
    """Nothing waits any more: cards that have stayed where they were are private again."""
    for label in table.memo.get("meanwhile", ()):
        card = table.cards.get(label)
        if card is not None and card.revealed:
            table.put(card, "revealed", False)
            table.reveil(card)
    table.remember("meanwhile", [])


def do_all(table: Table, origin: Origin, ops: list[Op]) -> None:
    """What a text declares happens, in order, until the Act is over."""
    for op in ops:
        if table.phase != "curtain" and table.status == "playing":
            carry_out(table, origin, op)


def swaps_in_secret(table: Table, op: Op) -> bool:
    """Whether the Action Card that SWAP replaces lies face-down, or there is none."""
    seat = op.get("seat")
    # Asked of an op that nobody has checked yet, too: its seat may be anything.
    replaced = only(table, seat, "action") if isinstance(seat, str) and seat in table.seats else None
    return replaced is None or "facedown" in replaced.flags


def could_be_about(table: Table, op: Op, card: Card) -> bool:
    """Whether an op can be about the card: what waits is negated, Arts and Damage turned, a seat moves its own."""
    if op["op"] == "negate":
        return any(link["card"] == card.label for link in waiting_links(table))
    if op["op"] == "move":
        seat, zone = place_of(op["to"], op.get("seat") or card.owner)
        return zone != card.zone and not any(misplaced(table, card, seat, zone))
    return op["op"] != "flag" or card.zone in ("arts", "damage")


def op_faults(table: Table, op: Op) -> Iterator[Fault]:
    """Why an op cannot happen now."""
    kind = op["op"]
    if kind == "retaliate" and not table.seats[op["seat"]].counters["taken"]:
        yield "SOL-KEY-3", f"{table.who(op['seat'])} has taken no damage this round to RETALIATE for."
    elif kind == "swap" and only(table, op["seat"], "action") is None:
        yield "SOL-KEY-14", f"{table.who(op['seat'])} has no Action Card to swap."
    elif kind == "negate" and not any(link["card"] == op["card"] for link in waiting_links(table)):
        card = table.cards.get(op["card"])
        whose = table.called(card) if card is not None else "that card"
        yield "SOL-KEY-20", f"No ability of {whose} waits in an Exchange to be negated."
    elif kind == "flag":
        yield from _flag_faults(table, op)
    elif kind == "move" and op["card"] in table.cards:
        seat, zone = place_of(op["to"], op.get("seat") or table.cards[op["card"]].owner)
        yield from misplaced(table, table.cards[op["card"]], seat, zone)


def _flag_faults(table: Table, op: Op) -> Iterator[Fault]:
    card = table.cards.get(op["card"])
    words = [op[key] for key in ("add", "remove") if key in op]
    if any(word not in TURNED for word in words):
        yield "TBL-TYPE", f"No text makes a card {' or '.join(words)}, or stops it being so."
    if card is None or card.zone not in ("arts", "damage") or ("augmented" in words and card.zone != "arts"):
        yield "TBL-REF", "Only Arts and Damage cards are turned."
        return
    name = table.called(card)
    if op.get("remove") == "broken":
        yield broken_for_good(f"{name} cannot be mended: a broken card stays broken for the rest of the Act.")
    elif op.get("remove") == "exhausted" and "broken" in card.flags:
        fault = is_broken(table, card)
        if fault is not None:
            yield fault
    elif op.get("add") == "augmented" and "broken" in card.flags:
        yield broken_for_good(f"{name} is broken and cannot be used for the rest of the Act.")
    elif "remove" in op and op["remove"] not in card.flags:
        yield "SOL-KEY-8", f"{name} is not exhausted, so it cannot be readied."
    if op.get("add") == "exhausted" and card.flags & {"exhausted", "broken"}:
        yield "SOL-KEY-9", f"{name} lies face-down already."


def misplaced(table: Table, card: Card, seat: str, zone: str) -> Iterator[Fault]:
    """A card goes only to zones of its owner that hold such cards."""
    fits = zone in PACK_ZONES if card.type == "action" else zone == HOME[card.type]
    if not fits and zone == "discard":
        yield "SOL-ZONE-6", f"{table.called(card)} is no Action Card, and nothing else goes to the Discard pile."
    elif not fits or seat != card.owner:
        yield "TBL-TYPE", f"{table.called(card)} cannot lie in {table.who(seat)}'s {zone_called(zone)}."
