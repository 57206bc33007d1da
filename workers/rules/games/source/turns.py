"""Turns: how one starts, how it ends, and the hand limit in between."""

from __future__ import annotations

from workers.rules.games.source.field import SYMBOLS, leave, refresh_equipped, spent, throw_away
from workers.rules.games.source.moments import DISCARD, MAIN, may_act
from workers.rules.games.source.spaces import SUMMONING, SUPPORT_ZONES, cards_in_play, other
from workers.rules.table.durations import expire
from workers.rules.table.hidden import draw
from workers.rules.table.pieces import Card, Mod
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule

HAND_LIMIT = 10


def start_turn(table: Table, seat: str) -> None:
    table.set_turn(table.number + 1, seat, MAIN)
    expire(table, _changed(table), lambda _, mod: mod.until == "own_turn" and mod.seat == seat)
    _leave_spent(table)
    if rule("SRC-SYM-4"):
        for symbol in SYMBOLS:
            table.count(seat, symbol, 1)
    table.count(seat, "plays", 0)
    table.count(seat, "channels", 0)
    refresh_equipped(table)
    table.tell("turn", f"Turn {table.number}: {table.who(seat)}.", seat=seat, number=table.number)
    if rule("SRC-DRAW-1"):
        _draw_for_the_turn(table, seat)


def _draw_for_the_turn(table: Table, seat: str) -> None:
    drawn = draw(table, seat, 1)
    if not drawn:
        table.tell("no_draw", f"{table.who(seat)}'s deck is empty: no card is drawn.", seat=seat)
        # Other games make an empty deck a defeat; here SourcePoints are the only way to lose.
        if not rule("SRC-DRAW-6"):
            table.game.put_out(table, seat, "TBL-CONCEDE")


def end_turn(play: Play) -> None:
    may_act(play)
    play.table.tell("end_turn", f"{play.who} ends the turn.", seat=play.seat)
    if rule("SRC-TURN-3"):
        finish_turn(play.table)


def finish_turn(table: Table) -> None:
    """The active seat's turn is over, unless it has to discard first."""
    seat = table.turn or "p1"
    hand = table.zone(seat, "hand").size
    if hand > HAND_LIMIT and rule("SRC-DRAW-2"):
        table.set_turn(table.number, seat, DISCARD)
        told = f"{table.who(seat)} holds {hand} cards and must discard {hand - HAND_LIMIT}."
        table.tell("must_discard", told, seat=seat, n=hand - HAND_LIMIT)
        return
    pass_turn(table)


def discard(play: Play) -> None:
    table, names = play.table, play.event["cards"]
    cards: list[Card] = []
    hand = table.zone(play.seat, "hand").size
    for text in names:
        card = play.from_hand(text)
        if card in cards:
            raise Illegal("TBL-REF", f"{table.called(card)} cannot be discarded twice.")
        cards.append(card)
        # At once, so that the same name means another copy the next time.
        throw_away(table, card)
    may_act(play)
    if table.phase != DISCARD:
        play.forbid("SRC-DRAW-4", f"It is not the end of {play.who}'s turn: nobody discards for the hand limit now.")
    if hand - len(cards) != HAND_LIMIT:
        play.forbid(
            "SRC-DRAW-3", f"{play.who} would keep {hand - len(cards)} cards; exactly {HAND_LIMIT} stay in hand."
        )
    told = ", ".join(table.called(card) for card in cards) or "nothing"
    table.tell("discarded", f"{play.who} discards {told}.", seat=play.seat, cards=[card.label for card in cards])
    # Where a judge let it stand at another time, no turn was ending.
    if table.phase == DISCARD and play.seat == table.turn:
        pass_turn(table)


def pass_turn(table: Table) -> None:
    """What the end of a turn brings by itself; then the other seat's turn starts."""
    seat = table.turn or "p1"
    _wear_off(table)
    _leave_spent(table)
    _run_out(table)
    _leave_spent(table)
    for zone in table.zones_of(SUPPORT_ZONES):
        for card in zone.cards:
            table.unflag(card, "fresh")
    table.count(seat, "generator_attacked", 0)
    for card in table.zone(seat, SUMMONING).cards:
        table.unflag(card, "struck")
    start_turn(table, other(seat) if rule("SRC-TURN-4") else seat)


def _wear_off(table: Table) -> None:
    """Every turn uses up one turn of all equipment, and of all tokens that stay only for a while."""
    for card in cards_in_play(table):
        if "turns" in card.stats and (card.type != "equipment" or rule("SRC-EQ-4")):
            table.modify(card, Mod("stat", "turns", -1))


def _leave_spent(table: Table) -> None:
    """What has no turns or uses left leaves, be it that they were used up or that borrowed ones ran out."""
    for card in list(cards_in_play(table)):
        # Equipment may have left already, with a token whose time was over.
        if spent(card) and (card.type != "equipment" or rule("SRC-EQ-5")):
            leave(table, card)


def _run_out(table: Table) -> None:
    expire(table, _changed(table), lambda _, mod: mod.until == "turn")
    for card in _changed(table):
        if any(mod.until == "next_turn" for mod in card.mods):
            # The turn that comes is the one at whose end it runs out.
            mods = tuple(mod._replace(until="turn") if mod.until == "next_turn" else mod for mod in card.mods)
            table.put(card, "mods", mods)


def _changed(table: Table) -> list[Card]:
    """The cards with changes laid on them, wherever they are: a text may speak of a card in a hand, too."""
    return [card for zone in table.all_zones for card in zone.cards if card.mods]
