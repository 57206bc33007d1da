"""How a rule is enforced: by a check that cites it, or by doing what it says.

`forbid` stops a play that breaks a rule. `rule` stands before something that happens because a rule says so. Both are
told the rule's id, so that searching for an id finds the one place where it is enforced, and so that a test can take a
rule out of force and see a scenario fail.
"""

from __future__ import annotations

# Rules out of force. Always empty but in the test that proves every rule to be shown by a scenario.
out_of_force: set[str] = set()

# What no judge can let stand: there is nothing that could be carried out.
NEVER_WAIVED = frozenset({"TBL-TYPE", "TBL-SEAT", "TBL-ORDER", "TBL-CARD", "TBL-REF", "TBL-JUDGE", "TBL-RETRACT"})


class Illegal(Exception):
    """A play that a rule forbids; becomes a verdict."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(rule, why)
        self.rule = rule
        self.why = why


def rule(id_: str) -> bool:
    """Whether the rule is in force: `if rule("SYN-MEA-2"): ...` is the place where it is carried out."""
    return id_ not in out_of_force
