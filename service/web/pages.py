"""The first pages: home, sign in, join, a match."""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for

from schemas.envelope import LONGEST_NAME
from schemas.language import installed_games, language
from schemas.viewer import PUBLIC
from service import policy
from service.api.sessions import with_cookie, without_cookie
from service.api.showing import summary
from service.auth import doors, passwords
from service.auth.access import access, the_caller, the_match, the_viewer
from service.auth.doors import Entry
from service.context import the_service
from service.demo import SAMPLER
from service.problems import Problem
from service.store import matches

blp = Blueprint(
    "web", __name__, template_folder="templates", static_folder="static", static_url_path="/static", url_prefix=""
)

RECENT = 20
INSIDE = re.compile("/[a-z0-9][a-z0-9/-]*")


@blp.route("/")
@access("anyone")
def home() -> str:
    """What this is, the ways in, and the matches that there are to look at."""
    caller, asked = the_caller(), request.args
    titles = {game: language(game).title for game in installed_games()}
    game, player = asked.get("game", ""), asked.get("player", "")[:LONGEST_NAME].strip()
    with the_service().store.read() as db:
        samples = matches.find(db, created_by=SAMPLER, public_only=True, limit=len(titles)).matches
        try:
            page = matches.find(
                db,
                game=game if game in titles else None,
                player=player or None,
                public_only=not caller.is_judge,
                cursor=asked.get("cursor"),
                limit=RECENT,
            )
        except ValueError:
            raise Problem(422, "There is no such page of matches.") from None
        waiting = matches.waiting(db) if caller.is_judge else 0
    return render_template(
        "home.html",
        titles=titles,
        samples=sorted(map(summary, samples), key=lambda match: list(titles).index(match["game"])),
        matches=[summary(match) for match in page.matches],
        cursor=page.cursor,
        game=game,
        player=player,
        waiting=waiting,
    )


@blp.route("/matches/<id:match_id>")
@access("viewer")
def match_page(match_id: str) -> str:
    """The replay."""
    match = the_match()
    return render_template("match.html", match=summary(match), title=language(match.game).title, viewer=the_viewer())


@blp.route("/matches/<id:match_id>/embed")
@access("viewer")
def embedded_match(match_id: str) -> Response:
    """The replay for a frame on another page: always as the public sees it, whoever's browser shows it."""
    match = the_match()
    title = language(match.game).title
    page = render_template("match.html", match=summary(match), title=title, viewer=PUBLIC, embedded=True)
    return Response(page, headers=policy.framed_by_anyone())


@blp.route("/sign-in", methods=["GET", "POST"])
@access("anyone")
def sign_in() -> Any:
    if request.method == "GET":
        return render_template("sign_in.html", next=_inside(request.args.get("next")))
    name, password = request.form.get("name", ""), request.form.get("password", "")
    the_service().limits.throttle_sign_in(name)
    try:
        return _enter(doors.sign_in(the_service(), name, password), _inside(request.form.get("next")))
    except Problem as problem:
        if problem.status != 401:
            raise
        page = render_template("sign_in.html", name=name, fault=problem.detail, next=_inside(request.form.get("next")))
        return Response(page, 401)


@blp.route("/sign-out", methods=["POST"])
@access("signed in")
def sign_out() -> Any:
    caller = the_caller()
    doors.sign_out(the_service(), caller.digest, caller.who)
    return without_cookie(redirect(url_for("web.home"), 303))  # type: ignore[arg-type]


@blp.route("/join", methods=["POST"])
@access("anyone")
def join_by_code() -> Any:
    service, code = the_service(), request.form.get("code", "")[:400]
    doors.count_attempt(service, code)
    if doors.read_code(service, code).kind == doors.INVITATION:
        signed = code if "." in code else service.links.sign(code)
        return redirect(url_for("web.join", signed=signed), 303)
    return _enter(doors.join(service, code))


@blp.route("/join/<path:signed>", methods=["GET", "POST"])
@access("anyone")
def join(signed: str) -> Any:
    """A seat's link, and the operator's, open at once; an invitation first asks for a password."""
    service = the_service()
    doors.count_attempt(service, signed)
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


def _inside(path: str | None) -> str:
    """Where somebody was going, if that is one of these pages: nobody is sent to another site from here."""
    return path if path and INSIDE.fullmatch(path) else ""


def _enter(entry: Entry, wanted: str = "") -> Response:
    """To what they came for; else a seat to its form, a judge to the desk."""
    if entry.match_id:
        to = url_for("phone.play", match_id=entry.match_id)
    else:
        to = wanted or url_for("staff.questions" if "judge" in entry.roles else "web.home")
    return with_cookie(redirect(to, 303), entry)  # type: ignore[arg-type]
