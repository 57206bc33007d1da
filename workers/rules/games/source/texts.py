"""Card texts: the ops that players declare, their own meaning in this game, and whose text may happen when."""

from __future__ import annotations

from typing import Any

from workers.rules.games.source.field import (
    APPLIES_RULE,
    SUPPORT,
    TOKENS,
    applies,
    attach,
    bring_limits,
    enter,
    go_to,
    hand_to,
    in_play,
    leave,
    refresh_equipped,
    spent,
    tell_where,
    throw_away,
)
from workers.rules.games.source.moments import draw_symbol, may_act
from workers.rules.games.source.playing import check_support, comes_from, must_be
from workers.rules.games.source.spaces import MAP_ZONES, MONSTERS, cards_on_map, monster_on, on_map
from workers.rules.games.source.wording import the_space
from workers.rules.table.game import OpHandler
from workers.rules.table.ops import OPS, carry_out, pin, place_of
from workers.rules.table.pieces import Card
from workers.rules.table.play import Origin, Play, take_named
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule

Op = dict[str, Any]

ON_MAP = frozenset({"monster", "token", "trap", "tile"})
ON_SUPPORT = frozenset({"equipment", "channeled"})
FROM_DONE = frozenset({"monster", "equipment"})


class Declared(Origin):
    """Ops that a player declared: a judge may let the rules that they break be broken."""

    __slots__ = ("play",)

    def __init__(self, play: Play, source: Card) -> None:
        origin = play.origin
        super().__init__(origin.seq, origin.seat, wanted=origin.wanted, issued=origin.issued, card=source.label)
        self.play = play


class Forbidding:
    """Stops ops that break a rule: a player's as their play, a judge's as a ruling that cannot be carried out."""

    def __init__(self, origin: Origin) -> None:
        self.play = origin.play

    def __call__(self, id_: str, why: str) -> None:
        if self.play is not None:
            self.play.forbid(id_, why)
        elif rule(id_):
            raise Illegal(id_, why)


# --- declaring -------------------------------------------------------------------------------------------------------


def read_ops(play: Play) -> list[Op]:
    """The declared ops, with every card that they name in play pinned to its label before anything happens."""
    ops: list[Op] = play.event.get("does", [])
    # What an op finds wrong with a name or a hand comes before the play's own rules, though it is found after them.
    play.noting = True
    own_label = f"@{play.origin.seq}"
    coming: set[str] = {own_label, play.event.get("as", own_label)}
    read = []
    for op in ops:
        # What an earlier op brings in can only be found when it is there.
        text = str(op.get("card"))
        known = text in coming or text.startswith(f"{own_label}.")
        read.append(op if known else pin(play.table, op, play))
        if op["op"] in ("summon", "lay"):
            coming |= {op["card"], op.get("as", own_label)}
        coming.update(op.get("cards", ()))
    return read


def do_ops(play: Play, ops: list[Op], source: Card) -> None:
    """The ops happen, in order; then the card whose text it was is looked at, whether it is used up."""
    table, origin, broken = play.table, Declared(play, source), len(play.noted)
    for op in ops:
        if table.status == "playing":
            carry_out(table, origin, pin(table, op, play))
    # Of the rules that several ops break, the first of the action's list is cited, not that of the first op.
    listed = table.language.actions[play.type].rules
    play.noted[broken:] = sorted(play.noted[broken:], key=lambda each: (*listed, each.rule).index(each.rule))
    if spent(source):
        leave(table, source)


def effect(play: Play) -> None:
    table = play.table
    mine = [card for card in cards_on_map(table) if card.controller == play.seat]
    mine += [*table.zone(play.seat, SUPPORT).cards, *table.zone(play.seat, "done").cards]
    source = play.card(play.event["source"], mine)
    ops = read_ops(play)
    may_act(play)
    told = table.called(source)
    if source.type == "trap":
        forbid_trap(play, source)
    if source.type == "channeled":
        play.forbid("SRC-CHAN-12", f"{told} is a channeled effect: it is activated with a symbol, by channeling.")
    if not _may_speak(source, play.seat):
        play.forbid("SRC-EFF-2", f"{told} is no card of {play.who}'s on the map, in support or in the Done Zone.")
    if source.type == "equipment" and not applies(table, source):
        play.forbid(APPLIES_RULE, f"{told} is marked {source.entry.get('active')}: it does not apply on this turn.")
    drawn = f"{play.who} draws {draw_symbol(play)}: " if "symbol" in play.event else ""
    play.trust(f"what {told} does is card text")
    table.tell("effect", f"{drawn}{told} has its effect.", seat=play.seat, card=source.label)
    do_ops(play, ops, source)


