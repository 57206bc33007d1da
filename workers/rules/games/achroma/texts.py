"""What texts do to banks and to cards that stay where they are."""

from __future__ import annotations

from workers.rules.games.achroma import bank
from workers.rules.games.achroma.canvas import end_hunt, erase
from workers.rules.games.achroma.doing import Doing, own_seat
from workers.rules.games.achroma.hex import SETTABLE, is_character, on_canvas, unit_of
from workers.rules.table import ops as core
from workers.rules.table.ops import Op, place_of
from workers.rules.table.pieces import Card, Mod
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule

# --- banks -----------------------------------------------------------------------------------------------------------


def gain(doing: Doing, op: Op) -> None:
    bank.gain(doing, doing.seat_in(op.get("seat") or doing.seat), op["n"])


def lose(doing: Doing, op: Op) -> None:
    bank.change(doing.table, doing.seat_in(own_seat(doing, op)), -op["n"], "loses")


def drain(doing: Doing, op: Op) -> None:
    bank.forbid_victim(doing.forbid, doing.seat, op["seat"])
    bank.drain(doing, doing.seat_in(op["seat"]), op["n"])


def steal(doing: Doing, op: Op) -> None:
    bank.forbid_victim(doing.forbid, doing.seat, op["seat"])
    bank.steal(doing, doing.seat_in(op["seat"]), op["n"])


# --- damage and Erasing ----------------------------------------------------------------------------------------------


def protected(card: Card, by: str) -> bool:
    """Whether PROTECTION keeps the card from harm by that seat."""
    others = by != card.controller or not rule("ACH-PROT-2")
    return "PROTECTION" in card.keywords and others and rule("ACH-PROT-1")


def shielded(doing: Doing, card: Card, by: str) -> bool:
    """Whether PROTECTION keeps a text from harming the card; the text is carried out all the same."""
    if doing.origin.judge or not protected(card, by):
        return False
    doing.table.tell("protected", f"PROTECTION keeps {card.name} from harm.", card=card.label)
    return True


def empty_hex(table: Table, card: Card) -> None:
    """A card without Shards leaves the Canvas."""
    if on_canvas(card) and card.stats["shards"] <= 0 and rule("ACH-HEX-4"):
        erase(table, card)


def damage(doing: Doing, op: Op) -> None:
    table, card = doing.table, doing.affected(op["card"])
    if shielded(doing, card, doing.seat) or not on_canvas(card):
        return
    if rule("ACH-HEX-5"):
        table.modify(card, Mod("stat", "damage", op["n"]))
    table.tell("damaged", f"{card.name} takes {op['n']} damage.", card=card.label, n=op["n"])
    empty_hex(table, card)


def erase_card(doing: Doing, op: Op) -> None:
    card = doing.affected(op["card"])
    if shielded(doing, card, op.get("chooser") or doing.seat):
        return
    for each in (card,) if rule("ACH-MOUNT-7") else unit_of(doing.table, card):
        erase(doing.table, each)


# --- states ----------------------------------------------------------------------------------------------------------


def curse(doing: Doing, op: Op) -> None:
    card = doing.affected(op["card"])
    if rule("ACH-CURSE-1"):
        _put_into(doing.table, card, "cursed")
    doing.table.tell("cursed", f"{card.name} is turned sideways: it is Cursed.", card=card.label)


def _put_into(table: Table, card: Card, state: str) -> None:
    """A state that ends as its own rule says, also where a text had laid it on the card for a shorter while."""
    table.strip(card, [mod for mod in card.mods if mod.kind == "flag" and mod.what == state])
    table.flag(card, state)


def freeze(doing: Doing, op: Op) -> None:
    card = doing.affected(op["card"])
    if rule("ACH-FREEZE-1"):
        _put_into(doing.table, card, "frozen")
    doing.table.tell("frozen", f"{card.name} is FROZEN.", card=card.label)


