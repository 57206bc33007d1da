"""Shard Banks: Gain, Drain, Steal, Prevent, the guarded first round, and what a bank of 30 or of 0 means."""

from __future__ import annotations

from collections.abc import Iterable

from workers.rules.games.achroma.canvas import canvas
from workers.rules.games.achroma.doing import Doing, Forbid, all_ops
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
    had_turn = table.memo.get("had_turn", ())
    return rule(GUARD_RULE) and any(seat not in had_turn for seat in table.seats_in())


def frozen(card: Card) -> bool:
    return "frozen" in card.flags and rule(FREEZE_RULE)


def held_by_frost(card: Card, ops: Iterable[Op], resolving: bool) -> bool:
    """Whether the card is FROZEN and would Gain, Drain or Steal."""
    effects = resolving and any(card.stats[effect] for effect in ACHROMA_OPS)
    return frozen(card) and (effects or any(op["op"] in ACHROMA_OPS for op in ops))


def forbid_frozen(forbid: Forbid, card: Card, ops: Iterable[Op], resolving: bool) -> None:
    if held_by_frost(card, ops, resolving):
        forbid(FREEZE_RULE, f"{card.name} is FROZEN: it does not Gain, Drain or Steal until it thaws.")


def forbid_victim(forbid: Forbid, seat: str, victim: str | None) -> None:
    if victim is None or victim == seat:
        forbid("ACH-RES-7", "A Drain or Steal needs another player who is still in the game as its target.")


# --- what is changed -------------------------------------------------------------------------------------------------


def change(table: Table, seat: str, by: int, word: str) -> int:
    """Adds to a bank or takes from it; says by how much it changed."""
    changed = table.count_by(seat, "bank", by)
    if changed:
        told = f"{table.who(seat)} {word} {abs(changed)} {'Shard' if abs(changed) == 1 else 'Shards'}"
        table.tell("bank", f"{told} and has {bank(table, seat)}.", seat=seat, by=changed, to=bank(table, seat))
    return changed


def gain(doing: Doing, seat: str, n: int) -> None:
    if not doing.origin.judge and seat != doing.seat and guarded(doing.table):
        return
    if rule("ACH-RES-3"):
        change(doing.table, seat, n, "gains")
    doing.table.game.settle(doing.table)


def drain(doing: Doing, victim: str, n: int) -> None:
    table = doing.table
    if doing.origin.judge or not guarded(table):
        left = n - prevent(doing, victim, n)
        if rule("ACH-RES-4"):
            change(table, victim, -left, "loses")
        table.game.settle(table)


def steal(doing: Doing, victim: str, n: int) -> None:
    """What leaves the one bank comes into the other, both before anybody wins or leaves by it."""
    table = doing.table
    if not doing.origin.judge and guarded(table):
        return
    kept = prevent(doing, victim, n)
    taken = -change(table, victim, kept - n, "loses")
    if rule("ACH-RES-5"):
        change(table, doing.seat, taken if rule("ACH-PREV-3") else taken + kept, "gains")
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
    n = min(n, bank(table, victim))
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
            table.tell("prevented", f"{card.name} keeps {use} in {table.who(victim)}'s bank.", card=card.label, n=use)
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
