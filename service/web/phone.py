"""The phone's pages: open a match, the table sheet, the form that players log with, and what makes it installable."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import segno
from flask import Blueprint, Response, redirect, render_template, request, url_for

from schemas.http import MatchIn
from schemas.language import installed_games, language
from schemas.viewer import JUDGE, PUBLIC, redact_verdict
from service.api.base import answer, link_to, read_body, read_json
from service.api.matches import header_for, open_match
from service.api.showing import seats_of, summary
from service.auth import doors
from service.auth.access import access, the_caller, the_match, the_viewer
from service.context import the_service
from service.problems import Problem, flatten, shape_wrong
from service.store import UnknownMatch, matches
from service.store.hashing import parse

blp = Blueprint("phone", __name__)

STATIC = Path(__file__).parent / "static"
FOR_JUDGES = ("js/desk/", "js/audit.js", "desk.css")


@blp.route("/open")
@access("anyone")
def opening() -> str:
    games = [{"game": game, "title": language(game).title} for game in installed_games()]
    return render_template("open.html", games=games)


@blp.route("/open", methods=["POST"])
@access("anyone")
def opened() -> Response:
    """Opens a match for whoever asks, as often as one may try a code; answers where its table sheet is."""
    service = the_service()
    service.limits.throttle_sign_in()
    match_id, keys = open_match(service, _wanted(), the_caller().who)
    links = {seat: key.link for seat, key in keys.items()}
    return answer({"id": match_id, "sheet": f"{url_for('phone.sheet', match_id=match_id)}?{urlencode(links)}"}, 201)


@blp.route("/open/decks", methods=["POST"])
@access("anyone")
def judged_decks() -> Response:
    """The same body as for opening; opens nothing, and answers what the rules say of each seat's deck list."""
    service, wanted = the_service(), _wanted()
    header = header_for(service, wanted)
    decks = {}
    for number, seat in enumerate(wanted["seats"], start=1):
        if "deck" in seat:
            # Whoever brings a list may hear all about it.
            verdict = redact_verdict(service.workers.judge_deck(header, seat["deck"]), JUDGE)
            decks[f"p{number}"] = {key: verdict[key] for key in ("status", "rule", "why")}
    return answer(decks)


def _wanted() -> dict[str, Any]:
    told, schema = read_json(read_body()), MatchIn()
    if faults := schema.validate(told):
        shape_wrong(flatten(faults))
    wanted: dict[str, Any] = schema.load(told)
    return wanted


@blp.route("/matches/<id:match_id>/sheet")
@access("anyone")
def sheet(match_id: str) -> str:
    """The codes of a table, to be printed. They come in the address: the store keeps none that could be shown.

    Whoever has the codes may know of the match, private or not.
    """
    service = the_service()
    with service.store.read() as db:
        try:
            match = matches.get(db, match_id)
        except UnknownMatch:
            raise _incomplete() from None
    names = {each["seat"]: each["name"] for each in seats_of(match.seats)} | {PUBLIC: "Spectators"}
    codes = []
    for seat, name in names.items():
        signed = request.args.get(seat, "")
        code = service.links.read(signed)
        if code is None or doors.read_code(service, code).match_id != match_id:
            raise _incomplete()
        link = link_to(url_for("web.join", signed=signed))
        qr = segno.make(link, error="m", boost_error=False)
        codes.append({"seat": seat, "name": name, "code": doors.spaced(code), "link": link, "qr": _drawn(qr)})
    address = link_to(url_for("web.home")).partition("://")[2].rstrip("/")
    shown = {"match": summary(match), "title": language(match.game).title}
    return render_template("sheet.html", **shown, codes=codes, address=address)


def _incomplete() -> Problem:
    return Problem(404, "This table sheet is incomplete or too old; a judge can give a seat a new code.")


def _drawn(qr: segno.QRCode) -> str:
    """The code as an address that holds its whole picture: the page's policy lets no other in."""
    svg: str = qr.svg_data_uri(border=2, dark="#000", light="#fff", svgclass=None, lineclass=None, xmldecl=False)
    return svg


@blp.route("/matches/<id:match_id>/play")
@access("viewer")
def play(match_id: str) -> Any:
    """The form. Spectators have nothing to log: they get the match's page."""
    match, viewer = the_match(), the_viewer()
    if viewer == PUBLIC:
        return redirect(url_for("web.match_page", match_id=match_id), 303)
    with the_service().store.read() as db:
        cards = parse(matches.header_text(db, match_id))["catalog"]
    shown = {"match": summary(match), "title": language(match.game).title}
    return render_template("play.html", **shown, viewer=viewer, cards=cards)


@blp.route("/manifest.webmanifest")
@access("anyone")
def manifest() -> Response:
    told = {
        "name": "Tapedeck",
        "short_name": "Tapedeck",
        "description": "Log a card game at the table.",
        "start_url": url_for("web.home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6f3ec",
        "theme_color": "#24405e",
        "icons": [
            _icon("mark.svg", "any", "image/svg+xml", "any"),
            _icon("icon-192.png", "192x192", "image/png", "any"),
            _icon("icon-512.png", "512x512", "image/png", "any maskable"),
        ],
    }
    response = answer(told)
    response.mimetype = "application/manifest+json"
    return response


def _icon(name: str, sizes: str, kind: str, purpose: str) -> dict[str, str]:
    return {"src": url_for("web.static", filename=name), "sizes": sizes, "type": kind, "purpose": purpose}


@cache
def _shell() -> tuple[str, list[str]]:
    """The static files that a seat may need, and a version that changes when one of them does."""
    files = {path.relative_to(STATIC).as_posix(): path for path in sorted(STATIC.rglob("*")) if path.is_file()}
    kept = [name for name in files if not name.startswith(FOR_JUDGES)]
    digest = hashlib.sha256(b"".join(files[name].read_bytes() for name in kept)).hexdigest()[:12]
    return digest, kept


@blp.route("/sw.js")
@access("anyone")
def service_worker() -> Response:
    """At the root, because a service worker only looks after what lies below it."""
    version, files = _shell()
    addresses = [url_for("web.static", filename=name) for name in files]
    text = render_template("sw.js", version=version, files=addresses)
    return Response(text, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})
