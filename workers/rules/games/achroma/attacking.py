"""Attacks: who may attack whom, and how the damage falls on Objects, Characters and MOUNTED units."""

from __future__ import annotations

from workers.rules.games.achroma.bank import shards
from workers.rules.games.achroma.canvas import canvas, erase, join, part, transfer
from workers.rules.games.achroma.declaring import acting, declare, forbid_use, own_turn, step_now, targeted
from workers.rules.games.achroma.deploying import forbid_steed, holder_named
from workers.rules.games.achroma.doing import Doing
from workers.rules.games.achroma.hex import is_character, objects_on, on_canvas, unit_of
from workers.rules.games.achroma.texts import protected
from workers.rules.table.game import Link
from workers.rules.table.pieces import Card, Mod
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

WALL = "SHIELD WALL "


def attack(play: Play) -> None:
    table = play.table
    card = acting(play, play.event["card"])
    target = targeted(play, play.event["target"])
    own_turn(play)
    if table.phase != "main":
        play.forbid("ACH-ATK-1", f"Attacks are made in the Main step, and this is the {step_now(table)}.")
    forbid_use(play, card, target)
    for each in (card, target):
        forbid_parasite_fights(play, each)
    _forbid_attacker(play, card)
    if target.type == "location":
        play.forbid("ACH-LOC-2", f"{target.name} is a Location: it is not attacked.")
    if not is_character(target) or target.seat == play.seat:
        play.forbid("ACH-ATK-4", f"{target.name} cannot be attacked: the target is a Character on another Canvas.")
    declare(play, card, target, target=target.label)


def forbid_parasite_fights(play: Play, card: Card) -> None:
    if "parasite" in card.flags:
        play.forbid("ACH-INFEST-4", f"{card.name} is a PARASITE and takes no part in combat: its HOST fights.")


def _forbid_attacker(play: Play, card: Card) -> None:
    unit = unit_of(play.table, card)
    if not is_character(card):
        play.forbid("ACH-ATK-5", f"{card.name} is no Character and does not attack.")
    if all("fresh" in each.flags for each in unit):
        if len(unit) == 1:
            play.forbid("ACH-ATK-3", f"{card.name} was Deployed this turn and can attack from the next one on.")
        else:
            play.forbid("ACH-MOUNT-6", f"Both cards of {card.name}'s unit were Deployed this turn.")
    made = max(each.stats["attacks"] for each in unit)
    rages = sum(each.keywords.count("RAGE") for each in unit) if rule("ACH-RAGE-1") else 0
    if made >= 1 + rages:
        play.forbid("ACH-ATK-2", f"{card.name} has made {made} of {1 + rages} attacks this turn.")


# --- when it happens -------------------------------------------------------------------------------------------------


def take_attack(doing: Doing, link: Link) -> None:
    """Both sides hit at once; then what has no Shards left, or was poisoned, is Erased together."""
    table = doing.table
    attacker, target = table.cards[link["card"]], table.cards[link["target"]]
    first = table.cards.get(link.get("first", ""), target)
    raise_wall(table, target if rule("ACH-WALL-3") or not on_canvas(first) else first)
    table.tell("attacked", f"{attacker.name} attacks {target.name}.", card=attacker.label, target=target.label)
    strike = _blow(table, attacker, target)
    answer = _blow(table, target, attacker) if rule("ACH-ATK-6") else []
    # The attacker's side keeps its damage for its own later attacks, the other side for further hits.
    fallen = [
        *_take(table, strike, _poisons(table, attacker), rule("ACH-ATK-11")),
        *_take(table, answer, _poisons(table, target), rule("ACH-RAGE-3")),
    ]
    attacking = unit_of(table, attacker)
    for card in fallen:
        erase(table, card)
    for card in attacking:
        if on_canvas(card):
            table.modify(card, Mod("stat", "attacks", 1))


