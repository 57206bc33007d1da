"""Texts being carried out: whose they are, and whether a broken rule stops the play or only skips the op."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from workers.rules.games.achroma.canvas import all_canvases
from workers.rules.games.achroma.hex import CANVAS, on_canvas
from workers.rules.table import ops as core
from workers.rules.table.ops import JUDGES_ONLY, Op, named_seats, shape_fault
from workers.rules.table.pieces import Card
from workers.rules.table.play import Origin, Play, looks_like_label
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, out_of_force

Forbid = Callable[[str, str], None]


class Doing:
    """One event's texts on their way. With a `play` they are being declared: what breaks a rule stops the play."""

    __slots__ = ("keep", "origin", "play", "reaction", "skipped", "table", "waived")

    def __init__(
        self, table: Table, origin: Origin, play: Play | None = None, waived: Collection[str] = (),
        reaction: bool = False, keep: dict[str, int] | None = None,
    ) -> None:  # fmt: skip
        self.table = table
        self.origin = origin
        self.play = play
        # The rules that a judge let the play break.
        self.waived = waived
        self.reaction = reaction
        # How many Shards a seat wants to Prevent; a seat that said nothing Prevents what it can.
        self.keep = dict(keep or {})
        # Ops that could not be done, each with the cards that it named and that were still there.
        self.skipped: list[tuple[Op, list[Card]]] = []

    @property
    def seat(self) -> str:
        """Whose texts these are; in a judge's amendment that says nothing else, the active player's."""
        seat = self.origin.seat or self.table.turn
        if seat is None:
            raise Illegal("TBL-TYPE", "It is not said whose text this is.")
        return seat

    @property
    def over(self) -> bool:
        """Whether nothing more can come of it: the game has ended, or its player has left."""
        seat = self.origin.seat
        return self.table.status == "finished" or (seat is not None and self.table.seats[seat].out)

    def forbid(self, rule: str, why: str) -> None:
        """A broken rule stops a play that is being declared; later it only means that the op is skipped."""
        if self.origin.judge or rule in self.waived:
            return
        if self.play is not None:
            self.play.forbid(rule, why)
        else:
            refuse(rule, why)

    def find(self, text: str, among: Iterable[Card]) -> Card:
        return find_card(self.table, text, among)

    def own_card(self, text: str | None) -> Card:
        """The card named, by default the event's own."""
        label = text or self.origin.card
        if label is None:
            raise Illegal("TBL-TYPE", "It is not said whose text this is.")
        return self.find(label, all_canvases(self.table))

    def affected(self, text: str) -> Card:
        """A card that an op is to affect: it has to be on a Canvas."""
        card = self.find(text, all_canvases(self.table))
        forbid_restrained(self.forbid, self.table, card)
        if not on_canvas(card) and card.zone != "restrained":
            place = f"lies in {self.table.who(card.seat)}'s {self.table.language.zones[card.zone]['title']}"
            lies = "has left the game" if card.zone == "out" else place
            self.forbid(
                "ACH-SET-2",
                f"{self.table.called(card)} {lies}: texts about cards on a Canvas do not reach it.",
            )
        return card

    def seat_in(self, seat: str) -> str:
        must_be_in(self.table, seat)
        return seat


def refuse(rule: str, why: str) -> None:
    """What a broken rule means once nobody is there to be told: it cannot be done."""
    if rule not in out_of_force:
        raise Illegal(rule, why)


def own_seat(doing: Doing, op: Op) -> str:
    """The seat of an op that is about oneself; only a judge can mean somebody else by it."""
    seat: str = op.get("seat") or doing.seat
    if seat != doing.seat and not doing.origin.judge:
        raise Illegal("TBL-TYPE", f"The op {op['op']} is about one's own cards and Shards.")
    return seat


def find_card(table: Table, text: str, among: Iterable[Card]) -> Card:
    """The card that a label, or a name that fits exactly one of `among`, stands for."""
    found = table.cards.get(text)
    if found is not None:
        return found
    must_be_named(table, text)
    named = [card for card in among if card.name == text]
    if len(named) != 1:
        raise _unclear(text, named)
    return named[0]


def _unclear(text: str, named: list[Card]) -> Illegal:
    fit = f"{len(named)} cards are called that; a label tells which" if named else "none of that name is there"
    return Illegal("TBL-REF", f"{text} does not say which card is meant: {fit}.")


def on_own_or_any(table: Table, text: str, seat: str) -> list[Card]:
    """Where a name is looked for that means a card of one's own, if there is one."""
    return [card for card in table.zone(seat, CANVAS).cards if card.name == text] or all_canvases(table)


def must_be_in(table: Table, seat: str) -> None:
    if seat not in table.seats:
        raise Illegal("TBL-SEAT", f"There is no seat {seat} at this table.")
    if table.seats[seat].out:
        raise Illegal("TBL-SEAT", f"{table.who(seat)} is out of the game.")


def told_together(table: Table, seats: Iterable[str]) -> str:
    """Ada, Ben and Cleo."""
    *others, last = [table.who(seat) for seat in seats]
    return f"{', '.join(others)} and {last}" if others else last


