"""Answers: what is declared waits as a link for Seals and effects, and takes effect when the window closes."""

from __future__ import annotations

from typing import Any

from workers.rules.games.aerkana.field import changed_cards
from workers.rules.table import ops, windows
from workers.rules.table.durations import expire
from workers.rules.table.game import Link
from workers.rules.table.pieces import Card
from workers.rules.table.play import Origin, Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal

Ops = list[dict[str, Any]]
# Marks an op about a card that an op before it brings out of a hidden zone: it is found when it is there.
WHEN_THERE = "when_there"
SKIPPED = "That part is skipped."
# Which fields of an op hold words of the game, and of which kind.
WORDS = {
    "stat": {"stat": "stats"},
    "flag": {"add": "flags", "remove": "flags"},
    "keyword": {"gain": "keywords", "lose": "keywords"},
    "place": {"flags": "flags", "stats": "stats", "keywords": "keywords"},
}


def answerers(table: Table, seat: str) -> list[str]:
    """Everybody still in but the seat of the newest link."""
    return [each for each in table.seats_in() if each != seat]


def negates_only_in_answer(play: Play) -> None:
    if play.table.window is None and any(op["op"] == "negate" for op in play.event.get("does", ())):
        raise Illegal("TBL-TYPE", "Only an answer negates, and there is nothing to answer.")


def check_words(table: Table, op: dict[str, Any]) -> None:
    """An op speaks of stats, flags and keywords that the game has."""
    for field, kind in WORDS.get(op["op"], {}).items():
        told = op.get(field, ())
        for word in (told,) if type(told) is str else told:
            if word not in table.language.data[kind]:
                raise Illegal("TBL-TYPE", f"The game knows no {word} among its {kind}.")


def declared_ops(play: Play) -> Ops:
    """The ops as declared, each card in them pinned to its label."""
    if "does" not in play.event:
        return []
    play.trust("it rests on a card's text")
    does: Ops = play.event["does"]
    for op in does:
        check_words(play.table, op)
    return [_pinned(play, op, does[:done]) for done, op in enumerate(does)]


def _pinned(play: Play, op: dict[str, Any], before: Ops) -> dict[str, Any]:
    text, brought = op.get("card"), [name for each in before for name in each.get("cards", ())]
    if text is not None and brought and (text in brought or text in (play.event.get("as"), f"@{play.origin.seq}")):
        return op if text in play.table.cards else {**op, WHEN_THERE: True}
    return ops.pin(play.table, ops.label_known(play.table, play.origin, op, play), play)


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
    if WHEN_THERE in op:
        op = {**op, "card": _come(table, origin, op["card"]).label}
    ops.carry_out(table, origin, op)


def _come(table: Table, origin: Origin, text: str) -> Card:
    """The card that a label or a name means among those which this event has brought out of hidden zones."""
    own = f"@{origin.seq}"
    for label, card in table.cards.items():
        brought = label in (own, origin.wanted) or label.startswith(f"{own}.")
        if brought and text in (label, card.name):
            return card
    raise Illegal("TBL-REF", f"No card that the text brings out is {text}.")


def declare(play: Play, card: Card, does: Ops) -> None:
    """The play becomes the newest link of the window. Its ops are tried now, so that a fault shows at once."""
    table = play.table
    if does:
        mark, issued = table.mark(), play.origin.issued
        happen(play, does)
        table.undo(mark)
        play.origin.issued = issued
    play.origin.card = card.label
    named = [card.label, *(text for op in does for text in (op.get("card"), *op.get("cards", ())))]
    link = {
        "seq": play.origin.seq, "type": play.type, "seat": play.seat, "card": card.label, "does": does,
        "origin": play.origin.dump(), "shown": _show_declared(play, named),
    }  # fmt: skip
    windows.add_link(table, link, answerers(table, play.seat))


def _show_declared(play: Play, labels: list[str | None]) -> list[str]:
    """The cards of the own hidden zones that a declared play names are open to all while it waits."""
    table, shown = play.table, []
    for label in labels:
        card = table.cards.get(label or "")
        if card is not None and card.seat == play.seat and table.zone(card.seat, card.zone).hidden:
            table.note_on(card, "declared", True)
            table.reveil(card)
            shown.append(card.label)
    return shown


def hide_declared(table: Table, link: Link) -> None:
    """The play waits no longer: what it showed is as open as the place where it lies now."""
    for label in link.get("shown", ()):
        card = table.cards.get(label)
        if card is not None:
            table.note_on(card, "declared", None)
            table.reveil(card)


def carry_out_link(table: Table, link: Link) -> None:
    """The ops of a link happen; what has become impossible is skipped."""
    origin = Origin.load(link["origin"])
    for op in link["does"]:
        mark = table.mark()
        try:
            _do(table, origin, op)
        except Illegal as broken:
            table.undo(mark)
            table.tell("skipped", f"{broken.why} {SKIPPED}", op=op["op"])


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
    expire(table, changed_cards(table), lambda card, mod: mod.until == "combat")
