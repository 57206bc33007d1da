"""Reactions: DEFEND, DIVERT, DISPOSE, and the Prevent and pass that share their window."""

from __future__ import annotations

from typing import Any

from workers.rules.games.achroma.attacking import forbid_parasite_fights
from workers.rules.games.achroma.bank import can_prevent, shards, threats
from workers.rules.games.achroma.canvas import erase
from workers.rules.games.achroma.declaring import (
    acting,
    can_defend,
    declare,
    forbid_use,
    is_opportunity,
    is_overtaken,
    may_respond,
    places_of,
    take_effect,
    targeted,
    targets_of,
    targets_on,
    texts_of,
    turn_order_after,
)
from workers.rules.games.achroma.doing import Doing, all_ops, do_ops, find_card
from workers.rules.games.achroma.hex import objects_on
from workers.rules.table import windows
from workers.rules.table.game import Link
from workers.rules.table.ops import Op
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule

ORDER_RULE = "ACH-REACT-4"
WINDOW_RULE = "ACH-REACT-2"
DIVERT_RULE = "ACH-DIVERT-1"


def waiting(table: Table) -> Link | None:
    """The play that can be answered now."""
    return table.window["links"][0] if table.window is not None and table.window["links"] else None


def forbid_reaction(play: Play) -> Link | None:
    """What stands against any Reaction of the seat; the play that it answers."""
    table, link = play.table, waiting(play.table)
    if link is None or not is_opportunity(link):
        play.forbid(WINDOW_RULE, "There is nothing to React to: no Deployment, ability or attack was just declared.")
        return None
    window: dict[str, Any] = table.window or {}
    if play.seat in window["reacted"]:
        play.forbid("ACH-REACT-3", f"{play.who} has Reacted to this already.")
    others = turn_order_after(table, link["seat"])
    if play.seat in window["passed"] or play.seat not in others or is_overtaken(window, play.seat, others):
        play.forbid(ORDER_RULE, f"{play.who}'s moment to React to this is over: Reactions go round in turn order.")
    return link


def forbid_own_turn(play: Play) -> None:
    if play.seat == play.table.turn:
        play.forbid("ACH-REACT-1", f"It is {play.who}'s own turn: DEFEND and DIVERT are Reactions to others.")


def answered(table: Table, change: dict[str, Any], link: Link | None = None) -> None:
    """A response is in: whoever may still respond is worked out anew, and the window closes when nobody may."""
    if table.window is None or table.status == "finished":
        return
    window = {**table.window, **change}
    if link is not None:
        window["links"] = [link]
    window["may_respond"] = may_respond(table, window)
    table.put(table, "window", window)
    if not window["may_respond"]:
        windows.close(table)


def reacted(play: Play, link: Link | None = None) -> None:
    if play.table.window is not None:
        answered(play.table, {"reacted": [*play.table.window["reacted"], play.seat]}, link)


# --- the three Reactions ---------------------------------------------------------------------------------------------


def defend(play: Play) -> None:
    table = play.table
    card = acting(play, play.event["card"])
    forbid_own_turn(play)
    link = forbid_reaction(play)
    forbid_use(play, card)
    target = table.cards.get(link["target"]) if link is not None and link["type"] == "attack" else None
    if not can_defend(table, card, target):
        play.forbid(
            "ACH-DEFEND-1",
            f"{card.name} cannot step in: that takes DEFEND and an attack on another Character beside it.",
        )
    forbid_parasite_fights(play, card)
    if link is not None and target is not None:
        table.tell("defended", f"{card.name} steps in for {target.name}.", card=card.label, target=target.label)
        places = {**places_of(card), link["card"]: link["places"][link["card"]]}
        reacted(play, {**link, "target": card.label, "first": link.get("first", target.label), "places": places})


def divert(play: Play) -> None:
    table = play.table
    card = acting(play, play.event["card"])
    given = targeted(play, play.event["target"]) if "target" in play.event else None
    forbid_own_turn(play)
    link = forbid_reaction(play)
    forbid_use(play, card, *([given] if given is not None else []))
    old = _stood_in_for(table, link, card, given)
    if old is None or "DIVERT" not in card.keywords:
        play.forbid(DIVERT_RULE, f"{card.name} has nothing to DIVERT: no text targets another card beside it.")
    if "diverted" in card.flags:
        play.forbid("ACH-DIVERT-2", f"{card.name} has DIVERTED once this turn.")
    if link is None or old is None:
        return
    turned = _turned(link, old.label, card.label)
    if not _can_name(table, link, turned, card):
        play.forbid("ACH-DIVERT-3", f"{card.name} is no legal target for what {old.name} was to suffer.")
    table.flag(card, "diverted")
    told = f"{card.name} DIVERTS the text from {old.name} to itself."
    table.tell("diverted", told, card=card.label, target=old.label)
    reacted(play, turned)


