"""A process that appends, for the tests to run beside others and to kill: `appender URL MATCH COUNT [DIE_AT]`.

Appends COUNT events one by one, with the ids `<name>-0`, `<name>-1` … (name: its process id, or NAME, if set).
With DIE_AT = n it kills itself (SIGKILL, as a power cut would) right before its n-th step: a statement or a commit.
"""

from __future__ import annotations

import itertools
import os
import signal
import sys
from typing import Any

from sqlalchemy import event

from service.store import Store, log, open_store


def die_at(store: Store, step: int) -> None:
    steps = itertools.count(1)

    def count(*_: Any) -> None:
        if next(steps) == step:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(store._writer, "before_cursor_execute", count)
    event.listen(store._writer, "commit", count)


def main(url: str, match_id: str, count: str, step: str = "0") -> None:
    store = open_store(url)
    name = os.environ.get("NAME", str(os.getpid()))
    die_at(store, int(step))
    for number in range(int(count)):
        event_id = f"{name}-{number}"
        log.append(store, match_id, [{"id": event_id, "type": "note", "text": event_id}], by=name)
        sys.stdout.write(f"{event_id}\n")
        sys.stdout.flush()
    store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
