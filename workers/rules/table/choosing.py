"""Choices: plays are tried on the table and taken back, so what is offered is what the rules allow."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from workers.rules.table import windows
from workers.rules.table.game import Choice
from workers.rules.table.judging import closes_window, would_stand
from workers.rules.table.play import Play
from workers.rules.table.table import Table

# A seq that no event has: a trial leaves nothing behind, not even a label.
TRIAL = 0

Found = TypeVar("Found")


def offered(table: Table, seat: str, offers: Iterable[dict[str, Any]]) -> list[Choice]:
    """Of these plays of a seat those that would be applied now, told together.

    A window that some of them close is closed once for all of those.
    """
    tried = list(offers)
    plays = [Play(table, {"seat": seat, **offer, "seq": TRIAL}) for offer in tried]
    closing = [closes_window(play) for play in plays]
    legal = [not closes and _is_legal(play) for play, closes in zip(plays, closing, strict=True)]
    if any(closing):
        mark = table.mark()
        windows.close(table)
        legal = [
            _is_legal(play) if closes else stands for play, closes, stands in zip(plays, closing, legal, strict=True)
        ]
        table.undo(mark)
    return compact([offer for offer, stands in zip(tried, legal, strict=True) if stands])


def once_closed(table: Table, seat: str, plays: Callable[[Table, str], Iterable[Found]]) -> list[Found]:
    """What `plays` finds where an open window has closed: whatever does not answer it is made on the table as it stands
    then."""
    mark = table.mark()
    windows.close(table)
    found = list(plays(table, seat))
    table.undo(mark)
    return found


def is_legal(table: Table, event: dict[str, Any]) -> bool:
    """Whether the event would be applied now."""
    return _is_legal(Play(table, {**event, "seq": TRIAL}))


def _is_legal(play: Play) -> bool:
    mark = play.table.mark()
    try:
        return would_stand(play)
    finally:
        play.table.undo(mark)


def before_the_game(table: Table, seat: str) -> Iterator[dict[str, Any]]:
    """What may be tried while the seats get ready."""
    yield from ({"type": "begin", "first": each} for each in table.seats)
    if table.seats[seat].deck is None:
        yield from ({"type": "register_deck", "deck": each["deck"]} for each in table.language.decks)


def could_be_in_hand(table: Table, seat: str) -> list[str]:
    """The names that an unknown card of a seat may turn out to have."""
    owner = table.seats[seat]
    if owner.deck is None:
        return list(table.catalog)
    return [name for name in _listed(owner.deck) if owner.seen.get(name, 0) < owner.listed(name)]


def _listed(deck: dict[str, dict[str, int]]) -> list[str]:
    return list(dict.fromkeys(name for section in deck.values() for name in section))


def compact(offers: list[dict[str, Any]]) -> list[Choice]:
    """Offers as `{"type", "with"}`: those that differ in one field only are told together, the last field first."""
    choices = [
        {"type": offer["type"], "with": {key: [value] for key, value in offer.items() if key != "type"}}
        for offer in offers
    ]
    fields = dict.fromkeys(field for choice in choices for field in choice["with"])
    for field in reversed(fields):
        choices = _told_together(choices, field)
    return choices


def _told_together(choices: list[Choice], field: str) -> list[Choice]:
    merged: dict[str, Choice] = {}
    for choice in choices:
        others = {key: values for key, values in choice["with"].items() if key != field}
        key = json.dumps([choice["type"], field in choice["with"], others], sort_keys=True)
        if key not in merged:
            merged[key] = choice
        elif field in choice["with"]:
            together = [*merged[key]["with"][field], *choice["with"][field]]
            merged[key] = {"type": choice["type"], "with": {**merged[key]["with"], field: together}}
    return list(merged.values())
