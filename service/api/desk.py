"""The judge's desk: what waits in all matches, who was penalised before, and whether a record is whole."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from schemas import answers, http
from schemas.viewer import JUDGE, redact_text, redact_verdict
from service.api.base import Blueprint, answer
from service.api.showing import seats_of
from service.context import the_service
from service.ports import WorkersTimeout
from service.problems import Problem
from service.store import desk, matches

blp = Blueprint("desk", __name__, url_prefix="/api/v1", description="What judges ask across all matches.")


@blp.route("/questions")
@blp.access("judge", 422)
@blp.arguments(http.QuestionQuery, location="query")
@blp.response(200, answers.Questions)
@blp.alt_response(304, success=True)
def list_questions(query: dict[str, Any]) -> Response:
    """Open questions of all matches, the oldest first

    Made to be asked again and again: with `If-None-Match`, what has not changed is answered with 304 and no body.
    """
    with the_service().store.read() as db:
        found = desk.waiting(db, **query)
    told = answer({"questions": [_question(each) for each in found]})
    told.add_etag(weak=True)
    told.make_conditional(request)
    return told


def _question(asked: desk.Waiting) -> dict[str, Any]:
    event = {
        **asked.event,
        "verdict": redact_verdict(asked.verdict, JUDGE),
        "narration": redact_text(asked.narration, JUDGE),
        "question": True,
    }
    return {
        "match": asked.match_id,
        "game": asked.game,
        "table": asked.table_name,
        "seats": seats_of(asked.seats),
        "rule": asked.rule,
        "event": event,
    }


@blp.route("/penalties")
@blp.access("judge", 422)
@blp.arguments(http.PenaltyQuery, location="query")
@blp.response(200, answers.Penalties)
def list_penalties(query: dict[str, Any]) -> Response:
    """Penalties that stand in all matches, newest first

    Those of one player, or all. A player is known by name.
    """
    with the_service().store.read() as db:
        found = desk.penalties(db, **query)
    shown = [
        {
            "match": each.match_id,
            "game": each.game,
            "table": each.table_name,
            "player": each.player,
            "ruling": each.event,
        }
        for each in found
    ]
    return answer({"penalties": shown})


@blp.route("/matches/<id:match_id>/integrity")
@blp.access("judge", 404, 504)
@blp.response(200, answers.Integrity)
def get_integrity(match_id: str) -> Response:
    """Check a record

    A worker walks the hash chain, folds the match again from the start, and compares with what is stored.
    """
    service = the_service()
    with service.store.read() as db:
        matches.get(db, match_id)
    try:
        told = service.workers.verify(match_id, service.settings.preview_seconds)
    except WorkersTimeout:
        raise Problem(504, "The workers did not answer in time; try again.") from None
    return answer({key: told[key] for key in ("finding", "events", "at", "detail")} | {"good": told["good"]})
