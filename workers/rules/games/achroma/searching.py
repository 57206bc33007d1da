"""Texts that reach into Palette, hand and Dregs: DIG, FIND, REVEAL, RESEARCH, SECRET, and TRADES that a card grants."""

from __future__ import annotations

from workers.rules.games.achroma import bank
from workers.rules.games.achroma.canvas import join
from workers.rules.games.achroma.doing import Doing, own_seat
from workers.rules.games.achroma.hex import printed_shards
from workers.rules.table.hidden import draw, shuffle, unname
from workers.rules.table.ops import Op
from workers.rules.table.pieces import Card
from workers.rules.table.play import take_named
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule


def taken_from(doing: Doing, zone: str, text: str, wanted: str | None = None) -> Card:
    """The card named in one of your hidden zones."""
    must_be_free(doing.table, wanted)
    return take_named(doing.table, doing.origin, doing.seat, zone, text, doing.play, wanted)


def must_be_free(table: Table, label: str | None) -> None:
    """A label that an op wants for the card that it brings."""
    if label in table.cards:
        raise Illegal("TBL-TYPE", f"A card on the table bears the label {label} already.")


def from_dregs(doing: Doing, text: str) -> Card:
    """The card named in your own Dregs."""
    table, seat = doing.table, doing.seat
    card = doing.find(text, table.zone(seat, "dregs").cards)
    if card.place != f"{seat}.dregs":
        raise Illegal("TBL-REF", f"{table.called(card)} is not in {table.who(seat)}'s Dregs.")
    must_be_known(card)
    return card


def must_be_known(card: Card) -> None:
    """A SECRET that was lost unseen cannot come into play: nobody can say what it is."""
    if card.name is None:
        raise Illegal("TBL-REF", "Nobody has seen that card, so it cannot be said what would come into play.")


def put_away(table: Table, card: Card, seat: str, zone: str, spot: str | None = None) -> None:
    """A card goes into a hidden zone; one that nobody has seen is one of many there."""
    table.move(card, seat, zone, spot)
    table.game.refresh(table, card)
    if card.name is None:
        table.forget(card)


def flip_secret(doing: Doing, text: str) -> Card:
    """A hidden card that a text brings out, by the name that it turns out to have."""
    table, seat = doing.table, doing.seat
    hidden = table.zone(seat, "secrets").cards
    if text not in table.catalog or len(hidden) != 1:
        raise Illegal("TBL-REF", f"{text} does not say which SECRET is meant, or what it turned out to be.")
    name_it(table, hidden[0], text)
    return hidden[0]


def name_it(table: Table, card: Card, name: str) -> None:
    table.turn_into(card, name, table.catalog[name])
    table.saw_copy(card.owner, name, 1)
    table.game.refresh(table, card)
    table.tell("flipped", f"The SECRET is {name}.", card=card.label)


def dig(doing: Doing, op: Op) -> None:
    table, seat = doing.table, own_seat(doing, op)
    card = doing.find(op["card"], table.zone(seat, "dregs").cards)
    if card.seat != seat or card.zone != "dregs":
        doing.forbid("ACH-DIG-1", f"{table.called(card)} is not in {table.who(seat)}'s own Dregs.")
    table.tell("dug", f"{table.who(seat)} DIGS {table.called(card)} out of the Dregs.", seat=seat, card=card.label)
    if card.zone == "dregs":
        put_away(table, card, seat, "hand")


def find(doing: Doing, op: Op) -> None:
    table, seat = doing.table, doing.seat
    if table.zone(seat, "palette").size == 0:
        doing.forbid("ACH-FIND-1", f"{table.who(seat)}'s Palette is empty: there is nothing to FIND.")
    card = taken_from(doing, "palette", op["card"])
    table.move(card, seat, "hand")
    shuffle(table, seat, "palette")
    table.tell("found", f"{table.who(seat)} FINDS {table.called(card)} and shuffles.", seat=seat)


def reveal_until(doing: Doing, op: Op) -> None:
    table, seat, keep = doing.table, doing.seat, op.get("keep")
    if keep is not None and (not op["cards"] or op["cards"][-1] != keep):
        doing.forbid("ACH-REVEAL-1", f"{keep} was not the last card turned up: REVEAL stops at the card that fits.")
    turned = [taken_from(doing, "palette", name) for name in op["cards"]]
    told = ", ".join(str(card.name) for card in turned) or "nothing"
    table.tell("revealed", f"{table.who(seat)} turns up {told}.", seat=seat, n=len(turned))
    if keep is not None and turned:
        table.move(turned[-1], seat, "hand")
    shuffle(table, seat, "palette")


def research(doing: Doing, op: Op) -> None:
    table, seat, keep = doing.table, doing.seat, op["keep"]
    palette = table.zone(seat, "palette").size
    if keep > op["n"] or keep > palette:
        doing.forbid("ACH-RESEARCH-1", f"RESEARCH {op['n']} with {palette} cards in the Palette cannot keep {keep}.")
    if keep > bank.bank(table, seat):
        left = bank.shards(bank.bank(table, seat))
        doing.forbid("ACH-RESEARCH-2", f"To keep {keep} cards costs {keep}, and {table.who(seat)} has {left}.")
    names = op.get("cards") or []
    if len(names) > keep:
        raise Illegal("TBL-TYPE", "More cards are named than are kept.")
    if not bank.pay(table, seat, keep):
        return
    for name in names:
        table.move(taken_from(doing, "palette", name), seat, "hand")
    draw(table, seat, keep - len(names))
    table.tell("researched", f"{table.who(seat)} looks at {op['n']} cards and keeps {keep}.", seat=seat, n=keep)


def secret(doing: Doing, op: Op) -> None:
    """The top card of a Palette, unseen, under its Keeper."""
    table, whose = doing.table, doing.seat_in(op["from"])
    keeper = doing.affected(doing.own_card(op.get("under")).label)
    must_be_free(table, op.get("as"))
    if not _take_unseen(table, whose):
        doing.forbid("ACH-SECRET-1", f"{table.who(whose)}'s Palette is empty: there is no card to hide.")
    card = table.new_card(doing.origin.label(table, op.get("as")), None, whose, keeper.seat, "secrets")
    join(table, card, keeper, "under")
    table.tell("hidden", f"{keeper.name} keeps a SECRET from {table.who(whose)}'s Palette.", card=card.label)


def _take_unseen(table: Table, seat: str) -> bool:
    """The top card leaves a Palette without anybody looking; what was known of it is forgotten."""
    palette = table.zone(seat, "palette")
    if palette.known:
        unname(table, palette)
    if palette.cards and (palette.cards[-1].spot == "top" or not palette.unknown):
        table.forget(palette.cards[-1])
    if not palette.unknown:
        return False
    table.put(palette, "unknown", palette.unknown - 1)
    return True


def trade(doing: Doing, op: Op) -> None:
    """A TRADE that a card grants; the limit of the turn's own trades does not know it."""
    table, seat = doing.table, doing.seat
    card = taken_from(doing, "hand", op["card"])
    worth = trade_in(table, seat, card, printed_shards(table, card))
    if not rule("ACH-TRADE-4"):
        table.count_by(seat, "traded", worth)


def trade_in(table: Table, seat: str, card: Card, worth: int) -> int:
    """A card goes from hand to Dregs and brings Shards."""
    table.move(card, card.owner, "dregs")
    table.tell("traded", f"{table.who(seat)} TRADES {card.name}.", seat=seat, card=card.label)
    return bank.change(table, seat, worth, "receives") if rule("ACH-TRADE-1") else 0
