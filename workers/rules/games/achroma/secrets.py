"""Flipping SECRETS: the Keeper is Erased, and every card under it is Deployed for free."""

from __future__ import annotations

from typing import Any

from workers.rules.games.achroma import bank
from workers.rules.games.achroma.canvas import all_canvases, could_carry, erase, part, role_on, to_dregs
from workers.rules.games.achroma.declaring import (
    acting,
    declare,
    forbid_use,
    own_turn,
    targets_of,
    texts_of,
)
from workers.rules.games.achroma.deploying import forbid_attach, holder_named, land_free
from workers.rules.games.achroma.doing import Doing
from workers.rules.games.achroma.hex import carried, on_canvas
from workers.rules.games.achroma.searching import name_it
from workers.rules.table.game import Link
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal


def secrets_under(table: Table, keeper: Card) -> list[Card]:
    return [card for card in carried(table, keeper) if card.zone == "secrets"]


def reveal_secret(play: Play) -> None:
    table, event = play.table, play.event
    keeper = acting(play, event["card"])
    hidden = secrets_under(table, keeper)
    flips: list[dict[str, Any]] = []
    for each in event["cards"]:
        flips.append(_flip(play, each, hidden, [flip["name"] for flip in flips]))
    play.trust("it rests on the cards that were flipped")
    own_turn(play, opening=True)
    forbid_use(play, keeper)
    if table.phase != "start" or table.memo.get("stirred") or not hidden:
        play.forbid("ACH-SECRET-2", f"{keeper.name} gives up a SECRET only at the very start of the turn.")
    if sorted(flip["card"] for flip in flips) != sorted(card.label for card in hidden):
        play.forbid("ACH-SECRET-3", f"Every card under {keeper.name} has to be flipped and Deployed, once.")
    does = [op for flip in flips for op in flip["does"]]
    targets = [label for flip in flips for label in flip["targets"]]
    declare(play, keeper, cards=flips, targets=targets, loss=bank.threats(table, does, play.seat))


def _flip(play: Play, each: dict[str, Any], hidden: list[Card], others: list[str]) -> dict[str, Any]:
    """One hidden card, as its player says that it turned out."""
    table = play.table
    card = table.cards.get(each["card"])
    if card is None or card not in hidden:
        raise Illegal("TBL-REF", f"No hidden card {each['card']} lies under that Keeper.")
    if each["name"] not in table.catalog:
        raise Illegal("TBL-CARD", f"{each['name']} is in no catalog of this match and was not defined.")
    owner = table.seats[card.owner]
    seen = owner.seen.get(each["name"], 0) + others.count(each["name"])
    if owner.deck is not None and seen >= owner.listed(each["name"]):
        play.forbid("TBL-COPY", f"{owner.name}'s list holds no further copy of {each['name']}.")
    does = texts_of(play, each)
    # What lies under the Keeper too may carry it, once that has been flipped.
    to = next((other for other in hidden if other.label == each.get("attach")), None)
    to = to or holder_named(table, each.get("attach"))
    return {
        "card": card.label, "name": each["name"], "attach": to.label if to is not None else None, "does": does,
        "targets": [target.label for target in targets_of(play, each, does)],
    }  # fmt: skip


def take_secrets(doing: Doing, link: Link) -> None:
    table = doing.table
    keeper = table.cards[link["card"]]
    hidden = secrets_under(table, keeper)
    for each in hidden:
        part(table, each)
    erase(table, keeper)
    for flip in link["cards"]:
        # A Reaction, or the text of a card flipped before it, may have put it among others unseen.
        card = table.cards.get(flip["card"])
        if card is not None and card in hidden and not doing.over:
            name_it(table, card, flip["name"])
            _deploy(doing, card, flip)
    for each in hidden:
        if each.zone == "secrets":
            to_dregs(table, each)


def _deploy(doing: Doing, card: Card, flip: dict[str, Any]) -> None:
    table = doing.table
    to = table.cards.get(flip["attach"] or "")
    if to is not None and not on_canvas(to):
        to = None
    role = role_on(card, to) if to is not None else ""
    if card.type != "object" or to is not None or any(could_carry(table, each, card) for each in all_canvases(table)):
        try:
            forbid_attach(doing.forbid, table, doing.seat, card, to, role)
        except Illegal:
            if doing.play is not None:
                raise
            # What should carry it is gone or taken by now.
            to = None
    land_free(doing, card, to, role, flip["does"])
