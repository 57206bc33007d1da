"""A table of what was done, and how long it took to get over it, at the end of the run."""

from __future__ import annotations

import pytest

FIGURES = pytest.StashKey[list[tuple[str, ...]]]()
HEAD = ("fault", "appends again", "verdicts again", "acknowledged", "stored twice", "lost")


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> list[tuple[str, ...]]:
    """Rows for the table."""
    return request.config.stash.setdefault(FIGURES, [])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    rows = config.stash.get(FIGURES, [])
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