def raise_wall(table: Table, defender: Card) -> None:
    """SHIELD WALL of the Canvas strengthens the attacked Character, once a turn."""
    seat = defender.seat
    walls = [
        int(word.removeprefix(WALL))
        for card in canvas(table, seat)
        for word in card.keywords
        if word.startswith(WALL) and word.removeprefix(WALL).isdecimal()
    ]
    had = any(each.marks.get("walled") == table.number for each in unit_of(table, defender))
    if not walls or (had and rule("ACH-WALL-2")) or not rule("ACH-WALL-1"):
        return
    more = sum(walls) if rule("ACH-WALL-4") else max(walls)
    table.note_on(defender, "walled", table.number)
    table.modify(defender, Mod("stat", "value", more, "own_turn", seat))
    table.tell("wall", f"The SHIELD WALL gives {defender.name} {shards(more)} more.", card=defender.label, n=more)


def _poisons(table: Table, card: Card) -> bool:
    """Whether the damage of the Character, or of either card of its unit, is POISONOUS."""
    return any("POISONOUS" in each.keywords for each in unit_of(table, card))


def _blow(table: Table, striker: Card, struck: Card) -> list[tuple[Card, int]]:
    """How the damage of one side falls: Objects first, in their order, then the Character or unit."""
    unit = unit_of(table, struck)
    left = striker.stats["combat"]
    through = _poisons(table, striker) and rule("ACH-POISON-2")
    hits: list[tuple[Card, int]] = []
    if rule("ACH-ATK-9"):
        for each in (each for card in unit for each in objects_on(table, card)):
            if through or not protected(each, striker.seat):
                taken = min(left, each.stats["shards"])
                hits.append((each, taken))
                left -= taken
    if through or not any(protected(card, striker.seat) for card in unit):
        hits.append((struck, left))
    return [(card, taken) for card, taken in hits if taken > 0]


def _take(table: Table, hits: list[tuple[Card, int]], poison: bool, stays: bool) -> list[Card]:
    """Lays the damage on the cards; says which of them are to be Erased."""
    fallen: list[Card] = []
    for card, taken in hits:
        unit = unit_of(table, card)
        # Damage to a MOUNTED unit lies on neither card, and counts only once it is enough for both.
        together = "unit" in card.stats
        shards = card.stats["unit"] if together else card.stats["shards"]
        table.tell("damaged", f"{card.name} takes {taken} damage.", card=card.label, n=taken)
        if poison and rule("ACH-POISON-1"):
            fallen += unit if rule("ACH-MOUNT-5") else (card,)
        elif taken >= shards and rule("ACH-ATK-7"):
            fallen += unit if together else (card,)
        elif stays:
            table.modify(unit[0] if together else card, Mod("stat", "unit_damage" if together else "damage", taken))
    return fallen


# --- MOUNT from the Canvas -------------------------------------------------------------------------------------------


def mount(play: Play) -> None:
    table = play.table
    rider = acting(play, play.event["card"])
    steed = holder_named(table, play.event["attach"], play.seat)
    own_turn(play)
    if steed is not None:
        forbid_use(play, rider, steed)
        forbid_steed(play.forbid, table, play.seat, rider, steed)
        declare(play, rider, steed, attach=steed.label)


def can_mount(doing: Doing, link: Link) -> None:
    table = doing.table
    forbid_steed(doing.forbid, table, link["seat"], table.cards[link["card"]], table.cards[link["attach"]])


def take_mount(doing: Doing, link: Link) -> None:
    table = doing.table
    rider, steed = table.cards[link["card"]], table.cards[link["attach"]]
    if not (is_character(rider) and on_canvas(rider) and on_canvas(steed)):
        return
    # A judge may have let a rider get on that rides already, or on another player's Dragon.
    part(table, rider)
    if rider.seat != steed.seat:
        transfer(table, rider, steed.seat)
    join(table, rider, steed, "rider")
    table.tell("mounted", f"{rider.name} mounts {steed.name}.", card=rider.label, attach=steed.label)
