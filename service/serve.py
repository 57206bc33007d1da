"""Serving with gunicorn, with settings that fit the store."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

from service.observe import forget_process
from service.settings import Settings


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
    sock.set_inheritable(True)
    return sock


def processes(settings: Settings) -> int:
    """SQLite has one writer, and without Redis nobody carries notices between processes: one process does it all."""
    return settings.web_processes if settings.redis_url and not settings.on_sqlite else 1


def gunicorn_settings(settings: Settings, sock: socket.socket) -> dict[str, Any]:
    return {
        "bind": [f"fd://{sock.fileno()}"],
        "workers": processes(settings),
        # Threads, not greenlets: the database drivers block, and streams cost no thread (service.api.hub).
        "worker_class": "gthread",
        "threads": settings.web_threads,
        "worker_connections": settings.web_threads + 1000,
        "timeout": settings.request_seconds,
        "graceful_timeout": settings.stop_seconds,
        "keepalive": 20,
        "limit_request_line": 8190,
        "loglevel": "warning",
        "proc_name": "tapedeck",
        "control_socket_disable": True,
    }


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
