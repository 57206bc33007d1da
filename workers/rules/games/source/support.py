"""Equipment and channeled effects: cards on the support spaces."""

from __future__ import annotations

from workers.rules.games.source.field import SUPPORT, attach, leave, on_its_turn, strength
from workers.rules.games.source.moments import draw_symbol, may_act
from workers.rules.games.source.playing import check_occupied, check_play, check_support, count_play, must_be
from workers.rules.games.source.printing import is_channeled
from workers.rules.games.source.spaces import FLUX, SUMMONING, is_monster, monster_on, monsters_of, own
from workers.rules.games.source.texts import do_ops, read_ops
from workers.rules.games.source.wording import count_of
from workers.rules.table.pieces import Card, Mod
from workers.rules.table.play import Play
from workers.rules.table.verdicts import Illegal, rule

EQUIPMENT, CHANNELED = frozenset({"equipment"}), frozenset({"channeled"})


def equip(play: Play) -> None:
    table = play.table
    card = play.from_hand(play.event["card"])
    monster = play.card(play.event["target"]["card"], monsters_of(table, play.seat))
    may_act(play)
    must_be(table, card, EQUIPMENT, play.forbid)
    check_play(play)
    if not is_monster(monster) or monster.controller != play.seat:
        play.forbid("SRC-EQ-2", f"{table.called(monster)} is no monster of {play.who}'s on the map.")
    check_support(table, play.seat, play.forbid)
    if rule("SRC-EQ-3"):
        check_occupied(play, card)
    if rule("SRC-EQ-1"):
        table.move(card, play.seat, SUPPORT)
    attach(table, card, monster)
    count_play(play)
    lasting = count_of(card.stats.get("turns", 0), "turn")
    told = f"{play.who} equips {table.called(monster)} with {table.called(card)} for {lasting}."
    table.tell("equipped", told, seat=play.seat, card=card.label, target=monster.label)


def place_channeled(play: Play) -> None:
    table = play.table
    card = play.from_hand(play.event["card"])
    may_act(play)
    must_be(table, card, CHANNELED, play.forbid)
    counters = table.seats[play.seat].counters
    if counters["channels"] > 0 or (counters["plays"] > 0 and not rule("SRC-PLAY-2")):
        play.forbid("SRC-CHAN-1", f"{play.who} has placed a channeled effect this turn already.")
    check_support(table, play.seat, play.forbid)
    if rule("SRC-CHAN-2"):
        table.move(card, play.seat, SUPPORT)
    table.flag(card, "fresh")
    table.count(play.seat, "channels", 1)
    table.tell(
        "placed", f"{play.who} places {table.called(card)}, to be channeled from the next turn on.", card=card.label
    )


def channel(play: Play) -> None:
    table, event = play.table, play.event
    if table.options["draw"] == "blind" and "monster" not in event:
        raise Illegal(
            "TBL-TYPE", "In a blind draw the monster whose ST counts must be named before the symbol is seen."
        )
    card = play.card(event["card"], table.zone(play.seat, SUPPORT).cards)
    monster = _channeler(play)
    ops = read_ops(play)
    may_act(play)
    _check_channel(play, card, monster)
    symbol = draw_symbol(play)
    st = strength(monster, symbol) if monster is not None else 0
    bracket = _bracket(card, st, symbol) if monster is not None else 0
    if not bracket:
        if ops:
            play.forbid("SRC-CHAN-14", f"{card.name} is not activated by {symbol} with an ST of {st}: it does nothing.")
        told = f"{play.who} draws {symbol} for {card.name}, and nothing happens."
        table.tell("fizzled", told, seat=play.seat, card=card.label, symbol=symbol)
    else:
        _activate(play, card, bracket, f"{play.who} draws {symbol}: {table.called(monster or card)} channels with {st}")
    do_ops(play, ops, card)
    # It stays for as long as it has uses.
    if card.zone == SUPPORT and not rule("SRC-CHAN-10"):
        leave(table, card)


def _channeler(play: Play) -> Card | None:
    """The monster whose ST counts: the one named, else the own one on the own flux space."""
    table = play.table
    if "monster" in play.event:
        return play.card(play.event["monster"], monsters_of(table, play.seat))
    standing = monster_on(table, own(play.seat, FLUX))
    return standing if standing is not None and standing.controller == play.seat else None


def _check_channel(play: Play, card: Card, monster: Card | None) -> None:
    table = play.table
    if card.type != "channeled" or card.zone != SUPPORT or card.controller != play.seat:
        why = f"{table.called(card)} is no channeled effect on {play.who}'s support spaces."
    elif monster is not None and not (is_monster(monster) and monster.controller == play.seat):
        why = f"{table.called(monster)} is no monster of {play.who}'s on the map."
    else:
        why = ""
    if why:
        play.forbid("SRC-CHAN-5", why)
    if "fresh" in card.flags:
        play.forbid("SRC-CHAN-3", f"{card.name} was placed this turn and can be channeled from the next one on.")
    if not on_its_turn(table, card):
        play.forbid(
            "SRC-CHAN-11", f"{card.name} is marked {card.entry.get('active')}: it cannot be channeled on this turn."
        )
    if table.options["draw"] != "blind":
        if monster is None or monster.place != own(play.seat, FLUX):
            play.forbid("SRC-CHAN-4", f"Only a monster on {play.who}'s own flux space can channel {card.name}.")
    elif monster is not None and monster.zone == SUMMONING:
        play.forbid("SRC-CHAN-6", f"{monster.name} stands on a summoning space and cannot channel there.")


def _bracket(card: Card, st: int, symbol: str) -> int:
    """The number of the bracket that is activated; 0 where none is."""
    if not is_channeled(card.entry) or (symbol not in card.entry["symbols"] and rule("SRC-CHAN-7")):
        return 0
    for number, bracket in enumerate(card.entry["brackets"], start=1):
        top = bracket.get("to")
        if bracket["from"] <= st and (top is None or st <= top):
            return number
    return 0


def _activate(play: Play, card: Card, bracket: int, told: str) -> None:
    table = play.table
    if rule("SRC-CHAN-8"):
        table.modify(card, Mod("stat", "bracket", bracket - card.stats.get("bracket", 0)))
    if rule("SRC-CHAN-9"):
        table.modify(card, Mod("stat", "uses", -1))
    play.trust(f"what {card.name} does is card text")
    uses = card.stats.get("uses", 0)
    told += f", effect {bracket} of {card.name}; {count_of(uses, 'use')} left."
    table.tell("channeled", told, seat=play.seat, card=card.label, bracket=bracket, uses=uses)
