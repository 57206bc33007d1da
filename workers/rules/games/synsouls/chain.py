"""Disruption Chains: Verses, Final Verses, abilities and texts wait as links, and resolve newest first."""

from __future__ import annotations

from typing import Any

from workers.rules.games.synsouls import effects
from workers.rules.games.synsouls.aiming import aimed_at, may_aim, targets_uncrashed, told_at
from workers.rules.games.synsouls.beats import answers, exhaust, may_exhaust, pay_notes
from workers.rules.games.synsouls.declaring import as_declared, declared_ops
from workers.rules.games.synsouls.ensemble import to_void
from workers.rules.games.synsouls.keywords import FORMAT_IGNORES, is_formatted
from workers.rules.games.synsouls.meanwhile import hide_again, show_named
from workers.rules.games.synsouls.words import (
    conductor_of,
    ensemble,
    in_ensemble,
    is_active,
    named,
    open_cards,
    other,
    told,
)
from workers.rules.table import windows
from workers.rules.table.game import Link
from workers.rules.table.pieces import Card
from workers.rules.table.play import Origin, Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

Ops = list[dict[str, Any]]


def declare(play: Play, card: Card | None, ops: Ops, **more: Any) -> None:
    """The play becomes a link: first of a new chain, or the newest of the open one. What it does waits."""
    table = play.table
    play.origin.card = card.label if card else None
    link = {
        "seq": play.origin.seq, "type": play.type, "seat": play.seat, "card": play.origin.card,
        "does": as_declared(table, ops, play.seat), "origin": play.origin.dump(),
        "shown": show_named(play, card, ops), **more,
    }  # fmt: skip
    responder = [other(table, play.seat)] if rule("SYN-CHN-2") else []
    if rule("SYN-CHN-1") and rule("SYN-CHN-3"):
        windows.add_link(table, link, responder)
    else:
        resolve_link(table, link)


def pass_(play: Play) -> None:
    """No response. The pass of whoever may answer closes the chain; any other changes nothing."""
    table = play.table
    if table.window is None or play.seat not in table.window["may_respond"]:
        return
    if rule("SYN-CHN-11"):
        windows.close(table)
    table.tell("passed", "" if table.sentences else f"{play.who} does not answer.", seat=play.seat)


def resolve_link(table: Table, link: Link) -> None:
    """A link that is no attack takes effect: its ops, then a Verse is spent."""
    hide_again(table, link)
    if link["does"] and not link.get("canceled"):
        effects.carry_out_parts(table, Origin.load(link["origin"]), link["does"])
    card = table.cards.get(link["card"] or "")
    if card is None or table.status != "playing":
        return
    if link["type"] == "expend" and rule("SYN-VRS-4"):
        waited = card.zone == "chain"
        if waited:
            to_void(table, card, None)
        if waited or not link.get("canceled"):
            table.count_by(link["seat"], "expended", 1)
    if card.entry["type"] == "concept" and link["type"] == "load" and not rule("SYN-CON-1"):
        to_void(table, card, None)


# --- the plays -------------------------------------------------------------------------------------------------------


def expend(play: Play) -> None:
    table = play.table
    card = play.from_hand(play.event["card"])
    aimed, ops = aimed_at(play), declared_ops(play)
    if card.entry["type"] != "verse":
        play.forbid("SYN-VRS-1", f"{told(play, card)} is no Verse: only Verses are expended.")
    answers(play)
    bound = card.entry.get("tag") == "static" or not rule("SYN-VRS-3")
    if bound and play.seat != table.turn:
        play.forbid("SYN-VRS-2", f"{told(play, card)} is Static: it is for {play.who}'s own performance only.")
    pay_notes(play, play.event["pay"] if "pay" in play.event else card.entry.get("cost", 0))
    may_aim(play, aimed)
    targets_uncrashed(play)
    table.move(card, play.seat, "chain")
    table.tell("expended", f"{play.who} expends {card.name}{told_at(play, aimed)}.", card=card.label)
    declare(play, card, ops)


def final_verse(play: Play) -> None:
    table = play.table
    aimed, ops = aimed_at(play), declared_ops(play)
    conductor = conductor_of(table, play.seat)
    if conductor is None or "final_verse" not in conductor.entry:
        play.forbid("SYN-FIN-1", f"{play.who} has no Conductor in the Soul Zone, and so no Final Verse.")
    verse = conductor.entry.get("final_verse", {}) if conductor else {}
    name = verse.get("name", "the one on the back")
    answers(play)
    if not table.seats[play.seat].counters["final_verse"]:
        play.forbid("SYN-FIN-2", f"{play.who} has used the Final Verse already; it is used once per game.")
    if verse.get("tag") == "static" and play.seat != table.turn:
        play.forbid("SYN-FIN-5", f"{name} is Static: it is for {play.who}'s own performance only.")
    printed = verse.get("cost", 0) if rule("SYN-FIN-3") else 0
    pay_notes(play, play.event.get("pay", printed))
    if not rule("SYN-ENCRYPT-5"):
        may_aim(play, aimed)
    targets_uncrashed(play)
    table.count(play.seat, "final_verse", 0)
    if not rule("SYN-FIN-6"):
        table.count_by(play.seat, "expended", 1)
    play.trust("its printed conditions are the player's word")
    table.tell("final_verse", f"{play.who} plays the Final Verse {name}{told_at(play, aimed)}.", seat=play.seat)
    declare(play, conductor, ops)


