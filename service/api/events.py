"""The log: appending to it, reading it, judging it by rulings."""

from __future__ import annotations

import uuid
from typing import Any

import orjson
from flask import Response, request

from schemas import answers, http
from service.api.base import Blueprint, answer
from service.api.showing import logged, pairs
from service.auth import audits
from service.auth.access import is_open, the_caller, the_viewer
from service.auth.caller import Caller
from service.context import Service, the_service
from service.observe import APPENDS
from service.problems import Problem, shape_wrong
from service.store import Conflict, folded, log, matches
from service.store.placing import Appended, Origin, Wanted

blp = Blueprint("events", __name__, url_prefix="/api/v1/matches", description="The append-only log of a match.")

KEY_LENGTH = 8  # of a token's digest: enough to tell the phones of a match apart, and no way back to the token

ONE_OR_MANY = {"anyOf": [{"$ref": "#/components/schemas/Event"}, {"$ref": "#/components/schemas/Batch"}]}
EXAMPLES = {
    "one": {"summary": "One event", "value": http.EVENT_EXAMPLE},
    "batch": {"summary": "Several, all or none", "value": {"events": [http.EVENT_EXAMPLE], "expected_head": 4}},
}


def append(
    service: Service, match_id: str, events: list[dict[str, Any]], caller: Caller, expected_head: int | None
) -> Appended:
    """Stores events in the caller's name, wakes the workers, and tells the streams."""
    for event in events:
        if "id" not in event:
            event["id"] = str(uuid.uuid4())
    ruling = any(event["type"] == "ruling" for event in events)
    if ruling and not caller.is_judge:
        raise Problem(403, "Only a judge may rule.")
    _refuse_giants(events, service.settings.max_event_bytes)
    by = caller.seat_in(match_id) or caller.who
    wanted = Wanted(match_id, events, by, expected_head, Origin(request.remote_addr, caller.digest[:KEY_LENGTH]))
    try:
        done = _rule(service, wanted) if ruling else service.appender.append(wanted)
    except Conflict as conflict:
        raise Problem(409, str(conflict), head=conflict.head) from None
    if done.fresh:
        APPENDS.inc(done.fresh)
        service.workers.wake(match_id)
        service.notices.publish(match_id)
    return done


def _rule(service: Service, wanted: Wanted) -> Appended:
    """Rulings leave an audit line, in the transaction that stores them."""
    with service.store.write() as db:
        (done,) = log.append_all(db, [wanted])
        if isinstance(done, Exception):
            raise done
        for event, (_, seq) in zip(wanted.events, done.events, strict=True):
            if event["type"] == "ruling" and seq > done.head - done.fresh:
                told = {key: event[key] for key in ("decision", "target", "to", "rule") if key in event}
                audits.record(db, wanted.by, "ruled", wanted.match_id, id=event["id"], **told)
    return done


def _refuse_giants(events: list[dict[str, Any]], most: int) -> None:
    if (request.content_length or most + 1) <= most:
        return  # no part is larger than the whole
    for number, event in enumerate(events):
        if len(orjson.dumps(event)) > most:
            raise Problem(413, f"An event may have {most} bytes.", errors={f"events.{number}": ["too large"]})


@blp.route("/<id:match_id>/events", methods=["POST"])
@blp.access("player", 400, 409, 413, 422)
@blp.doc(requestBody={"content": {"application/json": {"schema": ONE_OR_MANY, "examples": EXAMPLES}}})
@blp.arguments(http.Append())  # made once: this call must be cheap
@blp.response(202, answers.Appended, example={"events": [{"id": http.EVENT_EXAMPLE["id"], "seq": 5}], "head": 5})
def post_events(body: dict[str, Any], match_id: str) -> Response:
    """Append events

    One event, or a batch: all are stored, or none. A known `id` with the same content answers its old seq. The
    rules are not asked here: an illegal play is stored too, and its verdict says so.
    """
    service = the_service()
    if len(body["events"]) > service.settings.max_batch:
        shape_wrong({"events": [f"more than {service.settings.max_batch} events"]})
    done = append(service, match_id, body["events"], the_caller(), body.get("expected_head"))
    return answer({"events": [{"id": id_, "seq": seq} for id_, seq in done.events], "head": done.head}, 202)


@blp.route("/<id:match_id>/events")
@blp.access("viewer", 422)
@blp.arguments(http.EventsQuery, location="query")
@blp.response(200, answers.Log)
def list_events(query: dict[str, Any], match_id: str) -> Response:
    """The log, with verdicts

    Each event as this caller may see it; its verdict is null while no worker has judged it.
    """
    viewer = the_viewer()
    after, limit = query["after"], min(query["limit"], the_service().settings.max_page)
    with the_service().store.read() as db:
        match = matches.get(db, match_id)
        events = log.read(db, match_id, after=after, limit=limit)
        judged = folded.judged(db, match_id, after=after, upto=after + limit)
    shown = [logged(event, said, viewer, is_open(match)) for event, said in pairs(events, judged)]
    return answer({"events": shown, "head": match.head, "folded": max(match.folded, 0)})
