"""What the service asks of the workers. The command line hands in the real thing; the service never runs rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class WorkersTimeout(Exception):
    """The workers did not answer in time."""


class Workers(Protocol):
    """The engine, as seen from the door."""

    @property
    def rules_version(self) -> str: ...

    def check_header(self, header: Mapping[str, Any]) -> dict[str, list[str]]:
        """What is wrong with a match's options, seats or catalog."""

    def judge_deck(self, header: Mapping[str, Any], deck: Mapping[str, Any]) -> dict[str, Any]:
        """The verdict on a list that would be registered in such a match, unredacted."""

    def fingerprint(self, header: Mapping[str, Any]) -> str:
        """Of the catalog that the match would be played with."""

    def wake(self, match_id: str) -> None:
        """Events were appended: fold soon. Never fails, never waits."""

    def preview(self, match_id: str, ruling: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """What the ruling would change, unredacted. Raises WorkersTimeout."""

    def verify(self, match_id: str, seconds: float) -> dict[str, Any]:
        """Whether the match's chain is whole and folds to what is stored. Raises WorkersTimeout."""

    def ping(self) -> bool:
        """Whether what stands between an append and its fold can be reached."""

    def waiting(self) -> int | None:
        """How many matches wait to be looked at; None when nobody can tell."""

    def close(self) -> None: ...
