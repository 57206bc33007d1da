"""Attack and defense: modes, attacks, and the fight when the answers are done."""

from __future__ import annotations

from workers.rules.games.aerkana.answers import answerers
from workers.rules.games.aerkana.field import is_own_being, lift, open_to, own_train, partners, to_flow
from workers.rules.table import windows
from workers.rules.table.game import Link
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule


def change_mode(play: Play) -> None:
    table, choice = play.table, play.event["choice"]
    card = play.card(play.event["card"], table.zone(play.seat, "beings").cards)
    own_train(play)
    name = table.called(card)
    if not is_own_being(table, play.seat, card):
        told = f"{name} is no being on {play.who}'s field."
    elif "turned" in card.flags:
        told = f"The mode of {name} was changed in this train already."
    elif ("shield" in card.flags) == (choice == "shield"):
        told = f"{name} is in that mode already."
    else:
        told = ""
    if told:
        play.forbid("AER-MODE-2", told)
    if card.flags & {"fresh", "attacked"}:
        cause = "came onto the field" if "fresh" in card.flags else "attacked"
        play.forbid("AER-MODE-3", f"{name} {cause} in this train and keeps its mode.")
    if choice == "shield":
        table.flag(card, "shield")
    else:
        lift(table, card, "shield", *(["face_down"] if rule("AER-MODE-4") else []))
    table.flag(card, "turned")
    mode = "Shield" if choice == "shield" else "Strength"
    table.tell("mode", f"{play.who} changes {table.called(card)} to {mode} mode.", card=card.label, mode=choice)


def attack(play: Play) -> None:
    table, rival = play.table, play.event["target"]["seat"]
    card = play.card(play.event["card"], table.zone(play.seat, "beings").cards)
    theirs = table.zone(rival, "beings").cards
    aim = play.event["target"].get("card")
    target = play.card(aim, open_to(play.seat, theirs)) if aim is not None else None
    own_train(play)
    _check_attacker(play, card)
    if rival in partners(table, play.seat):
        play.forbid("AER-TEAM-2", f"{table.who(rival)} is {play.who}'s partner and is not attacked.")
    if rival == play.seat or (target is not None and not is_own_being(table, rival, target)):
        told = f"not {play.who}'s own side"
        if target is not None and rival != play.seat:
            told = f"and {table.called(target)} is no being on {table.who(rival)}'s field"
        play.forbid("AER-ATK-4", f"{table.called(card)} attacks a rival, {told}.")
    if target is None and theirs:
        play.forbid("AER-ATK-5", f"{table.who(rival)} has a being on the field and is not attacked directly.")
    table.flag(card, "attacked")
    aimed = target.label if target is not None else None
    told = _told_target(table, rival, target)
    table.tell(
        "attack", f"{play.who}'s {table.called(card)} attacks {told}.", card=card.label, seat=rival, target=aimed
    )  # fmt: skip
    if target is not None and "face_down" in target.flags and rule("AER-ATK-6"):
        lift(table, target, "face_down")
        table.tell("turned_up", f"{target.name} is turned face up.", card=target.label)
    link: Link = {
        "seq": play.origin.seq, "type": "attack", "seat": play.seat, "card": card.label, "rival": rival,
        "target": aimed,
    }  # fmt: skip
    # What a judge let pass when the attack was declared does not stop it later.
    link["despite"] = _obstacles(table, link, card, target)
    windows.add_link(table, link, answerers(table, play.seat))


def _told_target(table: Table, rival: str, target: Card | None) -> str:
    if target is None:
        return f"{table.who(rival)} directly"
    hidden = "face_down" in target.flags
    return f"a face-down being of {table.who(rival)}" if hidden else f"{table.who(rival)}'s {target.name}"


def _check_attacker(play: Play, card: Card) -> None:
    name = play.table.called(card)
    own = is_own_being(play.table, play.seat, card)
    if not own or "shield" in card.flags:
        told = "lies in Shield mode" if own else f"is no being on {play.who}'s field"
        play.forbid("AER-ATK-1", f"{name} cannot attack: it {told}.")
    if "fresh" in card.flags and "swift" not in card.keywords:
        play.forbid("AER-ATK-2", f"{name} cannot attack in the train it came onto the field.")
    if "attacked" in card.flags:
        play.forbid("AER-ATK-3", f"{name} has attacked in this train already.")


# --- the fight -------------------------------------------------------------------------------------------------------