def _may_speak(card: Card, seat: str) -> bool:
    if card.zone == "done":
        return card.seat == seat and card.type in FROM_DONE
    return in_play(card) and card.controller == seat


def forbid_trap(play: Play, trap: Card) -> None:
    play.forbid("SRC-TRAP-10", f"{play.table.called(trap)} is no trap of {play.who}'s that an enemy has set off.")


# --- the game's own ops, and its own meaning of shared ones ----------------------------------------------------------


def check_space(table: Table, card: Card, space: str, forbid: Forbidding) -> None:
    """A map space holds one monster."""
    if card.type not in MONSTERS:
        return
    standing = monster_on(table, space)
    if standing is not None and standing is not card:
        forbid("SRC-MAP-8", f"{standing.name} stands on {the_space(table, space)}: a space holds one monster.")


def summon(table: Table, origin: Origin, op: Op) -> bool:
    """An effect summon: whatever the requirements, on whatever space is free."""
    forbid, seat, source = Forbidding(origin), op["seat"], op["from"]
    card = _summoned(table, origin, op, forbid)
    must_be(table, card, MONSTERS, forbid)
    comes_from(table, card, source == "tokens", forbid)
    check_space(table, card, op["to"], forbid)
    hand_to(table, card, seat)
    enter(table, card, op["to"])
    bring_limits(table, card)
    if not rule("SRC-PLAY-3"):
        table.count(seat, "plays", 1)
    told = f"{table.called(card)} is summoned to {the_space(table, op['to'])}."
    table.tell("summoned", told, seat=seat, card=card.label, to=op["to"])
    return True


def _summoned(table: Table, origin: Origin, op: Op, forbid: Forbidding) -> Card:
    seat, source, text = op["seat"], op["from"], op["card"]
    if source in ("hand", "deck"):
        _free_label(table, op)
        return take_named(table, origin, seat, source, text, forbid.play, op.get("as"))
    if source == "tokens":
        if text not in table.catalog:
            raise Illegal("TBL-REF", f"{text} is a card on the table; a token is taken by its name.")
        _free_label(table, op)
        return table.new_card(origin.label(table, op.get("as")), text, seat, seat, "tokens")
    done = [card for each in table.seats.values() for card in each.zones["done"].cards]
    labelled = table.cards.get(text)
    # A token never lies there: that it cannot come from there is for its own rule to say.
    if labelled is not None and labelled.type == "token":
        return labelled
    found = [card for card in done if text in (card.label, card.name)]
    if len(found) != 1:
        raise Illegal("TBL-REF", f"{text} does not say which card is meant: {len(found)} cards in the Done Zones fit.")
    return found[0]


def _free_label(table: Table, op: Op) -> None:
    if op.get("as") in table.cards:
        raise Illegal("TBL-TYPE", f"A card on the table bears the label {op['as']} already.")


def discard(table: Table, origin: Origin, op: Op) -> bool:
    for text in op["cards"]:
        card = take_named(table, origin, op["seat"], "hand", text, origin.play)
        throw_away(table, card)
        told = f"{table.who(op['seat'])} discards {table.called(card)}."
        table.tell("discarded", told, seat=op["seat"], card=card.label)
    return True


def destroy(table: Table, origin: Origin, op: Op) -> bool:
    card = table.cards.get(op["card"])
    if card is None or not in_play(card):
        return False
    leave(table, card)
    return True


def lay(table: Table, origin: Origin, op: Op) -> bool:
    """A tile on a map space; it occupies nothing."""
    _free_label(table, op)
    name = op["card"]
    if name not in table.catalog:
        raise Illegal("TBL-REF", f"{name} is a card on the table; a tile is laid by its name.")
    if table.catalog[name].get("type") != "tile":
        Forbidding(origin)("SRC-TOK-6", f"{name} is no tile: only tiles are laid on map spaces.")
    card = table.new_card(origin.label(table, op.get("as")), name, op["seat"], op["seat"], "tokens")
    enter(table, card, op["to"])
    told = f"{name} is laid on {the_space(table, op['to'])}."
    table.tell("laid", told, seat=op["seat"], card=card.label, to=op["to"])
    return True


