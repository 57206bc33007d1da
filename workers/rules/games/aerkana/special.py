"""Special beings: merges, Crystal Overlays and Net-Bindings, out of the special supply."""

from __future__ import annotations

from collections.abc import Iterable

from schemas.viewer import secret
from workers.rules.games.aerkana.binding import comes_as
from workers.rules.games.aerkana.cards import is_playing_field, materials_of
from workers.rules.games.aerkana.field import (
    all_different,
    arrive,
    check_room_in_arcana,
    find_position,
    go_beneath,
    is_own,
    is_own_being,
    leave,
    lift,
    named,
    own_beings,
    own_train,
    to_flow,
)
from workers.rules.games.aerkana.prices import (
    activation_price,
    bond_price,
    check_price,
    pay,
    pay_needs_source,
    price_source,
    told_price,
)
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.verdicts import rule


def merge(play: Play) -> None:
    table = play.table
    card = _out_of_special(play)
    materials = _merged_beings(play)
    arcanum = _merge_arcanum(play)
    source = price_source(play)
    own_train(play)
    comes_as(play, card, "merge")
    name = named(play, card)
    if len(materials) < 2 or not all_different(materials) or not all(_can_merge(play, each) for each in materials):
        play.forbid("AER-MRG-1", f"{name} takes two or more different beings of {play.who}'s hand, field or flow.")
    wanted = materials_of(card)
    if wanted and wanted != _names(materials):
        play.forbid("AER-MRG-2", f"{name} is merged of {_asked_for(play, card, wanted)}, and of nothing else.")
    _check_arcanum(play, card, arcanum)
    leaving = [each for each in materials if each.zone == "beings"]
    position = find_position(play, leaving)
    if arcanum is not None and arcanum.zone == "hand" and "infinity" in arcanum.keywords:
        check_room_in_arcana(play)
    extra = activation_price(arcanum) if arcanum is not None and not _is_active(arcanum) else 0
    price = check_price(play, card, _price(card), source, extra)
    pay(table, play.seat, price)
    for each in materials if rule("AER-MRG-4") else ():
        if card.entry.get("materials_to") == "exile":
            leave(table, each, each.owner, "exile")
        elif each.zone != "flow":
            to_flow(table, each)
    if arcanum is not None:
        _use_arcanum(play, arcanum)
    _come(play, card, position, f"merges {_listed(materials)} into {card.name}", price)


def overlay(play: Play) -> None:
    card = _out_of_special(play)
    materials = own_beings(play, play.event["cards"])
    source = price_source(play)
    own_train(play)
    comes_as(play, card, "overlay")
    name = named(play, card)
    if len(materials) < 2 or not _different_own(play, materials):
        play.forbid("AER-OVL-1", f"{name} is laid on two or more different beings of {play.who}'s field.")
    wanted = materials_of(card)
    by_text = not wanted and card.entry.get("match") == "text"
    levels = {each.stats.get("level") for each in materials}
    if wanted and wanted != _names(materials):
        told = f"it is laid on {_asked_for(play, card, wanted)}"
    elif not wanted and not by_text and len(levels) > 1:
        told = "their levels differ"
    else:
        told = ""
    if told:
        play.forbid("AER-OVL-2", f"These beings do not match for {name}: {told}.")
    if by_text:
        play.trust("what makes its beings matching is its text")
    position = find_position(play, materials)
    price = check_price(play, card, _price(card), source)
    pay(play.table, play.seat, price)
    beneath: list[str] = []
    for each in materials:
        if rule("AER-OVL-3"):
            beneath += go_beneath(play.table, each, play.seat)
        else:
            to_flow(play.table, each)
    _come(play, card, position, f"overlays {_listed(materials)} with {card.name}", price)
    play.table.put(card, "attached", tuple(beneath))


def net_bind(play: Play) -> None:
    card = _out_of_special(play)
    used = own_beings(play, play.event.get("cards", ()))
    source = price_source(play)
    own_train(play)
    comes_as(play, card, "net")
    wanted = materials_of(card)
    if not _different_own(play, used) or (wanted and wanted != _names(used)):
        told = _asked_for(play, card, wanted) if wanted else "different beings"
        play.forbid("AER-NET-2", f"{named(play, card)} uses up {told} of {play.who}'s field.")
    if used and not wanted:
        play.trust("which beings it uses up is its text")
    position = find_position(play, used)
    price = check_price(play, card, _price(card), source)
    pay(play.table, play.seat, price)
    for each in used:
        to_flow(play.table, each)
    told = f"uses up {_listed(used)} and " if used else ""
    _come(play, card, position, f"{told}binds {card.name} on position {position}", price)


