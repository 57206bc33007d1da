"""What a seat could log now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import cycle, islice
from typing import Any

from workers.rules.games.synsouls.combat import waiting_attack
from workers.rules.games.synsouls.keywords import has_printed
from workers.rules.games.synsouls.words import HAND_LIMIT, MEASURES, conductor_of, ensemble, other, standing_measures
from workers.rules.table.choosing import before_the_game, could_be_in_hand, offered, once_closed
from workers.rules.table.game import Choice
from workers.rules.table.table import Table

Offer = dict[str, Any]


def choices(table: Table, seat: str) -> list[Choice]:
    """Every play that is worth a try, tried on the table and taken back; what is legal is offered."""
    if table.status == "setup":
        return offered(table, seat, before_the_game(table, seat))
    return offered(table, seat, [*_answers(table, seat), *once_closed(table, seat, _plays)])


def _answers(table: Table, seat: str) -> Iterator[Offer]:
    """What joins an open chain or goes beside it."""
    if table.status != "playing":
        return
    if table.window is not None and seat in table.window["may_respond"]:
        yield {"type": "pass"}
    yield from _debts(table, seat)
    if table.phase in ("main", "attack"):
        for entry in _affordable(table, seat):
            if entry["type"] == "verse":
                yield {"type": "expend", "card": entry["name"]}
            elif seat != table.turn and entry["type"] == "record" and has_printed(entry, "PULSE"):
                yield from _loads(table, seat, "pulse", entry, entry["name"])
        yield from _in_the_ensemble(table, seat)


def _plays(table: Table, seat: str) -> Iterator[Offer]:
    """What lets an open chain resolve first."""
    if table.status != "playing":
        return
    if table.phase == "setup":
        yield {"type": "opening_hand", "choice": "keep"}
        yield {"type": "opening_hand", "choice": "redraw"}
    elif seat == table.turn:
        yield from _performing(table, seat)
    elif table.number == 3:
        yield {"type": "extend_overture"}


def _debts(table: Table, seat: str) -> Iterator[Offer]:
    for label in table.memo.get("debts", ()):
        for measure in standing_measures(table, seat):
            yield {"type": "trace_strain", "card": label, "target": {"measure": measure}}


def _performing(table: Table, seat: str) -> Iterator[Offer]:
    if table.phase == "draw":
        yield from ({"type": "crash", "target": {"measure": each}} for each in standing_measures(table, seat))
    elif table.phase == "main":
        yield from _attacks(table, seat)
        yield {"type": "close"}
        for entry in _affordable(table, seat):
            if entry["type"] in ("record", "concept"):
                yield from _loads(table, seat, "load", entry, entry["name"])
        for card in table.zone(seat, "void").cards:
            if has_printed(card.entry, "TRACE"):
                yield from _loads(table, seat, "trace", card.entry, card.label)
    elif table.phase == "closing" and table.zone(seat, "hand").size > HAND_LIMIT:
        yield from _discards(table, seat)
    elif table.phase in ("closing", "encore"):
        yield from ({"type": "encore", "choice": choice} for choice in ("notes", "draw", "none"))
        conductor = conductor_of(table, seat)
        listed = conductor.entry.get("abilities") if conductor else None
        for ability in listed or ():
            if ability["kind"] == "encore":
                yield {"type": "encore", "choice": "ability", "ability": ability["name"]}
        if not listed:
            yield {"type": "encore", "choice": "ability"}


def _discards(table: Table, seat: str) -> Iterator[Offer]:
    """Ways to come down to seven: any card there is to discard, with the next ones where one is not enough."""
    hand = table.zone(seat, "hand")
    texts = [*(card.label for card in hand.cards), *hand.known]
    texts += could_be_in_hand(table, seat) if hand.unknown else []
    for start in range(len(texts)):
        yield {"type": "discard", "cards": [*islice(cycle(texts), start, start + hand.size - HAND_LIMIT)]}


def _attacks(table: Table, seat: str) -> Iterator[Offer]:
    rival = other(table, seat)
    measures: list[Offer] = [{"seat": rival, "measure": measure} for measure in standing_measures(table, rival)]
    records = [card for card in ensemble(table) if card.zone in MEASURES and card.entry["type"] == "record"]
    for card in records:
        if card.controller == seat and "exhausted" not in card.flags:
            reach = [each for each in records if "exhausted" in each.flags or "INDEX" in card.keywords]
            targets = [*measures, *({"seat": each.seat, "card": each.label} for each in reach)]
            yield from ({"type": "cue", "card": card.label, "target": target} for target in targets)


def _hand(table: Table, seat: str) -> Iterable[str]:
    hand = table.zone(seat, "hand")
    known = dict.fromkeys([*(card.name for card in hand.cards if card.name), *hand.known])
    return known if not hand.unknown else dict.fromkeys([*known, *could_be_in_hand(table, seat)])


def _affordable(table: Table, seat: str) -> Iterator[dict[str, Any]]:
    """The cards that the hand holds, or could hold, and that the Notes might be enough for."""
    notes = table.seats[seat].counters["available_notes"]
    for name in _hand(table, seat):
        entry = table.catalog[name]
        # A Record is one Note cheaper in the Heart; whatever costs more than that is out of reach.
        if entry.get("cost", 0) <= notes + 1:
            yield entry


def _loads(table: Table, seat: str, play: str, entry: dict[str, Any], card: str) -> Iterator[Offer]:
    targets: list[Offer] = [{"measure": measure} for measure in standing_measures(table, seat)]
    if entry["type"] == "concept":
        rival = other(table, seat)
        targets += [{"seat": rival, "measure": measure} for measure in standing_measures(table, rival)]
    for target in targets:
        yield {"type": play, "card": card, "target": target}
        if "overclock" in entry:
            yield {"type": play, "card": card, "target": target, "overclock": True}


def _in_the_ensemble(table: Table, seat: str) -> Iterator[Offer]:
    attacked = waiting_attack(table) is not None
    for card in ensemble(table):
        if card.controller != seat:
            continue
        if attacked and card.entry["type"] == "record":
            yield {"type": "block", "card": card.label}
        for ability in card.entry.get("abilities", ()):
            if ability["kind"] == "active":
                yield {"type": "activate", "card": card.label, "ability": ability["name"]}
    if conductor_of(table, seat) is not None:
        yield {"type": "final_verse"}
