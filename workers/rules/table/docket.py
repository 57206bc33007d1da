"""Which events stand: rulings and take-backs, worked out from the log alone.

A docket knows rulings, retracts and calls, and nothing of the game. It says of any event whether it stands, is struck
(`void`) or is let stand by a judge (`allow`), and from where on the fold has to be run again when a ruling arrives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Event = dict[str, Any]

# A retract that takes nothing back is refused.
STANDS, VOID, ALLOW, REFUSED = "stands", "void", "allow", "refused"
# Neither a rewind nor a take-back looks at these: they are no plays.
REMARKS = frozenset({"call", "note"})
ABOUT_ONE_EVENT = frozenset({"uphold", "allow", "void"})
DECISIONS = ABOUT_ONE_EVENT | {"rewind", "amend", "penalty"}


def is_seat(by: Any) -> bool:
    return isinstance(by, str) and len(by) == 2 and by[0] == "p" and by[1].isdigit()


def ruling_fault(event: Event) -> tuple[str, str] | None:
    """The rule that a ruling breaks as such, and why; None for one that can be carried out."""
    decision, seq = event.get("decision"), event["seq"]
    if not isinstance(decision, str) or decision not in DECISIONS:
        return "TBL-TYPE", "A ruling names one of the decisions that a judge can take."
    target = event.get("target")
    if decision in ABOUT_ONE_EVENT and target is None:
        return "TBL-TYPE", f"A ruling to {decision} names the event that it is about."
    if target is not None and not (type(target) is int and 1 <= target < seq):
        return "TBL-TYPE", f"There is no event {target} before this ruling."
    if decision == "rewind":
        to = event.get("to")
        if not (type(to) is int and 1 <= to < seq):
            return "TBL-TYPE", "A rewind names the earlier event to which the game goes back."
    if decision == "amend" and "does" not in event:
        return "TBL-TYPE", "An amendment names the ops that repair the table."
    if decision == "penalty" and ("level" not in event or "seat" not in event):
        return "TBL-TYPE", "A penalty names its seat and its level."
    if is_seat(event.get("by")):
        return "TBL-JUDGE", "Only a judge may rule."
    return None


class Docket:
    """The rulings and take-backs of one match, in the order of the log."""

    def __init__(self, log: Callable[[int, int], Sequence[Event]]) -> None:
        # The stored events with a < seq < b: needed to see whether a take-back is of the newest event.
        self._log = log
        self._rulings: list[Event] = []
        self._retracts: list[Event] = []
        self._calls: dict[int, Event] = {}
        self._struck_rulings: set[int] = set()
        self._latest: dict[int, Event] = {}  # by event: the ruling that decides on it
        self._answers: dict[int, int] = {}  # by event: the latest ruling about it, of whatever decision
        self._rewinds: list[Event] = []
        self._taken_back: dict[int, int] = {}

    def add(self, event: Event) -> int:
        """Takes an event in; says from which seq on the fold may have changed (its own, if from nowhere earlier)."""
        type_, seq = event["type"], int(event["seq"])
        if type_ == "ruling" and ruling_fault(event) is None:
            self._rulings.append(event)
        elif type_ == "retract" and type(event.get("target")) is int:
            self._retracts.append(event)
        elif type_ == "call":
            self._calls[seq] = event
            return seq
        else:
            return seq
        before = self._footprint()
        self._work_out()
        changed = before.symmetric_difference(self._footprint())
        return min((mark[0] for mark in changed), default=seq)

    def standing(self, event: Event) -> str:
        seq, type_ = int(event["seq"]), event["type"]
        if type_ == "ruling":
            return VOID if seq in self._struck_rulings else STANDS
        if seq in self._taken_back:
            return VOID
        ruled = self._ruled(seq, type_)
        if type_ == "retract" and ruled != VOID and seq not in self._taken_back.values():
            return REFUSED
        return ruled

    def answered(self, seq: int) -> bool:
        """Whether a question (an illegal event or a call) needs no judge any more."""
        if seq in self._answers or seq in self._taken_back or self._rewound(seq):
            return True
        call = self._calls.get(seq)
        if call is None or type(call.get("target")) is not int:
            return False
        # Whoever rules on what a call disputes, later than the call, has answered the call.
        return self._answers.get(call["target"], 0) > seq

    # --- working it out ------------------------------------------------------------------------------------------

    def _work_out(self) -> None:
        """From the latest ruling to the earliest: what a later one strikes has no say."""
        self._struck_rulings, self._latest, self._answers, self._rewinds = set(), {}, {}, []
        for ruling in reversed(self._rulings):
            seq = ruling["seq"]
            deciding = self._latest.get(seq)
            if deciding is not None and deciding["decision"] == "void":
                self._struck_rulings.add(seq)
                continue
            if "target" in ruling:
                self._answers.setdefault(ruling["target"], seq)
                # A penalty for a play, or a repair because of it, does not undo what was decided on the play itself.
                if ruling["decision"] in ABOUT_ONE_EVENT:
                    self._latest.setdefault(ruling["target"], ruling)
            if ruling["decision"] == "rewind":
                self._rewinds.append(ruling)
        self._taken_back = {}
        for retract in self._retracts:
            if self._ruled(retract["seq"], "retract") != VOID and self._may_take_back(retract):
                self._taken_back[retract["target"]] = retract["seq"]

    def _ruled(self, seq: int, type_: str) -> str:
        latest = self._latest.get(seq)
        rewind = self._rewound(seq) if type_ not in REMARKS and type_ != "ruling" else 0
        if latest is not None and latest["seq"] > rewind:
            return {"void": VOID, "allow": ALLOW}.get(latest["decision"], STANDS)
        return VOID if rewind else STANDS

    def _rewound(self, seq: int) -> int:
        """The latest standing rewind that strikes the event, 0 if none does."""
        return max((each["seq"] for each in self._rewinds if each["to"] < seq < each["seq"]), default=0)

    def _may_take_back(self, retract: Event) -> bool:
        target, seq = retract["target"], retract["seq"]
        if not 0 < target < seq:
            return False
        first, *later = self._log(target - 1, seq)
        if first["type"] in ("ruling", "retract") or first.get("by") != retract.get("by"):
            return False
        if target in self._taken_back or self._ruled(target, first["type"]) == VOID:
            return False
        return not any(self._in_the_way(event) for event in later)

    def _in_the_way(self, event: Event) -> bool:
        seq, type_ = event["seq"], event["type"]
        if type_ in REMARKS or type_ == "retract":
            return False
        if type_ == "ruling":
            return ruling_fault(event) is None and seq not in self._struck_rulings
        return seq not in self._taken_back and self._ruled(seq, type_) != VOID

    def _footprint(self) -> set[tuple[int, str]]:
        """What the rulings and take-backs do to the fold, as marks on the seqs from which they matter."""
        marks = {(seq, f"struck ruling {seq}") for seq in self._struck_rulings}
        marks |= {(seq, f"taken back by {by}") for seq, by in self._taken_back.items()}
        marks |= {
            (seq, ruling["decision"])
            for seq, ruling in self._latest.items()
            # To uphold changes nothing, unless it comes after a rewind that had struck the event.
            if ruling["decision"] != "uphold" or self._rewound(seq)
        }
        marks |= {(ruling["to"] + 1, f"rewind {ruling['seq']}") for ruling in self._rewinds}
        return marks
