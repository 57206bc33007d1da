"""A steady load on a cheap footing: one process, one thread, a handful of kept connections, requests made beforehand.

Every match has its own script of plays, sent one at a time. A request goes out when its time has come, whether or not
earlier ones were answered (an open loop: a slow server does not slow the load down), but a match's next play waits for
the one before it to be acknowledged. Verdicts are timed where people get them: on the match's stream.
"""

from __future__ import annotations

import json
import selectors
import socket
import time
import uuid
from collections import deque
from dataclasses import dataclass, field
from typing import Any

CONNECTIONS = 16


@dataclass(slots=True)
class Table:
    """A match with its script: what is sent, when, and when its verdict came."""

    match_id: str
    token: str
    plays: list[dict[str, Any]]
    next: int = 0
    waiting: bool = False  # for an acknowledgement
    sent: dict[int, float] = field(default_factory=dict)  # by seq
    first: int = 1  # the seq that the first play gets


@dataclass(slots=True)
class Tally:
    """Times in seconds, sorted: from the POST to its answer, and from the POST to the verdict on the stream."""

    seconds: float
    appends: list[float]
    verdicts: list[float]
    late: int  # plays that could not be sent at their time


def at(times: list[float], share: float) -> float:
    """The time within which this share of the answers came."""
    return times[min(len(times) - 1, int(len(times) * share))]


def _request(port: int, table: Table, play: dict[str, Any]) -> bytes:
    body = json.dumps({"id": str(uuid.uuid4()), **play}).encode()
    return (
        f"POST /api/v1/matches/{table.match_id}/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Content-Type: application/json\r\nAuthorization: Bearer {table.token}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode() + body


class Pacer:
    def __init__(self, port: int, tables: list[Table], watched: int) -> None:
        """Streams of the first `watched` tables are read along."""
        self._port, self._tables = port, tables
        self._selector = selectors.DefaultSelector()
        self._requests = {t.match_id: [_request(port, t, play) for play in t.plays] for t in tables}
        self._idle: deque[socket.socket] = deque()
        self._busy: dict[socket.socket, tuple[Table, float]] = {}
        self._tails: dict[socket.socket, bytes] = {}
        self.appends: list[float] = []
        self.verdicts: list[float] = []
        self.late = 0
        for _ in range(CONNECTIONS):
            sock = self._connect()
            self._idle.append(sock)
            self._selector.register(sock, selectors.EVENT_READ, None)
        for table in tables[:watched]:
            sock = self._connect()
            sock.sendall(
                f"GET /api/v1/matches/{table.match_id}/stream HTTP/1.1\r\nHost: bench\r\n"
                f"Authorization: Bearer {table.token}\r\n\r\n".encode()
            )
            self._tails[sock] = sock.recv(65536)  # it is being served
            self._selector.register(sock, selectors.EVENT_READ, table)

    def _connect(self) -> socket.socket:
        sock = socket.create_connection(("127.0.0.1", self._port))
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return sock

    def run(self, rate: float, seconds: float) -> Tally:
        """Sends `rate` plays a second, the tables taking turns."""
        waiting: deque[Table] = deque()
        start = time.perf_counter()
        sent = 0
        turn = 0
        while (now := time.perf_counter()) - start < seconds:
            due = min(int((now - start) * rate) + 1, int(rate * seconds))
            while sent + len(waiting) < due:
                waiting.append(self._tables[turn % len(self._tables)])
                turn += 1
            for _ in range(len(waiting)):
                table = waiting.popleft()
                if table.waiting or not self._idle:
                    self.late += 1
                    waiting.append(table)
                    continue
                self._send(table)
                sent += 1
            self._hear(max(0.0, start + (sent + len(waiting) + 1) / rate - time.perf_counter()))
        return Tally(time.perf_counter() - start, sorted(self.appends), sorted(self.verdicts), len(waiting))

    def settle(self, seconds: float) -> None:
        """Hears the answers that are still to come."""
        end = time.perf_counter() + seconds
        while self._busy and time.perf_counter() < end:
            self._hear(0.1)
        self._hear(0.2)

    def _send(self, table: Table) -> None:
        sock = self._idle.popleft()
        seq = table.first + table.next
        now = table.sent[seq] = time.perf_counter()
        sock.sendall(self._requests[table.match_id][table.next])
        table.next += 1
        table.waiting = True
        self._busy[sock] = (table, now)

    def _hear(self, timeout: float) -> None:
        for key, _ in self._selector.select(timeout):
            sock: Any = key.fileobj
            data = sock.recv(65536)
            if not data:
                raise ConnectionError("the server hung up")
            if key.data is not None:
                self._verdicts(sock, key.data, data)
                continue
            data = self._tails.pop(sock, b"") + data
            if not data.endswith(b"}"):  # head and body come apart; the body is one JSON object
                self._tails[sock] = data
                continue
            if b" 202 " not in data[:20]:
                raise RuntimeError(data[:500])
            table, sent = self._busy.pop(sock)
            self.appends.append(time.perf_counter() - sent)
            table.waiting = False
            self._idle.append(sock)

    def _verdicts(self, sock: socket.socket, table: Table, data: bytes) -> None:
        now = time.perf_counter()
        *messages, self._tails[sock] = (self._tails[sock] + data).split(b"\n\n")
        for message in messages:
            if b"event: verdict\n" in message:
                # id: head.judged.epoch
                seq = int(message.split(b"id: ", 1)[1].split(b".", 2)[1])
                if (sent := table.sent.pop(seq, None)) is not None:
                    self.verdicts.append(now - sent)

    def close(self) -> None:
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
        self._selector.close()
