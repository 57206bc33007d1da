"""The first pages: home, sign in, join, a match."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for

from schemas.language import installed_games, language
from schemas.viewer import PUBLIC
from service.api.sessions import with_cookie, without_cookie
from service.api.showing import summary
from service.auth import doors, passwords
from service.auth.access import access, the_caller, the_match, the_viewer
from service.auth.doors import Entry
from service.context import the_service
from service.problems import Problem
from service.store import matches

blp = Blueprint(
    "web", __name__, template_folder="templates", static_folder="static", static_url_path="/static", url_prefix=""
)

RECENT = 20


@blp.route("/")
@access("anyone")
def home() -> str:
    caller = the_caller()
    with the_service().store.read() as db:
        page = matches.find(db, public_only=not caller.is_judge, limit=RECENT)
    titles = {game: language(game).title for game in installed_games()}
    return render_template("home.html", matches=[summary(match) for match in page.matches], titles=titles)


@blp.route("/matches/<id:match_id>")
@access("viewer")
def match_page(match_id: str) -> str:
    return render_template("match.html", match=summary(the_match(), the_viewer()), viewer=the_viewer())


@blp.route("/sign-in", methods=["GET", "POST"])
@access("anyone")
def sign_in() -> Any:
    if request.method == "GET":
        return render_template("sign_in.html")
    name, password = request.form.get("name", ""), request.form.get("password", "")
    the_service().limits.throttle_sign_in(name)
    try:
        return _enter(doors.sign_in(the_service(), name, password))
    except Problem as problem:
        if problem.status != 401:
            raise
        return Response(render_template("sign_in.html", name=name, fault=problem.detail), 401)


@blp.route("/sign-out", methods=["POST"])
@access("signed in")
def sign_out() -> Any:
    caller = the_caller()
    doors.sign_out(the_service(), caller.digest, caller.who)
    return without_cookie(redirect(url_for("web.home"), 303))  # type: ignore[arg-type]


@blp.route("/join", methods=["POST"])
@access("anyone")
def join_by_code() -> Any:
    the_service().limits.throttle_sign_in()
    return _enter(doors.join(the_service(), request.form.get("code", "")[:400]))


@blp.route("/join/<path:signed>", methods=["GET", "POST"])
@access("anyone")
def join(signed: str) -> Any:
    """A seat's link, and the operator's, open at once; an invitation first asks for a password."""
    service = the_service()
    service.limits.throttle_sign_in()
    found = doors.read_code(service, signed)
    if found.match_id and found.seat != PUBLIC and the_caller().seat_in(found.match_id) not in (None, found.seat):
        # The phone has another seat of this match already: its page takes this one on as well.
        return redirect(url_for("phone.play", match_id=found.match_id, add=signed), 303)
    if found.kind != doors.INVITATION:
        return _enter(doors.join(service, signed))
    password = request.form.get("password", "")
    if request.method == "POST" and passwords.SHORTEST <= len(password) <= passwords.LONGEST:
        return _enter(doors.accept(service, signed, password))
    fault = f"A password has at least {passwords.SHORTEST} characters." if request.method == "POST" else ""
    status = 422 if fault else 200
    return Response(render_template("invitation.html", name=found.account_name, fault=fault), status)


def _enter(entry: Entry) -> Response:
    to = url_for("phone.play", match_id=entry.match_id) if entry.match_id else url_for("web.home")
    return with_cookie(redirect(to, 303), entry)  # type: ignore[arg-type]
