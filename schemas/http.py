"""Requests of the HTTP contract: they are checked with these schemas, and the OpenAPI document is made from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import EXCLUDE, INCLUDE, RAISE, Schema, ValidationError, fields, pre_load, validate

from schemas.envelope import (
    LARGEST,
    LONGEST_KEY,
    LONGEST_LABEL,
    LONGEST_NAME,
    LONGEST_SEAT,
    LONGEST_STRING,
    LONGEST_TYPE,
    STORED_KEYS,
    common_fault,
    is_name,
)
from schemas.language import GAMES

LAST_SEQ = 2**31 - 1
MOST_EVENTS = 500
STATUSES = ("setup", "playing", "finished")
DECISIONS = ("uphold", "allow", "void", "rewind", "amend", "penalty")
LEVELS = ("warning", "game_loss", "match_loss", "disqualification")
ROLES = ("organiser", "judge")
SEATS = ("p1", "p2", "p3", "p4")

# Text that can be stored: no control characters but tab and newline.
PRINTABLE = "^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*$"
ONE_LINE = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"


def text(
    longest: int, *, shortest: int = 0, required: bool = False, load_default: str | None = None, **metadata: Any
) -> fields.String:
    """A text field. That it is printable is checked once for the whole body; here it is only told."""
    extra: dict[str, Any] = {} if load_default is None else {"load_default": load_default}
    return fields.String(
        required=required,
        validate=validate.Length(shortest, longest),
        metadata={"pattern": PRINTABLE, **metadata},
        **extra,
    )


def _check_name(value: str) -> None:
    if not is_name(value):
        raise ValidationError(f"Not one line of 1 to {LONGEST_NAME} characters.")


def name() -> fields.String:
    """What a person is called."""
    length = {"minLength": 1, "maxLength": LONGEST_NAME}
    return fields.String(required=True, validate=_check_name, metadata={"pattern": ONE_LINE, **length})


class Whole(fields.Integer):
    """A whole number in a JSON body, where 5 and 5.0 are the same and "5" is none."""

    def _validated(self, value: Any) -> Any:
        return super()._validated(int(value) if type(value) is float and value.is_integer() else value)


def number(low: int = 0, high: int = LAST_SEQ, *, load_default: int | None = None, **metadata: Any) -> fields.Integer:
    """A whole number in a JSON body."""
    extra = {} if load_default is None else {"load_default": load_default}
    return Whole(strict=True, validate=validate.Range(low, high), metadata=metadata, **extra)  # type: ignore[arg-type]


def parameter(low: int, high: int, *, load_default: int | None = None, **metadata: Any) -> fields.Integer:
    """A whole number in a query, where everything is text."""
    extra = {} if load_default is None else {"load_default": load_default}
    return fields.Integer(validate=validate.Range(low, high), metadata=metadata, **extra)  # type: ignore[arg-type]


def cursor(*parts: str) -> fields.String:
    """Where the page before has ended: a time and what else tells its last entry from all others."""
    pattern = "^" + "~".join(("[0-9TZ:.-]{20,32}", *parts)) + "$"
    return fields.String(validate=validate.Regexp(pattern), metadata={"description": "from the page before"})


MATCH = "[a-z0-9]{1,32}"
SEQ = "[0-9]{1,9}"


class Flag(fields.Boolean):
    """True or false in a JSON body, and nothing that only looks like it."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if type(value) is not bool:
            raise self.make_error("invalid", input=value)
        return value


class Body(Schema):
    class Meta:
        unknown = RAISE


class Query(Schema):
    class Meta:
        unknown = EXCLUDE


def check_envelope(event: Any) -> None:
    fault = common_fault(event)
    if fault is not None:
        raise ValidationError({str(fault.path[0]): [fault.message]} if fault.path else [fault.message])


