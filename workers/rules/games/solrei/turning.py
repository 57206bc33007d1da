"""Arts and Damage cards turned: face-up, exhausted, broken, augmented; and what hangs on an augmented Art."""

from __future__ import annotations

from collections.abc import Callable

from workers.rules.table.durations import expire
from workers.rules.table.pieces import Card, Mod
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

# `until: augmented` lasts while one Art is augmented; the change remembers which.
WHILE = "augmented "
FACE_DOWN = frozenset({"exhausted", "broken"})


def lay(table: Table, card: Card, *flags: str) -> None:
    """The card lies as `flags` say, and nothing is left to end or to bring back the way in which it lay before."""
    table.strip(card, [mod for mod in card.mods if mod.kind in ("flag", "unflag")])
    table.set_flags(card, flags)


def turn(table: Table, card: Card, *flags: str) -> None:
    """An Art or Damage card is turned as `flags` say; none of them = face-up."""
    was_augmented = "augmented" in card.flags
    lay(table, card, *flags)
    if FACE_DOWN.isdisjoint(flags):
        show(table, card)
    if was_augmented and "augmented" not in card.flags:
        run_out(table, lambda mod: mod.until == WHILE + card.label)


def show(table: Table, card: Card) -> None:
    """Everybody has seen the card in this Act."""
    table.note_on(card, "shown", True)
    table.reveil(card)


def hide(table: Table, card: Card) -> None:
    table.note_on(card, "shown", None)
    if card.revealed:
        table.put(card, "revealed", False)
    table.reveil(card)


def run_out(table: Table, ended: Callable[[Mod], bool]) -> None:
    """Changes that are over are taken off; an Art that lies face-up again by that is seen."""
    changed = [card for card in table.cards.values() if card.mods]
    expire(table, changed, lambda _, mod: ended(mod))
    for card in changed:
        if card.zone == "arts" and not card.flags:
            show(table, card)


def exhaust_augmented(table: Table, seat: str, but: Card | None = None) -> None:
    for art in table.zone(seat, "arts").cards:
        if art is not but and "augmented" in art.flags:
            turn(table, art, "exhausted")
            table.tell("flag", f"{table.called(art)} is exhausted.", card=art.label, add="exhausted")


def turn_activated(table: Table, art: Card, suited: bool) -> None:
    """What becomes of an Art that is activated; `suited`: the Muse meets its requirements."""
    augment = "AUGMENT" in art.keywords
    show(table, art)
    if augment and rule("SOL-KEY-11"):
        exhaust_augmented(table, art.seat, but=art)
    if not suited and rule("SOL-ART-3"):
        turn(table, art, "broken")
        table.tell("flag", f"{table.called(art)} is broken: the Muse does not meet its requirements.", card=art.label)
    elif augment and rule("SOL-KEY-10"):
        turn(table, art, "augmented")
    elif rule("SOL-ART-2"):
        turn(table, art, "exhausted")
