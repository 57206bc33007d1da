"""Every role starts for real with its own settings, and together they are a hall."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.deploy.reading import env_file
from tests.serving import TAPEDECK, Serving
from tests.workers.waiting import PATIENCE, until


def free_port() -> str:
    with closing(socket.create_server(("127.0.0.1", 0))) as sock:
        return str(sock.getsockname()[1])


class Hall:
    """API, streams and workers, each with its file under deploy/env; only the addresses are this test's own."""

    def __init__(self, folder: Path, database_url: str, redis_url: str, stack: ExitStack) -> None:
        shared = {
            **env_file("common.env"),
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "SECRET_KEY": "the same everywhere",
        }
        self.api, self.streams = (self._serve(folder, role, shared, stack) for role in ("api", "streams"))
        self.metrics_port = free_port()
        told = {
            **shared,
            **env_file("worker.env"),
            "VAR_DIR": str(folder / "worker"),
            "METRICS_PORT": self.metrics_port,
        }
        pool = subprocess.Popen([TAPEDECK, "worker", "--processes", "1"], env={"PATH": os.environ["PATH"], **told})
        stack.callback(lambda: (pool.terminate(), pool.wait(PATIENCE)))

    @staticmethod
    def _serve(folder: Path, role: str, shared: dict[str, str], stack: ExitStack) -> Serving:
        place = folder / role
        place.mkdir()
        serving = Serving(place, **{**shared, **env_file(f"{role}.env"), "PORT": "0"})
        stack.callback(serving.stop)
        return serving


@pytest.fixture
def hall(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[Hall]:
    with ExitStack() as stack:
        yield Hall(tmp_path, postgres_url, redis_url, stack)


def processes(serving: Serving) -> int:
    with open(f"/proc/{serving.process.pid}/task/{serving.process.pid}/children") as file:
        return len(file.read().split())


def test_what_the_api_stores_the_workers_judge_and_the_streams_tell(hall: Hall) -> None:
    judge = hall.api.operator()
    opening = {"game": "synsouls", "seats": [{"name": "Ada"}, {"name": "Ben"}]}
    _, opened = hall.api.call("POST", "/api/v1/matches", judge, opening)
    path, token = f"/api/v1/matches/{opened['id']}", opened["tokens"]["p1"]

    listening = hall.streams.connect()
    listening.request("GET", f"{path}/stream", headers={"Authorization": f"Bearer {token}"})
    stream = listening.getresponse()
    assert stream.status == 200

    event = {"id": str(uuid.uuid4()), "type": "begin", "first": "p1"}
    assert hall.api.call("POST", f"{path}/events", token, event)[0] == 202
    while not (line := stream.readline()).startswith(b"event: verdict"):
        assert line, "the stream ended"
    verdict = json.loads(stream.readline().removeprefix(b"data: "))
    listening.close()
    assert (verdict["seq"], verdict["verdict"]["status"]) == (1, "legal"), verdict

    assert processes(hall.api) == int(env_file("api.env")["WEB_PROCESSES"])
    assert processes(hall.streams) == int(env_file("streams.env")["WEB_PROCESSES"])
    with urllib.request.urlopen(f"http://127.0.0.1:{hall.metrics_port}/metrics") as answer:
        assert b'tapedeck_verdicts_total{status="legal"} 1.0' in answer.read()


def test_a_killed_process_leaves_no_streams_behind_in_the_metrics(hall: Hall) -> None:
    _, opened = hall.api.call(
        "POST", "/api/v1/matches", hall.api.operator(), {"game": "synsouls", "seats": [{"name": "A"}, {"name": "B"}]}
    )
    listening = hall.streams.connect()
    headers = {"Authorization": f"Bearer {opened['tokens']['public']}"}
    listening.request("GET", f"/api/v1/matches/{opened['id']}/stream", headers=headers)
    assert listening.getresponse().status == 200

    def readers() -> float:
        text = hall.streams.call("GET", "/metrics")[1].decode()
        return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith("tapedeck_stream_readers"))

    until(lambda: readers() == 1, "the reader is counted")
    with open(f"/proc/{hall.streams.process.pid}/task/{hall.streams.process.pid}/children") as file:
        os.kill(int(file.read().split()[0]), 9)
    until(lambda: _answers(hall.streams) and readers() == 0, "the reader is gone")
    listening.close()


def _answers(serving: Serving) -> bool:
    try:
        return serving.call("GET", "/healthz")[0] == 200
    except OSError:
        return False
