"""Using cards on the Canvas: resolving, abilities, DISPOSE, texts that happen by themselves, and the end of a HUNT."""

from __future__ import annotations

from workers.rules.games.achroma import bank
from workers.rules.games.achroma.canvas import all_canvases, canvas, end_hunt, erase
from workers.rules.games.achroma.declaring import (
    acting,
    declare,
    forbid_sacrifices,
    forbid_use,
    kinds_of,
    own_turn,
    sacrifices_of,
    step_now,
    targets_of,
    texts_of,
)
from workers.rules.games.achroma.deploying import KINDS_OF_A_MENAGERIE
from workers.rules.games.achroma.doing import Doing, Forbid, do_ops, find_card, forbid_restrained
from workers.rules.games.achroma.hex import HOST_RULE, on_canvas
from workers.rules.games.achroma.texts import fade
from workers.rules.table.game import Link
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.table import Table

# --- resolving -------------------------------------------------------------------------------------------------------


def resolve(play: Play) -> None:
    """One card's Achroma effect, and its resolve ability if it has one."""
    table, event = play.table, play.event
    card = acting(play, event["card"])
    does = texts_of(play, event)
    target = event.get("target")
    own_turn(play)
    if table.phase != "resolve":
        play.forbid("ACH-RES-1", f"Cards are resolved in the Resolve step, and this is the {step_now(table)}.")
    forbid_use(play, card)
    bank.forbid_frozen(play.forbid, card, does, resolving=True)
    if "host" in card.flags:
        play.forbid(HOST_RULE, f"{card.name} is a HOST and cannot resolve its own Achroma effect.")
    if "resolved" in card.flags:
        play.forbid("ACH-RES-2", f"{card.name} has been resolved this turn.")
    if isinstance(target, list):
        play.forbid("ACH-RES-6", f"The Drain or Steal of {card.name} goes wholly against one opponent.")
        target = target[0] if target else None
    victim = target["seat"] if target is not None else None
    takes = card.stats["drain"] + card.stats["steal"]
    if victim is not None or (takes and not bank.guarded(table)):
        bank.forbid_victim(play.forbid, play.seat, victim)
    if victim is not None and takes:
        bank.forbid_guarded(play.forbid, table)
    loss = bank.threats(table, does, play.seat)
    if victim is not None and takes:
        loss[victim] = loss.get(victim, 0) + takes
    declare(
        play, card, does=does, victim=victim, loss=loss,
        targets=[each.label for each in targets_of(play, {}, does)],
    )  # fmt: skip


def can_resolve(doing: Doing, link: Link) -> None:
    bank.forbid_frozen(doing.forbid, doing.table.cards[link["card"]], link["does"], resolving=True)


def take_resolution(doing: Doing, link: Link) -> None:
    """Gain, then Drain, then Steal, then the resolve ability."""
    table = doing.table
    card, victim = table.cards[link["card"]], link["victim"]
    table.flag(card, "resolved")
    table.tell("resolved", f"{table.who(link['seat'])} resolves {card.name}.", card=card.label)
    stats = card.stats
    fade(table, card)
    if stats["gain"]:
        bank.gain(doing, link["seat"], stats["gain"])
    if victim is not None:
        for effect, take in (("drain", bank.drain), ("steal", bank.steal)):
            if stats[effect] and not doing.over and not table.seats[victim].out:
                take(doing, victim, stats[effect])
    do_ops(doing, link["does"])


# --- abilities -------------------------------------------------------------------------------------------------------


def ability(play: Play) -> None:
    table, event = play.table, play.event
    card = acting(play, event["card"])
    sacrifices = sacrifices_of(play)
    does = texts_of(play, event)
    targets = targets_of(play, event, does)
    pay = event.get("pay")
    play.trust("it rests on the text of a card")
    own_turn(play)
    forbid_use(play, card, *targets, *sacrifices)
    if pay is not None and "paid" in card.flags:
        play.forbid("ACH-PAY-2", f"{card.name} has used its Pay X Shards this turn.")
    if event.get("keyword") == "MENAGERIE":
        _forbid_menagerie(play.forbid, table, play.seat, card)
    # Behind ACTION or beside MENAGERIE the word may belong to the other ability of the card.
    asks = "ACTION" not in card.keywords and "keyword" not in event
    forbid_sacrifices(play, card, sacrifices, asks)
    bank.forbid_frozen(play.forbid, card, does, resolving=False)
    _forbid_price(play.forbid, table, play.seat, pay or 0)
    declare(
        play, card, *sacrifices, does=does, pay=pay, keyword=event.get("keyword"),
        sacrifice=[each.label for each in sacrifices], targets=[each.label for each in targets],
        loss=bank.threats(table, does, play.seat),
    )  # fmt: skip


