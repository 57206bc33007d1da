"""Matches with real logs in them, for tests of the fold: plays that the rules offer, plays at random, and rulings."""

from __future__ import annotations

import random
import uuid
from typing import Any

from sqlalchemy import select

from service.store import Store, log, matches, tables
from workers.fold import header_of
from workers.rules import RULES_VERSION, Docket, Fold, fingerprint

HEADER: dict[str, Any] = {"game": "synsouls", "options": {}, "seats": ["Ada", "Bo"], "catalog": []}


def open_match(store: Store, **told: Any) -> str:
    header = HEADER | told
    known = header["game"] == HEADER["game"]
    text = matches.make_header(
        **header,
        rules_version=RULES_VERSION,
        catalog_fingerprint=fingerprint(header_of(header)) if known else "none",
        private=False,
    )
    with store.write() as db:
        return matches.create(db, text, created_by="desk")


class Recorder:
    """Makes up a log as it goes, folding along to know what could be played next."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.events: list[dict[str, Any]] = []
        self.fold = Fold.start(header_of(HEADER))
        self.docket = Docket(lambda after, before: self.events[after : before - 1])

    def record(self, length: int, *, rulings: float = 0.1) -> list[dict[str, Any]]:
        """So many more events: mostly what the seats could do, sometimes what they could not, sometimes a ruling."""
        first = len(self.events)
        if not self.events:
            self._add({"type": "begin", "first": "p1"}, "p1")
        while len(self.events) - first < length:
            dice = self.chance.random()
            if dice < rulings:
                self._add(self._ruling(), "judge:Jo")
            elif dice < rulings + 0.2:
                self._add(self._odd(), self.chance.choice(("p1", "p2")))
            else:
                self._add(self._open_play(), self.chance.choice(("p1", "p2")))
        return self.events[first:]

    def _add(self, event: dict[str, Any], by: str) -> None:
        seq = len(self.events) + 1
        stored = event | {"id": str(uuid.UUID(int=self.chance.getrandbits(128))), "by": by, "seq": seq}
        self.events.append(stored)
        if self.docket.add(stored) < seq:
            self.fold = Fold.start(header_of(HEADER))
            for each in self.events:
                self.fold.step(each, self.docket.standing(each))
        else:
            self.fold.step(stored, self.docket.standing(stored))

    def _open_play(self) -> dict[str, Any]:
        entries = [(seat, entry) for seat, offered in self.fold.choices().items() for entry in offered]
        if not entries:
            return {"type": "note", "text": "nothing to do"}
        seat, entry = self.chance.choice(entries)
        fields = {name: self.chance.choice(options) for name, options in entry["with"].items() if options}
        return {"type": entry["type"], "seat": seat} | fields

    def _odd(self) -> dict[str, Any]:
        """What nobody should log, but somebody does."""
        seq = len(self.events)
        return self.chance.choice(
            (
                {"type": "retract", "target": seq},
                {"type": "retract", "target": self.chance.randint(1, seq)},
                {"type": "call", "seat": "p1", "text": "Really?", "target": self.chance.randint(1, seq)},
                {"type": "note", "text": "a remark"},
                {"type": "pass", "seat": "p2"},
                {"type": "begin", "first": "p2"},
                {"type": "saw", "seat": "p1", "zone": "hand", "cards": ["No Such Card"]},
                {"type": "no such thing", "seat": "p1"},
            )
        )

    def _ruling(self) -> dict[str, Any]:
        target = self.chance.randint(1, len(self.events))
        decision = self.chance.choice(("uphold", "allow", "allow", "void", "void", "rewind", "amend", "penalty"))
        about: dict[str, Any] = {"target": target}
        if decision == "rewind":
            about = {"to": max(1, len(self.events) - self.chance.randint(0, 5))}
        elif decision == "amend":
            about = {"does": [{"op": "draw", "seat": "p1", "n": 1}]}
        elif decision == "penalty":
            about = {"seat": "p1", "level": "warning"}
        return {"type": "ruling", "decision": decision, "note": "so be it"} | about


def append_all(store: Store, match_id: str, events: list[dict[str, Any]]) -> None:
    """As their recorders would have: each under its own name."""
    for event in events:
        log.append(store, match_id, [event], by=event["by"])


def folded_rows(store: Store, match_id: str) -> dict[str, list[tuple[Any, ...]]]:
    """All that the fold has written of a match, byte by byte, without the counting of the folds themselves."""
    found = {}
    with store.read() as db:
        for table in (tables.verdicts, tables.snapshots, tables.choices):
            columns = [column for column in table.c if column.name not in ("match_id", "epoch")]
            query = select(*columns).where(table.c.match_id == match_id).order_by(table.c.seq)
            found[table.name] = [tuple(row) for row in db.execute(query)]
        match = matches.get(db, match_id)
    found["match"] = [(match.head, match.folded, match.status, match.outcome, match.questions, match.failed)]
    return found
