"""Soul Points: what a bond or an activation costs, and who can pay it."""

from __future__ import annotations

from schemas.viewer import secret
from workers.rules.games.aerkana.cards import ORDINARY_PRICE, level_of, printed
from workers.rules.games.aerkana.field import told_openly
from workers.rules.table.ops import meant_by
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule


def bond_price(card: Card) -> int:
    """Two Soul Points, unless the being prints another price."""
    return printed(card.entry, "cost", ORDINARY_PRICE) if rule("AER-BIND-2") else 0


def activation_price(card: Card) -> int:
    """An Arcanum or a Seal costs its level."""
    return level_of(card) if rule("AER-ARC-1") else 0


def price_source(play: Play) -> Card | None:
    """The card whose text changes the price, if the play names one."""
    text = play.event.get("source")
    if text is None:
        return None
    return play.card(text, meant_by(play.table, text, play))


def check_exile(play: Play, card: Card) -> None:
    if card.zone == "exile":
        play.forbid("AER-EXILE-1", f"{card.name} is in exile: it is out of the game.")


def check_price(play: Play, card: Card, price: int, source: Card | None, extra: int = 0) -> int:
    """What is to be paid for the card, with the price that another card's text makes, if it can be paid."""
    changed = source is not None and "pay" in play.event
    price = (play.event["pay"] if changed else price) + extra
    told = str(price)
    if card.veil is not None and not changed and not told_openly(play, card):
        # What is printed on a hidden card is its player's secret.
        told = secret(told, card.veil["seats"], "more")
    can_pay(play, price, told)
    if changed and source is not None:
        if source.zone in ("hand", "supply", "special") or "face_down" in source.flags:
            told = play.table.called(source)
            play.forbid("AER-SOUL-5", f"{told} does not lie open, so its text changes no price.")
        check_exile(play, source)
        play.trust("the price rests on another card's text")
    return price


def can_pay(play: Play, price: int, told: str) -> None:
    left = play.table.seats[play.seat].counters["soul_points"]
    if price > left:
        points = "Soul Point" if left == 1 else "Soul Points"
        play.forbid("AER-SOUL-3", f"{play.who} has {left} {points} left, and this costs {told}.")


def told_price(price: int) -> str:
    """The price in a sentence."""
    return "at no cost" if price == 0 else f"for {price} Soul Point{'s' if price > 1 else ''}"


def pay(table: Table, seat: str, price: int) -> None:
    if price:
        table.count_by(seat, "soul_points", -price)
        table.tell("paid", "", seat=seat, n=price)


def pay_needs_source(play: Play) -> None:
    """A price of its own is only paid where another card's text makes it; an effect has no printed price."""
    if "pay" in play.event and "source" not in play.event:
        raise Illegal("TBL-TYPE", "A changed price is logged with the card whose text changes it.")
