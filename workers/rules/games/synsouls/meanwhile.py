"""Cards of a hand that a waiting play names: public as long as it waits."""

from __future__ import annotations

from typing import Any

from workers.rules.games.synsouls.aiming import targets_of
from workers.rules.table.game import Link
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.table import Table


def show_named(play: Play, source: Card | None, ops: list[dict[str, Any]]) -> list[str]:
    """Cards of the player's own hand or deck that the play names are public while it waits; says which."""
    named_in_ops = [text for op in ops for text in (op.get("card"), op.get("room"), *op.get("cards", ()))]
    targets = [target.get("card") for target in targets_of(play)]
    labels = dict.fromkeys([source.label if source else None, *targets, *named_in_ops])
    cards = [card for card in map(play.table.cards.get, labels) if card is not None]
    shown = [card for card in cards if card.veil is not None and play.seat in card.veil["seats"]]
    for card in shown:
        play.table.reveal(card)
    return [card.label for card in shown]


def hide_again(table: Table, link: Link) -> None:
    """The play waits no more: what it named is private again, unless it now goes on to show it."""
    for label in link["shown"]:
        card = table.cards.get(label)
        if card is not None and card.revealed:
            table.put(card, "revealed", False)
            table.reveil(card)
