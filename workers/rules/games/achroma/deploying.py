"""Deploying cards: from hand for Shards, or for free by a text."""

from __future__ import annotations

from typing import Any

from workers.rules.games.achroma import bank
from workers.rules.games.achroma.canvas import (
    all_canvases,
    arrive,
    control,
    erase,
    leave,
    one_heroic,
    part,
    role_on,
)
from workers.rules.games.achroma.declaring import (
    all_there,
    conceal,
    declare,
    fail,
    forbid_sacrifices,
    kinds_on,
    own_turn,
    sacrifices_of,
    targets_of,
    texts_of,
)
from workers.rules.games.achroma.doing import (
    Doing,
    Forbid,
    check_shape,
    do_ops,
    find_card,
    forbid_restrained,
    nested,
    refuse,
)
from workers.rules.games.achroma.hex import CANVAS, is_character, is_steed, on_canvas, printed_shards
from workers.rules.games.achroma.moving import forbid_carrier
from workers.rules.games.achroma.searching import flip_secret, from_dregs, taken_from
from workers.rules.table.game import Link
from workers.rules.table.ops import Op
from workers.rules.table.pieces import Card
from workers.rules.table.play import Origin, Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule

DEPLOYMENTS_A_TURN = 3
KINDS_OF_A_MENAGERIE = 3


def deploy(play: Play) -> None:
    """From hand onto a Canvas."""
    table, event = play.table, play.event
    card = play.from_hand(event["card"])
    to = holder_named(table, event.get("attach"))
    free = find_card(table, event["free"], all_canvases(table)) if "free" in event else None
    sacrifices = sacrifices_of(play)
    does = texts_of(play, event)
    targets = targets_of(play, event, does)
    role = role_on(card, to, event.get("choice")) if to is not None else ""
    cost, counts = price(table, card, role, free is not None, event.get("pay"))
    if free is not None or "pay" in event:
        play.trust("it rests on a text that changes what the card costs")

    own_turn(play)
    if (card.type != "action" or not rule("ACH-DEP-6")) and table.phase != "main":
        play.forbid("ACH-DEP-5", f"{card.name} is Deployed in the Main step only, and this is the {table.phase} step.")
    if counts and table.seats[play.seat].counters["deployed"] >= DEPLOYMENTS_A_TURN:
        play.forbid("ACH-DEP-3", f"{play.who} has Deployed {DEPLOYMENTS_A_TURN} cards this turn already.")
    forbid_restrained(play.forbid, table, *targets, *([free] if free is not None else []))
    forbid_attach(play.forbid, table, play.seat, card, to, role)
    forbid_sacrifices(play, sacrifices)
    if event.get("keyword") == "MENAGERIE":
        kinds = kinds_on(table, play.seat, card if role != "parasite" else None)
        if len(kinds) < KINDS_OF_A_MENAGERIE:
            play.forbid(
                "ACH-MENAG-2", f"{play.who} would have only {len(kinds)} kinds of Characters for the MENAGERIE."
            )
    if cost > bank.bank(table, play.seat):
        play.forbid("ACH-DEP-2", f"{card.name} costs {cost} Shards, and {play.who} has {bank.bank(table, play.seat)}.")
    declare(
        play, card.label, cost=cost, counts=counts, attach=to.label if to is not None else None, role=role, does=does,
        sacrifice=[each.label for each in sacrifices], targets=[each.label for each in targets],
        loss=bank.threats(table, does, play.seat),
    )  # fmt: skip


def holder_named(table: Table, text: str | None) -> Card | None:
    """The card that something is to be attached to."""
    if text is None:
        return None
    to = find_card(table, text, all_canvases(table))
    if not on_canvas(to) and to.zone != "restrained":
        raise Illegal("TBL-REF", f"{table.called(to)} is on no Canvas: nothing can be attached to it.")
    return to


def price(table: Table, card: Card, role: str, free: bool, pay: int | None = None) -> tuple[int, bool]:
    """What Deploying costs, and whether it counts toward the limit of the turn."""
    if free and rule("ACH-DEP-4"):
        return 0, False
    cost = pay
    if cost is None:
        cost = 1 if role == "parasite" and rule("ACH-INFEST-1") else printed_shards(table, card)
    return cost, cost > 0 or rule("ACH-DEP-7")


def forbid_attach(forbid: Forbid, table: Table, seat: str, card: Card, to: Card | None, role: str) -> None:
    """What a card of each type may be attached to."""
    if to is not None:
        forbid_restrained(forbid, table, to)
    if card.type == "object":
        forbid_carrier(forbid, table, card, to)
    elif to is None:
        return
    elif card.type == "location":
        forbid("ACH-LOC-1", f"{card.name} is a Location: it is attached to nothing.")
    elif role == "parasite":
        _forbid_host(forbid, card, to)
    elif role == "rider":
        forbid_steed(forbid, table, seat, card, to)
    elif is_character(card):
        forbid("ACH-CHAR-1", f"{card.name} has neither INFEST nor MOUNT and stands on its own.")


def _forbid_host(forbid: Forbid, card: Card, host: Card) -> None:
    if "host" in host.flags or "parasite" in host.flags:
        forbid("ACH-INFEST-2", f"{host.name} is infested or INFESTING already and cannot be the HOST of {card.name}.")
    if not is_character(host):
        forbid("ACH-INFEST-3", f"{host.name} is no Character and cannot be a HOST.")


