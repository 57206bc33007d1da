"""Answers of the HTTP contract, as the OpenAPI document tells them."""

from __future__ import annotations

from typing import Any

from marshmallow import INCLUDE, Schema, fields, validate

from schemas.http import STATUSES

VERDICTS = ("legal", "trusted", "illegal", "allowed", "void")


def any_object(**metadata: Any) -> fields.Dict:
    return fields.Dict(keys=fields.String(), metadata=metadata)


def needed(kind: type[fields.Field[Any]], **metadata: Any) -> fields.Field[Any]:
    return kind(required=True, metadata=metadata)


class Problem(Schema):
    """What went wrong (RFC 9457)."""

    type = needed(fields.String, example="/api/reference#problem-shape")
    title = needed(fields.String, example="Unprocessable Content")
    status = needed(fields.Integer, example=422)
    detail = needed(fields.String, example="The request has the wrong shape.")
    errors = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.String()),
        required=True,
        metadata={"description": "messages by field path", "example": {"events.0.type": ["is missing"]}},
    )
    head = fields.Integer(metadata={"description": "409: the log's last seq"})
    line = fields.Integer(metadata={"description": "a refused record: the first bad line"})


class GameBrief(Schema):
    game = needed(fields.String, example="synsouls")
    title = needed(fields.String)
    players = any_object(description="least and most seats", example={"min": 2, "max": 2})


class Games(Schema):
    games = fields.List(fields.Nested(GameBrief), required=True)


class Action(Schema):
    type = needed(fields.String, example="load")
    title = needed(fields.String)
    seated = needed(fields.Boolean, description="a seat does it")
    window = needed(fields.Boolean, description="opens a response window")
    response = needed(fields.Boolean, description="joins an open window")
    fields_ = fields.Dict(
        keys=fields.String(), required=True, data_key="fields", metadata={"description": "JSON Schema of each field"}
    )
    required = fields.List(fields.String(), required=True)
    rules = fields.List(fields.String(), required=True)


class Game(GameBrief):
    prefix = needed(fields.String)
    options = fields.List(any_object(), required=True)
    phases = fields.List(any_object(), required=True)
    zones = any_object()
    counters = any_object()
    actions = fields.List(fields.Nested(Action), required=True)
    ops = fields.List(any_object(), required=True)
    flags = any_object()
    stats = any_object()
    keywords = any_object()
    until = any_object()
    deck = any_object()
    card_types = any_object()
    decks = fields.List(any_object(), required=True)
    layout = any_object(description="how the table is drawn")
    map = fields.Dict(required=True, allow_none=True, metadata={"description": "the map it is played on"})


class Rule(Schema):
    id = needed(fields.String, example="SYN-MEA-1")
    section = needed(fields.String)
    says = needed(fields.String)
    check = needed(fields.String)


class Rules(Schema):
    rules = fields.List(fields.Nested(Rule), required=True)


class Cards(Schema):
    cards = fields.List(any_object(), required=True)
    cursor = fields.String(required=True, allow_none=True)


class Seat(Schema):
    seat = needed(fields.String, example="p1")
    name = needed(fields.String, example="Ada")


