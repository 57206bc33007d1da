"""Those who are slow, silent or waiting, and the others, who must not notice: threads are lost on a real server."""

from __future__ import annotations

import contextlib
import select
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving import TAPEDECK, Serving

THREADS = 4
MANY = 3 * THREADS
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


def others_are_answered(serving: Serving) -> None:
    assert serving.call("GET", "/healthz") == (200, {"status": "alive"})


def answered(connections: list[socket.socket], seconds: float = 0) -> list[socket.socket]:
    """Those that have heard something, or were hung up on."""
    return select.select(connections, [], [], seconds)[0]


def status_of(connection: socket.socket) -> bytes:
    return connection.recv(65536).split()[1]


def test_a_connection_that_says_nothing_holds_no_thread(serving: Serving) -> None:
    with held(serving, b"") as silent:
        others_are_answered(serving)
        assert not answered(silent)


def test_a_connection_that_has_its_answer_and_stays_holds_no_thread(serving: Serving) -> None:
    with held(serving, LAST) as served:
        others_are_answered(serving)
        assert {status_of(each) for each in served} == {b"200"}


def test_whoever_falls_silent_is_given_up(serving: Serving) -> None:
    with held(serving, HALF_A_HEAD, THREADS), held(serving, HALF_A_BODY, THREADS) as broken:
        others_are_answered(serving)
        assert {status_of(each) for each in broken} == {b"400"}


def test_whoever_waits_for_a_view_leaves_threads_for_others(serving: Serving) -> None:
    token = serving.operator()
    opening = {"game": "synsouls", "seats": [{"name": "Ada"}, {"name": "Ben"}]}
    match = serving.call("POST", "/api/v1/matches", token, opening)[1]["id"]
    path = f"/api/v1/matches/{match}/view?at=1&wait=20"
    with held(serving, f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()) as waiting:
        others_are_answered(serving)
        for _ in range(MANY - THREADS):
            (impatient, *_) = answered(waiting, 20)
            assert status_of(impatient) == b"504"
            waiting.remove(impatient)
        assert not answered(waiting)
        status, _ = serving.call("POST", f"/api/v1/matches/{match}/events", token, {"type": "note", "text": "at last"})
        assert status == 202
        assert {status_of(each) for each in waiting} == {b"200"}


def test_a_connection_that_says_nothing_keeps_no_service_from_stopping(tmp_path: Path) -> None:
    served = Serving(tmp_path, STOP_SECONDS="30")
    with held(served, b"", 1) as silent:
        others_are_answered(served)
        served.process.terminate()
        assert answered(silent, 10) == silent
        assert served.stop() == 0


def test_more_connections_than_a_shell_allows_files(tmp_path: Path) -> None:
    few = 'ulimit -S -n 100; exec "$0" "$@"'
    served = Serving(tmp_path, program=("bash", "-c", few, TAPEDECK))
    with held(served, b"", 150) as silent:
        others_are_answered(served)
        assert not answered(silent)
    assert served.stop() == 0
