"""The whole hall in real processes: PostgreSQL, a Redis-speaking Valkey, `tapedeck serve` and `tapedeck worker`.

Every part can be killed, paused and started again while the others go on.
"""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests import servers
from tests.servers import Postgres, Valkey, children_of, end
from tests.serving import TAPEDECK, Serving


class Workers:
    """`tapedeck worker`: a pool and the worker processes in it."""

    def __init__(self, environ: dict[str, str], log: Path, processes: int, command: list[str]) -> None:
        self._environ, self._log, self._processes, self._command = environ, log, processes, command
        self.start()

    def start(self) -> None:
        with open(self._log, "ab") as log:
            self.pool = subprocess.Popen(
                [*self._command, "--processes", str(self._processes)], env=self._environ, stdout=log, stderr=log
            )

    @property
    def pids(self) -> list[int]:
        return children_of(self.pool.pid)

    def stop(self) -> None:
        """As an operator does."""
        self.pool.terminate()
        try:
            self.pool.wait(30)
        except subprocess.TimeoutExpired:
            end([*self.pids, self.pool.pid])
            raise


class Hall:
    def __init__(
        self,
        folder: Path,
        database: Postgres,
        valkey: Valkey,
        *,
        api_processes: int = 2,
        workers: int = 2,
        program: Sequence[str] = (TAPEDECK,),
        **environ: str,
    ) -> None:
        self.database, self.valkey = database, valkey
        self.database_url = database.fresh_url()
        told = {
            "DATABASE_URL": self.database_url,
            "REDIS_URL": valkey.connection_url,
            "WEB_PROCESSES": str(api_processes),
            "LOG_LEVEL": "warning",
            **environ,
        }
        self.serving = Serving(folder, program=program, **told)
        self.workers = Workers(self.serving.environ, folder / "workers.log", workers, [*program, "worker"])

    @property
    def api_pids(self) -> list[int]:
        return children_of(self.serving.process.pid)

    def stop(self) -> None:
        self.workers.stop()
        self.serving.stop()

    def verify(self) -> subprocess.CompletedProcess[str]:
        """`tapedeck verify --all`, as an operator runs it."""
        return subprocess.run(
            [TAPEDECK, "verify", "--all"], env=self.serving.environ, capture_output=True, text=True, check=False
        )


@contextlib.contextmanager
def open_hall(**told: object) -> Iterator[Hall]:
    """A hall with servers of its own."""
    with tempfile.TemporaryDirectory() as folder, servers.postgres() as database, servers.valkey() as valkey:
        hall = Hall(Path(folder), database, valkey, **told)  # type: ignore[arg-type]
        try:
            yield hall
        finally:
            hall.stop()
