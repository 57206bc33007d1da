"""The Showdown: both cards are turned face-up, the Power is compared, Damage is calculated."""

from __future__ import annotations

from workers.rules.games.solrei.cards import counted, only, power, rival, spoken
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

# The counters in which a Muse gains something for the round.
GAINED = {"power": "Power", "star": "Damage"}
# The steps in which a Showdown has been settled.
SETTLED = ("before_damage", "damage", "after_damage", "charge", "reset", "end")


def together(table: Table) -> list[str]:
    """The seats for which something happens at the same time: both, OFFENSE told first."""
    offense = table.turn or "p1"
    return [offense, rival(offense)] if rule("SOL-SIM-4") else [offense]


def reveal(table: Table) -> None:
    """SHOWDOWN!"""
    for seat in together(table):
        card = only(table, seat, "action")
        if card is not None and rule("SOL-SHOW-2"):
            table.unflag(card, "facedown")
            table.game.refresh(table, card)
            table.tell("revealed", f"{table.who(seat)} shows {spoken(table, card)}.", seat=seat, card=card.label)


def strength(table: Table, seat: str) -> int | None:
    """The Power with which the seat stands in the Showdown; None with a Charge Card or no card."""
    card = only(table, seat, "action")
    return power(table, card) if card is not None else None


def winner(table: Table) -> str | None:
    offense = table.turn or "p1"
    defense = rival(offense)
    mine, theirs = strength(table, offense), strength(table, defense)
    if mine is None and theirs is None:
        return None if rule("SOL-SHOW-7") else offense
    if (mine is None or theirs is None) and rule("SOL-CARD-3"):
        return defense if mine is None else offense
    if (mine or 0) == (theirs or 0):
        return None if rule("SOL-SHOW-6") else offense
    return offense if (mine or 0) > (theirs or 0) else defense


def settle_showdown(table: Table) -> None:
    """Who has won, what OFFENSE gains by it, and what the loser has coming."""
    won = winner(table)
    for seat in table.seats:
        table.count(seat, "result", 0 if won is None else 1 if seat == won else -1)
    if won is None:
        table.tell("tie", f"Neither side prevails, {_score(table, table.turn or 'p1')}: the Showdown is a tie.")
    else:
        table.tell("won", f"{table.who(won)} wins the Showdown, {_score(table, won)}.", seat=won)
        if won == table.turn and not bound_by_grapple(table, won) and rule("SOL-SHOW-8"):
            table.count_by(won, "star", 1)
    for seat in table.seats:
        if has_no_damage_to_deal(table, seat):
            table.count(seat, "star", 0)
    if won is not None and rule("SOL-DMG-1"):
        deal_damage(table, rival(won), table.seats[won].counters["star"])


def _score(table: Table, seat: str) -> str:
    return f"{_told_strength(table, seat)} against {_told_strength(table, rival(seat))}"


def _told_strength(table: Table, seat: str) -> str:
    own = strength(table, seat)
    if own is not None:
        return str(own)
    return "no card" if only(table, seat, "action") is None else "a Charge Card"


def deal_damage(table: Table, seat: str, n: int) -> None:
    """So many points wait to be taken or blocked."""
    change = table.count_by(seat, "incoming", n)
    if change:
        told = counted(abs(change), "point")
        verb = "has" if change > 0 else "is spared"
        coming = " of damage coming" if change > 0 else " of damage"
        table.tell("incoming", f"{table.who(seat)} {verb} {told}{coming}.", seat=seat, n=change)


def bound_by_grapple(table: Table, seat: str) -> bool:
    return table.seats[seat].counters["grapple"] == 1 and rule("SOL-KEY-17")


def has_no_damage_to_deal(table: Table, seat: str) -> bool:
    """Who has lost or tied the Showdown has no Damage for the rest of the round."""
    result = table.seats[seat].counters["result"]
    return (result == -1 and rule("SOL-DMG-2")) or (result == 0 and rule("SOL-DMG-3"))


def change_star(table: Table, seat: str, value: int) -> None:
    """A text changes the Damage a seat has gained. The winner's counts at once while damage is settled."""
    if value > table.seats[seat].counters["star"] and (
        bound_by_grapple(table, seat) or (table.phase in SETTLED and has_no_damage_to_deal(table, seat))
    ):
        table.tell("no_gain", f"{table.who(seat)} cannot gain Damage in this round any more.", seat=seat)
        return
    change = table.count(seat, "star", value)
    tell_gain(table, seat, "star", change)
    winning = table.seats[seat].counters["result"] == 1
    if winning and table.phase in ("before_damage", "after_damage") and rule("SOL-DMG-4"):
        deal_damage(table, rival(seat), change)


def tell_gain(table: Table, seat: str, counter: str, change: int) -> None:
    """GAIN, or its contrary, and what has been gained in this round with it."""
    now, what = table.seats[seat].counters[counter], GAINED[counter]
    told = f"{'gains' if change > 0 else 'loses'} {abs(change)} {what}" if change else f"gains no {what}"
    table.tell("counter", f"{table.who(seat)} {told}, {now} this round.", seat=seat, counter=counter, by=change, to=now)