def move(table: Table, origin: Origin, op: Op) -> bool:
    """A card is put somewhere else. On the map that is no round of movement: it sets off no trap."""
    card = table.cards.get(op["card"])
    if card is None:
        return False
    seat, zone = place_of(op["to"], op.get("seat") or card.owner)
    _check_place(table, card, seat, zone, Forbidding(origin))
    if zone in MAP_ZONES:
        arrives = not on_map(card)
        enter(table, card, f"{seat}.{zone}")
        if arrives:
            bring_limits(table, card)
        told = f"{table.called(card)} is put on {the_space(table, card.place)}."
        table.tell("moved", told, card=card.label, to=card.place)
        _take_control(table, card, op)
        return True
    if zone == "done":
        seat = card.owner
    if in_play(card) and zone != SUPPORT:
        go_to(table, card, seat, zone)
        return True
    if card.type in TOKENS:
        seat, zone = card.owner, "tokens"
    told = table.called(card)
    table.move(card, seat, zone, "top" if zone == "deck" else None)
    hand_to(table, card, seat)
    tell_where(table, "moved", card, told)
    return True


def _take_control(table: Table, card: Card, op: Op) -> None:
    """A seat named beside a whole space (`p1.t2`) does not tell where: it is to control the card from now on."""
    seat = op.get("seat")
    if seat is not None and "." in op["to"] and seat != card.controller:
        hand_to(table, card, seat)
        table.tell("controlled", f"{table.called(card)} is {table.who(seat)}'s now.", card=card.label, seat=seat)


def _check_place(table: Table, card: Card, seat: str, zone: str, forbid: Forbidding) -> None:
    """What may lie on the map and on the support spaces."""
    if zone in MAP_ZONES:
        must_be(table, card, ON_MAP, forbid)
        check_space(table, card, f"{seat}.{zone}", forbid)
    elif zone == SUPPORT and card.place != f"{seat}.{zone}":
        if card.type not in ON_SUPPORT:
            forbid("SRC-SUP-2", f"{table.called(card)} is neither equipment nor a channeled effect.")
        check_support(table, seat, forbid)


def place(table: Table, origin: Origin, op: Op) -> bool:
    """A judge's placing, with what is printed on the card; equipment comes attached to the monster named."""
    seat, zone = place_of(op["to"], op["seat"])
    if op["card"] not in table.catalog:
        raise Illegal("TBL-REF", f"{op['card']} is a card on the table; a new one is placed by its name.")
    entry = table.catalog[op["card"]]
    coming = Card("", op["card"], entry, op["seat"], op["seat"], "tokens")
    _check_place(table, coming, seat, zone, Forbidding(origin))
    before = set(table.cards)
    OPS["place"](table, origin, {key: value for key, value in op.items() if key != "attach"})
    card = next(table.cards[label] for label in table.cards if label not in before)
    bring_limits(table, card)
    if "attach" in op:
        attach(table, card, table.cards[op["attach"]])
    return True


def stat(table: Table, origin: Origin, op: Op) -> bool:
    """Equipment whose turns, or a channeled effect whose uses, a text takes to 0 leaves the field at once."""
    done = OPS["stat"](table, origin, op)
    card = table.cards.get(op["card"])
    # The card whose text it is stays until all of the text has happened.
    if card is not None and card.label != origin.card and spent(card):
        leave(table, card)
    return done


def turn(table: Table, origin: Origin, op: Op) -> bool:
    done = OPS["turn"](table, origin, op)
    refresh_equipped(table)
    return done


SOURCE_OPS: dict[str, OpHandler] = {
    "summon": summon,
    "discard": discard,
    "destroy": destroy,
    "lay": lay,
    "move": move,
    "place": place,
    "stat": stat,
    "turn": turn,
}


def meant_by_name(table: Table, play: Play | None) -> list[Card]:
    """The cards that a name in an op could mean: those on the field whose face the declaring seat may know."""
    cards = cards_on_map(table)
    cards += [card for seat in table.seats.values() for card in seat.zones[SUPPORT].cards]
    if play is None:
        return cards
    return [card for card in cards if card.veil is None or play.seat in card.veil["seats"] or not on_map(card)]