# --- what the three share --------------------------------------------------------------------------------------------


def _out_of_special(play: Play) -> Card:
    pay_needs_source(play)
    return play.from_hand(play.event["card"], zone="special")


def _price(card: Card) -> int:
    """A special being costs a bond."""
    return bond_price(card) if rule("AER-ELITE-2") else 0


def _come(play: Play, card: Card, position: int, told: str, price: int) -> None:
    """The being comes face up in Strength mode, besides the train's one bond."""
    arrive(play.table, card, play.seat, position)
    if not rule("AER-ELITE-3"):
        play.table.count_by(play.seat, "binds", -1)
    play.table.tell(
        "bound", f"{play.who} {told} {told_price(price)}.",
        seat=play.seat, card=card.label, position=position,
    )  # fmt: skip


def _different_own(play: Play, cards: list[Card]) -> bool:
    return all_different(cards) and all(is_own_being(play.table, play.seat, each) for each in cards)


def _asked_for(play: Play, card: Card, names: list[str]) -> str:
    """What the card names, in a sentence; a secret like the card itself where only its label was logged."""
    told = " and ".join(names)
    return told if play.event["card"] == card.name else secret(told, [play.seat], "what it names")


def _names(cards: Iterable[Card]) -> list[str]:
    return sorted(card.name or "" for card in cards)


def _listed(cards: Iterable[Card]) -> str:
    # Whatever is used up lies open afterwards, so it is named at once.
    return " and ".join(card.name or "" for card in cards)


# --- merges ----------------------------------------------------------------------------------------------------------


def _merged_beings(play: Play) -> list[Card]:
    """Each by its label, or by a name on the own field or in the own flow, else in the own hand."""
    table, taken = play.table, list[Card]()
    for text in play.event["cards"]:
        lying = [*table.zone(play.seat, "beings").cards, *table.zone(play.seat, "flow").cards]
        there = [card for card in lying if card not in taken]
        if text in table.cards or any(card.name == text for card in there):
            taken.append(play.card(text, there))
        else:
            taken.append(play.from_hand(text, besides=taken))
    return taken


def _can_merge(play: Play, card: Card) -> bool:
    places = card.zone in ("beings", "flow", "hand")
    return card.type == "being" and places and is_own(play.table, play.seat, card)


def _merge_arcanum(play: Play) -> Card | None:
    """The Arcanum that the play names: one on the own field, else one in the own hand."""
    text = play.event.get("arcanum")
    if text is None:
        return None
    lying = [*play.table.zone(play.seat, "arcana").cards, *play.table.zone(play.seat, "playing_field").cards]
    if text in play.table.cards or any(card.name == text for card in lying):
        return play.card(text, lying)
    return play.from_hand(text)


def _check_arcanum(play: Play, card: Card, arcanum: Card | None) -> None:
    wanted = card.entry.get("arcanum")
    if wanted is None and arcanum is None:
        return
    usable = arcanum is not None and arcanum.zone in ("arcana", "playing_field", "hand")
    if arcanum is None or not usable or arcanum.name != wanted or not is_own(play.table, play.seat, arcanum):
        told = f"needs {_asked_for(play, card, [wanted])}, one of {play.who}'s own" if wanted else "needs no Arcanum"
        play.forbid("AER-MRG-3", f"{named(play, card)} {told}.")


def _is_active(arcanum: Card) -> bool:
    return arcanum.zone in ("arcana", "playing_field") and "face_down" not in arcanum.flags


def _use_arcanum(play: Play, arcanum: Card) -> None:
    """It goes to the flow, unless it lasts."""
    table = play.table
    if is_playing_field(arcanum) and _is_active(arcanum):
        return
    if "infinity" not in arcanum.keywords:
        to_flow(table, arcanum)
        return
    if arcanum.zone != "arcana":
        leave(table, arcanum, play.seat, "arcana")
    lift(table, arcanum, "face_down", "fresh")