def must_be_named(table: Table, text: str) -> None:
    if text in table.catalog or text in table.cards:
        return
    if looks_like_label(text):
        raise Illegal("TBL-REF", f"No card on the table bears the label {text}.")
    raise Illegal("TBL-CARD", f"{text} is in no catalog of this match and was not defined.")


def forbid_restrained(forbid: Forbid, table: Table, *cards: Card) -> None:
    for card in cards:
        if card.zone == "restrained":
            forbid(
                "ACH-RESTR-2",
                f"{table.called(card)} is RESTRAINED: it is not on any Canvas and out of everyone's reach.",
            )


# --- texts as they happen --------------------------------------------------------------------------------------------

Text = Callable[[Doing, Op], None]
# Ops that take a card from another player's Canvas.
FROM_OTHERS = frozenset({"claim", "restrain", "hunt"})
# What each op does; laid out in words.py.
TEXTS: dict[str, Text] = {}


def do_ops(doing: Doing, ops: Iterable[Op]) -> None:
    """Carries texts out in order. Once declared, what cannot be done any more is skipped, and the rest happens."""
    table = doing.table
    for op in ops:
        if doing.over:
            return
        mark = table.mark()
        try:
            TEXTS[op["op"]](doing, op)
        except Illegal:
            if doing.play is not None or doing.origin.judge:
                raise
            table.undo(mark)
            doing.skipped.append((op, named_cards(table, [op])))
        table.game.settle(table)


# --- texts as they are declared --------------------------------------------------------------------------------------


def nested(op: Op) -> list[Op]:
    """The ops of an ACTION within an op."""
    does: list[Op] = op.get("does") or []
    return does


def all_ops(ops: Iterable[Op]) -> Iterator[Op]:
    for op in ops:
        yield op
        yield from all_ops(nested(op))


def pin_ops(play: Play, ops: list[Op]) -> list[Op]:
    """The ops of a play with names of cards in play replaced by labels, so that they stay meant."""
    table = play.table
    coming = {play.event.get("as"), *(op.get("as") for op in all_ops(ops))}
    for op in all_ops(ops):
        if op["op"] == "counter" and op["counter"] == "bank":
            raise Illegal("TBL-TYPE", "A bank is changed by gain, lose, drain or steal.")
        for key, spec in table.language.ops[op["op"]].specs.items():
            if spec["kind"] == "seat" and key in op:
                must_be_in(table, op[key])
        if inner := nested(op):
            check_shape(table, inner)
    return [_pinned(play, op, coming) for op in ops]


def check_shape(table: Table, ops: list[Op]) -> None:
    """What the table checks of every event's texts, for those that lie deeper within it."""
    fault = shape_fault(table, ops)
    if fault is not None:
        raise Illegal("TBL-TYPE", f"What it does cannot be read: {fault}.")
    if any(seat not in table.seats for seat in named_seats(ops)):
        raise Illegal("TBL-SEAT", "What it does names a seat that is not at this table.")
    if any(op["op"] in JUDGES_ONLY for op in ops):
        raise Illegal("TBL-JUDGE", "Putting cards or the turn somewhere from outside the record is a judge's to do.")


def _pinned(play: Play, op: Op, coming: set[Any]) -> Op:
    table = play.table
    pinned = dict(op)
    for key, spec in table.language.ops[op["op"]].specs.items():
        if key not in op:
            continue
        if op["op"] == "move" and key == "card" and not _comes_with(play, op[key], {*coming, play.event.get("card")}):
            # What lies elsewhere can be moved too.
            pinned[key] = core.pin(table, core.label_known(table, play.origin, op, play), play)[key]
        elif spec["kind"] == "card":
            pinned[key] = _label(play, op[key], coming, key == "card" and op["op"] in FROM_OTHERS)
        elif spec["kind"] == "name":
            must_be_named(table, op[key])
    if nested(op):
        pinned["does"] = [_pinned(play, each, coming) for each in nested(op)]
    return pinned


def _comes_with(play: Play, text: str, coming: set[Any]) -> bool:
    """Whether it names a card that this very play brings."""
    return text in coming or text.startswith(f"@{play.event['seq']}")


def _label(play: Play, text: str, coming: set[Any], of_others: bool) -> str:
    table = play.table
    if text in table.cards or _comes_with(play, text, coming):
        return text
    must_be_named(table, text)
    named = [card for card in all_canvases(table) if card.name == text]
    if of_others:
        named = [card for card in named if card.seat != play.seat] or named
    if len(named) > 1:
        raise _unclear(text, named)
    # A name that fits none may be that of the card that this very play brings.
    return named[0].label if named else text


def named_cards(table: Table, ops: Iterable[Op]) -> list[Card]:
    """The cards on Canvases that ops name, what something is attached to left out."""
    found: list[Card] = []
    for op in all_ops(ops):
        for key, spec in table.language.ops[op["op"]].specs.items():
            if spec["kind"] == "card" and key not in ("attach", "under") and key in op:
                card = table.cards.get(op[key])
                if card is not None and card.zone == CANVAS and card not in found:
                    found.append(card)
    return found
