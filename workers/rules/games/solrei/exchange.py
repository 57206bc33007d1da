"""Activating abilities and Arts, and the Exchange in which they wait for answers."""

from __future__ import annotations

from typing import Any

from workers.rules.games.solrei.cards import HOME, counted, only, phase_called, points, requirements_met, rival
from workers.rules.games.solrei.damage import go_to_after_damage
from workers.rules.games.solrei.faults import Fault, Faults, is_broken, outside_a_round
from workers.rules.games.solrei.pack import gather
from workers.rules.games.solrei.rei import gather_rei, spend
from workers.rules.games.solrei.texts import declare, do_all, hide_again, show_meanwhile
from workers.rules.games.solrei.turning import turn_activated
from workers.rules.table import windows
from workers.rules.table.game import Link
from workers.rules.table.ops import Op
from workers.rules.table.pieces import Card
from workers.rules.table.play import Origin, Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule


def activate(play: Play) -> None:
    table = play.table
    card = _own(play, play.event["card"])
    ability = _chosen(play, card)
    faults = Faults(play)
    faults.add(outside_a_round(table))
    _check_use(play, card, ability, faults)
    told = f"{play.who} activates {_ability_called(table, card, ability)}."
    table.tell("activated", told, seat=play.seat, card=card.label)
    if rule("SOL-XCH-5"):
        gather_rei(play, faults)
        spend(play, ability.get("cost", {}), faults)
        _harvest(play, ability.get("harvest", 0), faults)
        if card.zone == "arts":
            turn_activated(table, card, requirements_met(table, card))
    does = declare(play, faults)
    faults.stop()
    _join(play, card, does)


def effect(play: Play) -> None:
    """A text that happens by itself: no cost, no timing, nothing is turned."""
    table = play.table
    card = _own(play, play.event["source"])
    faults = Faults(play)
    faults.add(outside_a_round(table))
    faults.add(_unusable_advantage(table, card))
    does = declare(play, faults)
    faults.stop()
    show_meanwhile(table, card)
    table.tell("effect", f"{play.who}'s {table.called(card)} takes effect.", seat=play.seat, card=card.label)
    _join(play, card, does)


def _own(play: Play, text: str) -> Card:
    table = play.table
    own = [card for zone in HOME.values() for card in table.zone(play.seat, zone).cards]
    card = play.card(text, own)
    if card not in own:
        raise Illegal("TBL-REF", f"{table.called(card)} is no Muse, Advantage or Art of {play.who}.")
    return card


def _chosen(play: Play, card: Card) -> dict[str, Any]:
    """The ability that is activated; a card whose text the catalog does not list has one without conditions."""
    abilities: list[dict[str, Any]] = card.entry.get("abilities") or [{}]
    choice = play.event.get("choice")
    if choice is None and len(abilities) == 1:
        return abilities[0]
    for ability in abilities:
        if choice is not None and ability.get("name") == choice:
            return ability
    raise Illegal("TBL-TYPE", f"Which ability of {play.table.called(card)} is activated has to be said.")


def _ability_called(table: Table, card: Card, ability: dict[str, Any]) -> str:
    return f"{ability['name']} of {table.called(card)}" if "name" in ability else table.called(card)


