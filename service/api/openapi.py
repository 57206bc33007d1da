"""The OpenAPI document: what is not told by the calls themselves."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from schemas import http
from service.api.base import Api
from service.api.converters import MatchId, Word
from service.problems import MEANINGS

ABOUT = """\
Tapedeck records what people do at a card table, event by event, and folds the record through a rules engine.

Open a match, hand its tokens to the seats, post events, read views and verdicts. A rules violation is not an HTTP
error: the event is stored, and its verdict says so. Errors are `application/problem+json` (RFC 9457).
"""

CONFIG: dict[str, Any] = {
    "API_TITLE": "Tapedeck",
    "API_VERSION": "v1",
    "OPENAPI_VERSION": "3.1.0",
    "OPENAPI_URL_PREFIX": "/api",
    "OPENAPI_JSON_PATH": "openapi.json",
    "API_SPEC_OPTIONS": {
        "info": {"description": ABOUT, "license": {"name": "MIT", "identifier": "MIT"}},
        "servers": [{"url": "/", "description": "this service"}],
    },
}

BEARER = {
    "type": "http",
    "scheme": "bearer",
    "description": "A seat's token from POST /matches, or a judge's or organiser's from POST /sessions.",
}
SESSION = {
    "type": "apiKey",
    "in": "cookie",
    "name": "tapedeck_session",
    "description": "The pages' cookie. Changes also need the header X-CSRF-Token.",
}


def _kept_as_it_is(_converter: Any, field: fields.Field[Any], **_kwargs: Any) -> dict[str, Any]:
    """What the rules look at and the schemas do not."""
    if isinstance(field, http.Event):
        return {"$ref": "#/components/schemas/Event"}
    return dict(http.STORED_JSON_SCHEMA) if isinstance(field, http.Stored) else {}


def register_parts(api: Api) -> None:
    """Before the calls are registered."""
    spec = api.spec
    spec.components.security_scheme("bearer", BEARER)
    spec.components.security_scheme("session", SESSION)
    spec.components.schema("Value", http.VALUE_JSON_SCHEMA)
    spec.components.schema("Event", http.EVENT_JSON_SCHEMA)
    api.ma_plugin.converter.add_attribute_function(_kept_as_it_is)
    spec.components.schema("Batch", schema=http.Append)
    spec.components.schema("Ruling", schema=http.Ruling)
    ruling = spec.components.schemas["Ruling"]
    ruling.update(http.STORED_JSON_SCHEMA, properties={**http.ENVELOPE, **ruling["properties"]})
    api.register_converter(MatchId, lambda _: {"type": "string", "pattern": f"^{MatchId.regex}$"})
    api.register_converter(Word, lambda _: {"type": "string", "pattern": f"^{Word.regex}$"})


def problem_meanings() -> list[dict[str, Any]]:
    """For the reference page: what each status means here."""
    return [{"status": status, "anchor": anchor, "meaning": meaning} for status, (anchor, meaning) in MEANINGS.items()]
