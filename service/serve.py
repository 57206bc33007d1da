"""Serving with gunicorn, with settings that fit the store."""

from __future__ import annotations

import errno
import os
import resource
import selectors
import socket
import struct
from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Flask
from gunicorn import util
from gunicorn.app.base import BaseApplication
from gunicorn.workers.gthread import TConn, ThreadWorker

from service.observe import forget_process
from service.settings import Settings

# Whoever sends and takes nothing for so long in the middle of a request has gone: a phone out of the hall's reach.
STALL_SECONDS = 10
# How long to hear out a client that is still sending when it has its last answer, and would miss it otherwise.
LINGER_SECONDS = 0.2
# In each process: connections that wait or rest, streams not counted; and whatever else may be open.
CONNECTIONS, OTHER_FILES = 1_000, 500


class PortTaken(Exception):
    """Somebody else listens there."""


def listen(settings: Settings) -> socket.socket:
    """The listening socket. Made before anything else, so that a taken port is told in one line."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        sock = socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        raise PortTaken(
            f"Cannot listen on {settings.host} port {settings.port} ({os.strerror(error.errno or 0)}): "
            "stop what runs there, or choose another with PORT=…"
        ) from None
    for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):  # the connections inherit it
        sock.setsockopt(socket.SOL_SOCKET, option, struct.pack("ll", STALL_SECONDS, 0))
    sock.set_inheritable(True)
    return sock


def allow_files(settings: Settings) -> None:
    """Every connection and every stream is an open file: more than a shell allows by default."""
    wanted = CONNECTIONS + settings.stream_readers + OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted and soft != resource.RLIM_INFINITY:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def processes(settings: Settings) -> int:
    """SQLite has one writer, and without Redis nobody carries notices between processes: one process does it all."""
    return settings.web_processes if settings.redis_url and not settings.on_sqlite else 1


def gunicorn_settings(settings: Settings, sock: socket.socket) -> dict[str, Any]:
    threads = 2 * settings.web_threads  # a view that is waited for holds one (service.api.views)
    return {
        "bind": [f"fd://{sock.fileno()}"],
        "workers": processes(settings),
        # Threads, not greenlets: the database drivers block, and streams cost no thread (service.api.hub).
        "worker_class": Worker,
        "threads": threads,
        "worker_connections": threads + CONNECTIONS,
        "timeout": settings.request_seconds,
        "graceful_timeout": settings.stop_seconds,
        "keepalive": 20,
        "limit_request_line": 8190,
        "loglevel": "warning",
        "proc_name": "tapedeck",
        "control_socket_disable": True,
    }


class Connection(TConn):
    def close(self, graceful: bool = False) -> None:
        """At once: the loop, which calls this, waits for nobody."""
        super().close()


class Worker(ThreadWorker):
    """gunicorn's, where a thread is only for requests that come, and nobody who is silent holds up the others."""

    def accept(self, listener: socket.socket) -> None:
        """A connection alone (browsers open some just in case) waits in the loop until something comes."""
        try:
            sock, address = listener.accept()
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.ECONNABORTED, errno.EMFILE):
                raise
            return
        self.nr_conns += 1
        conn = Connection(self.cfg, sock, address, listener.getsockname())
        conn.set_timeout()
        self.pending_conns.append(conn)
        self.poller.register(sock, selectors.EVENT_READ, partial(self.on_pending_socket_readable, conn))

    def murder_pending(self) -> None:
        """Whoever has said nothing yet does not keep a service from stopping."""
        if not self.alive:
            for conn in self.pending_conns:
                conn.timeout = 0
        super().murder_pending()

    def handle(self, conn: Connection) -> Any:
        goes_on = super().handle(conn)
        if goes_on is False:
            util.close_graceful(conn.sock, LINGER_SECONDS)
        return goes_on


class Server(BaseApplication):
    """gunicorn, told what to do by this program instead of a file."""

    def __init__(self, settings: dict[str, Any], make_app: Callable[[], Flask], end: Callable[[], None]) -> None:
        self._settings, self._make_app, self._end = settings, make_app, end
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._settings.items():
            self.cfg.set(name, value)
        self.cfg.set("worker_exit", lambda _arbiter, _worker: self._end())
        self.cfg.set("child_exit", lambda _arbiter, worker: forget_process(worker.pid))

    def load(self) -> Flask:
        return self._make_app()
