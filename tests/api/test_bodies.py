"""Bodies as they come over the wire: in chunks, too long, or not to their end. Only a real server meets them."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator

import pytest

from tests.serving import Serving

NOTE = b'{"type":"note","text":"as it should be"}'
MOST = 2_000
LONG = b'{"type":"note","text":"' + b"x" * MOST + b'"}'


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    served = Serving(tmp_path_factory.mktemp("bodies"), MAX_BODY_BYTES=str(MOST), MAX_IMPORT_BYTES=str(MOST))
    yield served
    assert served.stop() == 0


def chunk(part: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(part), part)


CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
BODIES = {
    "whole": (202, b"Content-Length: %d\r\n\r\n%b" % (len(NOTE), NOTE)),
    "in chunks": (202, CHUNKED + chunk(NOTE[:7]) + chunk(NOTE[7:]) + chunk(b"")),
    "too long": (413, b"Content-Length: %d\r\n\r\n%b" % (len(LONG), LONG)),
    "too long, in chunks": (413, CHUNKED + chunk(LONG[:500]) + chunk(LONG[500:]) + chunk(b"")),
    "not to its end": (400, b"Content-Length: %d\r\n\r\n%b" % (len(NOTE) + 1, NOTE)),
    "not to its end, in chunks": (400, CHUNKED + chunk(NOTE)),
    "a chunk of no size": (400, CHUNKED + b"zz\r\n" + NOTE),
    "a chunk of another size": (400, CHUNKED + b"5\r\n" + NOTE + b"\r\n0\r\n\r\n"),
}


@pytest.mark.parametrize("call", ["events", "imports"])
@pytest.mark.parametrize(("expected", "body"), BODIES.values(), ids=BODIES)
def test_bodies(serving: Serving, call: str, expected: int, body: bytes) -> None:
    token = serving.operator()
    opening = {"game": "synsouls", "seats": [{"name": "Ada"}, {"name": "Ben"}]}
    match = serving.call("POST", "/api/v1/matches", token, opening)[1]
    path = "/api/v1/imports" if call == "imports" else f"/api/v1/matches/{match['id']}/events"
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n"
    with socket.create_connection(("127.0.0.1", serving.port), timeout=30) as sock:
        sock.sendall(head.encode() + body)
        sock.shutdown(socket.SHUT_WR)
        answered = b"".join(iter(lambda: sock.recv(65536), b""))
    told = json.loads(answered.partition(b"\r\n\r\n")[2])
    if expected == 202:  # a note is no record
        assert b" 202 " in answered[:20] if call == "events" else told["line"] == 1
    else:
        assert told["status"] == expected
        assert serving.call("GET", f"/api/v1/matches/{match['id']}", token)[1]["head"] == 0
