"""Signing in and out, joining a seat, inviting judges."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from schemas import answers, http
from service.api.base import Blueprint, answer, link_to
from service.auth import audits, doors
from service.auth.access import the_caller
from service.auth.caller import COOKIE
from service.auth.doors import Entry
from service.context import the_service

blp = Blueprint("sessions", __name__, url_prefix="/api/v1", description="Who is who.")


def with_cookie(response: Response, entry: Entry) -> Response:
    response.set_cookie(
        COOKIE, entry.token, max_age=entry.lasts, httponly=True, samesite="Lax", secure=request.is_secure, path="/"
    )
    return response


def without_cookie(response: Response) -> Response:
    response.delete_cookie(COOKIE, httponly=True, samesite="Lax", secure=request.is_secure, path="/")
    return response


def _told(entry: Entry) -> dict[str, Any]:
    return {
        "token": entry.token,
        "expires_in": entry.lasts,
        "name": entry.name,
        "roles": entry.roles,
        "match": entry.match_id,
        "seat": entry.seat,
    }


@blp.route("/sessions", methods=["POST"])
@blp.access("anyone", 400, 403, 413, 422)
@blp.arguments(http.SignIn, example={"name": "Ada", "password": "correct horse battery"})
@blp.response(201, answers.Session)
def post_session(body: dict[str, Any]) -> Response:
    """Sign in

    For judges and organisers. Sets the pages' cookie; the answer's token serves API clients.
    """
    the_service().limits.throttle_sign_in(body["name"])
    entry = doors.sign_in(the_service(), body["name"], body["password"])
    return with_cookie(answer(_told(entry), 201), entry)


@blp.route("/sessions", methods=["DELETE"])
@blp.access("signed in")
@blp.response(204)
def delete_session() -> Response:
    """Sign out

    Revokes the token that was sent.
    """
    caller = the_caller()
    doors.sign_out(the_service(), caller.digest, caller.who)
    return without_cookie(Response(status=204))


@blp.route("/sessions/join", methods=["POST"])
@blp.access("anyone", 400, 403, 404, 413, 422)
@blp.arguments(http.Join, example={"code": "BCD2-FGH3"})
@blp.response(201, answers.Session)
def post_join(body: dict[str, Any]) -> Response:
    """Take a seat

    With a short code, or the last part of a join link. One of an invitation signs in, once; whoever wants to choose a
    password opens the link instead.
    """
    doors.count_attempt(the_service(), body["code"])
    entry = doors.join(the_service(), body["code"])
    return with_cookie(answer(_told(entry), 201), entry)


@blp.route("/invitations", methods=["POST"])
@blp.access("organiser", 400, 413, 422)
@blp.arguments(http.Invitation, example={"name": "Cleo", "roles": ["judge"]})
@blp.response(201, answers.Invited)
def post_invitation(body: dict[str, Any]) -> Response:
    """Invite a judge or an organiser

    Answers a link that works once: whoever opens it chooses the account's password.
    """
    service = the_service()
    with service.store.write() as db:
        keys = doors.invite(db, service.links, service.settings.token_days, body["name"], body["roles"])
        audits.record(db, the_caller().who, "invited", name=body["name"], roles=body["roles"])
    link = link_to(f"/join/{keys.link}")
    return answer({"name": body["name"], "roles": body["roles"], "code": doors.spaced(keys.code), "link": link}, 201)
