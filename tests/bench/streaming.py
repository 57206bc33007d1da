"""Appends while many people watch: the time of one with an empty hall, and with a full one in which somebody stalls."""

from __future__ import annotations

import multiprocessing
import selectors
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

from tests.bench.appending import EVENT, Served, tapedeck_served
from tests.bench.load import measured

READERS, APPENDS, ROUNDS = 200, 300, 5


def _listen(port: int, path: str, token: str, ready: multiprocessing.synchronize.Event) -> None:
    """READERS connections that take what comes, and one that takes nothing; in a process of its own."""
    head = f"GET {path}?after=0 HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
    selector = selectors.DefaultSelector()
    connections = []
    for number in range(READERS + 1):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096 if number == 0 else 65536)
        connection.connect(("127.0.0.1", port))
        connection.sendall(head)
        connection.recv(1)  # it is being served
        connections.append(connection)
        if number:
            selector.register(connection, selectors.EVENT_READ)
    ready.set()
    while True:
        for key, _ in selector.select():
            key.fileobj.recv(65536)  # type: ignore[union-attr]


@contextmanager
def listening(served: Served, match_id: str) -> Iterator[None]:
    context = multiprocessing.get_context("fork")
    ready = context.Event()
    path = f"/api/v1/matches/{match_id}/stream"
    process = context.Process(target=_listen, args=(served.port, path, served.token, ready), daemon=True)
    process.start()
    ready.wait()
    yield
    process.terminate()
    process.join()


def _appended(served: Served, match_id: str) -> float:
    """The middle of the times that single appends take, at the pace of a busy hall."""
    load = measured(served.port, 1, APPENDS, lambda client: served.post(client, match_id, EVENT), pause=0.01)
    served.settle(match_id)
    return load.at(0.5)


def run() -> list[tuple[str, str, str]]:
    with tapedeck_served() as served:
        quiet, watched = [], []
        for _ in range(ROUNDS):
            match_id = served.open_match()
            quiet.append(_appended(served, match_id))
            with listening(served, match_id):
                watched.append(_appended(served, match_id))
    alone, full = median(quiet), median(watched)
    return [
        ("append, nobody on the stream", f"{alone * 1e3:.2f} ms", "1.00"),
        (f"append, {READERS} readers and a stalled one", f"{full * 1e3:.2f} ms", f"{full / alone:.2f}"),
    ]
