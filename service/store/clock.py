"""The store's clock: UTC texts that sort as they pass."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def now() -> str:
    """The time of day, to the microsecond: `2026-03-01T18:20:05.123456Z`."""
    return stamp(datetime.now(UTC))


def later(seconds: float) -> str:
    """The time so many seconds from now."""
    return stamp(datetime.now(UTC) + timedelta(seconds=seconds))


def stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
