"""What the service may ask of the rules at once, without a worker: pure questions about a header."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workers import rules
from workers.fold import header_of


class Desk:
    """The part of `service.ports.Workers` that both kinds of workers share."""

    rules_version = rules.RULES_VERSION

    def check_header(self, header: Mapping[str, Any]) -> dict[str, list[str]]:
        return rules.check_header(header_of(dict(header)))

    def judge_deck(self, header: Mapping[str, Any], deck: Mapping[str, Any]) -> dict[str, Any]:
        return rules.judge_deck(header_of(dict(header)), dict(deck))

    def fingerprint(self, header: Mapping[str, Any]) -> str:
        return rules.fingerprint(header_of(dict(header)))
