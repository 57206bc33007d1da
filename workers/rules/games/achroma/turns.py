"""The turn: set-up, steps, draws and TRADES, the end of one turn and the start of the next."""

from __future__ import annotations

from collections.abc import Callable

from workers.rules.games.achroma.bank import OPENING_BANK
from workers.rules.games.achroma.canvas import all_canvases, canvas, end_hunt
from workers.rules.games.achroma.declaring import own_turn, step_now, turn_order_after
from workers.rules.games.achroma.hex import PER_TURN, printed_shards
from workers.rules.games.achroma.searching import trade_in
from workers.rules.games.achroma.texts import empty_hex, fade
from workers.rules.table import hidden
from workers.rules.table.durations import expire
from workers.rules.table.pieces import Card, Mod
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule

PHASES = ("start", "main", "resolve", "end")
OPENING_HAND = 5
PALETTE = 30
TRADE_LIMIT = 6
NO_FIRST_START = "ACH-START-3"
# What a card is only for the turn that is being played.
FLAGS_OF_A_TURN = ("fresh", "resolved", "diverted", "paid", "menagerie")


# --- set-up ----------------------------------------------------------------------------------------------------------


def begin(play: Play) -> None:
    table, first = play.table, play.event["first"]
    seats = list(table.seats)
    order = play.event.get("order", seats)
    if sorted(order) != sorted(seats):
        raise Illegal("TBL-TYPE", "The order names every seat once.")
    if not 2 <= len(seats) <= 4:
        play.forbid("ACH-SET-8", f"Achroma is played by two to four, not by {len(seats)}.")
    at = order.index(first)
    table.remember("order", order[at:] + order[:at])
    for key, value in (("had_turn", []), ("redrawn", []), ("played", False), ("stirred", False), ("end_used", False)):
        table.remember(key, value)
    for seat in table.seats.values():
        listed = sum((seat.deck or {}).get("palette", {}).values())
        hidden.fill(table, seat.id, "palette", listed or PALETTE)
        table.count(seat.id, "bank", OPENING_BANK if rule("ACH-SET-3") else 0)
        if rule("ACH-SET-5"):
            hidden.draw(table, seat.id, OPENING_HAND)
    table.set_turn(1, first, "main" if _no_start_step(table, 1) else "start")
    table.tell("begun", f"The game begins; {table.who(first)} goes first.", first=first)


def _no_start_step(table: Table, number: int) -> bool:
    """In a two-player game the very first turn has no Start step."""
    return number == 1 and len(table.seats) == 2 and rule(NO_FIRST_START)


def redraw(play: Play) -> None:
    table = play.table
    if table.memo["played"] or play.seat in table.memo["redrawn"]:
        play.forbid("ACH-SET-6", f"{play.who}'s opening hand is final: it is redrawn once, before anybody has played.")
    hidden.pour(table, play.seat, "hand", "palette")
    hidden.shuffle(table, play.seat, "palette")
    hidden.draw(table, play.seat, OPENING_HAND)
    table.remember("redrawn", [*table.memo["redrawn"], play.seat])
    table.tell("redrawn", f"{play.who} shuffles the hand back and draws anew.", seat=play.seat)


# --- draws and TRADES ------------------------------------------------------------------------------------------------


def _forbid_step(play: Play) -> None:
    """A turn's draws and TRADES have their steps, one for each."""
    table = play.table
    own_turn(play)
    first = play.seat == table.memo["order"][0]
    if first and _no_start_step(table, table.number) and table.phase != "end":
        play.forbid(NO_FIRST_START, f"{play.who} has no Start step in the first turn of a two-player game.")
    if table.phase not in ("start", "end"):
        play.forbid(
            "ACH-TRADE-5",
            f"Draws and TRADES belong to the Start and End step, not to the {step_now(table)}.",
        )
    if table.phase == "end" and table.memo["end_used"]:
        play.forbid("ACH-END-1", f"{play.who} has had the one draw or TRADE of the End step.")


def _step_used(table: Table) -> None:
    if table.phase == "end":
        table.remember("end_used", True)
    elif table.phase == "start" and rule("ACH-START-1"):
        enter(table, "main")


def draw(play: Play) -> None:
    table, seat = play.table, play.seat
    _forbid_step(play)
    if table.zone(seat, "palette").size == 0:
        play.forbid("ACH-START-4", f"{play.who}'s Palette is empty: there is nothing to draw.")
    full = table.zone(seat, "hand").size > OPENING_HAND and not rule("ACH-HAND-2")
    if rule("ACH-START-2") and not full:
        hidden.draw(table, seat, 1)
    table.tell("drew", f"{play.who} draws a card.", seat=seat, n=1)
    _step_used(table)


