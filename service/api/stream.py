"""Server-sent events: what happens in a match, as it happens."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator

from flask import Response, request

from schemas import http
from service.api.base import Blueprint
from service.api.hub import Reader
from service.api.tape import Place
from service.auth.access import the_match, the_viewer
from service.auth.caller import COOKIE
from service.context import Service, the_service
from service.problems import Problem, shape_wrong
from service.store import matches

blp = Blueprint("stream", __name__, url_prefix="/api/v1/matches", description="News, redacted for each viewer.")

HELLO = b"retry: 2000\n\n"
EXAMPLE = 'id: 5.4.3\nevent: event\ndata: {"id":"6f1c…","seq":5,"type":"load","seat":"p1","verdict":null}\n\n'


@blp.route("/<id:match_id>/stream")
@blp.access("viewer", 422)
@blp.arguments(http.StreamQuery, location="query")
@blp.doc(
    parameters=[
        {
            "in": "header",
            "name": "Last-Event-ID",
            "schema": {"type": "string", "pattern": "^[0-9]{1,9}([.][0-9]{1,9}[.][0-9]{1,9})?$"},
            "description": "go on behind this message; a plain seq is good too",
        }
    ]
)
@blp.response(200, {"type": "string"}, content_type="text/event-stream", example=EXAMPLE)
def get_stream(query: dict[str, int], match_id: str) -> Response:
    """Follow a match

    `event` and `ruling`: something was logged. `verdict`: an event with what the rules say of it; again when a
    ruling has changed that. `outcome`: how the match stands, when that changes and when a reader comes back.
    Starts now, or behind `after`, or behind `Last-Event-ID`. A comment line comes when nothing else does.
    """
    service, match = the_service(), the_match()
    place = Place.now(match)
    if given := request.headers.get("Last-Event-ID"):
        found = Place.read(given, match)
        if found is None:
            shape_wrong({"Last-Event-ID": ["not one of this stream's ids"]})
        place = found
    elif "after" in query:
        place = Place.after(query["after"], match)
    if service.hub.full:
        raise Problem(503, "Too many streams are open here.", headers={"Retry-After": "10"})
    connection = request.environ.get("gunicorn.socket")
    if connection is None:
        raise Problem(503, "Streams need the server that `tapedeck serve` starts.")
    authorization, cookie = request.headers.get("Authorization"), request.cookies.get(COOKIE)
    viewer = the_viewer()
    chunked = request.environ["SERVER_PROTOCOL"] == "HTTP/1.1"

    def join(mine: socket.socket) -> None:
        def allowed() -> bool:
            return _viewer_now(service, authorization, cookie, match_id) == viewer

        service.hub.add(Reader(mine, match_id, viewer, place, chunked, allowed))

    # HEAD asks for the head only: the connection stays with the server.
    body = _hand_over(connection, join) if request.method == "GET" else None
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(body, headers=headers, mimetype="text/event-stream")


def _viewer_now(service: Service, authorization: str | None, cookie: str | None, match_id: str) -> str | None:
    try:
        caller = service.callers.find(authorization, cookie)
    except Problem:
        return None
    with service.store.read() as db:
        return caller.viewer_of(matches.get(db, match_id))


def _hand_over(connection: socket.socket, join: Callable[[socket.socket], None]) -> Iterator[bytes]:
    """Sends the head through the server, then takes the connection away from it.

    The server keeps its socket object, but from here on that stands for a pair of our own whose other end is closed: it
    finds the client gone, ends the request and gives its thread back, while the stream lives on in the hub.
    """
    yield HELLO
    mine = socket.socket(fileno=os.dup(connection.fileno()))
    near, far = socket.socketpair()
    os.dup2(near.fileno(), connection.fileno(), inheritable=False)
    near.close()
    far.close()
    join(mine)