class Opened(Schema):
    id = needed(fields.String, example="k7m2v9q4x8bt")
    game = needed(fields.String)
    seats = fields.List(fields.Nested(Seat), required=True)
    tokens = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    codes = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class Match(Schema):
    id = needed(fields.String)
    game = needed(fields.String)
    options = any_object()
    seats = fields.List(fields.Nested(Seat), required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    private = needed(fields.Boolean)
    table = fields.String(required=True, allow_none=True)
    created_at = needed(fields.String)
    rules_version = needed(fields.String)
    catalog_fingerprint = needed(fields.String)
    head = needed(fields.Integer, description="the last seq stored")
    folded = needed(fields.Integer, description="the last seq judged")
    questions = needed(fields.Integer, description="open questions")
    asked_at = fields.String(required=True, allow_none=True)
    outcome = fields.Dict(required=True, allow_none=True)
    viewer = fields.String(metadata={"description": "as whom the caller looks at it"})
    open_questions = fields.List(fields.Integer(), metadata={"description": "their seqs"})
    failed = fields.String(metadata={"description": "for judges: the error that the fold broke on"})


class Matches(Schema):
    matches = fields.List(fields.Nested(Match), required=True)
    cursor = fields.String(required=True, allow_none=True)


class Placed(Schema):
    id = needed(fields.String)
    seq = needed(fields.Integer)


class Appended(Schema):
    events = fields.List(fields.Nested(Placed), required=True)
    head = needed(fields.Integer)


class Verdict(Schema):
    seq = needed(fields.Integer)
    status = fields.String(required=True, validate=validate.OneOf(VERDICTS))
    rule = fields.String(required=True, allow_none=True)
    why = needed(fields.String)
    facts = fields.List(any_object(), required=True)


class Logged(Schema):
    """A stored event, with what the fold says of it. Its other fields are those of its type."""

    class Meta:
        unknown = INCLUDE

    id = needed(fields.String)
    seq = needed(fields.Integer)
    type = needed(fields.String)
    recorded_at = needed(fields.String)
    by = fields.String()
    hash = fields.String()
    verdict = fields.Nested(Verdict, required=True, allow_none=True)
    narration = fields.String(required=True, allow_none=True)
    aloud = fields.String(metadata={"description": "the narration for everybody's ears, where it tells less"})
    question = needed(fields.Boolean, description="it waits for a judge")


class Log(Schema):
    events = fields.List(fields.Nested(Logged), required=True)
    head = needed(fields.Integer)
    folded = needed(fields.Integer)


class View(Schema):
    game = needed(fields.String)
    seq = needed(fields.Integer)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    turn = fields.Dict(required=True, allow_none=True)
    seats = any_object()
    cards = any_object()
    window = fields.Dict(required=True, allow_none=True)
    outcome = fields.Dict(required=True, allow_none=True)


class Choices(Schema):
    seat = needed(fields.String)
    seq = needed(fields.Integer)
    choices = fields.List(any_object(example={"type": "load", "with": {"card": ["fox"]}}), required=True)


class Frame(Logged):
    class Meta(Logged.Meta):
        exclude = ("id", "hash")

    patch = any_object(description="leads from the view before the event to the view after it")


class Replay(Schema):
    match = fields.Nested(Match, required=True)
    cards = fields.List(any_object(), required=True, metadata={"description": "its own catalog; empty: the game's"})
    view = any_object(description="the first view")
    frames = fields.List(fields.Nested(Frame), required=True)


class Ruled(Schema):
    id = needed(fields.String)
    seq = needed(fields.Integer)
    head = needed(fields.Integer)


class Change(Schema):
    """A verdict that the ruling would change."""

    seq = needed(fields.Integer)
    before = fields.Nested(Verdict, required=True)
    after = fields.Nested(Verdict, required=True)


class Preview(Schema):
    """What the ruling would change."""

    seq = needed(fields.Integer, description="that the ruling would get")
    verdict = fields.Nested(Verdict, required=True, metadata={"description": "of the ruling itself"})
    narration = needed(fields.String)
    changes = fields.List(fields.Nested(Change), required=True)
    view = any_object(description="patch from the final view as it is to the final view as it would be")


class Precedent(Schema):
    match = needed(fields.String)
    game = needed(fields.String)
    rule = fields.String(required=True, allow_none=True)
    ruling = any_object()


class Precedents(Schema):
    rulings = fields.List(fields.Nested(Precedent), required=True)
    cursor = fields.String(required=True, allow_none=True)


class Question(Schema):
    """An event that waits for a judge."""

    match = needed(fields.String)
    game = needed(fields.String)
    table = fields.String(required=True, allow_none=True)
    seats = fields.List(fields.Nested(Seat), required=True)
    rule = fields.String(
        required=True, allow_none=True, metadata={"description": "of its verdict, or of what a call disputes"}
    )
    event = fields.Nested(Logged, required=True)


class Questions(Schema):
    questions = fields.List(fields.Nested(Question), required=True)


class Penalty(Schema):
    match = needed(fields.String)
    game = needed(fields.String)
    table = fields.String(required=True, allow_none=True)
    player = needed(fields.String, example="Ada")
    ruling = any_object()


class Penalties(Schema):
    penalties = fields.List(fields.Nested(Penalty), required=True)


class Integrity(Schema):
    """What a fold from the start finds."""

    finding = needed(fields.String, example="intact")
    good = needed(fields.Boolean)
    events = needed(fields.Integer, description="in the log")
    at = fields.Integer(required=True, allow_none=True, metadata={"description": "where the trouble begins"})
    detail = needed(fields.String)


class Imported(Schema):
    id = needed(fields.String)
    head = needed(fields.Integer)
    hash = needed(fields.String, description="of the last event")


class Session(Schema):
    token = needed(fields.String)
    expires_in = needed(fields.Integer, description="seconds")
    name = needed(fields.String)
    roles = fields.List(fields.String(), required=True)
    match = fields.String(required=True, allow_none=True)
    seat = fields.String(required=True, allow_none=True)


class Keys(Schema):
    seat = needed(fields.String)
    token = needed(fields.String)
    code = needed(fields.String)
    link = needed(fields.String)


class Invited(Schema):
    name = needed(fields.String)
    roles = fields.List(fields.String(), required=True)
    code = needed(fields.String)
    link = needed(fields.String)
