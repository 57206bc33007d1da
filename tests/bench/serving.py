"""Servers to measure: Tapedeck as it is served, and the barest route that stores one row, with the same settings."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask, request
from sqlalchemy import text

from service.serve import Server, gunicorn_settings, listen
from service.settings import Settings
from service.store import open_store

UNLIMITED = {"RATE_TOKEN": "100000000 per minute", "LOG_LEVEL": "error"}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        port: int = sock.getsockname()[1]
        return port


@contextmanager
def serving(command: list[str], folder: Path) -> Iterator[int]:
    """Runs a server on a free port with a store of its own in `folder`; gives the port once it listens."""
    port = free_port()
    process = subprocess.Popen(command, env=environment(folder) | {"PORT": str(port)}, stdout=subprocess.DEVNULL)
    try:
        while True:
            if process.poll() is not None:
                raise RuntimeError(f"{command} ended with {process.returncode}")
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait()


def environment(folder: Path) -> dict[str, str]:
    return os.environ | UNLIMITED | {"DATABASE_URL": f"sqlite:///{folder}/bench.db", "VAR_DIR": str(folder)}


def tapedeck(*words: str) -> list[str]:
    return [str(Path(sys.executable).with_name("tapedeck")), *words]


def issue_token(folder: Path) -> str:
    """Makes an account that may do everything and gives a token of it."""
    environ = environment(folder)
    subprocess.run(
        tapedeck("invite", "bench", "--role", "organiser", "--role", "judge"),
        env=environ,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return subprocess.run(
        tapedeck("token", "bench"), env=environ, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.strip()


def bare_app() -> Flask:
    """One route, one INSERT, into the same kind of database opened in the same way."""
    store = open_store(Settings.from_env().database_url)
    app = Flask("bare")
    insert = text("INSERT INTO bare (body) VALUES (:body)")
    with store.write() as db:
        db.execute(text("CREATE TABLE bare (id INTEGER PRIMARY KEY, body TEXT)"))

    @app.post("/")
    def post() -> tuple[dict[str, bool], int]:
        with store.write() as db:
            db.execute(insert, {"body": str(request.get_json())})
        return {"ok": True}, 202

    return app


def main() -> None:
    settings = Settings.from_env()
    sock = listen(settings)  # kept: it closes when nobody holds it
    Server(gunicorn_settings(settings, sock), bare_app, lambda: None).run()


if __name__ == "__main__":
    main()