class Event(fields.Field[dict[str, Any]]):
    """An event as a client sends it. Only the envelope is looked at: the rest is for the rules to judge."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> dict[str, Any]:
        check_envelope(value)
        event: dict[str, Any] = value
        return event


class Stored(fields.Dict):
    """An object that is kept as it is, for the rules to judge."""


def _event_text(longest: int, **more: Any) -> dict[str, Any]:
    return {"type": "string", "minLength": 1, "maxLength": longest, "pattern": PRINTABLE, **more}


EVENT_EXAMPLE = {
    "id": "6f1c0c2e-7a55-4b57-9a3e-0f6f6f0f7c11",
    "type": "load",
    "seat": "p1",
    "card": "Ember Fox",
    "target": {"measure": "mind"},
    "as": "fox",
}

# What an object may hold beside the keys that are told.
STORED_JSON_SCHEMA: dict[str, Any] = {
    "propertyNames": {"pattern": PRINTABLE, "maxLength": LONGEST_KEY},
    "additionalProperties": {"$ref": "#/components/schemas/Value"},
}

# The keys that any event may have, a ruling too, and those that none may.
ENVELOPE: dict[str, Any] = {
    "id": {
        "type": "string",
        "format": "uuid",
        "pattern": "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
        "description": "Made by the client: sending it twice stores the event once. Left out, one is made.",
    },
    "seat": _event_text(LONGEST_SEAT, description="who acts"),
    "at": _event_text(64, description="the client's clock"),
    "as": _event_text(LONGEST_LABEL, description="a label for the card that this event brings into play"),
    "unsure": {"type": "boolean", "description": "the recorder is not certain"},
    **{key: {"not": {}, "description": "set by the service"} for key in STORED_KEYS},
}

EVENT_JSON_SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": "The common keys of every event; what else it holds is told by `GET /games/{game}` for its type.",
    "required": ["type"],
    "properties": {
        **ENVELOPE,
        "type": _event_text(LONGEST_TYPE),
        "events": {"not": {}, "description": "an object with this key is a batch"},
    },
    **STORED_JSON_SCHEMA,
    "example": EVENT_EXAMPLE,
}

# Not too deep: the service takes more levels than this tells, but not endlessly many.
VALUE_JSON_SCHEMA: dict[str, Any] = {
    "description": "JSON that can be stored: no control characters, no numbers that readers disagree on, not too deep.",
    "anyOf": [
        {"type": "string", "maxLength": LONGEST_STRING, "pattern": PRINTABLE},
        {"type": "number", "minimum": -LARGEST, "maximum": LARGEST},
        {"type": "boolean"},
        {"type": "null"},
        {"type": "array", "items": {"$ref": "#/components/schemas/Value"}},
        {"type": "object", **STORED_JSON_SCHEMA},
    ],
}


class Append(Body):
    """Events to append: all are stored, or none."""

    events = fields.List(Event(required=True), required=True, validate=validate.Length(1, MOST_EVENTS))
    expected_head = number(description="the head that the client knows of; another one is answered with 409")

    @pre_load
    def one_event(self, data: Any, **kwargs: Any) -> Any:
        """One event may be sent as it is; then its faults are told by its own fields."""
        if isinstance(data, dict) and "events" not in data:
            check_envelope(data)
            return {"events": [data]}
        return data


class SeatIn(Body):
    name = name()
    deck = fields.Dict(
        keys=fields.String(),
        values=fields.Dict(keys=fields.String(), values=Whole(strict=True)),
        metadata={"description": "sections of name: count; registered as the first events of the log"},
    )


class MatchIn(Body):
    game = fields.String(required=True, validate=validate.OneOf(GAMES))
    options = fields.Dict(
        keys=fields.String(), load_default=dict, metadata={"description": "as GET /games/{game} lists them"}
    )
    seats = fields.List(fields.Nested(SeatIn), required=True, validate=validate.Length(2, 4))
    catalog = fields.List(
        fields.Dict(keys=fields.String()),
        load_default=list,
        validate=validate.Length(max=2000),
        metadata={"description": "the cards of the match, instead of the game's own"},
    )
    private = Flag(load_default=False, metadata={"description": "stays hidden from the public, after the end too"})
    table = text(40, description="where in the hall it is played")


class MatchQuery(Query):
    game = fields.String(validate=validate.OneOf(GAMES))
    status = fields.String(validate=validate.OneOf(STATUSES))
    flagged = fields.Boolean(metadata={"description": "true: only those with an open question for a judge"})
    player = text(80, shortest=1, description="part of a player's name")
    table = text(40, shortest=1, description="part of the table's name")
    rule = text(40, shortest=1, description="the start of a rule that some verdict cites")
    cursor = cursor(MATCH)
    limit = parameter(1, 500, load_default=50)


class QuestionQuery(Query):
    game = fields.String(validate=validate.OneOf(GAMES))
    status = fields.String(validate=validate.OneOf(STATUSES), metadata={"description": "of the match"})
    player = text(80, shortest=1, description="part of a player's name")
    table = text(40, shortest=1, description="part of the table's name")
    rule = text(40, shortest=1, description="the start of the rule that is asked about")


class PenaltyQuery(Query):
    player = text(80, shortest=1, description="a player's name")


class CardQuery(Query):
    q = text(80, load_default="", description="part of a card's name")
    cursor = text(120, description="from the page before")
    limit = parameter(1, 500, load_default=100)


class EventsQuery(Query):
    after = parameter(0, LAST_SEQ, load_default=0, description="the last seq that the client has")
    limit = parameter(1, 500, load_default=100)


class SideQuery(Query):
    as_ = fields.String(
        data_key="as",
        validate=validate.OneOf((*SEATS, "public", "judge")),
        metadata={"description": "from whose side; judges may ask for any, and everybody once the match is open"},
    )


class ViewQuery(SideQuery):
    at = parameter(0, LAST_SEQ, description="the table after this event; the last folded one where it is left out")
    wait = fields.Float(
        load_default=0.0,
        validate=validate.Range(0, 20),
        metadata={"description": "hold the answer up to so many seconds"},
    )


class ReplayQuery(SideQuery):
    after = parameter(0, LAST_SEQ, load_default=0, description="start behind this event")


class ActionsQuery(Query):
    seat = fields.String(validate=validate.OneOf(SEATS), metadata={"description": "for judges: whose choices"})


class StreamQuery(Query):
    after = parameter(0, LAST_SEQ, description="start behind this event")


class ExportQuery(Query):
    format = fields.String(load_default="jsonl", validate=validate.OneOf(("jsonl", "text")))


class Ruling(Schema):
    """A judge's decision. Whether it fits the log is for the rules to say."""

    class Meta:
        unknown = INCLUDE

    type = fields.String(validate=validate.Equal("ruling"))
    decision = fields.String(required=True, validate=validate.OneOf(DECISIONS))
    target = number(description="the event that is ruled on")
    to = number(description="rewind: the last event that stands")
    does = fields.List(Stored(), metadata={"description": "amend: the ops that are applied"})
    level = fields.String(validate=validate.OneOf(LEVELS))
    note = text(2000)
    rule = text(40)

    @pre_load
    def an_event(self, data: Any, **kwargs: Any) -> Any:
        """A ruling is an event like any other: the keys that all have are of their kind, and none is the service's."""
        if isinstance(data, dict):
            check_envelope({**data, "type": "ruling"})
        return data


class RulingQuery(Query):
    rule = text(40, shortest=1)
    game = fields.String(validate=validate.OneOf(GAMES))
    decision = fields.String(validate=validate.OneOf(DECISIONS))
    cursor = cursor(MATCH, SEQ)
    limit = parameter(1, 500, load_default=50)


class SignIn(Body):
    name = text(80, shortest=1, required=True)
    password = text(200, shortest=1, required=True, format="password")


class Join(Body):
    code = text(400, shortest=1, required=True, description="a short code, or the last part of a join link")


class Invitation(Body):
    name = name()
    roles = fields.List(fields.String(validate=validate.OneOf(ROLES)), required=True, validate=validate.Length(1, 2))


class TokenIn(Body):
    seat = fields.String(required=True, validate=validate.OneOf((*SEATS, "public")))
