"""Shard Banks: Gain, Drain, Steal, Prevent, the guarded first round, and what a bank of 30 or of 0 means."""

from __future__ import annotations

from collections.abc import Iterable

from workers.rules.games.achroma.canvas import canvas
from workers.rules.games.achroma.doing import Doing, Forbid, all_ops, told_together
from workers.rules.table.ops import Op
from workers.rules.table.pieces import Card, Mod
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

OPENING_BANK = 10
WINNING_BANK = 30
WIN_RULE = "ACH-WIN-1"
GUARD_RULE = "ACH-BANK-1"
FREEZE_RULE = "ACH-FREEZE-2"
# Texts that touch a bank as Achroma effects do; a FROZEN card has none of them.
ACHROMA_OPS = frozenset({"gain", "drain", "steal"})


def bank(table: Table, seat: str) -> int:
    return table.seats[seat].counters["bank"]


def guarded(table: Table) -> bool:
    """Whether somebody still in the game has not finished a first turn."""
    return rule(GUARD_RULE) and bool(_without_a_turn(table))


def _without_a_turn(table: Table) -> list[str]:
    had_turn = table.memo.get("had_turn", ())
    return [seat for seat in table.seats_in() if seat not in had_turn]


def out_of_reach(doing: Doing) -> bool:
    """Whether what is being carried out leaves the banks of others alone."""
    return not doing.origin.judge and GUARD_RULE not in doing.waived and guarded(doing.table)


def forbid_guarded(forbid: Forbid, table: Table) -> None:
    if waiting := _without_a_turn(table):
        names = told_together(table, waiting)
        still = "has" if len(waiting) == 1 else "have"
        forbid(GUARD_RULE, f"{names} {still} not finished a first turn: until then nobody reaches another's bank.")


def frozen(card: Card) -> bool:
    return "frozen" in card.flags and rule(FREEZE_RULE)


def forbid_frozen(forbid: Forbid, card: Card, ops: Iterable[Op], resolving: bool) -> None:
    """A FROZEN card is not used to Gain, Drain or Steal."""
    effects = resolving and any(card.stats[effect] for effect in ACHROMA_OPS)
    if frozen(card) and (effects or any(op["op"] in ACHROMA_OPS for op in ops)):
        forbid(FREEZE_RULE, f"{card.name} is FROZEN: it does not Gain, Drain or Steal until it thaws.")


def forbid_victim(forbid: Forbid, seat: str, victim: str | None) -> None:
    if victim is None or victim == seat:
        forbid("ACH-RES-7", "A Drain or Steal needs another player who is still in the game as its target.")


# --- what is changed -------------------------------------------------------------------------------------------------


def change(table: Table, seat: str, by: int, word: str, of: str = "") -> int:
    """Adds to a bank or takes from it; says by how much it changed. `of` says to whom the Shards go."""
    changed = table.count_by(seat, "bank", by)
    if changed:
        told = f"{table.who(seat)} {word} {shards(abs(changed))}{of} and has {bank(table, seat)}."
        table.tell("bank", told, seat=seat, by=changed, to=bank(table, seat))
    return changed


def shards(n: int) -> str:
    return "1 Shard" if n == 1 else f"{n} Shards"


def gain(doing: Doing, seat: str, n: int) -> None:
    if seat != doing.seat and out_of_reach(doing):
        return
    if rule("ACH-RES-3"):
        change(doing.table, seat, n, "Gains")
    doing.table.game.settle(doing.table)


def drain(doing: Doing, victim: str, n: int) -> None:
    table = doing.table
    if not out_of_reach(doing):
        left = n - prevent(doing, victim, n)
        if rule("ACH-RES-4"):
            change(table, victim, -left, "is Drained of")
        table.game.settle(table)


def steal(doing: Doing, victim: str, n: int) -> None:
    """What leaves the one bank comes into the other, both before anybody wins or leaves by it."""
    table = doing.table
    if out_of_reach(doing):
        return
    kept = prevent(doing, victim, n)
    taken = -change(table, victim, kept - n, "loses", f" to {table.who(doing.seat)}")
    if rule("ACH-RES-5"):
        change(table, doing.seat, taken if rule("ACH-PREV-3") else taken + kept, "Steals")
    table.game.settle(table)


def pay(table: Table, seat: str, n: int) -> bool:
    """Takes the price out of a bank; says whether the player is still there to get something for it."""
    if n:
        change(table, seat, -n, "pays")
        table.game.settle(table)
    return table.status != "finished" and not table.seats[seat].out


# --- Prevent ---------------------------------------------------------------------------------------------------------


def prevent_left(card: Card) -> int:
    return 0 if frozen(card) else max(0, card.stats["prevent"] - card.stats["prevented"])


def can_prevent(table: Table, seat: str) -> int:
    """How many Shards the cards of a seat can still keep in its bank this turn."""
    return sum(prevent_left(card) for card in canvas(table, seat))


def prevent(doing: Doing, victim: str, n: int) -> int:
    """Keeps Shards in the bank, card by card in canvas order; says how many stay."""
    table = doing.table
    if not rule("ACH-PREV-1"):
        return 0
    if victim in doing.keep and rule("ACH-PREV-2"):
        n = min(n, doing.keep[victim])
        doing.keep[victim] -= n
    kept = 0
    for card in canvas(table, victim):
        use = min(n - kept, prevent_left(card))
        if use > 0:
            table.modify(card, Mod("stat", "prevented", use))
            told = f"{card.name} keeps {shards(use)} in {table.who(victim)}'s bank."
            table.tell("prevented", told, card=card.label, n=use)
            kept += use
    return kept


def threats(table: Table, ops: Iterable[Op], acting: str) -> dict[str, int]:
    """How many Shards texts are about to take out of the banks of others."""
    loss: dict[str, int] = {}
    if not guarded(table):
        for op in all_ops(ops):
            if op["op"] in ("drain", "steal") and op["seat"] != acting:
                loss[op["seat"]] = loss.get(op["seat"], 0) + op["n"]
    return loss


# --- what a bank decides ---------------------------------------------------------------------------------------------


def settle(table: Table) -> None:
    """Thirty Shards win, none at all put a player out."""
    if table.status != "playing":
        return
    for seat in table.seats.values():
        if seat.counters["bank"] >= WINNING_BANK and not seat.out and rule(WIN_RULE):
            shards = seat.counters["bank"]
            table.finish([seat.id], f"{seat.name} wins with {shards} Shards in the bank.", WIN_RULE)
            return
    for seat in table.seats.values():
        if seat.counters["bank"] == 0 and not seat.out and rule("ACH-OUT-1"):
            table.tell("out", f"{seat.name}'s bank is empty: {seat.name} is out of the game.", seat=seat.id)
            table.game.put_out(table, seat.id, "ACH-WIN-2")
            if table.status == "finished":
                return
