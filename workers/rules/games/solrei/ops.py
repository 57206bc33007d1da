"""The ops of SolRei: its own, and its own meaning of the table's."""

from __future__ import annotations

from workers.rules.games.solrei.acts import show_is_won
from workers.rules.games.solrei.cards import PACK, counted, only, rival, spoken, zone_called
from workers.rules.games.solrei.pack import bind, draw, from_top, on_record, send
from workers.rules.games.solrei.pack import discard as discard_card
from workers.rules.games.solrei.repairs import deal, place, turn_to
from workers.rules.games.solrei.showdown import GAINED, change_star, deal_damage, tell_gain
from workers.rules.games.solrei.texts import LET_STAND, op_faults, show_for_good
from workers.rules.games.solrei.turning import WHILE, turn
from workers.rules.table import ops as shared
from workers.rules.table.game import OpHandler
from workers.rules.table.ops import Op, place_of
from workers.rules.table.pieces import Card, Mod
from workers.rules.table.play import Origin
from workers.rules.table.table import Table
from workers.rules.table.verdicts import NEVER_WAIVED, Illegal, rule
from workers.rules.table.windows import waiting_links

# Instead of a duration: that would have ended already.
OVER = "over"


def lawful(handler: OpHandler) -> OpHandler:
    """An op that has become impossible does nothing; a judge is told why, and may have let it stand."""

    def run(table: Table, origin: Origin, op: Op) -> bool:
        for broken, why in op_faults(table, op):
            if origin.judge and rule(broken):
                raise Illegal(broken, why)
            if LET_STAND not in op or broken in NEVER_WAIVED:
                return False
        return handler(table, origin, op)

    return run


def draw_op(table: Table, origin: Origin, op: Op) -> bool:
    draw(table, op["seat"], op["n"])
    return True


def discard(table: Table, origin: Origin, op: Op) -> bool:
    seat = op["seat"]
    for text in op["cards"]:
        card = _of_zone(table, origin, op, "hand", text)
        if card is not None:
            discard_card(table, card)
            table.tell("discarded", f"{table.who(seat)} discards {spoken(table, card)}.", seat=seat, card=card.label)
    return True


def _of_zone(table: Table, origin: Origin, op: Op, zone: str, text: str) -> Card | None:
    """The card of a zone that was declared, if it is still there or a judge lets it come from where it is.

    A judge may name one here for the first time.
    """
    seat = op["seat"]
    card = table.cards.get(text) or on_record(table, seat, text)
    if card is None and origin.judge:
        card = _named_by_judge(table, origin, seat, zone, text, op.get("as"))
    if card is not None and (LET_STAND in op or (card.zone == zone and card.seat == seat)):
        return card
    if origin.judge:
        raise Illegal("TBL-REF", f"{text} is not in {table.who(seat)}'s {zone_called(zone)}.")
    return None


def _named_by_judge(table: Table, origin: Origin, seat: str, zone: str, text: str, wanted: str | None) -> Card | None:
    place = table.zone(seat, zone)
    if text not in PACK or not place.hidden:
        return None
    if not place.unknown and text not in place.known:
        raise Illegal("TBL-HAND", f"{table.who(seat)}'s {zone_called(zone)} does not hold {text}: every card is known.")
    return bind(table, origin, seat, zone, text, wanted)


def move(table: Table, origin: Origin, op: Op) -> bool:
    card = table.cards.get(op["card"])
    if card is None:
        return False
    _, zone = place_of(op["to"], card.owner)
    if zone == card.zone or (zone == "action" and only(table, card.owner, "action") is not None):
        return False
    send(table, card, zone)
    told = f"{table.called(card)} goes to {table.who(card.owner)}'s {zone_called(zone)}."
    table.tell("moved", told, card=card.label, to=card.place)
    return True


def counter(table: Table, origin: Origin, op: Op) -> bool:
    """What is gained and dealt is told in the game's words, other counters in the table's."""
    seat, name = op["seat"], op["counter"]
    now = table.seats[seat].counters[name]
    value = op["to"] if "to" in op else now + op["by"]
    if name == "star":
        change_star(table, seat, value)
    elif name == "incoming":
        deal_damage(table, seat, value - now)
    elif name in GAINED:
        tell_gain(table, seat, name, table.count(seat, name, value))
    else:
        shared.counter(table, origin, op)
    if name == "acts":
        show_is_won(table)
    return True


def flag(table: Table, origin: Origin, op: Op) -> bool:
    """READY, EXHAUST, BREAK: a card lies in one way at a time."""
    card, until = table.cards[op["card"]], _until(table, origin, op)
    if until == OVER:
        return False
    for key, kind in (("remove", "unflag"), ("add", "flag")):
        if key in op:
            turn(table, card, *([op["add"]] if key == "add" else []))
            if until is not None:
                table.modify(card, Mod(kind, op[key], 0, until, origin.seat))
    told = table.game.state_told(op["add"]) if "add" in op else table.game.state_told(op["remove"], lasting=False)
    table.tell("flag", f"{table.called(card)} {told}.", card=card.label)
    return True


