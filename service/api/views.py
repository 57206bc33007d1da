"""The table as one caller may see it: now, at any event, and from the first to the last."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from flask import Response
from sqlalchemy import Connection

from schemas import answers, http
from schemas.viewer import Redactor, redact_view
from service.api.base import Blueprint, answer, packed
from service.api.showing import logged, pairs, summary
from service.auth.access import the_caller, the_side, the_viewer
from service.context import Service, the_service
from service.problems import Problem, shape_wrong
from service.store import folded, log, matches
from service.store.folded import NotFolded

blp = Blueprint("views", __name__, url_prefix="/api/v1/matches", description="The table, as each viewer may see it.")

Found = TypeVar("Found")

# Between two looks, as a notice may be lost; and how long anybody may wait, however many do.
MOMENT_SECONDS = 1.0


def _not_yet(error: NotFolded, wanted: int | None) -> Problem:
    what = f"The view after event {wanted}" if wanted else "The first view"
    return Problem(504, f"{what} is not there yet; the workers are at event {max(error.folded, 0)}.")


@contextmanager
def _patience(service: Service, wanted: float) -> Iterator[float]:
    """How long to wait. Whoever waits holds a thread: when that many do, others wait for a moment only."""
    wanted = min(wanted, service.settings.max_wait_seconds)
    patient = wanted > MOMENT_SECONDS and service.waits.acquire(blocking=False)
    try:
        yield wanted if patient else min(wanted, MOMENT_SECONDS)
    finally:
        if patient:
            service.waits.release()


def _when_folded(match_id: str, at: int | None, wait: float, read: Callable[[Connection], Found]) -> Found:
    """What `read` finds once event `at` is folded, waited for up to `wait` seconds.

    Where no event is named, all that can be missing is the first view of a match just opened: a matter of a moment.
    """
    service = the_service()
    wanted = wait if at else max(wait, MOMENT_SECONDS)
    with _patience(service, wanted) as seconds, service.notices.listen(match_id) as listener:
        deadline = time.monotonic() + seconds
        while True:
            try:
                with service.store.read() as db:
                    return read(db)
            except NotFolded as error:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise _not_yet(error, at) from None
                listener.wait(min(left, MOMENT_SECONDS))


@blp.route("/<id:match_id>/view")
@blp.access("viewer", 422, 504)
@blp.arguments(http.ViewQuery, location="query")
@blp.response(200, answers.View)
def get_view(query: dict[str, Any], match_id: str) -> Response:
    """The table after an event

    By default after the last one folded. `wait` holds the answer until the event is folded; when it is not in time:
    504.
    """
    at = query.get("at")

    def read(db: Connection) -> tuple[dict[str, Any], matches.Match]:
        return folded.view_at(db, match_id, at), matches.get(db, match_id)

    view, match = _when_folded(match_id, at, query["wait"], read)
    return answer(redact_view(view, *the_side(match, query.get("as_"))))


@blp.route("/<id:match_id>/actions")
@blp.access("player", 422, 504)
@blp.arguments(http.ActionsQuery, location="query")
@blp.response(200, answers.Choices)
def get_actions(query: dict[str, Any], match_id: str) -> Response:
    """What a seat could log now

    Each entry is a complete event once one candidate has been picked for every field of `with`. Several entries may
    have the same type. A judge names the seat.
    """
    caller = the_caller()
    seat = caller.seat_in(match_id) or query.get("seat")
    if seat is None:
        shape_wrong({"seat": ["a judge has to say whose choices"]})

    def read(db: Connection) -> tuple[int, dict[str, list[dict[str, Any]]]]:
        matches.get(db, match_id)  # which a judge may have made up
        return folded.choices_of(db, match_id)

    seq, choices = _when_folded(match_id, None, 0, read)
    if seat not in choices:
        shape_wrong({"seat": ["this match has no such seat"]})
    return answer({"seat": seat, "seq": seq, "choices": choices[seat]})


@blp.route("/<id:match_id>/replay")
@blp.access("viewer", 422, 504)
@blp.arguments(http.ReplayQuery, location="query")
@blp.response(200, answers.Replay)
def get_replay(query: dict[str, Any], match_id: str) -> Response:
    """The whole match in one document

    The first view, then for each event that is folded the event, its verdict, a sentence, and the patch that leads
    to the next view. What was hidden from this side at an event is hidden in its frame; by the caller's own right it
    is shown once the match is over and open. With `after` the document starts behind that event.
    """
    after = query["after"]

    def read(db: Connection) -> tuple[matches.Match, dict[str, Any], list[Any], list[folded.Judged], list[Any]]:
        match, view = matches.get(db, match_id), folded.view_at(db, match_id, after)
        events = log.read(db, match_id, after=after, before=match.folded + 1)
        judged = folded.judged(db, match_id, after=after, upto=match.folded)
        return match, view, events, judged, matches.header(db, match_id)["catalog"]

    match, view, events, judged, own_cards = _when_folded(match_id, after, 0, read)
    viewer, open_ = the_side(match, query.get("as_"))
    redactor = Redactor(viewer, view, open_)
    frames = [
        {**_told(logged(event, said, viewer, open_)), "patch": redactor.patch(said.patch)}
        for event, said in pairs(events, judged)
        if said is not None
    ]
    shown = redact_view(view, viewer, open_)
    return packed({"match": summary(match, the_viewer()), "cards": own_cards, "view": shown, "frames": frames})


def _told(entry: dict[str, Any]) -> dict[str, Any]:
    """Without what proves an event rather than tells it: that is half of the bytes, and the record has it."""
    return {key: value for key, value in entry.items() if key not in ("id", "hash")}