def _forbid_menagerie(forbid: Forbid, table: Table, seat: str, card: Card) -> None:
    kinds = kinds_of(canvas(table, seat))
    if len(kinds) < KINDS_OF_A_MENAGERIE or "menagerie" in card.flags:
        used = "menagerie" in card.flags
        needs = f"it needs {KINDS_OF_A_MENAGERIE} kinds of Characters, and {table.who(seat)} has {len(kinds)}"
        why = "it has done so this turn" if used else needs
        forbid("ACH-MENAG-1", f"{card.name} cannot use its MENAGERIE: {why}.")


def _forbid_price(forbid: Forbid, table: Table, seat: str, pay: int) -> None:
    if pay > bank.bank(table, seat):
        forbid("ACH-PAY-1", f"The ability costs {pay} Shards, and {table.who(seat)} has {bank.bank(table, seat)}.")


def can_use(doing: Doing, link: Link) -> None:
    """By now there may be too few kinds for a MENAGERIE, the card may be FROZEN or the bank too small."""
    table, seat, card = doing.table, link["seat"], doing.table.cards[link["card"]]
    if link["keyword"] == "MENAGERIE":
        _forbid_menagerie(doing.forbid, table, seat, card)
    bank.forbid_frozen(doing.forbid, card, link["does"], resolving=False)
    _forbid_price(doing.forbid, table, seat, link["pay"] or 0)


def take_ability(doing: Doing, link: Link) -> None:
    table, seat, card = doing.table, link["seat"], doing.table.cards[link["card"]]
    table.tell("used", f"{table.who(seat)} uses {card.name}.", card=card.label)
    if link["pay"] is not None:
        table.flag(card, "paid")
    if link["keyword"] == "MENAGERIE":
        table.flag(card, "menagerie")
    if not bank.pay(table, seat, link["pay"] or 0):
        return
    for label in link["sacrifice"]:
        erase(table, table.cards[label])
    do_ops(doing, link["does"])


def take_disposal(doing: Doing, link: Link) -> None:
    """The card with DISPOSE is Erased, then its ability is carried out."""
    card = doing.table.cards[link["card"]]
    doing.table.tell("disposed", f"{doing.table.who(link['seat'])} DISPOSES of {card.name}.", card=card.label)
    erase(doing.table, card)
    do_ops(doing, link["does"])


# --- texts that happen by themselves ---------------------------------------------------------------------------------


def effect(play: Play) -> None:
    table, event = play.table, play.event
    around = [*all_canvases(table), *(card for seat in table.seats for card in table.zone(seat, "dregs").cards)]
    source = find_card(table, event["source"], around)
    does = texts_of(play, event)
    forbid_restrained(play.forbid, table, source)
    if event.get("trigger") == "erased" and not on_canvas(source):
        play.forbid(
            "ACH-ABIL-6", f"{table.called(source)} is not on a Canvas any more and grants nothing for Erased cards."
        )
    play.trust("it rests on the text of a card")
    play.origin.card = source.label
    table.tell("effect", f"{play.who} carries out the text of {table.called(source)}.", card=source.label)
    do_ops(Doing(table, play.origin, play), does)


def resolve_hunt(play: Play) -> None:
    table = play.table
    hunter = play.card(play.event["card"], canvas(table, play.seat))
    does = texts_of(play, play.event)
    own_turn(play, opening=True)
    if table.phase != "start" or table.memo.get("stirred"):
        play.forbid("ACH-HUNT-4", "A HUNT is resolved at the very start of the turn, before anything else is done.")
    hunt = hunter.marks.get("hunt")
    if hunt is None or not hunt["due"] or hunter.controller != play.seat:
        play.forbid(
            "ACH-HUNT-3", f"No HUNT of {table.called(hunter)} is due: hunter and prey have to stay where they were."
        )
    play.trust("it rests on the text of a card")
    play.origin.card = hunter.label
    table.tell("hunted", f"The HUNT of {table.called(hunter)} comes to its end.", card=hunter.label)
    end_hunt(table, hunter)
    do_ops(Doing(table, play.origin, play), does)
