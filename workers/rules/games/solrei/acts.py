"""Acts and the Show: how an Act ends, who wins two of three, and what conceding means."""

from __future__ import annotations

from workers.rules.games.solrei.cards import rival
from workers.rules.games.solrei.faults import outside_a_round
from workers.rules.games.solrei.steps import enter
from workers.rules.games.solrei.texts import hide_again
from workers.rules.games.solrei.turning import run_out
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule


def lose_act(table: Table, seat: str, cause: str, why: str) -> bool:
    """The seat loses the Act by a rule; False where the rule is not in force."""
    return end_act(table, rival(seat), cause, f"{why}: {table.who(rival(seat))} wins the Act.")


def end_act(table: Table, winner: str | None, cause: str, why: str) -> bool:
    """The curtain falls. One Act may be the whole match."""
    if not rule(cause):
        return False
    table.put(table, "window", None)
    hide_again(table)
    run_out(table, lambda _: True)
    if table.status == "playing":
        enter(table, "curtain")
    table.remember("acts", [*table.memo.get("acts", ()), {"winner": winner, "rule": cause}])
    if winner is not None:
        table.count_by(winner, "acts", 1)
    if table.options["acts"] == 1:
        table.finish([winner] if winner else [], why, cause)
        return True
    table.tell("act", why, winner=winner, rule=cause)
    if not show_is_won(table):
        _end_show(table)
    return True


def show_is_won(table: Table) -> bool:
    """Whether a seat has its two Acts, won or given by a judge: the Show is over then."""
    champion = next((seat.id for seat in table.seats.values() if seat.counters["acts"] >= 2), None)
    if champion is None or table.options["acts"] == 1:
        return False
    _finish(table, [champion], f"{table.who(champion)} wins the Show with two Acts.", "SOL-WIN-1")
    return True


def _end_show(table: Table) -> None:
    """After the third Act, those counted in that a judge has given, more Acts decide."""
    won = {seat.id: seat.counters["acts"] for seat in table.seats.values()}
    drawn = sum(act["winner"] is None for act in table.memo["acts"])
    if sum(won.values()) + drawn >= 3:
        ahead = [seat for seat in won if won[seat] > won[rival(seat)]]
        told = f"{table.who(ahead[0])} wins the Show with more Acts." if ahead else "The Show is a draw."
        _finish(table, ahead, told, "SOL-WIN-6")


def _finish(table: Table, winners: list[str], why: str, cause: str) -> None:
    if rule(cause):
        games = {"games": table.memo.get("acts", [])} if table.options["acts"] != 1 else {}
        table.finish(winners, why, cause, **games)


def lose_show(table: Table, seat: str, cause: str) -> None:
    table.put(table.seats[seat], "out", True)
    _finish(table, [rival(seat)], f"{table.who(rival(seat))} wins: {table.who(seat)} is out.", cause)


def concede(play: Play) -> None:
    table, seat = play.table, play.seat
    if _whole_show(play):
        lose_show(table, seat, "TBL-CONCEDE")
    else:
        lose_act(table, seat, "TBL-CONCEDE", f"{play.who} concedes the Act")


def agree_draw(play: Play) -> None:
    if _whole_show(play):
        _finish(play.table, [], "The players agree to a draw.", "TBL-DRAW")
    else:
        end_act(play.table, None, "TBL-DRAW", "The players agree to a draw of the Act.")


def _whole_show(play: Play) -> bool:
    """Whether the Show is meant; between Acts there is no Act to give up."""
    table = play.table
    if table.status == "setup":
        play.forbid("TBL-ORDER", "The game has not begun yet.")
    if play.event.get("scope") == "show":
        return True
    fault = outside_a_round(table)
    if fault is not None:
        play.forbid(*fault)
    return False


def penalised(table: Table, seat: str, cause: str) -> None:
    """A judge's game loss is an Act: the one that is being played or, before it begins, the next."""
    lose_act(table, seat, cause, f"{table.who(seat)} loses the Act by a judge's penalty")
