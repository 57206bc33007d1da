"""From a declared play to its effect: who may answer it, and what is left of it afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from workers.rules.games.achroma.bank import can_prevent
from workers.rules.games.achroma.canvas import canvas
from workers.rules.games.achroma.doing import (
    Doing,
    check_shape,
    find_card,
    forbid_restrained,
    must_be_in,
    named_cards,
    pin_ops,
    told_together,
)
from workers.rules.games.achroma.hex import CANVAS, is_character, on_canvas, unit_of
from workers.rules.table.game import Link
from workers.rules.table.ops import Op
from workers.rules.table.pieces import Card
from workers.rules.table.play import Origin, Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule

Effect = Callable[[Doing, Link], None]
# What each declared play does when its window closes, and what must not stand against it by then; laid out in words.py.
EFFECTS: dict[str, Effect] = {}
CONDITIONS: dict[str, Effect] = {}
# What is said of a play that waits for answers.
ANNOUNCED = {
    "deploy": "wants to Deploy {card}",
    "mount": "wants {card} to MOUNT",
    "attack": "sends {card} to attack",
    "resolve": "wants to resolve {card}",
    "ability": "wants to use {card}",
    "dispose": "wants to DISPOSE of {card}",
    "reveal_secret": "wants to flip what {card} keeps",
}


# --- what every play has to be checked for ---------------------------------------------------------------------------


def own_turn(play: Play, opening: bool = False) -> None:
    """The active player plays; the others only React. `opening` plays leave the very start of the turn as it is."""
    if play.seat != play.table.turn:
        play.forbid("ACH-TURN-2", f"It is {play.table.who(play.table.turn)}'s turn: {play.who} can only React.")
    if not opening:
        play.table.remember("stirred", True)


def step_now(table: Table) -> str:
    return f"{table.phase.capitalize()} step"


def acting(play: Play, text: str) -> Card:
    """The card in play that a seat wants to use, whoever controls it."""
    card = play.card(text, canvas(play.table, play.seat))
    if not on_canvas(card) and card.zone != "restrained":
        raise Illegal("TBL-REF", f"{play.table.called(card)} is not on {play.who}'s Canvas.")
    return card


def forbid_use(play: Play, card: Card, *targets: Card) -> None:
    """A card is used by its controller, and neither it nor what it aims at may be RESTRAINED."""
    forbid_restrained(play.forbid, play.table, card, *targets)
    if card.controller != play.seat and card.zone != "restrained":
        play.forbid("ACH-CTRL-1", f"{card.name} is {play.table.who(card.controller)}'s to use, not {play.who}'s.")


def targeted(play: Play, target: dict[str, Any]) -> Card:
    """The card that a target names: on that seat's Canvas."""
    table = play.table
    must_be_in(table, target["seat"])
    card = find_card(table, target["card"], canvas(table, target["seat"]))
    if card.zone != "restrained" and card.place != f"{target['seat']}.{CANVAS}":
        raise Illegal("TBL-REF", f"{table.called(card)} is not on {table.who(target['seat'])}'s Canvas.")
    return card


def targets_of(play: Play, event: dict[str, Any], does: list[Op]) -> list[Card]:
    """The cards that a text targets: those that are said to be, or every card of others that its ops name."""
    given = event.get("target")
    if given is None:
        return [card for card in named_cards(play.table, does) if card.seat != play.seat]
    return [targeted(play, each) for each in (given if isinstance(given, list) else [given]) if "card" in each]


def texts_of(play: Play, event: dict[str, Any]) -> list[Op]:
    """The ops of a play (or of one card of it), ready to be kept; a play with any rests on a text."""
    does = event.get("does") or []
    if event is not play.event:
        check_shape(play.table, does)
    if does:
        play.trust("it rests on the text of a card")
    return pin_ops(play, does)


def sacrifices_of(play: Play) -> list[Card]:
    return [find_card(play.table, text, canvas(play.table, play.seat)) for text in play.event.get("sacrifice", ())]


def forbid_sacrifices(play: Play, card: Card, cards: list[Card], asks: bool, to: Card | None = None) -> None:
    """What is SACRIFICED for a play lies on its player's Canvas, and nothing that it brings is attached to that.

    `asks` where a text of that kind may be all it has.
    """
    away = [each for each in cards if each.place != f"{play.seat}.{CANVAS}"]
    if away:
        why = f"{play.table.called(away[0])} is not on {play.who}'s Canvas and cannot be SACRIFICED."
    elif to is not None and to in cards:
        why = f"{to.name} is to carry {card.name} and cannot be SACRIFICED for it."
    elif asks and not cards and "SACRIFICE" in card.keywords:
        why = f"{card.name} asks for a SACRIFICE, and none is named."
    else:
        return
    play.forbid("ACH-SACR-1", why)


def kinds_of(cards: Iterable[Card]) -> set[str]:
    """The kinds of the Characters among the cards; PARASITES do not count."""
    counted = [card for card in cards if is_character(card) and "parasite" not in card.flags]
    return {kind for card in counted for kind in card.entry.get("kinds") or ()}


# --- windows ---------------------------------------------------------------------------------------------------------


