"""What is wrong with a play: gathered in any order, told in the order of the action's rules."""

from __future__ import annotations

from workers.rules.table.pieces import Card
from workers.rules.table.play import Play
from workers.rules.table.table import Table

# A rule and a sentence that says how it is broken.
Fault = tuple[str, str]

ROUND = (
    "start", "open", "before_showdown", "after_showdown", "before_damage", "after_damage", "charge", "reset", "end",
)  # fmt: skip


class Faults:
    """The faults of one play. The first in the order of its action's rules is the one that a verdict cites."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._found: list[Fault] = []

    def add(self, fault: Fault | None) -> None:
        if fault is not None:
            self._found.append(fault)

    def stop(self) -> None:
        """Forbids the play if anything is wrong with it."""
        if not self._found:
            return
        order = self._play.table.language.actions[self._play.type].rules
        # What the list does not name is the table's own and comes before it.
        for broken, why in sorted(self._found, key=lambda each: order.index(each[0]) if each[0] in order else -1):
            self._play.forbid(broken, why)


def outside_a_round(table: Table) -> Fault | None:
    if table.phase in ROUND:
        return None
    return "SOL-RND-1", "No round is being played: the Act is over, and the next has not begun."


def is_broken(table: Table, card: Card) -> Fault | None:
    if "broken" not in card.flags:
        return None
    return broken_for_good(f"{table.called(card)} is broken: it can be neither activated nor readied in this Act.")


def broken_for_good(why: str) -> Fault:
    return "SOL-KEY-15", why