def forbid_steed(forbid: Forbid, table: Table, seat: str, rider: Card, steed: Card) -> None:
    fit = "MOUNT" in rider.keywords and is_character(rider) and table.phase == "main"
    if not fit or not is_steed(steed) or steed.place != f"{seat}.{CANVAS}":
        forbid(
            "ACH-MOUNT-1",
            f"{rider.name} cannot MOUNT {steed.name}: that takes MOUNT, a Main step and an own Dragon or Drake.",
        )
    if "mounted" in steed.flags or "rider" in rider.flags:
        forbid("ACH-MOUNT-2", f"{rider.name} cannot MOUNT {steed.name}: one of them is part of a unit already.")


# --- when it happens -------------------------------------------------------------------------------------------------


def take_deployment(doing: Doing, link: Link) -> None:
    """Pays, SACRIFICES, and lands the card; or does nothing if that cannot happen any more."""
    table, seat, card = doing.table, link["seat"], doing.table.cards[link["card"]]
    conceal(table, link)
    if not link["waived"] and not _can_still_happen(table, link, card):
        fail(doing, link)
        return
    if not bank.pay(table, seat, link["cost"] if rule("ACH-DEP-1") else 0):
        return
    if link["counts"]:
        table.count_by(seat, "deployed", 1)
    for label in link["sacrifice"]:
        erase(table, table.cards[label])
    land(doing, card, seat, table.cards.get(link["attach"] or ""), link["role"], link["does"])


def _can_still_happen(table: Table, link: Link, card: Card) -> bool:
    seat, to = link["seat"], table.cards.get(link["attach"] or "")
    if card.place != f"{seat}.hand" or bank.bank(table, seat) < link["cost"] or not all_there(table, link):
        return False
    if to is not None and not on_canvas(to):
        return False
    try:
        forbid_attach(refuse, table, seat, card, to, link["role"])
    except Illegal:
        return False
    return True


def land(doing: Doing, card: Card, seat: str, to: Card | None, role: str, does: list[Op]) -> None:
    """The card arrives, an older Heroic copy goes, its ACTION happens, and an Action card is over."""
    table = doing.table
    action = card.type == "action"
    holder = to if to is not None and on_canvas(to) and not action else None
    if not action or rule("ACH-ACT-2"):
        arrive(table, card, seat, holder, role)
    if card.type == "object" and holder is None:
        erase(table, card)
        return
    # Until its ACTION is over, a card on another Canvas is still its deployer's.
    control(table, card, seat)
    if is_character(card):
        table.flag(card, "fresh")
    where = f" on {holder.name}" if holder is not None else ""
    table.tell("deployed", f"{table.who(seat)} Deploys {card.name}{where}.", card=card.label, seat=seat)
    first = rule("ACH-HERO-2")
    if first:
        one_heroic(table, card)
    if not rule("ACH-ABIL-2"):
        release_waiting(table)
    if rule("ACH-ABIL-1"):
        _act(doing, card, does)
    if not first:
        one_heroic(table, card)
    if on_canvas(card):
        _hand_over(table, card)
        if action and rule("ACH-ACT-1"):
            leave(table, card, card.owner, "dregs")


def _act(doing: Doing, card: Card, does: list[Op]) -> None:
    """The ACTION is the deployer's, also where the card lies on somebody else's Canvas."""
    table, origin = doing.table, doing.origin
    whose, own = origin.seat, origin.card
    if not rule("ACH-OBJ-4"):
        origin.seat = card.seat
    origin.card = card.label
    do_ops(doing, does)
    origin.seat, origin.card = whose, own
    table.game.settle(table)


def _hand_over(table: Table, card: Card) -> None:
    """Whoever's Canvas it is on controls the card from now on."""
    if card.controller != card.seat and (rule("ACH-INFEST-6") if "parasite" in card.flags else rule("ACH-CTRL-2")):
        control(table, card, card.seat)


# --- Deployed for free by a text -------------------------------------------------------------------------------------


def deploy_by_text(doing: Doing, op: Op) -> None:
    table, seat = doing.table, doing.seat
    mark, origin = table.mark(), doing.origin.dump()
    check_shape(table, nested(op))
    zone = op.get("from", "hand")
    if zone == "dregs":
        card = from_dregs(doing, op["card"])
    elif zone == "secrets":
        card = flip_secret(doing, op["card"])
        part(table, card)
    else:
        card = taken_from(doing, zone, op["card"], op.get("as"))
    to = holder_named(table, op.get("attach"))
    role = role_on(card, to) if to is not None else ""
    forbid_attach(doing.forbid, table, seat, card, to, role)
    land_free(doing, card, to, role, nested(op))
    if doing.reaction and rule("ACH-REACT-6"):
        # It was only tried out: the card enters when the answered play has concluded.
        table.undo(mark)
        table.remember("waiting", [*table.memo.get("waiting", ()), {"origin": origin, "op": op}])


def land_free(doing: Doing, card: Card, to: Card | None, role: str, does: list[Op]) -> None:
    cost, counts = price(doing.table, card, role, True)
    if not bank.pay(doing.table, doing.seat, cost):
        return
    if counts:
        doing.table.count_by(doing.seat, "deployed", 1)
    land(doing, card, doing.seat, to, role, does)


def release_waiting(table: Table) -> None:
    """Cards that a Reaction Deploys come after the play that was answered."""
    waiting: list[dict[str, Any]] = table.memo.get("waiting") or []
    if waiting:
        table.remember("waiting", [])
        for each in waiting:
            do_ops(Doing(table, Origin.load(each["origin"])), [each["op"]])