def activate(play: Play) -> None:
    table, event = play.table, play.event
    own = [each for each in ensemble(table) if each.controller == play.seat and is_active(each)]
    card = play.card(event["card"], named(own, event["card"]) or ensemble(table))
    aimed, ops = aimed_at(play), declared_ops(play)
    not_overwritten(play, card)
    if not is_active(card) and "overwritten" not in card.flags:
        play.forbid("SYN-ACT-1", f"{table.called(card)} is not in the Ensemble: its abilities cannot be activated.")
    ability = _ability(play, card)
    answers(play)
    if ability.get("kind") == "encore":
        play.forbid("SYN-ABI-3", f"{ability['name']} is an ENCORE ability: it is for the Encore Beat.")
    not_formatted(play, card)
    once_only(play, card, ability)
    # What the catalog lists is what the ability asks for; of one that it does not list the player tells.
    exhausts = bool((ability or event).get("exhaust", False))
    if exhausts and card.entry["type"] == "concept" and card.seat != card.controller:
        play.forbid("SYN-EXH-2", f"{card.name} lies in the opponent's Measure and cannot be exhausted there.")
    if exhausts or not rule("SYN-BUF-2"):
        may_exhaust(play, card)
    if rule("SYN-ABI-2"):
        pay_notes(play, event["pay"] if "pay" in event else ability.get("cost", 0))
        if exhausts:
            exhaust(table, card)
    may_aim(play, aimed)
    targets_uncrashed(play)
    at = told_at(play, aimed)
    name = f", {event['ability']}{',' if at else ''}" if "ability" in event else ""
    table.tell("activated", f"{play.who} uses the ability of {card.name}{name}{at}.", card=card.label)
    declare(play, card, ops)


def effect(play: Play) -> None:
    table, event = play.table, play.event
    card = _source(play)
    aimed, ops = aimed_at(play), declared_ops(play)
    not_overwritten(play, card)
    not_formatted(play, card)
    pay_notes(play, event.get("pay", 0))
    may_aim(play, aimed)
    targets_uncrashed(play)
    waits = table.phase in ("main", "attack") and not event.get("passive") and rule("SYN-CHN-6")
    if waits:
        declare(play, card, ops)
    table.tell("effect", f"The text of {table.called(card)} happens{told_at(play, aimed)}.", card=card.label)
    if not waits:
        effects.carry_out_parts(table, play.origin, as_declared(table, ops, play.seat))


def _source(play: Play) -> Card:
    """The card whose text happens: one that lies open, or one of the own hand, also if only `saw` told of it."""
    text, hand = play.event["source"], play.table.zone(play.seat, "hand")
    among = [*open_cards(play.table), *hand.cards]
    if text in hand.known and not named(among, text):
        return play.from_hand(text)
    return play.card(text, among)


# --- what abilities ask for ------------------------------------------------------------------------------------------


def not_overwritten(play: Play, card: Card) -> None:
    if "overwritten" in card.flags:
        play.forbid("SYN-OVW-2", f"{card.name} is overwritten: it is not active and has no abilities.")


def not_formatted(play: Play, card: Card) -> None:
    if is_formatted(card) and in_ensemble(card):
        play.forbid(FORMAT_IGNORES, f"{card.name} has FORMAT: its printed abilities are ignored.")


def _ability(play: Play, card: Card) -> dict[str, Any]:
    """The named ability as the catalog lists it; empty where the catalog says nothing of it."""
    listed = card.entry.get("abilities", ())
    name = play.event.get("ability")
    found: dict[str, Any] = next((each for each in listed if each["name"] == name), {})
    unknown = name is not None and listed and found.get("kind") not in ("active", "encore")
    verse = card.entry["type"] == "verse"
    if card.controller != play.seat or unknown or verse:
        told = (
            f"{card.name} has no active ability {name}"
            if unknown
            else f"{card.name} is a Verse and has no abilities to activate"
            if verse
            else f"{play.table.called(card)} is not under {play.who}'s control"
        )
        play.forbid("SYN-ABI-1", f"{told}.")
    return found


def once_only(play: Play, card: Card, ability: dict[str, Any]) -> None:
    """Once per performance, or per game: each instance of a card counts for itself."""
    limit = ability.get("once")
    if limit is None:
        return
    key = "used" if limit == "turn" else "used_up"
    used = card.marks.get(key, [])
    if ability["name"] in used:
        play.forbid("SYN-ABI-9", f"{ability['name']} of this {card.name} was used already; it is once per {limit}.")
    play.table.note_on(card, key, [*used, ability["name"]])
