"""Building a set-up, starting an Act, the mulligan."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workers.rules.games.solrei.cards import HOME, PACK, PACK_ZONES, counted, rival, zone_called
from workers.rules.games.solrei.pack import draw, gather, on_record, one_only
from workers.rules.games.solrei.turning import hide, show, turn
from workers.rules.table import hidden
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import Illegal, rule

_SERIAL = re.compile(r"([A-Za-z]+)-\d+\Z")
OPENING_HAND = 5


def check_deck(play: Play, deck: dict[str, dict[str, int]]) -> None:
    muse, advantage, arts = (deck.get(section, {}) for section in ("muse", "advantage", "arts"))
    if wrong := _wrong(play.table, muse, "muse", 1):
        play.forbid("SOL-BUILD-1", f"{play.who} brings exactly one Muse: {wrong}.")
    if wrong := _wrong(play.table, advantage, "advantage", 1):
        play.forbid("SOL-BUILD-2", f"{play.who} brings exactly one Advantage: {wrong}.")
    twice = next((name for name, n in arts.items() if n > 1), None)
    if twice is not None:
        play.forbid("SOL-BUILD-4", f"{play.who} brings Arts of different names, and {twice} is there more than once.")
    if wrong := _wrong(play.table, arts, "art", 4):
        play.forbid("SOL-BUILD-3", f"{play.who} brings exactly four Arts: {wrong}.")
    if play.table.options["mode"] == "arcade" or not rule("SOL-BUILD-6"):
        _check_default_set_up(play, next(iter(muse), None), [*advantage, *arts])


def _wrong(table: Table, section: dict[str, int], type_: str, size: int) -> str | None:
    """What is wrong with a section of the set-up."""
    stranger = next((name for name in section if table.catalog[name]["type"] != type_), None)
    if stranger is not None:
        return f"{stranger} is none"
    brought = sum(section.values())
    return f"the set-up has {brought}" if brought != size else None


def _check_default_set_up(play: Play, muse: str | None, others: list[str]) -> None:
    own, letters = _letters(play.table, muse), {name: _letters(play.table, name) for name in others}
    stranger = next((name for name, each in letters.items() if each not in (None, own)), None)
    if own is not None and stranger is not None:
        told = f"its serial number has the letters {letters[stranger]}, not {own}"
        play.forbid("SOL-BUILD-5", f"{stranger} does not belong to {muse}'s Default Set-Up: {told}.")
    if own is None or None in letters.values():
        play.trust("the catalog lacks a serial number")


def _letters(table: Table, name: str | None) -> str | None:
    """The letters of a card's serial number."""
    serial = _SERIAL.match(table.catalog[name].get("serial", "")) if name is not None else None
    return serial[1].upper() if serial is not None else None


def begin(play: Play) -> None:
    table = play.table
    for seat in table.seats.values():
        for name in _brought(seat.deck or {}) if rule("SOL-ACT-1") else ():
            # A judge may have let any set-up stand; each card lies where such cards do, and the pack is there anyway.
            zone = HOME.get(table.catalog[name]["type"])
            if zone is not None:
                card = table.new_card(play.origin.label(table), name, seat.id, seat.id, zone)
                if zone != "arts" and rule("SOL-ACT-6"):
                    show(table, card)
        # A judge may have laid some of the pack already.
        laid = sum(seat.zones[zone].size for zone in PACK_ZONES)
        hidden.fill(table, seat.id, "deck", len(PACK) - laid + seat.zones["deck"].unknown)
    raise_the_curtain(table, play.event["first"])


def _brought(deck: dict[str, dict[str, int]]) -> Iterator[str]:
    """The cards of a set-up, one by one: the Muse, the Advantage, the Arts."""
    for section in HOME.values():
        for name, copies in deck.get(section, {}).items():
            yield from [name] * copies


def raise_the_curtain(table: Table, first: str) -> None:
    """An Act starts: Arts face-down, opening hands drawn, positions as chosen."""
    for seat in table.seats:
        for art in table.zone(seat, "arts").cards:
            if rule("SOL-ZONE-4"):
                turn(table, art, "exhausted")
            hide(table, art)
        hidden.draw(table, seat, OPENING_HAND if rule("SOL-ACT-5") else 0)
    table.set_turn(1, first if rule("SOL-ACT-3") else rival(first), "start")
    table.tell("act_begins", f"The curtain rises: {table.who(table.turn)} is on OFFENSE.", seat=table.turn)


def next_act(play: Play) -> None:
    table, seat = play.table, play.seat
    if table.phase != "curtain":
        play.forbid("TBL-ORDER", "The next Act begins when this one is over.")
    acts = table.memo.get("acts", ())
    if acts and acts[-1]["winner"] == seat:
        play.forbid("SOL-ACT-4", f"{table.who(rival(seat))} lost the last Act and chooses who is on OFFENSE first.")
    for each in table.seats.values():
        if rule("SOL-DECK-5"):
            hidden.fill(table, each.id, "deck", gather(table, each.id, *PACK_ZONES))
        for counter in each.counters:
            if counter != "acts":
                table.count(each.id, counter, 0)
    raise_the_curtain(table, seat if play.event["choice"] == "offense" else rival(seat))


def mulligan(play: Play) -> None:
    table, seat = play.table, play.seat
    if table.seats[seat].counters["mulligans"]:
        play.forbid("SOL-ACT-8", f"{play.who} has taken a mulligan in this Act already.")
    if table.number != 1 or table.phase not in ("start", "open") or table.zone(seat, "action").size:
        play.forbid("SOL-ACT-9", f"It is too late for {play.who}'s mulligan: the Act is under way.")
    table.tell("mulligan", f"{play.who} takes a mulligan.", seat=seat)
    if rule("SOL-ACT-7"):
        hidden.pour(table, seat, "hand", "deck")
        hidden.shuffle(table, seat, "deck")
        draw(table, seat, OPENING_HAND)
    table.count(seat, "mulligans", 1)


def saw(play: Play) -> None:
    """Names unknown cards of the hand."""
    table, seat, names = play.table, play.seat, play.event["cards"]
    hand = table.zone(seat, "hand")
    for name in names:
        if name not in table.catalog:
            raise Illegal("TBL-CARD", "One of the cards named is in no catalog of this match and was not defined.")
        if name not in PACK:
            raise Illegal("TBL-REF", "One of the cards named is no Action Card.")
    lying = [card for card in (on_record(table, seat, name) for name in names) if card and card.zone != "hand"]
    # A card that lies elsewhere is no card too many.
    if len(names) - len(lying) > hand.unknown:
        play.forbid("TBL-HAND", f"{play.who}'s hand holds {counted(hand.unknown, 'unknown card')}, not {len(names)}.")
    for card in lying:
        play.forbid(*one_only(table, seat, card.name or "", f"it is in the {zone_called(card.zone)}"))
    # Also where a judge lets it stand: a card that the record has somewhere is not in the hand for a second time.
    news: list[str] = []
    for name in names:
        if table.seats[seat].seen.get(name) or name in news:
            play.forbid(*one_only(table, seat, name, "the record has it already"))
        else:
            news.append(name)
    hidden.tell_names(table, seat, "hand", news[: hand.unknown])
    play.trust("it rests on what the player saw")
    table.tell("saw", f"{play.who} notes which cards the hand holds.", seat=seat, zone="hand")
