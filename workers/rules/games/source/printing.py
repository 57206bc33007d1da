"""What may be printed on a card, and what may be in a deck."""

from __future__ import annotations

from typing import Any

from schemas.kinds import checker
from schemas.language import language
from workers.rules.games.source.field import SYMBOLS, TOKENS, printed
from workers.rules.games.source.spaces import MONSTERS
from workers.rules.games.source.wording import KINDS, count_of
from workers.rules.table import judging
from workers.rules.table.play import Play
from workers.rules.table.verdicts import Illegal, rule

Entry = dict[str, Any]

_DATA = language("source").data
CARD_TYPES, MONSTER_TYPES, MARKS = _DATA["card_types"], _DATA["monster_types"], _DATA["marks"]
# The sum of a monster's ST by the number of occupied spaces that it requires.
ST_TOTALS = (50, 75, 100, 125, 150)
# Attributes that no rule speaks of: they need only be of the kind that the language says.
_PLAIN = {"monster": ("starter",), "trap": ("terrestrial", "otherworldly"), "token": ("lasts", "cannot_attack")}
_KINDS = {
    kind: {"text": checker({"kind": "text"}), **{name: checker(specs[name]) for name in _PLAIN.get(kind, ())}}
    for kind, specs in CARD_TYPES.items()
}
SMALLEST_DECK, LARGEST_DECK = 40, 60


def define(play: Play) -> None:
    entry = play.event["card"]
    if entry["name"] not in play.table.catalog:
        check_printed(play, entry)
    judging.define(play)


def check_printed(play: Play, entry: Entry) -> None:
    """Forbids a card whose printed numbers are not possible."""
    name, kind = entry["name"], entry["type"]
    for attribute, fits in _KINDS.get(kind, {}).items():
        if attribute in entry and not fits(entry[attribute]):
            raise Illegal("TBL-TYPE", f"{name}: {attribute} is of the wrong kind.")
    if kind not in CARD_TYPES or (kind == "monster" and entry.get("monster_type") not in list(MONSTER_TYPES)):
        play.forbid("SRC-CARD-5", f"{name} is of no type that the game has.")
    if kind in MONSTERS and not all(_at_least(entry.get(symbol), 0) for symbol in SYMBOLS):
        play.forbid("SRC-CARD-2", f"{name} needs an ST of 0 or more for each of alpha, beta, gamma and delta.")
    if kind == "monster" and not (_states_requirements(entry) and required(entry) < len(ST_TOTALS)):
        play.forbid("SRC-CARD-4", f"{name} may require 0 to 4 occupied spaces in all.")
    if kind == "monster" or (kind == "token" and not rule("SRC-TOK-4")):
        total, wanted = sum(printed(entry, symbol) for symbol in SYMBOLS), ST_TOTALS[min(required(entry), 4)]
        if total != wanted:
            play.forbid(
                "SRC-CARD-3",
                f"{name} requires {count_of(required(entry), 'space')}, so its ST total is {wanted}, not {total}.",
            )
    if kind == "equipment" and not _is_equipment(entry):
        play.forbid("SRC-CARD-8", f"{name} must state its requirements, the turns it lasts and on whose turn.")
    if kind == "channeled" and not is_channeled(entry):
        play.forbid("SRC-CARD-9", f"{name} must state its symbols, uses, ST brackets and on whose turn.")


def _at_least(value: Any, least: int) -> bool:
    return type(value) is int and value >= least


def _states_requirements(entry: Entry) -> bool:
    return all(_at_least(entry.get(kind, 0), 0) for kind in ("terrestrial", "otherworldly"))


def _is_marked(entry: Entry) -> bool:
    mark = entry.get("active")
    return type(mark) is str and mark in MARKS


def _is_equipment(entry: Entry) -> bool:
    gives = entry.get("gives", {})
    given = type(gives) is dict and all(symbol in SYMBOLS and type(by) is int for symbol, by in gives.items())
    return given and _states_requirements(entry) and _at_least(entry.get("turns"), 1) and _is_marked(entry)


def is_channeled(entry: Entry) -> bool:
    symbols = entry.get("symbols")
    if type(symbols) is not list or len(symbols) not in (1, 2) or any(each not in SYMBOLS for each in symbols):
        return False
    return _at_least(entry.get("uses"), 1) and _is_marked(entry) and _are_brackets(entry.get("brackets"))


