"""Before the first performance: deck lists, set-up, opening hands; and the Encore, which ends a performance."""

from __future__ import annotations

from typing import Any

from workers.rules.games.synsouls.aiming import aimed_at, may_aim, targets_uncrashed, told_at
from workers.rules.games.synsouls.beats import (
    begin_performance,
    end_performance,
    exhaust,
    in_beat,
    may_exhaust,
    pay_notes,
    performs,
    show_overture,
)
from workers.rules.games.synsouls.chain import once_only
from workers.rules.games.synsouls.declaring import as_declared, declared_ops
from workers.rules.games.synsouls.effects import carry_out_parts, draw_freely
from workers.rules.games.synsouls.words import FREQUENCIES, conductor_of
from workers.rules.table import hidden
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.verdicts import Illegal, rule

OPENING_HAND = 5
COPIES = 3
SIZES = range(30, 41)
ABILITY_KINDS = ("active", "load", "trigger", "passive", "encore")
TAGS = ("static", "dynamic")
REQUIRED = {
    "conductor": ("frequency", "final_verse"),
    "record": ("frequency", "cost", "rating"),
    "verse": ("frequency", "cost", "tag"),
    "concept": ("frequency", "cost"),
}


def check_entry(play: Play, entry: dict[str, Any]) -> None:
    for name in REQUIRED[entry["type"]]:
        if name not in entry:
            raise Illegal("TBL-TYPE", f"A {entry['type']} has a {name.replace('_', ' ')}.")
    for name, low, high in (("cost", 0, 9), ("rating", 1, 1000)):
        value = entry.get(name, low)
        if type(value) is not int or not low <= value <= high:
            raise Illegal("TBL-TYPE", f"The {name} {value} is out of range.")
    if not _well_formed(entry):
        raise Illegal("TBL-TYPE", f"The abilities or conditions of {entry['name']} cannot be read.")
    if entry["frequency"] not in FREQUENCIES:
        play.forbid("SYN-CARD-2", f"{entry['frequency']} is none of the six Frequencies.")


def _well_formed(entry: dict[str, Any]) -> bool:
    """The parts of an entry that the rules read are of the kinds that they rely on."""
    if entry.get("tag", "static") not in TAGS:
        return False
    words = entry.get("keywords", [])
    if type(words) is not list or not all(type(word) is str for word in words):
        return False
    if "entropy" in entry and (type(entry["entropy"]) is not dict or type(entry["entropy"].get("at")) is not int):
        return False
    for key in ("solo", "harmonize", "entropy", "overclock"):
        bonus = entry.get(key, {})
        if type(bonus) is not dict or type(bonus.get("rating", 0)) is not int or type(bonus.get("cost", 0)) is not int:
            return False
        gained = bonus.get("keywords", [])
        if type(gained) is not list or not all(type(word) is str for word in gained):
            return False
    if "final_verse" in entry and not _is_final_verse(entry["final_verse"]):
        return False
    abilities = entry.get("abilities", [])
    return type(abilities) is list and all(map(_is_ability, abilities))


def _is_final_verse(verse: Any) -> bool:
    if type(verse) is not dict or type(verse.get("name")) is not str:
        return False
    return type(verse.get("cost")) is int and verse.get("tag") in TAGS


def _is_ability(each: Any) -> bool:
    if type(each) is not dict or type(each.get("name")) is not str or each.get("kind") not in ABILITY_KINDS:
        return False
    return type(each.get("cost", 0)) is int and each.get("once", "turn") in ("turn", "game")


def check_deck(play: Play, deck: dict[str, dict[str, int]]) -> None:
    catalog = play.table.catalog
    conductors, main = deck.get("conductor", {}), deck.get("main", {})
    one = sum(conductors.values()) == 1 and catalog[next(iter(conductors))]["type"] == "conductor"
    if not one:
        play.forbid("SYN-DECK-4", f"{play.who} brings exactly one Conductor apart from the deck.")
    strange = [name for name in main if catalog[name]["type"] not in ("record", "verse", "concept")]
    if strange:
        play.forbid("SYN-DECK-5", f"{strange[0]} is no Record, Verse or Concept and cannot be part of a deck.")
    size = sum(main.values())
    if size not in SIZES:
        play.forbid("SYN-DECK-1", f"The deck has {size} cards; it takes {SIZES[0]} to {SIZES[-1]}.")
    too_many = [name for name, n in main.items() if n > COPIES]
    if too_many:
        play.forbid(
            "SYN-DECK-2", f"{too_many[0]} is in the deck {main[too_many[0]]} times; {COPIES} copies are allowed."
        )
    frequency = catalog[next(iter(conductors))].get("frequency") if conductors else None
    foreign = [name for name in main if catalog[name].get("frequency") != frequency]
    if foreign:
        play.forbid("SYN-DECK-3", f"{foreign[0]} does not have the Conductor's Frequency, {frequency}.")


