"""When a play may be made, and the symbol that it costs."""

from __future__ import annotations

from workers.rules.games.source.field import SYMBOLS
from workers.rules.games.source.spaces import cards_on_map
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

MAIN, DISCARD = "main", "discard"


def sprung_trap(table: Table) -> Card | None:
    for card in cards_on_map(table):
        if "sprung" in card.flags:
            return card
    return None


def may_act(play: Play) -> None:
    """The checks before the rules of any single action: an open trap, the hand limit, whose turn it is."""
    table = play.table
    trap = sprung_trap(table)
    if trap is not None and play.type != "activate_trap":
        play.forbid(
            "SRC-TRAP-9", f"{table.called(trap)} was set off: nothing else happens before it has had its effect."
        )
    if table.phase == DISCARD and play.type != "discard":
        play.forbid("SRC-TURN-5", f"{table.who(table.turn)} must discard to 10 cards before anything else is done.")
    if play.seat != table.turn and not _open_to_the_other(play.type):
        play.forbid("SRC-TURN-1", f"It is {table.who(table.turn)}'s turn, not {play.who}'s.")


def _open_to_the_other(type_: str) -> bool:
    if type_ == "channel":
        return rule("SRC-SYM-5")
    return type_ in ("activate_trap", "effect")


def unused_symbols(table: Table, seat: str) -> list[str]:
    counters = table.seats[seat].counters
    return [symbol for symbol in SYMBOLS if counters[symbol] > 0]


def draw_symbol(play: Play, again: bool = True) -> str:
    """The symbol that the event names is drawn and used up. `again`: also by who has drawn one this turn."""
    table, symbol = play.table, str(play.event["symbol"])
    unused = unused_symbols(table, play.seat)
    # Face up, any of them can be picked; turned over blindly, any of them can be the one.
    open_ = unused if table.options["draw"] == "blind" or rule("SRC-SYM-6") else unused[:1]
    if symbol not in open_ or not (again or len(unused) == len(SYMBOLS)):
        play.forbid("SRC-SYM-2", f"{play.who} has used the {symbol} symbol already.")
    if rule("SRC-INFO-4"):
        table.count(play.seat, symbol, 0)
    return symbol
