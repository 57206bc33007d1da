"""Targets: the cards and Measures that a Verse, an ability or a text is aimed at."""

from __future__ import annotations

from workers.rules.games.synsouls.beats import uncrashed
from workers.rules.games.synsouls.words import is_active, is_at, measure_name, named, open_cards
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.verdicts import Illegal

# The plays that are aimed at something; the others only say which Measure of one's own is meant.
AIMED = frozenset({"expend", "final_verse", "activate", "effect", "encore", "cue"})


def targets_of(play: Play) -> list[dict[str, str]]:
    # Other plays may carry anything under this name.
    target = play.event.get("target") if play.type in AIMED else None
    if target is None:
        return []
    return target if isinstance(target, list) else [target]


def well_aimed(play: Play) -> None:
    """A target is one card, or one Measure together with its seat."""
    for target in targets_of(play):
        if ("card" in target) == ("measure" in target):
            raise Illegal("TBL-TYPE", "A target is one card or one Measure.")
        if "measure" in target and "seat" not in target:
            raise Illegal("TBL-TYPE", "A target that is a Measure names the seat whose Measure it is.")


def aimed_at(play: Play) -> list[Card]:
    """The cards that the play targets, by label or name: active ones are meant before those that lie elsewhere."""
    aimed = []
    for target in targets_of(play):
        if "card" in target:
            near = [card for card in open_cards(play.table) if is_at(card, target)]
            active = [card for card in near if is_active(card)]
            aimed.append(play.card(target["card"], named(active, target["card"]) or near))
    return aimed


def may_aim(play: Play, cards: list[Card]) -> None:
    for card in cards:
        if "ENCRYPT" in card.keywords and card.controller != play.seat and is_active(card):
            play.forbid("SYN-ENCRYPT-1", f"{card.name} has ENCRYPT and cannot be targeted by {play.who}.")


def targets_uncrashed(play: Play) -> None:
    for target in targets_of(play):
        if "measure" in target:
            uncrashed(play, target["seat"], target["measure"])


def told_at(play: Play, aimed: list[Card]) -> str:
    """What the play is aimed at, in its sentence: the cards found, and the Measures between them."""
    table, cards = play.table, iter(aimed)
    told = [
        table.called(next(cards)) if "card" in target else measure_name(table, target["seat"], target["measure"])
        for target in targets_of(play)
    ]
    return f" on {' and '.join(told)}" if told else ""
