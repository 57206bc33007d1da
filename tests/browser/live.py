"""A real server for the browser tests: `tapedeck serve` on SQLite, on a port of its own."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

TAPEDECK = str(Path(sys.executable).with_name("tapedeck"))


@dataclass
class Live:
    """`tapedeck serve` in a folder of its own. It can be stopped and started again on the same port and store."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        store = {"DATABASE_URL": f"sqlite:///{self.folder}/store.db", "VAR_DIR": str(self.folder), "REDIS_URL": ""}
        # Every test comes from one address.
        kinds = ("RATE_SIGN_IN", "RATE_ADDRESS", "RATE_TOKEN")
        rates = dict.fromkeys(kinds, "10000 per minute")
        return os.environ | store | rates | {"PORT": str(self.port), "HOST": "127.0.0.1", "LOG_LEVEL": "error"}

    def start(self) -> None:
        command = [TAPEDECK, "serve"]
        with open(self.folder / "serve.log", "ab") as out:
            self.process = subprocess.Popen(command, env=self.environment, stdout=out, stderr=out)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=2).close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise AssertionError((self.folder / "serve.log").read_text())

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)
            self.process = None

    def invite(self, name: str, *roles: str) -> str:
        """The link by which an account of these roles, or of a judge, is taken up."""
        command = [TAPEDECK, "invite", name, *(word for role in roles or ("judge",) for word in ("--role", role))]
        done = subprocess.run(command, env=self.environment, check=True, capture_output=True, text=True)
        path = re.search(r"/join/\S+", done.stdout)
        assert path is not None
        return self.url + path[0]


def a_server(folder: Path) -> Live:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    server = Live(folder, port)
    server.start()
    return server
