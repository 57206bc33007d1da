"""A real `tapedeck serve` in a process group of its own, on a free port of the loopback interface."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TAPEDECK = str(Path(sys.executable).parent / "tapedeck")
# Tests are faster than people.
UNTHROTTLED = dict.fromkeys(("RATE_TOKEN", "RATE_ADDRESS", "RATE_SIGN_IN", "RATE_ACCOUNT"), "1000000 per minute")


def environment(folder: Path, **told: str) -> dict[str, str]:
    """What a command needs to work on the store in `folder`, and on nothing else."""
    kept = {key: value for key, value in os.environ.items() if key in ("PATH", "HOME", "LANG", "TMPDIR")}
    return {**kept, "DATABASE_URL": f"sqlite:///{folder}/store.db", "VAR_DIR": str(folder), "PORT": "0", **told}


class Serving:
    def __init__(self, folder: Path, *arguments: str, program: Sequence[str] = (TAPEDECK,), **environ: str) -> None:
        self.folder = folder
        self.environ = environment(folder, **UNTHROTTLED, **environ)
        self._command = [*program, "serve", *arguments]
        self.start()

    def start(self) -> None:
        """Returns once the service listens."""
        with open(self.folder / "serving.log", "ab") as log:
            self.process = subprocess.Popen(
                self._command,
                env=self.environ,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/join/(\S+)", self.said)
        assert found, self.said + (self.folder / "serving.log").read_text()[-2000:]
        self.port, self.code = int(found[1]), found[2]

    def kill(self) -> None:
        """As `kill -9` does: nobody in the group gets to say a word."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self._reap()

    def stop(self) -> int:
        """As an operator does; gives the exit code."""
        self.process.terminate()
        return self._reap()

    def _reap(self) -> int:
        assert self.process.stdout is not None
        self.process.stdout.close()
        return self.process.wait(30)

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def call(self, method: str, path: str, token: str = "", body: Any = None) -> tuple[int, Any]:
        """One request; its status and, where there is one, its JSON."""
        connection = self.connect()
        try:
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            text = response.read()
            is_json = response.getheader("Content-Type", "") in ("application/json", "application/problem+json")
            return response.status, json.loads(text) if is_json else text
        finally:
            connection.close()

    def operator(self) -> str:
        """A token of the operator, got with the link that was printed."""
        status, told = self.call("POST", "/api/v1/sessions/join", body={"code": self.code})
        assert status == 201, told
        return str(told["token"])
