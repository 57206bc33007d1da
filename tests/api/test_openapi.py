"""The OpenAPI document: valid, complete, and true of what the service answers."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.api.hall import API, BEGUN, CAT, TOO_SOON, Hall, with_id
from tests.serving import Serving

SCHEMATHESIS = str(Path(sys.executable).with_name("st"))
CONFIG = str(Path(__file__).with_name("schemathesis.toml"))
METHODS = ("get", "post", "put", "patch", "delete")


@pytest.fixture(scope="module")
def told(hall: Hall) -> dict[str, Any]:
    return dict(hall.anyone.call("GET", "/api/openapi.json").json)


def test_every_call_is_told_and_nothing_else(hall: Hall, told: dict[str, Any]) -> None:
    real = {
        (method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in hall.app.url_map.iter_rules()
        if rule.rule.startswith(API)
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert {(m.upper(), path) for path, item in told["paths"].items() for m in METHODS if m in item} == real


def test_every_call_says_who_may_and_what_can_go_wrong(told: dict[str, Any]) -> None:
    assert set(told["components"]["securitySchemes"]) == {"bearer", "session"}
    for path, item in told["paths"].items():
        for call in (item[method] for method in METHODS if method in item):
            assert call["summary"], path
            assert call["tags"], path
            assert call["security"], path
            assert {"401", "429"} <= set(call["responses"]), path
            for status, response in call["responses"].items():
                if status >= "400":
                    assert "$ref" in response, (path, status)


def test_the_reference_page_tells_every_call(hall: Hall, told: dict[str, Any]) -> None:
    page = hall.anyone.call("GET", "/api/reference").text
    assert [path for path in told["paths"] if path not in page] == []


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    # Whoever asks for an event that nobody has logged is told at once that it is not there.
    served = Serving(tmp_path_factory.mktemp("schemathesis"), MAX_WAIT_SECONDS="0")
    yield served
    assert served.stop() == 0


def keys(serving: Serving, operator: str) -> tuple[str, dict[str, str]]:
    """A match with an open question, and a token of each role."""
    opening = {"game": "synsouls", "seats": [{"name": "Ada"}, {"name": "Ben"}]}
    opened = serving.call("POST", f"{API}/matches", operator, opening)[1]
    events = {"events": [with_id(event) for event in (*BEGUN, CAT, TOO_SOON)]}
    assert serving.call("POST", f"{API}/matches/{opened['id']}/events", operator, events)[0] == 202
    staff = {}
    for role in ("organiser", "judge"):
        invited = serving.call("POST", f"{API}/invitations", operator, {"name": role, "roles": [role]})[1]
        staff[role] = serving.call("POST", f"{API}/sessions/join", body={"code": invited["code"]})[1]["token"]
    return opened["id"], {"anyone": "", **opened["tokens"], **staff}


@pytest.mark.parametrize("role", ["anyone", "public", "p1", "organiser", "judge"])
def test_answers_are_as_told(serving: Serving, role: str) -> None:
    """Whatever is sent, in whichever role: never a bug, never an answer that the document does not name."""
    match_id, tokens = keys(serving, serving.operator())
    document = f"http://127.0.0.1:{serving.port}/api/openapi.json"
    run = [SCHEMATHESIS, "--no-color", "--config-file", CONFIG, "run", "--checks", "all", document]
    if tokens[role]:
        run += ["--header", f"Authorization: Bearer {tokens[role]}"]
    # Signing out ends the token that all other calls are made with: it comes last.
    for choose in ("--exclude-name", "--include-name"):
        ran = subprocess.run(
            [*run, choose, f"DELETE {API}/sessions"],
            env=os.environ | {"MATCH": match_id},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