def _check_use(play: Play, card: Card, ability: dict[str, Any], faults: Faults) -> None:
    table, seat = play.table, play.seat
    name = table.called(card)
    if table.seats[rival(seat)].counters["grapple"]:
        faults.add(("SOL-KEY-18", f"{table.who(rival(seat))}'s GRAPPLE keeps {play.who} from activating anything."))
    faults.add(is_broken(table, card))
    if card.zone == "arts" and card.flags:
        faults.add(("SOL-ART-1", f"{name} is {' and '.join(sorted(card.flags))}, not readied."))
    if not in_time(table, ability):
        when = ability["timing"] if isinstance(ability["timing"], list) else [ability["timing"]]
        told = f"{phase_called(table, *when)}, and this is {phase_called(table, table.phase)}"
        faults.add(("SOL-TIME-1", f"{_ability_called(table, card, ability)} is activated in {told}."))
    faults.add(_unusable_advantage(table, card))
    signature = card.entry.get("requires", {}).get("signature")
    if card.entry.get("signature_move") and signature is not None:
        muse = only(table, seat, "muse")
        if muse is None or muse.entry["signature"] != signature:
            faults.add(("SOL-ART-4", f"{name} is a Signature Move of {signature}."))
    if points(table, seat) < ability.get("crisis", 0):
        there = points(table, seat)
        faults.add(("SOL-KEY-5", f"CRISIS {ability['crisis']}: {play.who} has {counted(there, 'point')} of damage."))


def in_time(table: Table, ability: dict[str, Any]) -> bool:
    """Whether the step is one that the ability's timing names; without a timing the step is not checked."""
    timing = ability.get("timing")
    return timing is None or table.phase in ([timing] if isinstance(timing, str) else timing)


def _unusable_advantage(table: Table, card: Card) -> Fault | None:
    if card.zone != "advantage" or requirements_met(table, card):
        return None
    return "SOL-ADV-1", f"{table.who(card.seat)}'s Muse does not meet the requirements of {table.called(card)}."


def _harvest(play: Play, n: int, faults: Faults) -> None:
    table, under = play.table, play.table.zone(play.seat, "under")
    if n > under.size:
        faults.add(("SOL-KEY-7", f"HARVEST {n} needs as many cards under the Muse; {play.who} has {under.size}."))
    if not n:
        return
    # Nobody knows these cards, so they reach the Discard pile unnamed.
    kept = gather(table, play.seat, "under")
    gone = min(n, kept)
    table.put(under, "unknown", kept - gone)
    pile = table.zone(play.seat, "discard")
    table.put(pile, "unknown", pile.unknown + gone)
    table.tell("harvested", f"{play.who} harvests {counted(gone, 'card')}.", seat=play.seat, n=gone)


# --- the Exchange ----------------------------------------------------------------------------------------------------


def _join(play: Play, card: Card, does: list[Op]) -> None:
    """Opens an Exchange, or puts another effect on top of the open one."""
    table, seat = play.table, play.seat
    if does:
        play.trust(f"it rests on the text of {table.called(card)}")
    play.origin.card = card.label
    link: Link = {
        "seq": play.event["seq"], "type": play.type, "seat": seat, "card": card.label, "does": does,
        "origin": play.origin.dump(), "augments": play.type == "activate" and "augmented" in card.flags,
    }  # fmt: skip
    waiting = windows.waiting_links(table)
    if waiting and waiting[-1]["seat"] == seat and not rule("SOL-XCH-3"):
        play.forbid("TBL-ORDER", f"{table.who(rival(seat))} has not answered yet.")
    if rule("SOL-XCH-1"):
        windows.add_link(table, link, [rival(seat)] if rule("SOL-XCH-2") else [seat])
    else:
        resolve(table, link)


def pass_(play: Play) -> None:
    table = play.table
    if table.window is None or play.seat not in table.window["may_respond"]:
        play.forbid("TBL-ORDER", f"There is nothing for {play.who} to answer.")
    table.tell("passed", f"{play.who} does not answer.", seat=play.seat)
    windows.pass_on(table, play.seat)


def resolve(table: Table, link: Link) -> None:
    """One effect of the Exchange is carried out; they come from the last activated to the first."""
    if not rule("SOL-XCH-4"):
        return
    do_all(table, Origin.load(link["origin"]), link["does"])


def exchange_over(table: Table) -> None:
    """A text that blocked a point leads to AFTER DAMAGE once everything has resolved."""
    hide_again(table)
    if table.memo.get("blocked"):
        table.remember("blocked", False)
        go_to_after_damage(table)