def trade(play: Play) -> None:
    table, seat = play.table, play.seat
    card = play.from_hand(play.event["card"])
    _forbid_step(play)
    worth = printed_shards(table, card)
    left = TRADE_LIMIT - table.seats[seat].counters["traded"] if rule("ACH-TRADE-2") else worth
    if worth > left:
        worth = left if rule("ACH-TRADE-3") else 0
    table.count_by(seat, "traded", trade_in(table, seat, card, worth))
    _step_used(table)


# --- steps -----------------------------------------------------------------------------------------------------------


def step(play: Play) -> None:
    table, to = play.table, play.event["to"]
    own_turn(play)
    if PHASES.index(to) <= PHASES.index(table.phase):
        play.forbid(
            "ACH-TURN-3",
            f"After the {step_now(table)} comes no {to.capitalize()} step in this turn.",
        )
    if to != "end" or rule("ACH-TURN-5"):
        enter(table, to)
        table.tell("step", f"{play.who} goes on to the {to.capitalize()} step.", phase=to)


def enter(table: Table, phase: str) -> None:
    """Another step begins. HUNTs that were due and not resolved lapse with the Start step."""
    _drop_due_hunts(table)
    table.set_turn(table.number, table.turn, phase)


def _drop_due_hunts(table: Table) -> None:
    if table.phase == "start" and table.turn is not None:
        for card in canvas(table, table.turn):
            if card.marks.get("hunt", {}).get("due"):
                end_hunt(table, card)


# --- from one turn to the next ---------------------------------------------------------------------------------------


def pass_turn(play: Play) -> None:
    own_turn(play)
    play.table.tell("passed", f"{play.who} passes the turn.", seat=play.seat)
    if rule("ACH-TURN-4"):
        next_turn(play.table)


def next_turn(table: Table) -> None:
    """The turn ends, and the next player still in begins."""
    seat = table.turn or ""
    _drop_due_hunts(table)
    end_turn(table, seat)
    others = turn_order_after(table, seat)
    following = others[0] if others and rule("ACH-TURN-1") else seat
    table.set_turn(table.number + 1 if rule("ACH-TURN-7") else table.number, following, "start")
    table.remember("stirred", False)
    table.remember("end_used", False)
    _start_turn(table, following)


def end_turn(table: Table, seat: str) -> None:
    """Damage heals, what lasted for the turn ends, FROZEN cards of its player thaw, the counts start anew."""
    had = table.memo["had_turn"]
    if seat not in had:
        table.remember("had_turn", [*had, seat])
    heals = rule("ACH-TURN-6")

    def over(card: Card, mod: Mod) -> bool:
        return mod.until == "turn" or (mod.until == "own_turn" and mod.seat == seat)

    cards = all_canvases(table)
    for card in cards:
        if card.mods:
            worn = [mod for mod in card.mods if mod.what in PER_TURN and (heals or "damage" not in mod.what)]
            table.strip(card, worn)
        table.unflag(card, *FLAGS_OF_A_TURN)
        if "frozen" in card.flags and card.controller == seat and rule("ACH-FREEZE-3"):
            table.unflag(card, "frozen")
    _run_out(table, cards, over)
    for counter in ("deployed", "traded"):
        table.count(seat, counter, 0)


def _run_out(table: Table, cards: list[Card], ended: Callable[[Card, Mod], bool]) -> None:
    """What lasted until now ends; a card that only lent Shards kept on the Canvas goes with them."""
    expire(table, cards, ended)
    for card in cards:
        empty_hex(table, card)


def _start_turn(table: Table, seat: str) -> None:
    """SPLAT and SQUISH that this player gave end, and the HUNTs of this player are due."""
    cards = all_canvases(table)
    _run_out(table, cards, lambda card, mod: mod.until == "next_turn" and mod.seat == seat)
    for card in cards:
        fade(table, card, seat)
        if card.seat == seat and "hunt" in card.marks:
            table.note_on(card, "hunt", {**card.marks["hunt"], "due": True})
    table.tell("turn", f"Turn {table.number}: {table.who(seat)} is to play.", seat=seat, number=table.number)
    left = table.zone(seat, "palette").size + table.zone(seat, "hand").size
    if not left and not rule("ACH-START-5"):
        table.game.put_out(table, seat, "TBL-CONCEDE")
