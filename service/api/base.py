"""What all calls share: how bodies and queries are read, how answers are written, and how both are documented."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, NoReturn, TypeVar

import flask_smorest
import marshmallow as ma
import orjson
from flask import Request, Response, request
from flask_smorest.utils import prepare_response
from webargs.flaskparser import FlaskParser

from schemas.answers import Problem as ProblemSchema
from schemas.envelope import UNPRINTABLE, value_fault
from service.auth import access as guards
from service.context import the_service
from service.problems import PROBLEM_JSON, Problem, flatten, shape_wrong

View = TypeVar("View", bound=Callable[..., Any])

# Levels that the body of a batch adds around an event.
WRAPPING = 2


def read_body(most: int | None = None) -> bytes:
    """The whole body: 413 where it is larger than `most` (or than any may be), 400 where its end is missing."""
    most = most or the_service().settings.max_body_bytes
    # What comes in chunks does not say how much it is: a byte more than is allowed tells.
    request.max_content_length = most + 1
    body = request.get_data(cache=False)
    if len(body) > most:
        raise Problem(413, f"The body may have {most} bytes.")
    if request.content_length is not None and len(body) < request.content_length:
        raise Problem(400, "The body ends before all of it has come.")
    return body


def read_json(body: bytes) -> Any:
    """The body as JSON that can be stored. 400 if it is no JSON at all, 422 if it holds what cannot be kept."""
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise Problem(400, f"The body is not JSON: {error.msg} (line {error.lineno}, column {error.colno}).") from None
    fault = value_fault(value, the_service().settings.max_depth + WRAPPING)
    if fault is not None:
        shape_wrong({".".join(map(str, fault.path)) or "body": [fault.message]})
    return value


class Parser(FlaskParser):
    """Reads a body once, whatever its content type says, and tells errors by field path."""

    def load_json(self, req: Request, schema: ma.Schema) -> Any:
        return read_json(read_body())

    def load_querystring(self, req: Request, schema: ma.Schema) -> Any:
        for name, value in req.args.items(multi=True):
            if UNPRINTABLE.search(value):
                shape_wrong({name: ["holds a control character"]})
        return super().load_querystring(req, schema)

    def handle_error(self, error: ma.ValidationError, *args: Any, **kwargs: Any) -> NoReturn:
        messages: Any = error.messages
        for location in ("json", "query"):
            if isinstance(messages, dict) and set(messages) == {location}:
                messages = messages[location]
        shape_wrong(flatten(messages))


class Blueprint(flask_smorest.Blueprint):
    ARGUMENTS_PARSER = Parser()

    def access(self, level: str, *problems: int) -> Callable[[View], View]:
        """Guards a view, and documents whom it is for and which problems it answers with."""
        statuses = {429, 503, *problems}
        if level != "anyone":
            statuses |= {401, 403}
        else:
            statuses |= {401}  # a token that is sent must be good, even where none is needed
        if level in ("viewer", "player"):
            statuses |= {404}
        optional = level in ("anyone", "viewer")
        security: list[dict[str, list[str]]] = [{"bearer": []}, {"session": []}]

        def decorate(view: View) -> View:
            guarded = guards.access(level)(view)
            told = guarded._apidoc = dict(getattr(view, "_apidoc", {}))  # type: ignore[attr-defined]
            responses = told.setdefault("response", {}).setdefault("responses", {})
            for status in statuses:
                responses.setdefault(status, [HTTPStatus(status).name])
            manual = told.setdefault("manual_doc", {})
            manual["security"] = [{}, *security] if optional else security
            manual["x-access"] = level
            return guarded

        return decorate


class Api(flask_smorest.Api):
    """OpenAPI with problem+json for every error."""

    ERROR_SCHEMA = ProblemSchema
    DEFAULT_ERROR_RESPONSE_NAME = None  # every call names the problems it answers with

    def _register_responses(self) -> None:
        for status in HTTPStatus:
            if status < 400:
                continue
            response: dict[str, Any] = {"description": status.phrase, "schema": self.ERROR_SCHEMA}
            if status == 429:
                response["headers"] = {"Retry-After": {"schema": {"type": "string"}, "description": "seconds"}}
            prepare_response(response, self.spec, PROBLEM_JSON)
            self.spec.components.response(status.name, response, lazy=True)

    def _register_error_handlers(self) -> None:
        """`service.problems` answers all errors."""


def answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(orjson.dumps(value), status, headers, mimetype="application/json")


def kept(value: Any) -> Response:
    """An answer that the reader may keep; it asks before using it again, and gets nothing while it is the same."""
    response = answer(value, headers={"Cache-Control": "no-cache"})
    response.add_etag()
    response.make_conditional(request)
    return response


def packed(value: Any) -> Response:
    """A long answer, compressed for those who can read it so."""
    body, headers = orjson.dumps(value), {"Vary": "Accept-Encoding"}
    if request.accept_encodings["gzip"] > 0:
        body, headers["Content-Encoding"] = gzip.compress(body, compresslevel=6, mtime=0), "gzip"
    return Response(body, headers=headers, mimetype="application/json")


def link_to(path: str) -> str:
    """An absolute address, as people outside reach it."""
    base = the_service().settings.public_url or request.host_url
    return base.rstrip("/") + path
