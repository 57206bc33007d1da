"""What a seat could log now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice, product
from typing import Any

from workers.rules.games.aerkana.cards import SPECIAL_KINDS, is_playing_field, level_of, printed
from workers.rules.games.aerkana.deck import is_special
from workers.rules.games.aerkana.field import has_room, partners, taken_positions
from workers.rules.games.aerkana.trains import HAND_LIMIT
from workers.rules.table.choosing import before_the_game, could_be_in_hand, offered, once_closed
from workers.rules.table.game import Choice
from workers.rules.table.pieces import Card
from workers.rules.table.table import Table

Offer = dict[str, Any]
Entry = dict[str, Any]
# How many ways to bring together what one card asks for are tried: enough to play, few enough to look through.
WAYS = 12


def choices(table: Table, seat: str) -> list[Choice]:
    """Every play that is worth a try, tried on the table and taken back; what is legal is offered."""
    if table.status == "setup":
        return offered(table, seat, before_the_game(table, seat))
    return offered(table, seat, [*_answers(table, seat), *once_closed(table, seat, _plays)])


def _answers(table: Table, seat: str) -> Iterator[Offer]:
    if table.status != "playing":
        return
    window = table.window
    if window is not None and seat in window["may_respond"] and seat not in window["passed"]:
        yield {"type": "pass"}
    for card in table.zone(seat, "arcana").cards:
        if card.type == "seal" and "face_down" in card.flags:
            yield {"type": "activate", "card": card.label}


def _plays(table: Table, seat: str) -> Iterator[Offer]:
    if table.status != "playing" or seat != table.turn:
        return
    for card in table.zone(seat, "arcana").cards:
        if card.type == "arcanum" and "face_down" in card.flags:
            yield {"type": "activate", "card": card.label}
    yield from _from_hand(table, seat)
    yield from _from_special(table, seat)
    yield from _on_the_field(table, seat)
    yield from _end_train(table, seat)


# --- beings on the field ---------------------------------------------------------------------------------------------


def _on_the_field(table: Table, seat: str) -> Iterator[Offer]:
    friends = (seat, *partners(table, seat))
    targets: list[Offer] = []
    for rival in table.seats_in():
        if rival not in friends:
            targets.append({"seat": rival})
            targets += [{"seat": rival, "card": card.label} for card in table.zone(rival, "beings").cards]
    for card in table.zone(seat, "beings").cards:
        if "shield" in card.flags:
            yield {"type": "change_mode", "card": card.label, "choice": "strength"}
            continue
        yield {"type": "change_mode", "card": card.label, "choice": "shield"}
        yield from ({"type": "attack", "card": card.label, "target": target} for target in targets)


# --- cards of the hand -----------------------------------------------------------------------------------------------


def _names(table: Table, seat: str, zone: str) -> list[str]:
    """What the cards of an own hidden zone are, or may turn out to be, called."""
    place = table.zone(seat, zone)
    named = [*(card.name for card in place.cards if card.name), *place.known]
    if place.unknown:
        named += [
            name for name in could_be_in_hand(table, seat) if is_special(table.catalog[name]) == (zone == "special")
        ]
    return list(dict.fromkeys(named))


def _from_hand(table: Table, seat: str) -> Iterator[Offer]:
    for name in _names(table, seat, "hand"):
        entry = table.catalog[name]
        if entry["type"] == "being":
            yield from _binds(table, seat, entry)
        elif entry["type"] == "landmark" or "playing_field" in (entry.get("keywords") or ()):
            yield {"type": "play", "card": name}
        else:
            yield {"type": "set", "card": name}
            if entry["type"] == "arcanum":
                yield {"type": "activate", "card": name}


def _binds(table: Table, seat: str, entry: Entry) -> Iterator[Offer]:
    # A text may have changed the level of a card in hand; a name means that one first.
    held = next((card for card in table.zone(seat, "hand").cards if card.name == entry["name"]), None)
    level = printed(entry, "level", 1) if held is None else level_of(held)
    needed = 0 if level <= 4 else 1 if level <= 6 else 2 if level <= 8 else 3
    steady = [card.label for card in table.zone(seat, "beings").cards if "fresh" not in card.flags]
    for sacrifices in islice(combinations(steady, needed), WAYS):
        for choice in ("strength", "shield"):
            offer: Offer = {"type": "bind", "card": entry["name"], "choice": choice}
            yield {**offer, "cards": list(sacrifices)} if sacrifices else offer


def _end_train(table: Table, seat: str) -> Iterator[Offer]:
    """Some ways to come down to seven cards, or the plain end."""
    hand = table.zone(seat, "hand")
    excess = hand.size - HAND_LIMIT
    if excess <= 0:
        yield {"type": "end_train"}
        return
    unknown = [name for name in _names(table, seat, "hand") if name not in hand.known] if hand.unknown else []
    texts = [*(card.label for card in hand.cards), *hand.known, *unknown]
    ways = [[*texts[start:], *texts[:start]][:excess] for start in range(min(len(texts), WAYS))]
    # A single name may be all that can still turn up.
    ways += [[text] * excess for text in unknown[:WAYS] if excess > 1]
    yield from ({"type": "end_train", "cards": way} for way in ways)


# --- special beings --------------------------------------------------------------------------------------------------


def _from_special(table: Table, seat: str) -> Iterator[Offer]:
    ways = dict(zip(SPECIAL_KINDS, (_merges, _overlays, _net_binds), strict=True))
    for name in _names(table, seat, "special"):
        entry = table.catalog[name]
        if entry.get("kind") in ways:
            yield from islice(ways[entry["kind"]](table, seat, entry), WAYS)


def _merges(table: Table, seat: str, entry: Entry) -> Iterator[Offer]:
    lying = [*table.zone(seat, "beings").cards, *table.zone(seat, "flow").cards]
    arcana = _texts(table, seat, [entry["arcanum"]], _arcana(table, seat)) if entry.get("arcanum") else [()]
    beings = [card for card in lying if card.type == "being"]
    if entry.get("materials"):
        merged = _texts(table, seat, entry["materials"], beings)
    else:
        hand = table.zone(seat, "hand")
        beings += [card for card in hand.cards if card.type == "being"]
        sure = [*(card.label for card in beings), *_named_beings(table, hand.known)]
        names = _named_beings(table, _names(table, seat, "hand")) if hand.unknown else []
        unsure = [name for name in names if name not in sure]
        merged = [*combinations(sure, 2), *product(sure, unsure), *combinations(unsure, 2)]
    for cards, arcanum in product(merged, arcana):
        offer: Offer = {"type": "merge", "card": entry["name"], "cards": list(cards)}
        yield {**offer, "arcanum": arcanum[0]} if arcanum else offer


def _named_beings(table: Table, names: Iterable[str]) -> list[str]:
    return [name for name in names if table.catalog[name]["type"] == "being"]


def _arcana(table: Table, seat: str) -> list[Card]:
    fields = [card for card in table.zone(seat, "playing_field").cards if is_playing_field(card)]
    return [*table.zone(seat, "arcana").cards, *fields]


def _texts(table: Table, seat: str, names: list[str], lying: list[Card]) -> list[tuple[str, ...]]:
    """The ways to name the wanted cards: by the labels of those that lie there, or out of the hand."""
    hand = set(_names(table, seat, "hand"))
    each = []
    for name in names:
        labels = [card.label for card in lying if card.name == name]
        # A name means what lies there first; only beyond that does it mean a card of the hand.
        each.append([*labels, name] if name in hand and names.count(name) > len(labels) else labels)
    return list(islice((way for way in product(*each) if _each_once(table, way)), WAYS))


def _each_once(table: Table, texts: Iterable[str]) -> bool:
    labels = [text for text in texts if text in table.cards]
    return len(set(labels)) == len(labels)


def _overlays(table: Table, seat: str, entry: Entry) -> Iterator[Offer]:
    wanted = sorted(entry.get("materials") or ())
    for cards in combinations(table.zone(seat, "beings").cards, len(wanted) or 2):
        matching = sorted(str(card.name) for card in cards) == wanted
        if not wanted:
            matching = entry.get("match") == "text" or len({level_of(card) for card in cards}) == 1
        if matching:
            yield {"type": "overlay", "card": entry["name"], "cards": [card.label for card in cards]}


def _net_binds(table: Table, seat: str, entry: Entry) -> Iterator[Offer]:
    beings = list(table.zone(seat, "beings").cards)
    ways = _texts(table, seat, entry.get("materials") or [], beings)
    if not entry.get("materials") and not has_room(table, seat, "beings"):
        # Its text may use up a being, and only so is there a place.
        ways = [(card.label,) for card in beings]
    for used, position in product(ways, range(1, table.options["being_zone"] + 1)):
        if position not in taken_positions(table, seat, [card for card in beings if card.label in used]):
            offer: Offer = {"type": "net_bind", "card": entry["name"], "position": position}
            yield {**offer, "cards": list(used)} if used else offer
