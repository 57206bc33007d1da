"""The games: their language, their citable rules, their cards. The same for everybody."""

from __future__ import annotations

from typing import Any

from flask import Response

from schemas import answers, http
from schemas.kinds import json_schema
from schemas.language import Action, Language, installed_games, language
from service.api.base import Blueprint, answer, kept
from service.problems import Problem

blp = Blueprint("games", __name__, url_prefix="/api/v1/games", description="What can be played, and by which rules.")


def _language(game: str) -> Language:
    if game not in installed_games():
        raise Problem(404, f"There is no game called {game[:40]}.")
    return language(game)


def _brief(spoken: Language) -> dict[str, Any]:
    return {
        "game": spoken.game,
        "title": spoken.title,
        "players": {"min": spoken.seats.start, "max": spoken.seats.stop - 1},
    }


def _action(action: Action) -> dict[str, Any]:
    return {
        "type": action.type,
        "title": action.title,
        "seated": action.seated,
        "window": action.window,
        "response": action.response,
        "fields": {name: json_schema(spec) for name, spec in action.fields.specs.items()},
        "required": list(action.fields.required),
        "rules": list(action.rules),
    }


def _printed(specs: dict[str, Any]) -> dict[str, Any]:
    """What is printed on cards of one type."""
    return {
        "fields": {name: json_schema(spec) for name, spec in specs.items()},
        "required": [name for name, spec in specs.items() if spec.get("required")],
    }


def _map(spoken: Language) -> dict[str, Any] | None:
    """The map, where the game is played on one. JSON has no numbers as keys."""
    told = spoken.data.get("map")
    return told and {**told, "setups": {str(number): setup for number, setup in told["setups"].items()}}


@blp.route("")
@blp.access("anyone")
@blp.response(200, answers.Games)
def list_games() -> Response:
    """The games"""
    return answer({"games": [_brief(language(game)) for game in installed_games()]})


@blp.route("/<word:game>")
@blp.access("anyone", 404)
@blp.response(200, answers.Game)
def one_game(game: str) -> Response:
    """A game's language

    Its options, phases, zones, counters, ops, sample decks, and every action with the JSON Schema of its fields; how
    its table is drawn, and the map where it is played on one.
    """
    spoken = _language(game)
    return kept(
        {
            **_brief(spoken),
            "prefix": spoken.prefix,
            "options": spoken.data["options"],
            "phases": spoken.data["phases"],
            "zones": spoken.zones,
            "counters": spoken.counters,
            "actions": [_action(action) for action in spoken.actions.values()],
            "ops": [
                {
                    "op": name,
                    "title": op.title,
                    "judge": op.judge,
                    "fields": {key: json_schema(spec) for key, spec in op.specs.items()},
                    "required": list(op.required),
                    "one_of": [list(group) for group in op.one_of],
                }
                for name, op in spoken.ops.items()
            ],
            **{key: spoken.data[key] for key in ("flags", "stats", "keywords", "until", "deck")},
            "card_types": {name: _printed(specs) for name, specs in spoken.data["card_types"].items()},
            "decks": spoken.decks,
            "layout": spoken.layout,
            "map": _map(spoken),
        }
    )


def _rule(rule: Any) -> dict[str, Any]:
    return {"id": rule.id, "section": rule.section, "says": rule.says, "check": rule.check}


@blp.route("/<word:game>/rules")
@blp.access("anyone", 404)
@blp.response(200, answers.Rules)
def list_rules(game: str) -> Response:
    """The citable rules

    In our own words, each with its section of the rulebook and how it is checked.
    """
    return kept({"rules": [_rule(rule) for rule in _language(game).rules.values()]})


@blp.route("/<word:game>/rules/<word:rule>")
@blp.access("anyone", 404)
@blp.response(200, answers.Rule)
def one_rule(game: str, rule: str) -> Response:
    """One citable rule"""
    found = _language(game).rules.get(rule)
    if found is None:
        raise Problem(404, f"{game} has no rule {rule[:40]}.")
    return answer(_rule(found))


@blp.route("/<word:game>/cards")
@blp.access("anyone", 404)
@blp.arguments(http.CardQuery, location="query")
@blp.response(200, answers.Cards)
def list_cards(query: dict[str, Any], game: str) -> Response:
    """The catalog, by name"""
    wanted = query["q"].casefold()
    names = sorted(name for name in _language(game).catalog if wanted in name.casefold())
    names = [name for name in names if name > query.get("cursor", "")]
    page = names[: query["limit"]]
    catalog = _language(game).catalog
    return kept({"cards": [catalog[name] for name in page], "cursor": page[-1] if len(names) > len(page) else None})
