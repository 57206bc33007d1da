"""Answers: what is declared waits as a link for Seals and effects, and takes effect when the window closes."""

from __future__ import annotations

from typing import Any

from workers.rules.table import ops, windows
from workers.rules.table.durations import expire
from workers.rules.table.game import Link
from workers.rules.table.pieces import Card
from workers.rules.table.play import Origin, Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal

Ops = list[dict[str, Any]]


def answerers(table: Table, seat: str) -> list[str]:
    """Everybody still in but the seat of the newest link."""
    return [each for each in table.seats_in() if each != seat]


def declared_ops(play: Play) -> Ops:
    """The ops as declared, each card in them pinned to its label."""
    if "does" not in play.event:
        return []
    play.trust("it rests on a card's text")
    does = play.event["does"]
    if play.table.window is None and any(op["op"] == "negate" for op in does):
        raise Illegal("TBL-TYPE", "Only an answer negates, and there is nothing to answer.")
    return [ops.pin(play.table, op, play) for op in does]


def happen(play: Play, does: Ops) -> None:
    """The ops of a play happen at once."""
    for op in does:
        mark = play.table.mark()
        try:
            _do(play.table, play.origin, op)
        except Illegal as broken:
            play.table.undo(mark)
            play.forbid(broken.rule, broken.why)


def _do(table: Table, origin: Origin, op: dict[str, Any]) -> None:
    if not ops.carry_out(table, origin, op):
        table.tell("skipped", "A part of the text cannot happen and is skipped.", op=op["op"])


def declare(play: Play, card: Card, does: Ops) -> None:
    """The play becomes the newest link of the window. Its ops are tried now, so that a fault shows at once."""
    table = play.table
    mark, issued = table.mark(), play.origin.issued
    happen(play, does)
    table.undo(mark)
    play.origin.issued, play.origin.card = issued, card.label
    if card.zone == "hand":
        show_declared(table, card, True)
    link = {
        "seq": play.origin.seq, "type": play.type, "seat": play.seat, "card": card.label, "does": does,
        "origin": play.origin.dump(),
    }  # fmt: skip
    windows.add_link(table, link, answerers(table, play.seat))


def show_declared(table: Table, card: Card, declared: bool) -> None:
    """A card of the hand whose text waits in a window is open to all meanwhile."""
    table.note_on(card, "declared", declared or None)
    table.reveil(card)


def carry_out_link(table: Table, link: Link) -> None:
    """The ops of a link happen; what has become impossible is skipped."""
    origin = Origin.load(link["origin"])
    for op in link["does"]:
        mark = table.mark()
        try:
            _do(table, origin, op)
        except Illegal:
            table.undo(mark)


def pass_(play: Play) -> None:
    table, window = play.table, play.table.window
    if window is None or play.seat not in window["may_respond"]:
        told = "nothing waits for an answer" if window is None else f"it is not {play.who} who may answer"
        play.forbid("AER-RESP-1", f"There is nothing to pass on: {told}.")
        return
    if play.seat in window["passed"]:
        return
    table.tell("passed", f"{play.who} does not answer.", seat=play.seat)
    windows.pass_on(table, play.seat)


def attack_waits(table: Table) -> bool:
    return any(link["type"] == "attack" for link in windows.waiting_links(table))


def combat_over(table: Table) -> None:
    """What was laid on cards for the open attack runs out."""
    cards = [card for seat in table.seats.values() for zone in seat.zones.values() for card in zone.cards]
    expire(table, cards, lambda card, mod: mod.until == "combat")
