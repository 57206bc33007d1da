"""What a stream tells, read from the store: a reader's place in a match, and the next page of messages from there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import orjson

from service.api.showing import logged
from service.auth.access import is_open
from service.store import Store, folded, log, matches
from service.store.folded import Judged
from service.store.matches import Match

PAGE = 200


@dataclass(frozen=True, slots=True)
class Place:
    """How much of a match somebody has seen.

    Events up to `head`, verdicts up to `judged` as they stood at `epoch`. While verdicts that a ruling has changed are
    sent again, `again` is how far that has come, and `until` the epoch that it leads to.
    """

    head: int
    judged: int
    epoch: int
    outcome: bytes = b"null"
    again: int | None = None
    until: int = 0

    @property
    def id(self) -> str:
        """For Last-Event-ID. What is being sent again starts afresh for someone who comes back."""
        return f"{self.head}.{self.judged}.{self.epoch}"

    @classmethod
    def now(cls, match: Match) -> Place:
        return cls(match.head, max(match.folded, 0), match.epoch, orjson.dumps(match.outcome))

    @classmethod
    def after(cls, seq: int, match: Match) -> Place:
        """Behind event `seq`, its verdict included."""
        return cls(min(seq, match.head), max(min(seq, match.folded), 0), match.epoch)

    @classmethod
    def read(cls, id_: str, match: Match) -> Place | None:
        """From a Last-Event-ID: one of ours, or a plain seq. None if it is neither."""
        numbers = id_.split(".")
        if not all(each.isascii() and each.isdigit() and len(each) < 10 for each in numbers):
            return None
        if len(numbers) == 1:
            return cls.after(int(id_), match)
        if len(numbers) != 3:
            return None
        head, judged, epoch = map(int, numbers)
        # Which outcome they were told last is not in the id: they are told once more.
        return cls(min(head, match.head), max(min(judged, match.folded), 0), min(epoch, match.epoch), b"")


class Tape:
    """Reads messages for streams. Readers at the same place share the work until `forget` is called."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._shared: dict[tuple[str, str, Place], tuple[bytes, Place] | None] = {}

    def next(self, match_id: str, viewer: str, place: Place) -> tuple[bytes, Place] | None:
        """The next messages and the place behind them; None when there is nothing new."""
        key = (match_id, viewer, place)
        if key not in self._shared:
            self._shared[key] = self._read(match_id, viewer, place)
        return self._shared[key]

    def forget(self) -> None:
        self._shared.clear()

    def _read(self, match_id: str, viewer: str, place: Place) -> tuple[bytes, Place] | None:
        with self._store.read() as db:
            match = matches.get(db, match_id)
            page = _Page(match, viewer, place)
            events = log.read(db, match_id, after=place.head, limit=PAGE) if place.head < match.head else []
            if place.again is not None or (match.rewritten > place.epoch and place.judged):
                start = place.again or 0
                upto = min(start + PAGE, place.judged)
                rows = folded.judged(db, match_id, after=start, upto=upto, since=place.epoch)
                targets = {row.seq: log.read(db, match_id, after=row.seq - 1, limit=1)[0] for row in rows}
                page.changed(rows, targets, upto)
            elif place.judged < min(match.folded, place.head):
                upto = min(place.judged + PAGE, match.folded, place.head)
                rows = folded.judged(db, match_id, after=place.judged, upto=upto)
                targets = {each["seq"]: each for each in log.read(db, match_id, after=place.judged, before=upto + 1)}
                page.judged(rows, targets)
            page.events(events)
            page.outcome()
        return page.told()


class _Page:
    """Messages in the making."""

    def __init__(self, match: Match, viewer: str, place: Place) -> None:
        self._match, self._viewer, self._before, self._place = match, viewer, place, place
        self._open = is_open(match)
        self._messages: list[bytes] = []

    def _say(self, kind: str, data: Any) -> None:
        self._messages.append(
            b"id: %b\nevent: %b\ndata: %b\n\n" % (self._place.id.encode(), kind.encode(), orjson.dumps(data))
        )

    def events(self, events: list[dict[str, Any]]) -> None:
        for event in events:
            self._place = replace(self._place, head=event["seq"])
            kind = "ruling" if event["type"] == "ruling" else "event"
            self._say(kind, logged(event, None, self._viewer, self._open))

    def judged(self, rows: list[Judged], events: dict[int, dict[str, Any]]) -> None:
        for row in rows:
            self._place = replace(self._place, judged=row.seq)
            self._say("verdict", logged(events[row.seq], row, self._viewer, self._open))
        if rows and self._match.rewritten <= self._place.epoch:
            self._place = replace(self._place, epoch=self._match.epoch)

    def changed(self, rows: list[Judged], events: dict[int, dict[str, Any]], upto: int) -> None:
        """Verdicts that were sent before and are different now."""
        until = self._place.until or self._match.epoch
        for row in rows:
            self._say("verdict", logged(events[row.seq], row, self._viewer, self._open))
        if upto < self._place.judged:
            self._place = replace(self._place, again=upto, until=until)
        else:
            self._place = replace(self._place, again=None, until=0, epoch=until)

    def outcome(self) -> None:
        now = orjson.dumps(self._match.outcome)
        if self._place.judged >= self._match.folded and now != self._place.outcome:
            self._place = replace(self._place, outcome=now)
            self._say(
                "outcome", {"seq": self._match.folded, "outcome": self._match.outcome, "status": self._match.status}
            )

    def told(self) -> tuple[bytes, Place] | None:
        return None if self._place == self._before else (b"".join(self._messages), self._place)
