"""The stream, from a real server: what it tells, to whom, and how one goes on after a break."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from tests.api.hall import BEGUN, CAT, CONCEDED, TOO_SOON, with_id
from tests.serving import Serving

PATIENCE = 60  # seconds


class Message(NamedTuple):
    id: str
    kind: str
    data: dict[str, Any]


class Match:
    def __init__(self, serving: Serving, judge: str) -> None:
        opening = {"game": "synsouls", "seats": [{"name": "Ada"}, {"name": "Ben"}]}
        status, told = serving.call("POST", "/api/v1/matches", judge, opening)
        assert status == 201, told
        self.serving, self.path = serving, f"/api/v1/matches/{told['id']}"
        self.tokens = {**told["tokens"], "judge": judge}

    def log(self, *events: dict[str, Any], by: str = "p1") -> None:
        body = {"events": [with_id(event) for event in events]}
        status, told = self.serving.call("POST", f"{self.path}/events", self.tokens[by], body)
        assert status == 202, told

    def listen(self, viewer: str, last: str = "", query: str = "") -> Stream:
        return Stream(self, viewer, last, query)


class Stream:
    """One open connection."""

    def __init__(self, match: Match, viewer: str, last: str, query: str) -> None:
        self._connection = match.serving.connect()
        headers = {"Authorization": f"Bearer {match.tokens[viewer]}"} | ({"Last-Event-ID": last} if last else {})
        self._connection.request("GET", f"{match.path}/stream{query}", headers=headers)
        self._response = self._connection.getresponse()
        self.status = self._response.status
        self.mimetype = self._response.getheader("Content-Type", "").partition(";")[0]

    def blocks(self) -> Iterator[list[str]]:
        block: list[str] = []
        end = time.monotonic() + PATIENCE
        while line := self._response.readline().decode():
            if line == "\n":
                assert time.monotonic() < end, "the stream is alive, and says nothing that was waited for"
                yield block
                block = []
            else:
                block.append(line.rstrip("\n"))

    def messages(self) -> Iterator[Message]:
        for block in self.blocks():
            fields = dict(line.split(": ", 1) for line in block if not line.startswith(":"))
            if "data" in fields:
                yield Message(fields["id"], fields["event"], json.loads(fields["data"]))

    def until(self, kind: str, seq: int) -> list[Message]:
        """The messages up to the first of this kind about event `seq`."""
        found: list[Message] = []
        for message in self.messages():
            found.append(message)
            if (message.kind, message.data["seq"]) == (kind, seq):
                return found
        raise AssertionError(f"the stream ended after {found}")

    def close(self) -> None:
        self._response.close()
        self._connection.close()


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    served = Serving(tmp_path_factory.mktemp("stream"), STREAM_HEARTBEAT_SECONDS="1")
    yield served
    assert served.stop() == 0


@pytest.fixture(scope="module")
def judge(serving: Serving) -> str:
    return serving.operator()


@pytest.fixture
def match(serving: Serving, judge: str) -> Match:
    return Match(serving, judge)


def kinds(messages: list[Message], kind: str) -> list[int]:
    return [message.data["seq"] for message in messages if message.kind == kind]


def test_events_then_verdicts_each_once_and_in_order(match: Match) -> None:
    stream = match.listen("p2")
    assert (stream.status, stream.mimetype) == (200, "text/event-stream")
    for event in (*BEGUN, CAT):
        match.log(event)
    told = stream.until("verdict", 4)
    assert kinds(told, "event") == kinds(told, "verdict") == [1, 2, 3, 4]
    assert told[-1].data["verdict"]["status"] == "legal"
    stream.close()


def test_a_ruling_sends_the_changed_verdict_again_and_the_end_is_told(match: Match) -> None:
    match.log(*BEGUN, CAT, TOO_SOON)
    stream = match.listen("public", query="?after=0")
    before = stream.until("verdict", 5)
    assert before[-1].data["verdict"]["status"] == "illegal"
    match.log({"type": "ruling", "decision": "allow", "target": 5, "note": "Let it be."}, by="judge")
    after = stream.until("verdict", 5)
    assert kinds(after, "ruling") == [6]
    assert after[-1].data["verdict"]["status"] == "allowed"
    match.log(CONCEDED, by="p2")
    assert stream.until("outcome", 7)[-1].data["outcome"]["winners"] == ["p1"]
    stream.close()


def test_one_goes_on_behind_the_last_message(match: Match) -> None:
    stream = match.listen("p1")
    match.log(*BEGUN)
    first = stream.until("verdict", 3)
    stream.close()
    match.log(CAT, TOO_SOON)
    again = match.listen("p1", last=first[-1].id)
    second = again.until("verdict", 5)
    again.close()
    assert kinds(first + second, "event") == kinds(first + second, "verdict") == [1, 2, 3, 4, 5]
    plain = match.listen("p1", last="4")
    assert kinds(plain.until("verdict", 5), "event") == [5]
    plain.close()


def test_a_last_event_id_that_is_none(match: Match) -> None:
    for bad in ("x", "1.2", "1.2.3.4", "-1", "99999999999"):
        stream = match.listen("p1", last=bad)
        assert (stream.status, stream.mimetype) == (422, "application/problem+json")
        stream.close()


def test_what_is_hidden_from_a_viewer_is_hidden_in_their_stream(match: Match) -> None:
    match.log(*BEGUN)
    streams = {viewer: match.listen(viewer, query="?after=3") for viewer in ("p1", "p2", "public", "judge")}
    match.log({"type": "saw", "seat": "p1", "zone": "hand", "cards": ["Ember Fox"] * 5})
    for viewer, stream in streams.items():
        said = json.dumps([message.data for message in stream.until("verdict", 4)])
        assert ("Ember Fox" in said) is (viewer in ("p1", "judge")), viewer
        assert ('"hash"' in said) is (viewer == "judge"), viewer
        stream.close()


def test_a_quiet_stream_says_that_it_is_alive(match: Match) -> None:
    stream = match.listen("public")
    assert any(block == [": still here"] for block in stream.blocks())
    stream.close()


def test_one_who_takes_nothing_holds_up_nobody(match: Match) -> None:
    stalled = socket.create_connection(("127.0.0.1", match.serving.port))
    stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    head = f"GET {match.path}/stream?after=0 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {match.tokens['p1']}\r\n\r\n"
    stalled.sendall(head.encode())
    reader = match.listen("p2")
    for _ in range(4):
        match.log(*({"type": "note", "text": "x" * 3000} for _ in range(100)))
    assert kinds(reader.until("verdict", 400), "event") == list(range(1, 401))
    reader.close()
    stalled.close()


def test_a_lock_that_is_changed_ends_the_stream(match: Match, judge: str) -> None:
    stream = match.listen("p1")
    assert match.serving.call("POST", f"{match.path}/tokens", judge, {"seat": "p1"})[0] == 201
    with contextlib.suppress(http.client.IncompleteRead):  # cut off, which is an end as well
        assert list(stream.messages()) == []
    stream.close()
