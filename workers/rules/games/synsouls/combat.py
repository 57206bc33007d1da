"""Attacks: cueing, blocking, and what happens when the attack's link is reached."""

from __future__ import annotations

from typing import Any

from workers.rules.games.synsouls.beats import (
    exhaust,
    in_beat,
    may_exhaust,
    performs,
    reset_card,
    run_out,
    uncrashed,
)
from workers.rules.games.synsouls.chain import declare
from workers.rules.games.synsouls.effects import sustains
from workers.rules.games.synsouls.ensemble import silence
from workers.rules.games.synsouls.measures import strain_measure, strain_record
from workers.rules.games.synsouls.words import (
    MEASURES,
    ensemble,
    in_ensemble,
    is_at,
    is_crashed,
    measure_name,
    named,
    own_ensemble,
    rating,
)
from workers.rules.table import windows
from workers.rules.table.game import Link
from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.table import Table
from workers.rules.table.verdicts import rule

# The attack that a Record is in, noted on the Record; it goes when the Record leaves the Ensemble.
IN_ATTACK = "in_attack"


def cue(play: Play) -> None:
    table, target = play.table, play.event["target"]
    card = play.card(play.event["card"], own_ensemble(table, play.seat))
    struck = None
    if "card" in target:
        struck = play.card(target["card"], (each for each in ensemble(table) if is_at(each, target)))
    performs(play)
    in_beat(play, "main")
    is_record = card.entry["type"] == "record" and card.zone in MEASURES
    if not is_record or card.controller != play.seat:
        play.forbid("SYN-ATK-1", f"{table.called(card)} is no active Record under {play.who}'s control.")
    may_exhaust(play, card)
    through_index = _aim_at_record(play, card, struck) if struck else _aim_at_measure(play, target)
    was_exhausted = struck is not None and "exhausted" in struck.flags
    exhaust(table, card)
    table.set_turn(table.number, table.turn, "attack")
    at = struck.name if struck else measure_name(table, target.get("seat") or play.seat, target["measure"])
    table.tell("cued", f"{card.name} attacks {at}.", card=card.label)
    attack = {
        "target": struck.label if struck else None,
        "seat": target.get("seat") or play.seat,
        "measure": target.get("measure"),
        "echo": "ECHO" in card.keywords,
        "index": through_index,
        "exhausted": was_exhausted,
        "controller": card.controller,
        "blocker": None,
    }
    table.remember("attacker", card.label)
    for fighter in (card, struck):
        if fighter is not None:
            table.note_on(fighter, IN_ATTACK, play.origin.seq)
    declare(play, card, [], attack=attack)


def _aim_at_record(play: Play, card: Card, struck: Card) -> bool:
    """The target is an exhausted Record, or any through INDEX; says whether INDEX was needed."""
    if struck is card:
        play.forbid("SYN-ATK-8", f"{card.name} cannot be the target of its own attack.")
    is_record = struck.entry.get("type") == "record" and struck.zone in MEASURES
    upright = "exhausted" not in struck.flags
    through_index = is_record and upright and "INDEX" in card.keywords and rule("SYN-INDEX-1")
    if through_index and "ENCRYPT" in struck.keywords:
        play.forbid("SYN-ENCRYPT-3", f"{struck.name} has ENCRYPT and cannot be targeted through INDEX.")
    own = struck.controller == play.seat and not rule("SYN-ATK-3")
    unfit = not is_record or own or (upright and not through_index)
    no_target(play, unfit, f"{play.table.called(struck)} is no exhausted Record")
    return through_index


def _aim_at_measure(play: Play, target: dict[str, str]) -> bool:
    seat = target.get("seat") or play.seat
    uncrashed(play, seat, target["measure"])
    no_target(play, seat == play.seat, "One's own Measure is no target")
    return False


def no_target(play: Play, broken: bool, why: str) -> None:
    if broken:
        play.forbid("SYN-ATK-2", f"{why}: an attack targets an exhausted Record or a Measure of the opponent.")


def waiting_attack(table: Table) -> Link | None:
    return next((link for link in windows.waiting_links(table) if "attack" in link), None)


def block(play: Play) -> None:
    table = play.table
    link = waiting_attack(table)
    own = list(own_ensemble(table, play.seat))
    upright = [each for each in own if "exhausted" not in each.flags]
    card = play.card(play.event["card"], named(upright, play.event["card"]) or own)
    if link is None or link["seat"] == play.seat:
        play.forbid(
            "SYN-BLK-2", f"{play.who} has no attack to block: only the attacked player blocks, while one waits."
        )
    if link is None:
        return
    is_record = card.entry["type"] == "record" and card.zone in MEASURES and card.controller == play.seat
    too_new = "buffering" in card.flags and not rule("SYN-PULSE-3")
    if not is_record or "exhausted" in card.flags or too_new:
        play.forbid("SYN-BLK-1", f"{table.called(card)} is no upright Record under {play.who}'s control.")
    attack = link["attack"]
    if attack["target"] == card.label:
        play.forbid("SYN-BLK-3", f"{card.name} is the target of the attack and cannot block it.")
    if attack["blocker"] is not None:
        play.forbid("SYN-BLK-4", f"{table.cards[attack['blocker']].name} blocks already: one Record blocks at most.")
    if not rule("SYN-BLK-5"):
        table.flag(card, "exhausted")
    table.note_on(card, IN_ATTACK, link["seq"])
    windows.replace_link(table, link, {**link, "attack": {**attack, "blocker": card.label}})
    table.tell("blocked", f"{card.name} blocks.", card=card.label)
    declare(play, card, [])