def begin(play: Play) -> None:
    table, named = play.table, play.event.get("conductors", {})
    table.set_turn(0, play.event["first"], "setup")
    table.remember("chosen", [])
    for seat in table.seats.values():
        deck = seat.deck or {}
        listed = next(iter(deck.get("conductor", {})), None)
        name = named.get(seat.id, listed)
        if name is not None:
            entry = table.catalog.get(name)
            if entry is None:
                raise Illegal("TBL-CARD", f"{name} is in no catalog of this match and was not defined.")
            if entry["type"] != "conductor" or (listed is not None and name != listed):
                play.forbid("SYN-SET-3", f"{name} is not the Conductor that {seat.name} brought.")
            table.new_card(play.origin.label(table), name, seat.id, seat.id, "soul")
        size = sum(deck["main"].values()) if deck else table.options["deck_size"]
        hidden.fill(table, seat.id, "deck", size)
        if rule("SYN-SET-4"):
            hidden.draw(table, seat.id, OPENING_HAND)
        table.count(seat.id, "max_notes", table.options["max_notes"] if rule("SYN-SET-1") else 1)
    show_overture(table)
    table.tell("begun", f"The game begins; {table.who(table.turn)} performs first.", seat=table.turn)


def opening_hand(play: Play) -> None:
    table = play.table
    if table.phase != "setup":
        play.forbid("SYN-SET-6", "Set-up is over: opening hands are kept or redrawn before the first performance.")
    chosen = table.memo.get("chosen", [])
    if play.seat in chosen:
        play.forbid("SYN-SET-5", f"{play.who} has chosen already; an opening hand is redrawn once at most.")
    if play.event["choice"] == "redraw":
        # The new five are drawn before the old ones go back, so none of these can come again.
        hidden.shuffle(table, play.seat, "hand")
        hand, deck = table.zone(play.seat, "hand"), table.zone(play.seat, "deck")
        old = hand.unknown
        hidden.draw(table, play.seat, OPENING_HAND)
        table.put(hand, "unknown", hand.unknown - old)
        table.put(deck, "unknown", deck.unknown + old)
        table.tell("redrew", f"{play.who} redraws the opening hand.", seat=play.seat)
    else:
        table.tell("kept", f"{play.who} keeps the opening hand.", seat=play.seat)
    # A judge may let a seat choose again.
    table.remember("chosen", [*dict.fromkeys([*chosen, play.seat])])
    if len(table.memo["chosen"]) == len(table.seats) and table.phase == "setup" and "first" in table.memo:
        begin_performance(table, table.memo["first"])


def encore(play: Play) -> None:
    """One of three things, or none; then the performance is over."""
    table, event = play.table, play.event
    choice = event["choice"]
    aimed, ops = aimed_at(play), declared_ops(play)
    performs(play)
    in_beat(play, "encore")
    extras = [key for key in ("ability", "exhaust", "pay", "target", "does") if key in event]
    if choice != "ability" and extras:
        told = f"the field {extras[0]} is for an ability, not for {choice}"
        play.forbid("SYN-ENC-1", f"The Encore is one thing only: {told}.")
    if choice == "ability":
        _encore_ability(play, ops, aimed)
    elif choice == "notes" and rule("SYN-ENC-3"):
        risen = table.count_by(play.seat, "max_notes", 1)
        notes = table.seats[play.seat].counters["max_notes"]
        rise = "rise to" if risen else "stay at"
        table.tell("encore", f"Encore: {play.who}'s Max Notes {rise} {notes}.", seat=play.seat)
    elif choice == "draw" and rule("SYN-ENC-4"):
        draw_freely(table, play.seat, 1)
    if table.status == "playing":
        table.game.settle(table)
        end_performance(table)


def _encore_ability(play: Play, ops: list[dict[str, Any]], aimed: list[Card]) -> None:
    table, event = play.table, play.event
    conductor = conductor_of(table, play.seat)
    listed = conductor.entry.get("abilities", ()) if conductor else ()
    ability: dict[str, Any] = next((each for each in listed if each["name"] == event.get("ability")), {})
    unlisted = bool(listed) and "ability" in event and ability.get("kind") != "encore"
    if conductor is None or unlisted:
        play.forbid("SYN-ENC-5", f"{play.who} has no such ENCORE ability of a Conductor in the Soul Zone.")
    if conductor is None:
        return
    once_only(play, conductor, ability)
    if ability.get("exhaust", event.get("exhaust", False)):
        may_exhaust(play, conductor)
        exhaust(table, conductor)
    pay_notes(play, event["pay"] if "pay" in event else ability.get("cost", 0))
    may_aim(play, aimed)
    targets_uncrashed(play)
    table.tell(
        "encore",
        f"Encore: {conductor.name} uses {event.get('ability', 'its ENCORE ability')}{told_at(play, aimed)}.",
        card=conductor.label,
    )
    carry_out_parts(table, play.origin, as_declared(table, ops, play.seat))
