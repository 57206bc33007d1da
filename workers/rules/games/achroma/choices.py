"""What a seat could log now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from workers.rules.games.achroma.bank import can_prevent
from workers.rules.games.achroma.canvas import all_canvases, canvas
from workers.rules.games.achroma.hex import is_character, is_steed, objects_on
from workers.rules.games.achroma.secrets import secrets_under
from workers.rules.games.achroma.speaking import characters_of_others, said_in_play, said_on_arrival
from workers.rules.games.achroma.turns import PHASES
from workers.rules.table.choosing import before_the_game, could_be_in_hand, offered
from workers.rules.table.game import Choice
from workers.rules.table.pieces import Card
from workers.rules.table.table import Table

Offer = dict[str, Any]
# Words of abilities that a card in play may use; what exactly they do, and how often, stands in its text.
TEXTS = frozenset({"CLAIM", "CURSE", "DIG", "FIND", "FREEZE", "RESEARCH", "RESTRAIN", "REVEAL", "SECRET", "TRADE"})


def choices_of(table: Table, seat: str) -> list[Choice]:
    """Every play that is worth a try, tried on the table and taken back; what is legal is offered."""
    offers = before_the_game(table, seat) if table.status == "setup" else _offers(table, seat)
    return offered(table, seat, offers)


def _offers(table: Table, seat: str) -> Iterator[Offer]:
    if table.status != "playing" or table.seats[seat].out:
        return
    if not table.memo["played"]:
        yield {"type": "redraw"}
    for card in canvas(table, seat):
        yield from _arrangements(table, card)
    if table.window is not None and seat in table.window["may_respond"]:
        yield from _answers(table, seat, table.window["links"][0])
    if seat == table.turn:
        yield from _very_start(table, seat)
        yield from _steps(table, seat)
        yield from _deployments(table, seat)
        yield from _uses(table, seat)
        if table.phase == "main":
            yield from _fights(table, seat)
        elif table.phase == "resolve":
            yield from _resolutions(table, seat)


# --- answers ---------------------------------------------------------------------------------------------------------


def _answers(table: Table, seat: str, link: dict[str, Any]) -> Iterator[Offer]:
    yield {"type": "pass"}
    for n in range(min(can_prevent(table, seat), link["loss"].get(seat, 0)) + 1):
        yield {"type": "prevent", "n": n}
    for card in canvas(table, seat):
        if "DEFEND" in card.keywords:
            yield {"type": "defend", "card": card.label}
        if "DIVERT" in card.keywords:
            for target in link["targets"]:
                yield {"type": "divert", "card": card.label, "target": {"seat": seat, "card": target}}
    yield from _disposals(table, seat)


def _disposals(table: Table, seat: str) -> Iterator[Offer]:
    for card in canvas(table, seat):
        if "DISPOSE" in card.keywords:
            yield {"type": "dispose", "card": card.label, "does": []}


def _arrangements(table: Table, card: Card) -> Iterator[Offer]:
    """Each Object in turn as the first to take damage."""
    objects = [each.label for each in objects_on(table, card)]
    for first in objects[1:]:
        order = [first, *(label for label in objects if label != first)]
        yield {"type": "arrange", "card": card.label, "cards": order}


# --- the turn --------------------------------------------------------------------------------------------------------


def _very_start(table: Table, seat: str) -> Iterator[Offer]:
    if table.phase != "start" or table.memo["stirred"]:
        return
    for card in canvas(table, seat):
        if card.marks.get("hunt", {}).get("due"):
            yield {"type": "resolve_hunt", "card": card.label, "does": []}
        hidden = secrets_under(table, card)
        # What another player's list allows is not this player's to know, so those names are not offered.
        if len(hidden) == 1 and (hidden[0].owner == seat or table.seats[hidden[0].owner].deck is None):
            for name in could_be_in_hand(table, hidden[0].owner):
                flip: Offer = {"card": hidden[0].label, "name": name}
                for to in _holders(table, seat, name):
                    yield {"type": "reveal_secret", "card": card.label, "cards": [{**flip, **to}]}


def _steps(table: Table, seat: str) -> Iterator[Offer]:
    if table.phase in ("start", "end"):
        yield {"type": "draw"}
        yield from ({"type": "trade", "card": name} for name in _hand(table, seat))
    for phase in PHASES[PHASES.index(table.phase) + 1 :]:
        yield {"type": "step", "to": phase}
    yield {"type": "pass_turn"}


def _hand(table: Table, seat: str) -> Iterable[str]:
    """The names that the cards in a hand have, or may turn out to have."""
    hand = table.zone(seat, "hand")
    known = dict.fromkeys([*(card.name for card in hand.cards if card.name), *hand.known])
    return known if not hand.unknown else dict.fromkeys([*known, *could_be_in_hand(table, seat)])


def _deployments(table: Table, seat: str) -> Iterator[Offer]:
    for name in _hand(table, seat):
        if table.phase == "main" or table.catalog[name]["type"] == "action":
            texts: list[Offer] = [{}, *({"does": [op]} for op in said_on_arrival(table, seat, name))]
            if {"ACTION", "MENAGERIE"}.issubset(table.catalog[name].get("keywords") or ()):
                texts.append({"keyword": "MENAGERIE", "does": []})
            for to in _holders(table, seat, name):
                yield from ({"type": "deploy", "card": name, **to, **text} for text in texts)


def _holders(table: Table, seat: str, name: str) -> Iterator[Offer]:
    """What a card of that name may be attached to; nothing is an answer too."""
    yield {}
    entry = table.catalog[name]
    keywords = entry.get("keywords") or ()
    for card in all_canvases(table):
        carries = entry["type"] == "object" and card.type in ("character", "location")
        hosts = "INFEST" in keywords and is_character(card)
        if carries or hosts or ("MOUNT" in keywords and card.seat == seat and is_steed(card)):
            yield {"attach": card.label}


# --- cards on the Canvas ---------------------------------------------------------------------------------------------


def _uses(table: Table, seat: str) -> Iterator[Offer]:
    yield from _disposals(table, seat)
    for card in canvas(table, seat):
        for op in said_in_play(table, seat, card):
            yield {"type": "ability", "card": card.label, "does": [op]}
        yield from ({"type": "ability", "card": card.label, **text} for text in _texts(table, seat, card))


def _texts(table: Table, seat: str, card: Card) -> Iterator[Offer]:
    """Abilities of which no more is known than that the card, or the PARASITE on it, has one."""
    words = {word.rstrip(" 0123456789") for word in card.keywords}
    if "MENAGERIE" in words and "ACTION" not in words:
        yield {"keyword": "MENAGERIE", "does": []}
    if "SACRIFICE" in words:
        yield from ({"sacrifice": [each.label], "does": []} for each in canvas(table, seat))
    if "host" in card.flags or ("ACTION" not in words and not words.isdisjoint(TEXTS)):
        yield {"does": []}


def _fights(table: Table, seat: str) -> Iterator[Offer]:
    own = [card for card in canvas(table, seat) if is_character(card)]
    targets = [{"seat": card.seat, "card": card.label} for card in characters_of_others(table, seat)]
    for card in own:
        yield from ({"type": "attack", "card": card.label, "target": target} for target in targets)
        if "MOUNT" in card.keywords:
            for steed in own:
                if is_steed(steed):
                    yield {"type": "mount", "card": card.label, "attach": steed.label}


def _resolutions(table: Table, seat: str) -> Iterator[Offer]:
    others = [each for each in table.seats_in() if each != seat]
    for card in canvas(table, seat):
        if card.stats["drain"] or card.stats["steal"]:
            for victim in others:
                yield {"type": "resolve", "card": card.label, "target": {"seat": victim}}
        if any(card.stats[effect] for effect in ("gain", "drain", "steal")):
            yield {"type": "resolve", "card": card.label}
