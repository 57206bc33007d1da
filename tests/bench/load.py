"""Clients for the benchmarks: plain sockets with keep-alive, in processes of their own, so that they cost little."""

from __future__ import annotations

import json
import multiprocessing
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Load:
    """Requests answered, and the time each took, in seconds, sorted."""

    seconds: float
    times: list[float]

    @property
    def rate(self) -> float:
        return len(self.times) / self.seconds

    def at(self, share: float) -> float:
        """The time within which this share of the answers came."""
        return self.times[min(len(self.times) - 1, int(len(self.times) * share))]


class Client:
    """One connection that posts JSON."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._buffer = b""

    def post(self, path: str, body: Any, token: str = "", expect: int = 202) -> bytes:
        data = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {token}\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        self._socket.sendall(head.encode() + data)
        status, answer = self._read()
        if status != expect:
            raise RuntimeError(f"{path} answered {status}: {answer[:500]!r}")
        return answer

    def close(self) -> None:
        self._socket.close()

    def _read(self) -> tuple[int, bytes]:
        while b"\r\n\r\n" not in self._buffer:
            self._more()
        head, _, self._buffer = self._buffer.partition(b"\r\n\r\n")
        lines = head.split(b"\r\n")
        lengths = [int(line[15:]) for line in lines if line.lower().startswith(b"content-length:")]
        while len(self._buffer) < lengths[0]:
            self._more()
        answer, self._buffer = self._buffer[: lengths[0]], self._buffer[lengths[0] :]
        return int(lines[0].split()[1]), answer

    def _more(self) -> None:
        data = self._socket.recv(65536)
        if not data:
            raise ConnectionError("the server hung up")
        self._buffer += data


def measured(port: int, clients: int, requests: int, send: Callable[[Client], object], pause: float = 0) -> Load:
    """`clients` connections, each making `requests` calls of `send`, with a pause before each."""
    results: multiprocessing.Queue[list[float]] = multiprocessing.get_context("fork").Queue()
    process = multiprocessing.get_context("fork").Process(
        target=_clients, args=(port, clients, requests, send, pause, results)
    )
    process.start()
    seconds, *times = results.get()
    process.join()
    return Load(seconds, sorted(times))


def _clients(port: int, clients: int, requests: int, send: Any, pause: float, results: Any) -> None:
    times: list[float] = []
    ready = threading.Barrier(clients + 1)

    def work() -> None:
        client = Client(port)
        ready.wait()
        for _ in range(requests):
            if pause:
                time.sleep(pause)
            start = time.perf_counter()
            send(client)
            times.append(time.perf_counter() - start)
        client.close()

    threads = [threading.Thread(target=work) for _ in range(clients)]
    for thread in threads:
        thread.start()
    ready.wait()
    start = time.perf_counter()
    for thread in threads:
        thread.join()
    results.put([time.perf_counter() - start, *times])
