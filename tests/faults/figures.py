"""A table of what was done, and how long it took to get over it, at the end of the run."""

from __future__ import annotations

from collections.abc import Callable

import pytest

HEAD = ("fault", "appends again", "verdicts again", "acknowledged", "stored twice", "lost")
PROPERTY = "figures of a fault"

Tell = Callable[[str, float, float, int, int, int], None]


@pytest.fixture
def tell_figures(record_property: Callable[[str, object], None]) -> Tell:
    """A row for the table. It goes with the test's report, since the test may run in another process."""

    def tell(fault: str, appends: float, verdicts: float, acknowledged: int, twice: int, lost: int) -> None:
        times = (f"{appends:.2f} s", f"{verdicts:.2f} s")
        record_property(PROPERTY, [fault, *times, str(acknowledged), str(twice), str(lost)])

    return tell


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, [])]
    rows = [told for report in reports for name, told in report.user_properties if name == PROPERTY]
    if not rows:
        return
    widths = [max(len(row[column]) for row in (HEAD, *rows)) for column in range(len(HEAD))]
    terminalreporter.section("faults")
    for row in (HEAD, *rows):
        first, *rest = (
            cell.ljust(width) if not at else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        terminalreporter.write_line("   ".join((first, *rest)))