def keyword(table: Table, origin: Origin, op: Op) -> bool:
    until = _until(table, origin, op)
    return until != OVER and shared.keyword(table, origin, {**op, "until": until})


def _until(table: Table, origin: Origin, op: Op) -> str | None:
    """How long a change lasts. What lasts while an Art is augmented cannot start when that is not so.

    The Art is the one whose text it is; a judge, whose word is no card's, means the one that lies beside the card.
    """
    until: str | None = op.get("until")
    if until != "augmented":
        return until
    in_use = [art for zone in table.zones_of(("arts",)) for art in zone.cards if "augmented" in art.flags]
    beside = table.cards[op["card"]].seat if origin.judge else None
    source = next((art.label for art in in_use if art.label == origin.card or art.seat == beside), None)
    if source is None and origin.judge:
        raise Illegal("TBL-REF", f"{table.who(beside)} has no augmented Art that this could last with.")
    return OVER if source is None else WHILE + source


def reveal(table: Table, origin: Origin, op: Op) -> bool:
    seat, zone = place_of(op["zone"], op["seat"])
    found = [_of_zone(table, origin, {**op, "seat": seat}, zone, text) for text in op["cards"]]
    shown = [card for card in found if card is not None]
    for card in reversed(shown):
        # What a text uses of a deck lies on top, in the order in which it is told.
        if card.zone == "deck":
            table.move(card, seat, "deck", "top")
    for card in shown:
        show_for_good(table, card)
        table.tell("revealed", f"{table.who(seat)} reveals {spoken(table, card)}.", seat=seat, card=card.label)
    return True


def block(table: Table, origin: Origin, op: Op) -> bool:
    """BLOCK X and COUNTER X."""
    seat = op["seat"]
    blocked = min(op["n"], table.seats[seat].counters["incoming"])
    deal_damage(table, seat, -blocked)
    if op.get("counter") and table.turn == rival(seat):
        deal_damage(table, rival(seat), blocked)
    if blocked and table.phase == "before_damage" and not origin.judge:
        table.remember("blocked", True)
    return True


def retaliate(table: Table, origin: Origin, op: Op) -> bool:
    deal_damage(table, rival(op["seat"]), op["n"])
    return True


def swap(table: Table, origin: Origin, op: Op) -> bool:
    seat = op["seat"]
    replaced, card = only(table, seat, "action"), _of_zone(table, origin, op, "hand", op["card"])
    if replaced is None or card is None:
        return False
    flags = replaced.flags
    send(table, replaced, "hand")
    send(table, card, "action", *flags)
    table.tell("swapped", f"{table.who(seat)} swaps the Action Card for {spoken(table, card)}.", seat=seat)
    return True


def cultivate(table: Table, origin: Origin, op: Op) -> bool:
    attached = from_top(table, op["seat"], op["n"], "under")
    table.tell(
        "cultivated", f"{table.who(op['seat'])} cultivates {counted(attached, 'card')}.", seat=op["seat"], n=attached
    )
    return True


def check(table: Table, origin: Origin, op: Op) -> bool:
    told = f"{table.who(op['seat'])} looks at {counted(op['n'], 'card')} on top of the deck."
    table.tell("checked", told, seat=op["seat"], n=op["n"])
    return True


def grapple(table: Table, origin: Origin, op: Op) -> bool:
    table.count(op["seat"], "grapple", 1)
    table.tell("grappled", f"{table.who(op['seat'])} grapples for the rest of the round.", seat=op["seat"])
    return True


def negate(table: Table, origin: Origin, op: Op) -> bool:
    """The newest waiting link of that card does not happen; what it cost stays paid."""
    links = waiting_links(table)
    newest = next((link for link in reversed(links) if link["card"] == op["card"]), None)
    if newest is None or table.window is None:
        return False
    table.put(table, "window", {**table.window, "links": [link for link in links if link is not newest]})
    card = table.cards.get(op["card"])
    if card is not None:
        if newest["augments"] and "augmented" in card.flags:
            turn(table, card, "exhausted")
        table.tell("negated", f"{table.called(card)} is negated.", card=card.label)
    return True


# Only needed where a text of SolRei does it otherwise than the table would.
OPS: dict[str, OpHandler] = {
    "draw": draw_op,
    "discard": discard,
    "move": lawful(move),
    "counter": counter,
    "flag": lawful(flag),
    "keyword": keyword,
    "reveal": reveal,
    "block": block,
    "retaliate": lawful(retaliate),
    "swap": lawful(swap),
    "cultivate": cultivate,
    "check": check,
    "grapple": grapple,
    "negate": lawful(negate),
    "place": place,
    "turn": turn_to,
    "deal": deal,
}
