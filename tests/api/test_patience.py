"""Those who are slow, silent or waiting, and the others, who must not notice: threads are lost on a real server."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Iterator

import pytest

from tests.serving import Serving

THREADS = 4
MANY = 3 * THREADS
AT_ONCE = 2.0  # seconds, on a machine that has other things to do
ALONE = b""
LAST = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
HALF_A_HEAD = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Half: "
HALF_A_BODY = b"POST /api/v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    served = Serving(tmp_path_factory.mktemp("patience"), WEB_THREADS=str(THREADS))
    yield served
    assert served.stop() == 0


@contextlib.contextmanager
def held(serving: Serving, said: bytes, many: int = MANY) -> Iterator[list[socket.socket]]:
    """So many connections on which this was said, and no more."""
    with contextlib.ExitStack() as ends:
        connections = [
            ends.enter_context(socket.create_connection(("127.0.0.1", serving.port), timeout=30)) for _ in range(many)
        ]
        for each in connections:
            each.sendall(said)
        yield connections


def answered_after(serving: Serving) -> float:
    time.sleep(0.3)
    started = time.monotonic()
    assert serving.call("GET", "/healthz") == (200, {"status": "alive"})
    return time.monotonic() - started


@pytest.mark.parametrize("said", [ALONE, LAST], ids=["says nothing", "has its answer and stays"])
def test_a_connection_holds_no_thread(serving: Serving, said: bytes) -> None:
    with held(serving, said):
        assert answered_after(serving) < AT_ONCE


def test_whoever_falls_silent_is_given_up(serving: Serving) -> None:
    with held(serving, HALF_A_HEAD, THREADS), held(serving, HALF_A_BODY, THREADS) as broken:
        assert 5 < answered_after(serving) < 15
        assert {each.recv(65536).split()[1] for each in broken} == {b"400"}


def test_whoever_waits_for_a_view_leaves_threads_for_others(serving: Serving) -> None:
    token = serving.operator()
    opening = {"game": "synsouls", "seats": [{"name": "Ada"}, {"name": "Ben"}]}
    match = serving.call("POST", "/api/v1/matches", token, opening)[1]["id"]
    path = f"/api/v1/matches/{match}/view?at=1&wait=20"
    with held(serving, f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()) as waiting:
        assert answered_after(serving) < AT_ONCE + 1
        time.sleep(MANY / THREADS)
        status, _ = serving.call("POST", f"/api/v1/matches/{match}/events", token, {"type": "note", "text": "at last"})
        assert status == 202
        statuses = [each.recv(65536).split()[1] for each in waiting]
    assert sorted(statuses) == [b"200"] * THREADS + [b"504"] * (MANY - THREADS)