# --- when its link is reached ----------------------------------------------------------------------------------------


def resolve_attack(table: Table, link: Link) -> None:
    attack = link["attack"]
    attacker, target = table.cards.get(link["card"]), table.cards.get(attack["target"] or "")
    if not rule("SYN-CHN-7"):
        return
    if attacker is None or _is_off(table, link, attacker, target):
        _cancel(table, link)
    elif attack["blocker"] is not None and rule("SYN-BLK-6"):
        blocker = table.cards.get(attack["blocker"])
        if blocker is not None and _has_stayed(blocker, link):
            _fight(table, attacker, blocker, attack, blocking=True)
    elif target is not None:
        _fight(table, attacker, target, attack, blocking=False)
    elif rule("SYN-ATK-4"):
        strain_measure(table, attack["seat"], attack["measure"], rating(attacker))
    if table.status == "playing":
        _attack_over(table)


def _has_stayed(card: Card, link: Link) -> bool:
    """Whether the Record has been in the Ensemble all the time since it came into the attack."""
    return in_ensemble(card) and card.marks.get(IN_ATTACK) == link["seq"]


def _is_off(table: Table, link: Link, attacker: Card, target: Card | None) -> bool:
    """Whether the attacker or the target has become illegal since the cue."""
    attack = link["attack"]
    if not rule("SYN-CHN-8"):
        return False
    if not _has_stayed(attacker, link) or attacker.controller != attack["controller"]:
        return True
    if attack["measure"] is not None:
        return is_crashed(table, attack["seat"], attack["measure"])
    # One that was upright when it was cued, through INDEX or by a judge's leave, need not be exhausted now.
    return target is None or not _has_stayed(target, link) or (attack["exhausted"] and "exhausted" not in target.flags)


def is_called_off(table: Table) -> bool:
    """Whether the attack that waits at the bottom of the chain will be canceled."""
    link = waiting_attack(table)
    attacker = table.cards.get(link["card"]) if link else None
    if link is None or attacker is None:
        return False
    return _is_off(table, link, attacker, table.cards.get(link["attack"]["target"] or ""))


def _cancel(table: Table, link: Link) -> None:
    table.tell("canceled", "The attack is canceled.", seq=link["seq"])
    if rule("SYN-CHN-9"):
        table.remember("to_reset", [label for label in (link["card"], link["attack"]["target"]) if label])


def _fight(table: Table, attacker: Card, opposing: Card, attack: dict[str, Any], blocking: bool) -> None:
    """Both deal their current Ratings as Strain at the same time; who is spent is seen when the Attack Beat is over."""
    dealt = rating(attacker) if rule("SYN-CARD-3") else 0
    bearable, place = rating(opposing), (opposing.seat, opposing.zone)
    back = bearable
    if "DISCORD" in opposing.keywords and (blocking or not rule("SYN-DISCORD-2")) and rule("SYN-DISCORD-1"):
        back *= 2
    echoes = attack["echo"] and not ("ENCRYPT" in opposing.keywords and rule("SYN-ENCRYPT-2"))
    table.remember("fighting", [attacker.label, opposing.label])
    if rule("SYN-ATK-5"):
        if dealt > 0:
            strain_record(table, opposing, dealt)
        if back > 0 and not sustains(table, attacker):
            strain_record(table, attacker, back)
    if attack["index"] and not blocking and rule("SYN-INDEX-2"):
        exhaust(table, opposing)
    excess = dealt - max(0, bearable)
    if not rule("SYN-ECHO-2"):
        _echo(table, echoes, excess, place)
    if rule("SYN-SIL-2"):
        table.remember("fighting", [])
        for card in (attacker, opposing):
            if card.zone in MEASURES and rating(card) <= 0:
                silence(table, card)
    _echo(table, echoes, excess, place)


def _echo(table: Table, echoes: bool, excess: int, place: tuple[str, str]) -> None:
    # What a judge lets block or be attacked may lie where there is no Measure behind it.
    if echoes and excess > 0 and place[1] in MEASURES and rule("SYN-ECHO-1"):
        table.tell("echo", f"ECHO carries {excess} Strain on.", by=excess)
        strain_measure(table, place[0], place[1], excess)


def _attack_over(table: Table) -> None:
    table.remember("attacker", None)
    run_out(table, ensemble(table), lambda card, mod: mod.until == "attack")
    if rule("SYN-ATK-7"):
        table.set_turn(table.number, table.turn, "main")
    table.game.settle(table)


def chain_over(table: Table) -> None:
    """The whole chain has resolved: the Records of a canceled attack are reset."""
    for label in table.memo.get("to_reset", ()):
        card = table.cards.get(label)
        if card is not None and in_ensemble(card):
            reset_card(table, card)
    table.remember("to_reset", [])
    table.game.settle(table)