OBSTACLES = {
    "attacker": "its attacker is no longer on {attacker}'s field",
    "mode": "its attacker lies in Shield mode now",
    "rival": "{rival} is out",
    "being": "a being stands before {rival} now",
    "target": "its target is no longer on {rival}'s field",
}


def settle_attack(table: Table, link: Link) -> None:
    """The answers are done: the fight, with the numbers and the mode of this moment."""
    attacker, rival = table.cards.get(link["card"]), link["rival"]
    target = table.cards.get(link["target"] or "")
    in_the_way = [each for each in _obstacles(table, link, attacker, target) if each not in link["despite"]]
    if attacker is None or (in_the_way and rule("AER-ATK-7")):
        cause = OBSTACLES[in_the_way[0] if in_the_way else "attacker"]
        told = cause.format(attacker=table.who(link["seat"]), rival=table.who(rival))
        table.tell("attack_off", f"The attack comes to nothing: {told}.", card=link["card"])
    elif link["target"] is None:
        if rule("AER-CMB-8"):
            lose_points(table, rival, strength_of(attacker))
    elif target is not None:
        _fight(table, attacker, target if rule("AER-ATK-9") else table.zone(rival, "beings").cards[0])


def _obstacles(table: Table, link: Link, attacker: Card | None, target: Card | None) -> list[str]:
    """Why the declared fight cannot be worked out."""
    found: list[str] = []
    if attacker is None or not is_own_being(table, link["seat"], attacker):
        found.append("attacker")
    elif "shield" in attacker.flags:
        found.append("mode")
    if table.seats[link["rival"]].out:
        found.append("rival")
    elif link["target"] is None and table.zone(link["rival"], "beings").cards:
        found.append("being")
    elif link["target"] is not None and (target is None or not is_own_being(table, link["rival"], target)):
        found.append("target")
    return found


def strength_of(card: Card) -> int:
    """What an attacker fights with, also one that a judge lets attack out of Shield mode."""
    return card.stats.get("str", 0)


def blocks_with(card: Card) -> int:
    """SHD in Shield mode, STR in Strength mode."""
    return card.stats.get("shd", 0) if "shield" in card.flags and rule("AER-MODE-1") else strength_of(card)


def _fight(table: Table, attacker: Card, target: Card) -> None:
    ours, theirs = strength_of(attacker), blocks_with(target)
    table.tell(
        "fight", f"{attacker.name} fights {target.name}: {ours} against {theirs}.",
        card=attacker.label, target=target.label, numbers=[ours, theirs],
    )  # fmt: skip
    if "shield" in target.flags:
        _against_shield(table, attacker, target, ours - theirs)
    else:
        _against_strength(table, attacker, target, ours - theirs)


def _against_strength(table: Table, attacker: Card, target: Card, ahead: int) -> None:
    if ahead == 0:
        if rule("AER-CMB-3"):
            defeat(table, attacker)
            defeat(table, target)
        return
    weaker = target if ahead > 0 else attacker
    # The loss is the controller's, who is told by the field on which the being stood.
    loser = weaker.seat
    if rule("AER-CMB-1"):
        defeat(table, weaker)
    if rule("AER-CMB-2"):
        lose_points(table, loser, abs(ahead))


def _against_shield(table: Table, attacker: Card, target: Card, ahead: int) -> None:
    if ahead > 0:
        if rule("AER-CMB-4"):
            defeat(table, target)
    elif ahead < 0:
        if rule("AER-CMB-5"):
            lose_points(table, attacker.seat, -ahead)
    elif not rule("AER-CMB-6"):
        defeat(table, target)


def defeat(table: Table, card: Card) -> None:
    if not rule("AER-CMB-7"):
        return
    if "endures" in card.keywords:
        table.tell("endured", f"{card.name} is defeated but endures.", card=card.label)
        return
    to_flow(table, card)
    table.tell("defeated", f"{card.name} is defeated and goes to the flow.", card=card.label)


def lose_points(table: Table, seat: str, points: int) -> None:
    lost = -table.count_by(seat, "bond_points", -points)
    left = table.seats[seat].counters["bond_points"]
    points_lost = f"{lost} Bond Point{'s' if lost != 1 else ''}"
    told = f"{left or 'none'} {'is' if left == 1 else 'are'} left"
    table.tell("lost_points", f"{table.who(seat)} loses {points_lost}, {told}.", seat=seat, n=lost)