def hunt(doing: Doing, op: Op) -> None:
    table, prey = doing.table, doing.affected(op["card"])
    hunter = doing.affected(doing.own_card(op.get("under")).label)
    if not is_character(prey) or prey.seat == hunter.seat:
        doing.forbid("ACH-HUNT-1", f"{prey.name} is no prey: a HUNT is for a Character on another Canvas.")
    if hunter.marks.get("hunt_turn") == table.number:
        doing.forbid("ACH-HUNT-2", f"{hunter.name} has started a HUNT this turn already.")
    end_hunt(table, hunter)
    table.note_on(hunter, "hunt", {"prey": prey.label, "due": False})
    table.note_on(hunter, "hunt_turn", table.number)
    table.note_on(prey, "hunters", [*prey.marks.get("hunters", ()), hunter.label])
    table.flag(hunter, "hunting")
    table.flag(prey, "hunted")
    table.tell("hunts", f"{hunter.name} goes on the HUNT for {prey.name}.", card=hunter.label, prey=prey.label)


def splat(doing: Doing, op: Op) -> None:
    card = doing.affected(op["card"])
    if card.label == doing.origin.card:
        doing.forbid("ACH-SPLAT-1", f"{card.name} cannot SPLAT itself: another card gets the Gain.")
    doing.table.modify(card, Mod("stat", "gain", op["n"], "splat", doing.seat))
    doing.table.tell("splat", f"SPLAT: {card.name} will Gain {op['n']} more.", card=card.label, n=op["n"])


def squish(doing: Doing, op: Op) -> None:
    card = doing.affected(op["card"])
    if card.label == doing.origin.card:
        doing.forbid("ACH-SQUISH-1", f"{card.name} cannot SQUISH itself: another card gets the Drain.")
    doing.table.modify(card, Mod("stat", "drain", op["n"], "squish", doing.seat))
    doing.table.tell("squish", f"SQUISH: {card.name} will Drain {op['n']} more.", card=card.label, n=op["n"])


def fade(table: Table, card: Card, giver: str | None = None) -> None:
    """SPLAT and SQUISH on the card are gone: those of one giver, or all of them once it has been resolved."""
    if not card.mods:
        return
    words = [word for word, id_ in (("splat", "ACH-SPLAT-2"), ("squish", "ACH-SQUISH-2")) if rule(id_)]
    table.strip(card, [mod for mod in card.mods if mod.until in words and giver in (None, mod.seat)])


# --- the table's own ops, on cards of a Canvas -----------------------------------------------------------------------


def shuffle(doing: Doing, op: Op) -> None:
    """SECRETS lie under their Keepers, each for itself: there is nothing to shuffle among them."""
    if place_of(op["zone"], op["seat"])[1] != "secrets":
        core.shuffle(doing.table, doing.origin, op)


def stat(doing: Doing, op: Op) -> None:
    if op["stat"] not in SETTABLE:
        raise Illegal("TBL-TYPE", f"{op['stat']} is no number of a card that can be set.")
    card = doing.affected(op["card"])
    more = op["by"] if "by" in op else op["to"] - card.stats.get(op["stat"], 0)
    # Shards that a text takes off a card are damage by another name.
    harm = more if op["stat"] == "damage" else -more if op["stat"] == "value" else 0
    if harm > 0 and shielded(doing, card, doing.seat):
        return
    core.stat(doing.table, doing.origin, {**op, "card": card.label})
    empty_hex(doing.table, card)


def flag(doing: Doing, op: Op) -> None:
    core.flag(doing.table, doing.origin, {**op, "card": doing.affected(op["card"]).label})


def keyword(doing: Doing, op: Op) -> None:
    """A keyword that is given stays, also when the card that gave it is gone."""
    lasting = op if rule("ACH-GIVE-1") else {**op, "until": "turn"}
    core.keyword(doing.table, doing.origin, {**lasting, "card": doing.affected(op["card"]).label})