def _are_brackets(brackets: Any) -> bool:
    """From the lowest up, not overlapping; only the last may be open."""
    if type(brackets) is not list or not brackets:
        return False
    least: int | None = 0
    for bracket in brackets:
        if type(bracket) is not dict or least is None or not _at_least(bracket.get("from"), least):
            return False
        top = bracket.get("to")
        if top is not None and not _at_least(top, bracket["from"]):
            return False
        least = None if top is None else top + 1
    return True


def required(entry: Entry) -> int:
    """The occupied spaces that a card requires in all."""
    return max(0, printed(entry, "terrestrial")) + max(0, printed(entry, "otherworldly"))


# --- decks -----------------------------------------------------------------------------------------------------------


def check_deck(play: Play, deck: dict[str, dict[str, int]]) -> None:
    catalog = play.table.catalog
    if "main" not in deck:
        raise Illegal("TBL-TYPE", "The deck has no section main.")
    main = [(name, catalog[name], n) for name, n in deck["main"].items()]
    for name, entry, _ in main:
        if entry["type"] in TOKENS:
            play.forbid("SRC-DECK-13", f"{name} is a token: it is kept apart from the deck.")
    _check_sizes(play, main)
    _check_copies(play, [each for each in main if each[1]["type"] == "monster"])
    _check_others(play, main)
    for name in deck.get("tokens", {}):
        if catalog[name]["type"] not in TOKENS:
            play.forbid("SRC-TOK-1", f"{name} is no token: the token deck holds nothing else.")


def _check_sizes(play: Play, main: list[tuple[str, Entry, int]]) -> None:
    cards = sum(n for _, _, n in main)
    if cards < SMALLEST_DECK:
        play.forbid("SRC-DECK-1", f"The deck has {cards} cards; {SMALLEST_DECK} are the least.")
    if cards > LARGEST_DECK:
        play.forbid("SRC-DECK-2", f"The deck has {cards} cards; {LARGEST_DECK} are the most.")
    great, large = (
        sum(n for _, entry, n in main if entry["type"] == "monster" and required(entry) == spaces) for spaces in (4, 3)
    )
    if great > 1:
        play.forbid("SRC-DECK-3", f"The deck has {great} monsters that require 4 occupied spaces; one is the most.")
    if large > 5:
        play.forbid("SRC-DECK-4", f"The deck has {large} monsters that require 3 occupied spaces; five are the most.")


def _check_copies(play: Play, monsters: list[tuple[str, Entry, int]]) -> None:
    for name, entry, n in monsters:
        if required(entry) > 0 and n > 1 and printed(entry, "starter") < 2:
            play.forbid("SRC-DECK-5", f"{name} requires occupied spaces and is in the deck {n} times; one is the most.")
    for name, entry, n in monsters:
        starter = printed(entry, "starter")
        if required(entry) > 0 and 2 <= starter < n:
            play.forbid("SRC-DECK-6", f"{name} is in the deck {n} times; a starter deck has {starter}.")
    for name, entry, n in monsters:
        if required(entry) == 0 and n > 4:
            play.forbid("SRC-DECK-7", f"{name} is in the deck {n} times; four are the most.")


def _check_others(play: Play, main: list[tuple[str, Entry, int]]) -> None:
    of_type = {kind: [(name, n) for name, entry, n in main if entry["type"] == kind] for kind in CARD_TYPES}
    for name, n in of_type["trap"]:
        if name == "Goop" and n > 1:
            play.forbid("SRC-DECK-9", f"Goop is in the deck {n} times; one is the most.")
    for kind, most, id_ in (
        ("trap", 2, "SRC-DECK-8"), ("equipment", 2, "SRC-DECK-10"), ("channeled", 1, "SRC-DECK-11"),
    ):  # fmt: skip
        for name, n in of_type[kind]:
            if n > most:
                play.forbid(id_, f"{name} is in the deck {n} times; {most} is the most for {KINDS[kind][0]}.")
    channeled = sum(n for _, n in of_type["channeled"])
    if channeled > 10:
        play.forbid("SRC-DECK-12", f"The deck has {channeled} channeled effects; ten are the most.")