def declare(play: Play, card: Card, *others: Card, **details: Any) -> None:
    """The play is tried out; then it waits for those who may answer, or takes effect at once.

    It can still happen as long as its card and the `others` that it needs stay where they are.
    """
    table = play.table
    play.origin.card = card.label
    link: Link = {
        "seq": play.event["seq"], "type": play.type, "seat": play.seat, "card": card.label, "targets": [], "loss": {},
        "does": [], "places": places_of(card, *others), "waived": sorted(play.let_pass), "origin": play.origin.dump(),
        **details,
    }  # fmt: skip
    window = {"links": [link], "may_respond": [], "passed": [], "reacted": [], "prevent": {}}
    asked = may_respond(table, window)
    if not asked:
        take_effect(table, link, play)
        return
    mark = table.mark()
    take_effect(table, link, play)
    table.undo(mark)
    link["waived"] = sorted(play.let_pass)
    link["open"] = card.revealed
    if not on_canvas(card):
        table.reveal(card)
    wish = ANNOUNCED[play.type].format(card=card.name)
    table.tell("declared", f"{play.who} {wish}; {told_together(table, asked)} may answer.", card=card.label)
    table.put(table, "window", {**window, "may_respond": asked})


def places_of(*cards: Card) -> dict[str, str]:
    return {card.label: card.place for card in cards}


def take_effect(table: Table, link: Link, play: Play | None = None) -> Doing:
    """The play happens, if it still can."""
    keep = table.window["prevent"] if table.window is not None else {}
    doing = Doing(table, Origin.load(link["origin"]), play, link["waived"], keep=keep)
    conceal(table, link)
    if play is not None or _can_still_happen(doing, link):
        EFFECTS[link["type"]](doing, link)
    else:
        card = table.cards.get(link["card"])
        name = card.name if card is not None else "a card that is gone"
        table.tell("failed", f"What was wanted of {name} can no longer happen.", card=link["card"])
    return doing


def _can_still_happen(doing: Doing, link: Link) -> bool:
    """Whether the cards of a play are where they were, and nothing stands against it that did not before."""
    cards = doing.table.cards
    if any(label not in cards or cards[label].place != place for label, place in link["places"].items()):
        return False
    try:
        CONDITIONS.get(link["type"], _no_condition)(doing, link)
    except Illegal:
        return False
    return True


def _no_condition(doing: Doing, link: Link) -> None:
    """It is enough that the cards are there."""


def conceal(table: Table, link: Link) -> None:
    """A card that was public only because its play waited is hidden again."""
    card = table.cards.get(link["card"])
    if card is not None and card.revealed and not link.get("open", True):
        table.put(card, "revealed", False)
        table.reveil(card)


def drop_window(table: Table) -> None:
    """What waited does not happen any more; cards that Reactions Deploy still come."""
    if table.window is not None:
        for link in table.window["links"]:
            conceal(table, link)
        table.put(table, "window", None)
        table.game.window_closed(table)


def turn_order_after(table: Table, seat: str) -> list[str]:
    """The other seats still in, clockwise from the one after `seat`."""
    order: list[str] = table.memo["order"]
    start = order.index(seat) + 1
    return [each for each in order[start:] + order[: start - 1] if not table.seats[each].out]


def is_opportunity(link: Link) -> bool:
    """Deployments, abilities and attacks can be Reacted to; the printed Achroma effect of a card cannot."""
    return link["type"] != "resolve" or bool(link["does"])


def may_respond(table: Table, window: dict[str, Any]) -> list[str]:
    (link,) = window["links"]
    others = turn_order_after(table, link["seat"])
    return [seat for seat in others if _may_react(table, window, seat, others) or _may_prevent(table, window, seat)]


def _may_react(table: Table, window: dict[str, Any], seat: str, others: list[str]) -> bool:
    if seat in window["reacted"] or seat in window["passed"] or is_overtaken(window, seat, others):
        return False
    (link,) = window["links"]
    return is_opportunity(link) and _could_react(table, link, seat)


def is_overtaken(window: dict[str, Any], seat: str, others: list[str]) -> bool:
    """Whether a seat that comes later in turn order has Reacted."""
    return any(later in window["reacted"] for later in others[others.index(seat) + 1 :])


def _could_react(table: Table, link: Link, seat: str) -> bool:
    own = canvas(table, seat)
    if any("DISPOSE" in card.keywords for card in own):
        return True
    if link["type"] == "attack":
        target = table.cards.get(link["target"])
        return any(can_defend(table, card, target) and "parasite" not in card.flags for card in own)
    hit = targets_on(table, link, seat)
    return any("DIVERT" in card.keywords and "diverted" not in card.flags and hit not in ([], [card]) for card in own)


def targets_on(table: Table, link: Link, seat: str) -> list[Card]:
    """The cards on a Canvas that the waiting text targets. One that was shuffled away bears no label any more."""
    hit = [table.cards[label] for label in link["targets"] if label in table.cards]
    return [card for card in hit if card.place == f"{seat}.{CANVAS}"]


def can_defend(table: Table, card: Card, target: Card | None) -> bool:
    """Whether a Character may step in for another one beside it that is being attacked."""
    if target is None or "DEFEND" not in card.keywords or not is_character(card) or card.seat != target.seat:
        return False
    return card not in unit_of(table, target) and (card.stats["damage"] == 0 or rule("ACH-DEFEND-2"))


def _may_prevent(table: Table, window: dict[str, Any], seat: str) -> bool:
    (link,) = window["links"]
    if not link["loss"].get(seat) or seat in window["prevent"] or seat in window["passed"]:
        return False
    return can_prevent(table, seat) > 0
