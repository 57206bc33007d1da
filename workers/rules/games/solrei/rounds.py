"""The round: placing Action Cards, and moving on from phase to phase with the bookkeeping on the way."""

from __future__ import annotations

from collections.abc import Callable

from workers.rules.games.solrei.acts import end_act, lose_act
from workers.rules.games.solrei.cards import counted, only, phase_called, rival, spoken
from workers.rules.games.solrei.charging import draw_what_is_left, due
from workers.rules.games.solrei.faults import ROUND, outside_a_round
from workers.rules.games.solrei.pack import bind, discard, draw, find, second_copy, send
from workers.rules.games.solrei.showdown import reveal, settle_showdown, together
from workers.rules.games.solrei.steps import enter
from workers.rules.games.solrei.turning import run_out
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

OF_THE_ROUND = ("power", "star", "taken", "result", "grapple", "charged", "readied")


# --- the Open Phase --------------------------------------------------------------------------------------------------


def place(play: Play) -> None:
    table, seat = play.table, play.seat
    found = find(play, seat, "hand", play.event["card"])
    if table.phase in ("before_showdown", "after_showdown"):
        play.forbid("SOL-SHOW-1", f"The placed cards are fixed: {play.who} cannot change theirs any more.")
    elif table.phase not in ("start", "open"):
        play.forbid("SOL-OPEN-1", "Action Cards are placed in the Open Phase.")
    copy = second_copy(table, seat, found, "hand")
    if copy is not None:
        play.forbid(*copy)
    if table.phase == "start":
        open_phase(play)
        if table.phase != "open":
            return
    play.trust("it rests on a card that stays hidden")
    before = only(table, seat, "action")
    card = bind(table, play.origin, seat, "hand", found)
    send(table, card, "action", *(["facedown"] if rule("SOL-ZONE-2") else []))
    if before is not None and before is not card and rule("SOL-OPEN-2"):
        send(table, before, "hand")
        table.tell("placed", f"{play.who} takes the placed card back for {spoken(table, card)}.", seat=seat)
    else:
        table.tell("placed", f"{play.who} places {spoken(table, card)} face-down.", seat=seat)


def stranded(table: Table) -> bool:
    """Looks for seats that cannot play a card; says whether that has ended the Act."""
    without = [
        seat for seat in table.seats if not table.zone(seat, "hand").size and not table.zone(seat, "action").size
    ]
    if len(without) == 2:
        return end_act(table, None, "SOL-WIN-5", "Neither player can play a card: the Act is a draw.")
    if without:
        return lose_act(table, without[0], "SOL-WIN-4", f"{table.who(without[0])} has no card to play")
    return False


# --- moving on -------------------------------------------------------------------------------------------------------


def move_on(play: Play) -> None:
    """All agree to move on: one step, or as many as it takes to the phase `to`."""
    table = play.table
    fault = outside_a_round(table)
    if fault is not None:
        play.forbid(*fault)
    goal = play.event.get("to")
    # No way is longer than once around the round.
    for _ in ROUND:
        step = STEPS.get(table.phase)
        if step is None:
            return
        step(play)
        if goal is None and table.phase == "after_damage":
            charge_phase(play)
        if goal is None or table.phase == goal:
            break
    if table.phase in ROUND:
        table.tell("phase", f"{phase_called(table, table.phase)}.", phase=table.phase)


def open_phase(play: Play) -> None:
    enter(play.table, "open")
    stranded(play.table)


def before_showdown(play: Play) -> None:
    table = play.table
    if stranded(table):
        return
    for seat in table.seats:
        if not table.zone(seat, "action").size:
            play.forbid("SOL-OPEN-3", f"{table.who(seat)} has not placed an Action Card yet.")
    enter(table, "before_showdown")


def showdown(play: Play) -> None:
    enter(play.table, "showdown")
    reveal(play.table)
    enter(play.table, "after_showdown")


def damage_phase(play: Play) -> None:
    """The Showdown is settled; damage is, too, where there is none."""
    table = play.table
    if rule("SOL-SHOW-5"):
        settle_showdown(table)
    enter(table, "before_damage" if rule("SOL-DMG-5") or incoming(table) else "charge")


def after_damage(play: Play) -> None:
    all_settled(play)
    enter(play.table, "after_damage")


def next_point(play: Play) -> None:
    """From AFTER DAMAGE: back while points are left and nobody wants to go further than that."""
    if incoming(play.table) and play.event.get("to") in (None, "before_damage"):
        return_to_before_damage(play.table)
        if play.table.phase == "before_damage":
            return
    charge_phase(play)


def return_to_before_damage(table: Table) -> None:
    if table.phase == "after_damage" and rule("SOL-DMG-11"):
        enter(table, "before_damage")


def charge_phase(play: Play) -> None:
    all_settled(play)
    enter(play.table, "charge")


def reset_phase(play: Play) -> None:
    table = play.table
    all_settled(play)
    for seat in table.seats:
        if due(table, seat):
            play.forbid("SOL-CHG-9", f"{table.who(seat)} has yet to charge, ready or draw.")
    draw_what_is_left(table)
    enter(table, "reset")


def end_of_round(play: Play) -> None:
    table = play.table
    all_settled(play)
    # On leaving the phase: its effects have had their time.
    if rule("SOL-RST-4"):
        clear_the_field(table)
    enter(table, "end")


def clear_the_field(table: Table) -> None:
    for seat in table.seats:
        card = only(table, seat, "action")
        if card is not None and rule("SOL-RST-1"):
            discard(table, card)
    if rule("SOL-RST-2"):
        for each in table.seats.values():
            for counter in OF_THE_ROUND:
                if each.counters[counter]:
                    table.count(each.id, counter, 0)
        run_out(table, lambda mod: mod.until == "round")


def next_round(play: Play) -> None:
    table = play.table
    all_settled(play)
    # On leaving the phase: its abilities came first.
    if rule("SOL-END-1"):
        draw_for_the_round(table)
    if table.phase != "end":
        return
    offense = table.turn or "p1"
    table.set_turn(table.number + 1, rival(offense) if rule("SOL-RND-2") else offense, table.phase)
    enter(table, "start")
    table.tell("round", f"Round {table.number}: {table.who(table.turn)} is on OFFENSE.", number=table.number)


def draw_for_the_round(table: Table) -> None:
    for seat in together(table):
        if not table.zone(seat, "deck").size and not rule("SOL-END-3"):
            lose_act(table, seat, "TBL-ORDER", f"{table.who(seat)} has no card to draw")
        elif rule("SOL-END-2"):
            draw(table, seat, 1)


def incoming(table: Table) -> bool:
    return any(seat.counters["incoming"] for seat in table.seats.values())


def all_settled(play: Play) -> None:
    for seat in play.table.seats.values():
        if seat.counters["incoming"]:
            points = counted(seat.counters["incoming"], "point")
            play.forbid("SOL-DMG-12", f"{seat.name} has yet to take or block {points} of damage.")


# What happens on leaving a phase, up to the phase after it.
STEPS: dict[str, Callable[[Play], None]] = {
    "start": open_phase,
    "open": before_showdown,
    "before_showdown": showdown,
    "after_showdown": damage_phase,
    "before_damage": after_damage,
    "after_damage": next_point,
    "charge": reset_phase,
    "reset": end_of_round,
    "end": next_round,
}
