"""Rulings: a judge's decisions, what they would change, and what was decided before."""

from __future__ import annotations

from typing import Any

from flask import Response

from schemas import answers, http
from schemas.patches import difference
from schemas.viewer import JUDGE, redact_text, redact_verdict, redact_view
from service.api.base import Blueprint, answer
from service.api.events import append
from service.auth.access import the_caller
from service.context import the_service
from service.ports import WorkersTimeout
from service.problems import Problem, shape_wrong
from service.store import matches, rulings

blp = Blueprint("rulings", __name__, url_prefix="/api/v1", description="Judges' decisions.")

RULING = {"decision": "allow", "target": 17, "note": "The card was meant to be upright.", "rule": "SYN-CUE-2"}


@blp.route("/matches/<id:match_id>/rulings", methods=["POST"])
@blp.access("judge", 400, 404, 409, 413, 422)
@blp.arguments(http.Ruling, example=RULING)
@blp.response(202, answers.Ruled)
def post_ruling(body: dict[str, Any], match_id: str) -> Response:
    """Rule

    Appends the ruling to the log; the workers fold again from the first event that it touches.
    """
    done = append(the_service(), match_id, [{**body, "type": "ruling"}], the_caller(), None)
    id_, seq = done.events[0]
    return answer({"id": id_, "seq": seq, "head": done.head}, 202)


@blp.route("/matches/<id:match_id>/rulings/preview", methods=["POST"])
@blp.access("judge", 400, 404, 413, 422, 504)
@blp.arguments(http.Ruling, example=RULING)
@blp.response(200, answers.Preview)
def preview_ruling(body: dict[str, Any], match_id: str) -> Response:
    """See what a ruling would change

    Stores nothing. Answers the verdicts that would change, and how the final view would differ.
    """
    service = the_service()
    with service.store.read() as db:
        matches.get(db, match_id)
    ruling = {**body, "type": "ruling", "by": the_caller().who}
    try:
        told = service.workers.preview(match_id, ruling, service.settings.preview_seconds)
    except WorkersTimeout:
        raise Problem(504, "The workers did not answer in time; try again.") from None
    before, after = redact_view(told["before"], JUDGE), redact_view(told["after"], JUDGE)
    return answer(
        {
            "seq": told["seq"],
            "verdict": redact_verdict(told["verdict"], JUDGE),
            "narration": redact_text(told["narration"], JUDGE),
            "changes": [
                {
                    "seq": change["seq"],
                    "before": redact_verdict(change["before"], JUDGE),
                    "after": redact_verdict(change["after"], JUDGE),
                }
                for change in told["changes"]
            ],
            "view": difference(before, after),
        }
    )


@blp.route("/rulings")
@blp.access("judge", 422)
@blp.arguments(http.RulingQuery, location="query")
@blp.response(200, answers.Precedents)
def list_rulings(query: dict[str, Any]) -> Response:
    """Precedents, newest first"""
    query["limit"] = min(query["limit"], the_service().settings.max_page)
    try:
        with the_service().store.read() as db:
            page = rulings.find(db, **query)
    except ValueError:
        shape_wrong({"cursor": ["comes from no page"]})
    shown = [
        {"match": each.match_id, "game": each.game, "rule": each.rule, "ruling": each.event} for each in page.precedents
    ]
    return answer({"rulings": shown, "cursor": page.cursor})
