"""`tapedeck` with a clock that can be set while it runs: `python -m tests.faults.jumping serve`.

The file that CLOCK_FILE names holds how many seconds the wall clock is off. (Setting the machine's own clock would need
root, and would disturb everybody else.) Only the wall clock jumps, as it does when somebody sets it.
"""

from __future__ import annotations

import os
import time
from datetime import datetime, tzinfo
from pathlib import Path

CLOCK = Path(os.environ["CLOCK_FILE"])
true_time = time.time


def jumping_time() -> float:
    return true_time() + float(CLOCK.read_text())


class JumpingDatetime(datetime):
    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return datetime.fromtimestamp(jumping_time(), tz)


def main() -> None:
    time.time = jumping_time
    from service.cli import main as tapedeck
    from service.store import clock

    clock.datetime = JumpingDatetime  # type: ignore[misc]
    tapedeck()


if __name__ == "__main__":
    main()
