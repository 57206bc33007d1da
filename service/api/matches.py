"""Matches: opening, listing, summaries, and the keys to their seats."""

from __future__ import annotations

import uuid
from typing import Any

from flask import Response

from schemas import answers, http
from schemas.language import language
from schemas.viewer import JUDGE, PUBLIC
from service.api.base import Blueprint, answer, link_to
from service.api.showing import seats_of, summary
from service.auth import audits, doors
from service.auth.access import the_caller, the_match, the_viewer
from service.context import Service, the_service
from service.problems import shape_wrong
from service.store import accounts, folded, log, matches

blp = Blueprint("matches", __name__, url_prefix="/api/v1/matches", description="One sitting each: seats, status, head.")

OPENED = {
    "id": "k7m2v9q4x8bt",
    "game": "synsouls",
    "seats": [{"seat": "p1", "name": "Ada"}, {"seat": "p2", "name": "Ben"}],
    "tokens": {"p1": "8dJ…", "p2": "Xk2…", "public": "q0P…"},
    "links": {"p1": "https://hall.example/join/Ik…", "p2": "https://hall.example/join/Il…", "public": "https://…"},
    "codes": {"p1": "BCD2-FGH3", "p2": "KMN4-PQR5", "public": "STV6-WXZ7"},
}
OPENING = {"game": "synsouls", "seats": [{"name": "Ada"}, {"name": "Ben"}], "options": {"max_notes": 1}}


def header_for(service: Service, wanted: dict[str, Any]) -> dict[str, Any]:
    """What the rules look at of a match that somebody wants to open. 422 where the game does not fit."""
    names = [seat["name"] for seat in wanted["seats"]]
    told = {"game": wanted["game"], "options": wanted["options"], "seats": names, "catalog": wanted["catalog"]}
    if faults := service.workers.check_header(told):
        shape_wrong(faults)
    return told


def open_match(service: Service, wanted: dict[str, Any], who: str) -> tuple[str, dict[str, doors.Keys]]:
    """Opens a match as asked for, with the deck lists as its first events. 422 where the game does not fit."""
    told = header_for(service, wanted)
    names = told["seats"]
    header = matches.make_header(
        game=told["game"],
        options={**language(told["game"]).default_options(), **told["options"]},
        seats=names,
        catalog=told["catalog"],
        rules_version=service.workers.rules_version,
        catalog_fingerprint=service.workers.fingerprint(told),
        private=wanted["private"],
    )
    decks = [
        {"id": str(uuid.uuid4()), "type": "register_deck", "seat": f"p{number}", "deck": seat["deck"]}
        for number, seat in enumerate(wanted["seats"], start=1)
        if "deck" in seat
    ]
    with service.store.write() as db:
        match_id = matches.create(db, header, created_by=who, table_name=wanted.get("table"))
        log.append_within(db, match_id, decks, by=who)
        seats = [*(f"p{number}" for number in range(1, len(names) + 1)), PUBLIC]
        keys = {seat: doors.open_seat(db, service, match_id, seat) for seat in seats}
        audits.record(db, who, "opened a match", match_id, game=told["game"])
    service.workers.wake(match_id)
    return match_id, keys


@blp.route("", methods=["POST"])
@blp.access("staff", 400, 413, 422)
@blp.arguments(http.MatchIn, example=OPENING)
@blp.response(201, answers.Opened, example=OPENED)
def post_match(wanted: dict[str, Any]) -> Response:
    """Open a match

    Answers a token, a join link and a short code for each seat and for the public. They are told only this once.
    """
    match_id, keys = open_match(the_service(), wanted, the_caller().who)
    return answer(
        {
            "id": match_id,
            "game": wanted["game"],
            "seats": seats_of(seat["name"] for seat in wanted["seats"]),
            "tokens": {seat: key.token for seat, key in keys.items()},
            "links": {seat: link_to(f"/join/{key.link}") for seat, key in keys.items()},
            "codes": {seat: doors.spaced(key.code) for seat, key in keys.items()},
        },
        201,
        {"Location": f"/api/v1/matches/{match_id}"},
    )


@blp.route("")
@blp.access("anyone", 422)
@blp.arguments(http.MatchQuery, location="query")
@blp.response(200, answers.Matches)
def list_matches(query: dict[str, Any]) -> Response:
    """Matches, newest first

    Judges see all, others those that are not private.
    """
    caller = the_caller()
    limit = min(query.pop("limit"), the_service().settings.max_page)
    try:
        with the_service().store.read() as db:
            page = matches.find(db, **query, public_only=not caller.is_judge, limit=limit)
    except ValueError:
        shape_wrong({"cursor": ["comes from no page"]})
    shown = [summary(match, JUDGE if caller.is_judge else None) for match in page.matches]
    return answer({"matches": shown, "cursor": page.cursor})


@blp.route("/<id:match_id>")
@blp.access("viewer")
@blp.response(200, answers.Match)
def one_match(match_id: str) -> Response:
    """A match's summary"""
    match = the_match()
    with the_service().store.read() as db:
        waiting = [question.event["seq"] for question in folded.questions(db, match_id)] if match.questions else []
    return answer({**summary(match, the_viewer()), "viewer": the_viewer(), "open_questions": waiting})


@blp.route("/<id:match_id>/tokens", methods=["POST"])
@blp.access("staff", 400, 404, 413, 422)
@blp.arguments(http.TokenIn, example={"seat": "p1"})
@blp.response(201, answers.Keys)
def post_token(wanted: dict[str, Any], match_id: str) -> Response:
    """Change a seat's lock

    Revokes all tokens, links and codes of the seat, and answers new ones: for a lost phone, or a new pair of hands.
    """
    service, seat = the_service(), wanted["seat"]
    with service.store.write() as db:
        match = matches.get(db, match_id)
        if seat != PUBLIC and int(seat[1:]) > len(match.seats):
            shape_wrong({"seat": ["this match has no such seat"]})
        accounts.revoke_match_tokens(db, match_id, seat)
        keys = doors.open_seat(db, service, match_id, seat)
        audits.record(db, the_caller().who, "changed the lock", match_id, seat=seat)
    service.callers.forget_all()
    link = link_to(f"/join/{keys.link}")
    return answer({"seat": seat, "token": keys.token, "code": doors.spaced(keys.code), "link": link}, 201)
