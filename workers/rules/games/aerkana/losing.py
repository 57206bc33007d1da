"""Losing and winning: who is out, what becomes of their cards, who is left."""

from __future__ import annotations

from workers.rules.games.aerkana.cards import FIELD
from workers.rules.games.aerkana.field import leave, partners, to_flow
from workers.rules.games.aerkana.trains import close_train
from workers.rules.table import windows
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

# Where several causes apply at one moment, the first of these is the outcome's.
REASONS = ("AER-WIN-1", "AER-WIN-2", "TBL-CONCEDE", "TBL-PENALTY")
POINTS, SUPPLY, CONCESSION, _ = REASONS
TOGETHER = "AER-WIN-4"


def look_at_losing(table: Table) -> None:
    """Whoever has no Bond Points or no supply left is out, all at the same moment."""
    if table.status != "playing":
        return
    out: dict[str, str] = {}
    for seat in table.seats.values():
        if seat.out:
            continue
        if seat.counters["bond_points"] <= 0 and rule(POINTS):
            out[seat.id] = POINTS
        elif seat.zones["supply"].size == 0 and rule(SUPPLY):
            out[seat.id] = SUPPLY
    if out:
        go_out(table, out)


def go_out(table: Table, out: dict[str, str]) -> None:
    for seat, cause in out.items():
        table.put(table.seats[seat], "out", True)
        told = ": no card is left in the supply" if cause == SUPPLY else ""
        table.tell("out", f"{table.who(seat)} is out{told}.", seat=seat, rule=cause)
    left = table.seats_in()
    if not left:
        if rule(TOGETHER):
            table.finish([], "The last players went out together: a draw.", TOGETHER)
        return
    winners = [left[0], *partners(table, left[0])]
    if all(seat in winners for seat in left):
        if rule("AER-WIN-3"):
            names = " and ".join(table.who(seat) for seat in sorted(winners))
            cause = min((out[seat] for seat in out if seat not in winners), key=REASONS.index)
            table.finish(winners, f"{names} {'win' if len(winners) > 1 else 'wins'} the game.", cause)
        return
    for seat in out:
        _clear_field(table, seat)


def _clear_field(table: Table, seat: str) -> None:
    """The game goes on without the player: what the player controls leaves the field."""
    if not rule("AER-WIN-6"):
        return
    # What lies beneath a being goes before it: it is in nobody's flow when the being leaves.
    for zone in ("beneath", *FIELD):
        for card in table.zone(seat, zone).cards:
            if card.owner == seat:
                leave(table, card, seat, "exile")
            else:
                to_flow(table, card)


def go_on(table: Table) -> None:
    """Losing is looked at; if it was the train of somebody who is out, the next one starts."""
    look_at_losing(table)
    while table.status == "playing" and table.turn is not None and table.seats[table.turn].out:
        close_train(table)
        look_at_losing(table)


def put_out(table: Table, seat: str, cause: str) -> None:
    """A player gives up, or a judge ends it for the player."""
    if cause == CONCESSION and not rule("AER-WIN-5"):
        return
    go_out(table, {seat: cause})
    if table.status != "playing":
        return
    if table.window is None:
        go_on(table)
        return
    asked = [each for each in table.window["may_respond"] if each != seat]
    table.put(table, "window", {**table.window, "may_respond": asked})
    if all(each in table.window["passed"] for each in asked):
        windows.close(table)
