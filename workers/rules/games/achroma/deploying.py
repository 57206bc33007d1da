"""Deploying cards: from hand for Shards, or for free by a text."""

from __future__ import annotations

from typing import Any

from workers.rules.games.achroma import bank
from workers.rules.games.achroma.canvas import (
    all_canvases,
    arrive,
    canvas,
    control,
    erase,
    leave,
    one_heroic,
    part,
    role_on,
)
from workers.rules.games.achroma.declaring import (
    declare,
    forbid_sacrifices,
    kinds_of,
    own_turn,
    sacrifices_of,
    step_now,
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
    must_be_named,
    nested,
    on_own_or_any,
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
    must_be_named(table, event["card"])
    to = holder_named(table, event.get("attach"), play.seat if _rides(table, event["card"]) else None)
    free = find_card(table, event["free"], on_own_or_any(table, event["free"], play.seat)) if "free" in event else None
    sacrifices = sacrifices_of(play)
    does = texts_of(play, event)
    targets = targets_of(play, event, does)
    card = play.from_hand(event["card"])
    role = role_on(card, to, event.get("choice")) if to is not None else ""
    cost, counts = price(table, card, role, free is not None, event.get("pay"))
    if free is not None or "pay" in event:
        play.trust("it rests on a text that changes what the card costs")

    own_turn(play)
    if (card.type != "action" or not rule("ACH-DEP-6")) and table.phase != "main":
        play.forbid(
            "ACH-DEP-5",
            f"{card.name} is Deployed in the Main step only, and this is the {step_now(table)}.",
        )
    if counts and table.seats[play.seat].counters["deployed"] >= DEPLOYMENTS_A_TURN:
        play.forbid("ACH-DEP-3", f"{play.who} has Deployed {DEPLOYMENTS_A_TURN} cards this turn already.")
    forbid_restrained(play.forbid, table, *targets, *sacrifices, *([free] if free is not None else []))
    forbid_attach(play.forbid, table, play.seat, card, to, role)
    forbid_sacrifices(play, card, sacrifices, asks=card.type == "action" and bool(does), to=to)
    menagerie = event.get("keyword") == "MENAGERIE"
    if menagerie:
        there = [each for each in canvas(table, play.seat) if each not in sacrifices]
        _forbid_menagerie(play.forbid, play.who, [*there, *([card] if role != "parasite" else [])])
    _forbid_price(play.forbid, table, play.seat, card, cost)
    declare(
        play, card, *sacrifices, *([to] if to is not None else []), cost=cost, counts=counts,
        attach=to.label if to is not None else None, role=role, does=does, menagerie=menagerie,
        sacrifice=[each.label for each in sacrifices], targets=[each.label for each in targets],
        loss=bank.threats(table, does, play.seat),
    )  # fmt: skip


def _rides(table: Table, text: str) -> bool:
    """Whether a card can be attached as a rider alone."""
    card = table.cards.get(text)
    keywords = (card.entry if card is not None else table.catalog[text]).get("keywords") or ()
    return "MOUNT" in keywords and "INFEST" not in keywords


def holder_named(table: Table, text: str | None, seat: str | None = None) -> Card | None:
    """The card that something is to be attached to; by its name rather one of the `seat` that is given."""
    if text is None:
        return None
    to = find_card(table, text, all_canvases(table) if seat is None else on_own_or_any(table, text, seat))
    if not on_canvas(to) and to.zone != "restrained":
        raise Illegal("TBL-REF", f"{table.called(to)} is on no Canvas: nothing can be attached to it.")
    return to


def _forbid_menagerie(forbid: Forbid, who: str, cards: list[Card]) -> None:
    if len(kinds := kinds_of(cards)) < KINDS_OF_A_MENAGERIE:
        needs = f"A MENAGERIE needs {KINDS_OF_A_MENAGERIE} kinds of Characters"
        forbid("ACH-MENAG-2", f"{needs}, and {who} would have {len(kinds)}.")


def _forbid_price(forbid: Forbid, table: Table, seat: str, card: Card, cost: int) -> None:
    if cost > bank.bank(table, seat):
        forbid("ACH-DEP-2", f"{card.name} costs {cost} Shards, and {table.who(seat)} has {bank.bank(table, seat)}.")


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
    free = is_character(rider) and "parasite" not in rider.flags and rider is not steed
    fit = free and "MOUNT" in rider.keywords and table.phase == "main"
    if not fit or not is_steed(steed) or steed.place != f"{seat}.{CANVAS}":
        forbid(
            "ACH-MOUNT-1",
            f"{rider.name} cannot MOUNT {steed.name}: that takes MOUNT, a Main step and an own Dragon or Drake.",
        )
    if "mounted" in steed.flags or "rider" in rider.flags:
        forbid("ACH-MOUNT-2", f"{rider.name} cannot MOUNT {steed.name}: one of them is part of a unit already.")


# --- when it happens -------------------------------------------------------------------------------------------------


def can_deploy(doing: Doing, link: Link) -> None:
    """Nothing happens if by now the bank is too small, or the card cannot be attached any more."""
    table, seat, card = doing.table, link["seat"], doing.table.cards[link["card"]]
    forbid_attach(doing.forbid, table, seat, card, table.cards.get(link["attach"] or ""), link["role"])
    _forbid_price(doing.forbid, table, seat, card, link["cost"])


def take_deployment(doing: Doing, link: Link) -> None:
    """Pays, SACRIFICES, and lands the card."""
    table, seat, card = doing.table, link["seat"], doing.table.cards[link["card"]]
    if not bank.pay(table, seat, link["cost"] if rule("ACH-DEP-1") else 0):
        return
    if link["counts"]:
        table.count_by(seat, "deployed", 1)
    for label in link["sacrifice"]:
        erase(table, table.cards[label])
    to = table.cards.get(link["attach"] or "")
    land(doing, card, seat, to, link["role"], link["does"], link["menagerie"])


def land(
    doing: Doing, card: Card, seat: str, to: Card | None, role: str, does: list[Op], menagerie: bool = False
) -> None:
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
    if rule("ACH-ABIL-1") and not (menagerie and _menagerie_fails(doing, seat)):
        _act(doing, card, does)
    if not first:
        one_heroic(table, card)
    if on_canvas(card):
        _hand_over(table, card)
        if action and rule("ACH-ACT-1"):
            leave(table, card, card.owner, "dregs")


def _menagerie_fails(doing: Doing, seat: str) -> bool:
    """Whether Reactions have left too few kinds for the ACTION that came with the Deployment."""
    try:
        _forbid_menagerie(doing.forbid, doing.table.who(seat), list(canvas(doing.table, seat)))
    except Illegal:
        if doing.play is not None:
            raise
        return True
    return False


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
    if doing.reaction and table.window is not None and rule("ACH-REACT-6"):
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