def _stood_in_for(table: Table, link: Link | None, card: Card, given: Card | None) -> Card | None:
    """The target that the card with DIVERT takes the place of."""
    mine = [] if link is None else [each for each in targets_on(table, link, card.seat) if each is not card]
    if given is not None:
        return given if given in mine else None
    if len(mine) > 1:
        raise Illegal("TBL-REF", f"{len(mine)} cards beside {card.name} are targeted: it has to be said for which one.")
    return mine[0] if mine else None


def _turned(link: Link, old: str, new: str) -> Link:
    """The play with another target."""

    def turn(op: Op) -> Op:
        turned = {key: new if value == old and key not in ("attach", "as") else value for key, value in op.items()}
        if op.get("does"):
            turned["does"] = [turn(each) for each in op["does"]]
        return turned

    turned = {**link, "targets": [new if label == old else label for label in link["targets"]]}
    turned["does"] = [turn(op) for op in link["does"]]
    if "cards" in link:
        turned["cards"] = [{**each, "does": [turn(op) for op in each["does"]]} for each in link["cards"]]
    return turned


def _can_name(table: Table, link: Link, turned: Link, target: Card) -> bool:
    """Whether every op that names the new target could be carried out on it, as long as it is there."""
    mark = table.mark()
    doing = take_effect(table, turned)
    table.undo(mark)
    before = [*all_ops(link["does"]), *(op for each in link.get("cards", ()) for op in all_ops(each["does"]))]
    return all(op in before or target not in there for op, there in doing.skipped)


def dispose(play: Play) -> None:
    """In one's own turn a play like others; otherwise a Reaction, done at once."""
    table, event = play.table, play.event
    card = acting(play, event["card"])
    does = texts_of(play, event)
    targets = targets_of(play, event, does)
    own = play.seat == table.turn and table.window is None and rule("ACH-DISPOSE-2")
    if not own:
        forbid_reaction(play)
    forbid_use(play, card, *targets)
    if "DISPOSE" not in card.keywords:
        play.forbid("ACH-DISPOSE-1", f"{card.name} does not have DISPOSE.")
    if own:
        table.remember("stirred", True)
        labels = [each.label for each in targets]
        declare(play, card, does=does, targets=labels, loss=threats(table, does, play.seat))
        return
    play.origin.card = card.label
    table.tell("disposed", f"{play.who} Reacts and DISPOSES of {card.name}.", card=card.label)
    erase(table, card)
    do_ops(Doing(table, play.origin, play, reaction=True), does)
    reacted(play)


# --- Prevent and pass ------------------------------------------------------------------------------------------------


def prevent(play: Play) -> None:
    table, n, link = play.table, play.event["n"], waiting(play.table)
    under_attack = link is not None and link["loss"].get(play.seat, 0) > 0
    if not under_attack or n > can_prevent(table, play.seat):
        left = f"there is PREVENT for {shards(can_prevent(table, play.seat))}"
        play.forbid("ACH-PREV-4", f"{play.who} cannot Prevent {n}: {left}, against another's Drain or Steal alone.")
    table.tell("prevents", f"{play.who} chooses to Prevent {n}.", seat=play.seat, n=n)
    if table.window is not None:
        answered(table, {"prevent": {**table.window["prevent"], play.seat: n}})


def pass_on(play: Play) -> None:
    table = play.table
    if table.window is None:
        play.forbid(WINDOW_RULE, "There is nothing to answer.")
        return
    if play.seat not in table.window["may_respond"]:
        play.forbid(ORDER_RULE, f"{play.who} is not asked for an answer.")
    table.tell("passed", f"{play.who} does not answer.", seat=play.seat)
    answered(table, {"passed": [*table.window["passed"], play.seat]})


def arrange(play: Play) -> None:
    """The controller of a Character says in which order its Objects take damage; neither a play nor a Reaction."""
    table = play.table
    card = acting(play, play.event["card"])
    wanted = [find_card(table, text, objects_on(table, card)) for text in play.event["cards"]]
    forbid_use(play, card)
    objects = objects_on(table, card)
    if len(wanted) != len(objects) or any(each not in wanted for each in objects):
        play.forbid("ACH-ATK-10", f"The order has to name every Object on {card.name} once.")
        return
    rest = [label for label in card.attached if table.cards[label] not in objects]
    table.put(card, "attached", (*(each.label for each in wanted), *rest))
    table.tell("arranged", f"{play.who} sets the order of the Objects on {card.name}.", card=card.label)
