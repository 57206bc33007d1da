"""The streams of one process: a single thread that serves every open connection without waiting for any of them.

A stream is taken out of the server's hands once its head has been sent, so it costs no request thread. Each reader
has a place in the match's log; when the match has news, the reader is brought forward from the store, a page at a
time, as fast as its own connection takes it. So there is no queue that could grow: a reader that takes nothing
holds one page at most, is cut off after a while, and goes on from its Last-Event-ID when it comes back.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import socket
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog
from prometheus_client import Gauge
from sqlalchemy.exc import SQLAlchemyError

from service.api.tape import Place, Tape
from service.notices import Notices

log = structlog.get_logger("tapedeck.streams")

# News are told at once, and after that not for a while: what comes meanwhile is told together. The more readers had to
# be told, the longer is the pause, so that those who log hardly feel who watches.
PAUSE_SECONDS, PER_READER_SECONDS, LONGEST_PAUSE_SECONDS = 0.015, 0.0002, 0.1
HEARTBEAT = b": still here\n\n"

READERS = Gauge("tapedeck_stream_readers", "Open streams", multiprocess_mode="livesum")


@dataclass(eq=False, slots=True)
class Reader:
    """One open stream."""

    sock: socket.socket
    match_id: str
    viewer: str
    place: Place
    chunked: bool
    allowed: Callable[[], bool]  # whether the token that opened the stream is still good
    pending: bytes = b""
    moved: float = field(default_factory=time.monotonic)  # when the connection last took something
    asked: float = field(default_factory=time.monotonic)  # when `allowed` was last asked

    def frame(self, data: bytes) -> bytes:
        return b"%x\r\n%b\r\n" % (len(data), data) if self.chunked else data


class _MatchEar:
    """Hears of one match on behalf of the hub."""

    def __init__(self, hub: Hub, match_id: str) -> None:
        self._hub, self._match_id = hub, match_id

    def hear(self) -> None:
        self._hub.news_of(self._match_id)


class Hub:
    def __init__(self, tape: Tape, notices: Notices, *, most: int, heartbeat: float, stall: float) -> None:
        self._tape = tape
        self._notices = notices
        self._most = most
        self._heartbeat = heartbeat
        self._stall = stall
        self._readers: dict[str, set[Reader]] = defaultdict(set)
        self._ears: dict[str, _MatchEar] = {}
        self._arriving: list[Reader] = []
        self._news: set[str] = set()
        self._lock = threading.Lock()
        self._selector = selectors.DefaultSelector()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        self._selector.register(self._wake_read, selectors.EVENT_READ)
        self._thread: threading.Thread | None = None
        self._closing = False
        self._quiet_until = 0.0
        self.count = 0

    @property
    def full(self) -> bool:
        return self.count >= self._most

    def add(self, reader: Reader) -> None:
        """Takes over a connection whose head has been sent."""
        reader.sock.setblocking(False)
        with self._lock:
            self.count += 1
            self._arriving.append(reader)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="streams", daemon=True)
                self._thread.start()
        READERS.inc()
        self._wake()

    def news_of(self, match_id: str) -> None:
        with self._lock:
            known = match_id in self._news
            self._news.add(match_id)
        if not known:
            self._wake()

    def close(self) -> None:
        """Ends every stream properly; readers come back to whoever listens next."""
        self._closing = True
        self._wake()
        if self._thread is not None:
            self._thread.join(5)

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._wake_write, b"\0")

    def _run(self) -> None:
        while not self._closing:
            ready = self._selector.select(timeout=min(1.0, self._heartbeat / 2))
            self._tape.forget()
            for key, mask in ready:
                if key.data is None:
                    with contextlib.suppress(BlockingIOError):
                        os.read(self._wake_read, 4096)
                else:
                    self._serve(key.data, mask)
            self._welcome()
            self._spread_news()
            self._look_around()
        for readers in list(self._readers.values()):
            for reader in list(readers):
                self._drop(reader, b"0\r\n\r\n" if reader.chunked else b"")

    def _welcome(self) -> None:
        with self._lock:
            arriving, self._arriving = self._arriving, []
        for reader in arriving:
            self._selector.register(reader.sock, selectors.EVENT_READ, reader)
            self._readers[reader.match_id].add(reader)
            if reader.match_id not in self._ears:
                ear = self._ears[reader.match_id] = _MatchEar(self, reader.match_id)
                self._notices.attach(reader.match_id, ear)
            self._bring_forward(reader)

    def _spread_news(self) -> None:
        if not self._news:
            return
        time.sleep(max(0.0, self._quiet_until - time.monotonic()))
        with self._lock:
            news, self._news = self._news, set()
        self._tape.forget()  # what was read before the news is old
        readers = [each for match_id in news for each in self._readers.get(match_id, ()) if not each.pending]
        with contextlib.suppress(SQLAlchemyError):  # met again, and told, at the first reader
            self._tape.look((each.match_id, each.viewer, each.place) for each in readers)
        for reader in readers:
            self._bring_forward(reader)
        pause = min(max(PAUSE_SECONDS, PER_READER_SECONDS * len(readers)), LONGEST_PAUSE_SECONDS)
        self._quiet_until = time.monotonic() + pause

    def _serve(self, reader: Reader, mask: int) -> None:
        if mask & selectors.EVENT_READ:
            try:
                gone = not reader.sock.recv(4096)
            except BlockingIOError:
                gone = False
            except OSError:
                gone = True
            if gone:
                self._drop(reader)
                return
        if mask & selectors.EVENT_WRITE:
            self._send(reader, b"")
            if not reader.pending:
                self._bring_forward(reader)

    def _bring_forward(self, reader: Reader) -> None:
        """Sends what is new to this reader until nothing is, or its connection is full."""
        try:
            while not reader.pending and reader.sock.fileno() >= 0:
                told = self._tape.next(reader.match_id, reader.viewer, reader.place)
                if told is None:
                    return
                data, reader.place = told
                if data:
                    self._send(reader, reader.frame(data))
        except (SQLAlchemyError, LookupError):
            # The store is away or the match is gone: the reader comes back with its Last-Event-ID.
            log.exception("stream cut off", match_id=reader.match_id)
            self._drop(reader)

    def _send(self, reader: Reader, data: bytes) -> None:
        rest = reader.pending + data
        try:
            taken = reader.sock.send(rest)
        except BlockingIOError:
            taken = 0
        except OSError:
            self._drop(reader)
            return
        if taken:
            reader.moved = time.monotonic()
        was_waiting, reader.pending = bool(reader.pending), rest[taken:]
        if bool(reader.pending) != was_waiting:
            events = selectors.EVENT_READ | (selectors.EVENT_WRITE if reader.pending else 0)
            self._selector.modify(reader.sock, events, reader)

    def _look_around(self) -> None:
        """Heartbeats, readers that stall, and readers whose token is no longer good."""
        now = time.monotonic()
        for readers in list(self._readers.values()):
            for reader in list(readers):
                if reader.pending and now - reader.moved > self._stall:
                    log.info("slow reader cut off", match_id=reader.match_id, viewer=reader.viewer)
                    self._drop(reader)
                elif now - reader.asked > self._heartbeat and not self._still_allowed(reader, now):
                    self._drop(reader)
                elif not reader.pending and now - reader.moved > self._heartbeat:
                    self._send(reader, reader.frame(HEARTBEAT))

    def _still_allowed(self, reader: Reader, now: float) -> bool:
        reader.asked = now
        try:
            return reader.allowed()
        except (SQLAlchemyError, LookupError):
            return False  # the store is away: whoever it was comes back and is asked again

    def _drop(self, reader: Reader, last: bytes = b"") -> None:
        readers = self._readers[reader.match_id]
        if reader not in readers:
            return
        readers.discard(reader)
        self._selector.unregister(reader.sock)
        with contextlib.suppress(OSError):
            if last and not reader.pending:
                reader.sock.send(last)
            reader.sock.close()
        with self._lock:
            self.count -= 1
        READERS.dec()
        if not readers:
            del self._readers[reader.match_id]
            self._notices.detach(reader.match_id, self._ears.pop(reader.match_id))
