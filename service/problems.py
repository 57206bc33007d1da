"""Errors as the contract has them: application/problem+json (RFC 9457), never a stack trace."""

from __future__ import annotations

from typing import Any, NoReturn

import orjson
import structlog
from flask import Flask, Response, request
from gunicorn.http.errors import ParseException
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from werkzeug.exceptions import HTTPException
from werkzeug.http import HTTP_STATUS_CODES

from service.observe import shown_path
from service.store import UnknownMatch

PROBLEM_JSON = "application/problem+json"
NO_SUCH_MATCH = "No match has this id."
BUG = "Something went wrong here; the log has the details."

log = structlog.get_logger("tapedeck.problems")

# What a problem's `type` points at: a heading of the reference page, and what that heading says.
MEANINGS = {
    400: ("malformed", "The body is not JSON, or not UTF-8."),
    401: ("no-token", "No token, or one that is unknown, expired or revoked."),
    403: ("not-yours", "The caller is known, and may not do this."),
    404: ("unknown", "There is nothing here, or nothing that the caller may know of."),
    405: ("wrong-method", "The path is right, the method is not."),
    409: ("conflict", "The log is not where the request took it to be. `head` tells where it is."),
    413: ("too-large", "The request is larger than this service takes."),
    422: ("shape", "The JSON has the wrong shape; `errors` lists what is wrong by field path."),
    429: ("too-fast", "Too many requests; `Retry-After` tells when to go on."),
    503: ("not-ready", "A part that is needed does not answer right now. Nothing was stored."),
    504: ("not-yet", "The workers were not done in the time that the request was willing to wait."),
}


class Problem(Exception):
    """Raised anywhere below a request; answered as problem+json."""

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        errors: dict[str, list[str]] | None = None,
        headers: dict[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.errors = errors or {}
        self.headers = headers or {}
        self.more = more

    @property
    def title(self) -> str:
        return HTTP_STATUS_CODES.get(self.status, "Error")

    def response(self) -> Response:
        anchor = MEANINGS[self.status][0] if self.status in MEANINGS else "other"
        body = {
            "type": f"/api/reference#problem-{anchor}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "errors": self.errors,
            **self.more,
        }
        return Response(orjson.dumps(body), self.status, self.headers, mimetype=PROBLEM_JSON)


def shape_wrong(errors: dict[str, list[str]]) -> NoReturn:
    raise Problem(422, "The request has the wrong shape.", errors=errors)


def flatten(messages: Any, path: str = "") -> dict[str, list[str]]:
    """marshmallow's nested messages as one list a field path: {"seats.0.name": ["…"]}."""
    if isinstance(messages, str):
        return {path or "body": [messages]}
    if isinstance(messages, list):
        return {path or "body": [str(each) for each in messages]}
    flat: dict[str, list[str]] = {}
    for key, value in messages.items():
        inner = path if key == "_schema" else f"{path}.{key}" if path else str(key)
        flat.update(flatten(value, inner))
    return flat


def from_http_error(error: HTTPException) -> Problem:
    status = error.code or 500
    kept = {key: value for key, value in error.get_headers() if key.lower() not in ("content-type", "content-length")}
    detail = BUG if status >= 500 else str(error.description)
    if status in (404, 413):
        detail = MEANINGS[status][1]
    return Problem(status, detail, headers=kept)


def register(app: Flask) -> None:
    """Every error below this application becomes a problem; the pages may show it in their own way."""

    def answer(problem: Problem) -> Response:
        page = app.extensions.get("tapedeck.error_page")
        if page is not None and not request.path.startswith("/api/") and request.accept_mimetypes.accept_html:
            return page(problem)
        return problem.response()

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Any:
        if (error.code or 500) < 400:  # a redirect to the path's proper spelling
            return error.get_response()
        return answer(from_http_error(error))

    @app.errorhandler(ParseException)
    def garbled(_: ParseException) -> Response:
        """The server met a chunk of the body that is none."""
        return answer(Problem(400, "The body is cut into chunks that do not fit."))

    @app.errorhandler(Exception)
    def bug(error: Exception) -> Response:
        log.exception("unexpected error", path=shown_path(), exc_info=error)
        return answer(Problem(500, BUG))

    @app.errorhandler(SQLAlchemyError)
    def store_trouble(error: SQLAlchemyError) -> Response:
        """A database that does not answer is not the caller's fault, and nothing was stored."""
        if not isinstance(error, (OperationalError, PoolTimeout)):
            return bug(error)
        log.warning("the store does not answer", error=str(error)[:300])
        return answer(Problem(503, "The store does not answer right now.", headers={"Retry-After": "2"}))

    @app.errorhandler(UnknownMatch)
    def unknown(_: UnknownMatch) -> Response:
        return answer(Problem(404, NO_SUCH_MATCH))

    app.register_error_handler(Problem, answer)
