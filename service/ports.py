"""What the service asks of the workers. The command line hands in the real thing; the service never runs rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class PreviewTimeout(Exception):
    """The workers did not answer in time."""


class Workers(Protocol):
    """The engine, as seen from the door."""

    @property
    def rules_version(self) -> str: ...

    def check_header(self, header: Mapping[str, Any]) -> list[str]:
        """What is wrong with a match's options, seats or catalog."""

    def fingerprint(self, header: Mapping[str, Any]) -> str:
        """Of the catalog that the match would be played with."""

    def wake(self, match_id: str) -> None:
        """Events were appended: fold soon. Never fails, never waits."""

    def preview(self, match_id: str, ruling: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """What the ruling would change, unredacted. Raises PreviewTimeout."""

    def ping(self) -> bool:
        """Whether what stands between an append and its fold can be reached."""

    def close(self) -> None: ...
