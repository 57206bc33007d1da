"""The parts of a path. What cannot be an id is unknown before anything is looked up."""

from __future__ import annotations

from werkzeug.routing import BaseConverter


class MatchId(BaseConverter):
    regex = "[a-z0-9]{1,32}"


class Word(BaseConverter):
    regex = "[A-Za-z0-9_-]{1,40}"
