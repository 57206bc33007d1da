"""Which word stands for what: events, ops, and the plays that wait in a window."""

from __future__ import annotations

from typing import Any

from workers.rules.games.achroma import (
    attacking,
    declaring,
    deploying,
    doing,
    moving,
    reactions,
    resolving,
    searching,
    secrets,
    texts,
    turns,
)
from workers.rules.games.achroma.doing import Doing, Text
from workers.rules.table import ops as core
from workers.rules.table.game import Handler, OpHandler
from workers.rules.table.ops import Op
from workers.rules.table.play import Origin
from workers.rules.table.table import Table

HANDLERS: dict[str, Handler] = {
    "redraw": turns.redraw,
    "draw": turns.draw,
    "trade": turns.trade,
    "step": turns.step,
    "pass_turn": turns.pass_turn,
    "deploy": deploying.deploy,
    "mount": attacking.mount,
    "attack": attacking.attack,
    "resolve": resolving.resolve,
    "ability": resolving.ability,
    "effect": resolving.effect,
    "resolve_hunt": resolving.resolve_hunt,
    "reveal_secret": secrets.reveal_secret,
    "arrange": reactions.arrange,
    "dispose": reactions.dispose,
    "defend": reactions.defend,
    "divert": reactions.divert,
    "prevent": reactions.prevent,
    "pass": reactions.pass_on,
}

declaring.EFFECTS.update(
    {
        "deploy": deploying.take_deployment,
        "mount": attacking.take_mount,
        "attack": attacking.take_attack,
        "resolve": resolving.take_resolution,
        "ability": resolving.take_ability,
        "dispose": resolving.take_disposal,
        "reveal_secret": secrets.take_secrets,
    }
)

declaring.CONDITIONS.update(
    {
        "deploy": deploying.can_deploy,
        "mount": attacking.can_mount,
        "resolve": resolving.can_resolve,
        "ability": resolving.can_use,
    }
)


def _plain(handler: OpHandler) -> Text:
    """An op that means here what it means at every table."""

    def text(doing: Doing, op: Op) -> None:
        handler(doing.table, doing.origin, op)

    return text


doing.TEXTS.update(
    {
        **{name: _plain(core.OPS[name]) for name in ("draw", "discard", "counter", "reveal")},
        "gain": texts.gain,
        "lose": texts.lose,
        "drain": texts.drain,
        "steal": texts.steal,
        "damage": texts.damage,
        "erase": texts.erase_card,
        "curse": texts.curse,
        "freeze": texts.freeze,
        "hunt": texts.hunt,
        "splat": texts.splat,
        "squish": texts.squish,
        "shuffle": texts.shuffle,
        "stat": texts.stat,
        "flag": texts.flag,
        "keyword": texts.keyword,
        "dig": searching.dig,
        "find": searching.find,
        "reveal_until": searching.reveal_until,
        "research": searching.research,
        "secret": searching.secret,
        "trade": searching.trade,
        "claim": moving.claim,
        "restrain": moving.restrain,
        "replace": moving.replace,
        "swap": moving.swap,
        "copy": moving.copy,
        "attach": moving.attach,
        "detach": moving.detach,
        "move": moving.move,
        "place": moving.place,
        "turn": moving.turn,
        "deploy": deploying.deploy_by_text,
    }
)


def _judged(name: str) -> OpHandler:
    """The op in a judge's amendment: without the checks, which are the players'."""

    def handler(table: Table, origin: Origin, op: dict[str, Any]) -> bool:
        doing.TEXTS[name](Doing(table, origin), op)
        return True

    return handler


OPS: dict[str, OpHandler] = {name: _judged(name) for name in doing.TEXTS}
