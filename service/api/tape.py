"""What a stream tells, read from the store: a reader's place in a match, and the next page of messages from there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import orjson
from sqlalchemy import Connection

from service.api.showing import logged
from service.auth.access import is_open
from service.store import Store, UnknownMatch, folded, log, matches
from service.store.folded import Judged
from service.store.matches import Match

PAGE = 200  # messages of a kind that are read for one reader at a time
TOGETHER = 32  # readers that are read for at once


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


Reading = tuple[str, str, Place]  # the match, the viewer, and how far they are
Said = tuple[dict[str, Any], Judged]  # an event and what is said of it


class Tape:
    """Reads messages for streams. Readers at the same place share the work until `forget` is called."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._shared: dict[Reading, tuple[bytes, Place] | None] = {}

    def next(self, match_id: str, viewer: str, place: Place) -> tuple[bytes, Place] | None:
        """The next messages and the place behind them; None when there is nothing new. Raises UnknownMatch."""
        reading = (match_id, viewer, place)
        self.look([reading])
        if reading not in self._shared:
            raise UnknownMatch(match_id)
        return self._shared[reading]

    def look(self, readings: Iterable[Reading]) -> None:
        """Reads what is new for all of these together: three queries do for many matches."""
        unread = [reading for reading in dict.fromkeys(readings) if reading not in self._shared]
        for start in range(0, len(unread), TOGETHER):
            with self._store.read() as db:
                for reading, page in _pages(db, unread[start : start + TOGETHER]):
                    self._keep(reading, page)

    def forget(self) -> None:
        self._shared.clear()

    def _keep(self, reading: Reading, page: _Page) -> None:
        match_id, viewer, _ = reading
        told = self._shared[reading] = page.told()
        if told is not None and page.complete:
            self._shared[match_id, viewer, told[1]] = None  # no need to look again


def _pages(db: Connection, readings: Sequence[Reading]) -> Iterator[tuple[Reading, _Page]]:
    """What is new for each, where its match is known."""
    found = {match.id: match for match in matches.some(db, list({match_id for match_id, _, _ in readings}))}
    pages = [(each, _Page(found[each[0]], *each[1:])) for each in readings if each[0] in found]
    logged_at = {(match_id, seq) for (match_id, _, _), page in pages for seq in (*page.unseen, *page.unjudged)}
    judged_at = {(match_id, seq) for (match_id, _, _), page in pages for seq in page.unjudged}
    events = log.read_at(db, list(logged_at)) if logged_at else {}
    said = folded.judged_at(db, list(judged_at)) if judged_at else {}
    for reading, page in pages:
        match_id, _, place = reading
        unjudged = page.unjudged
        # A ruling is told before what it has changed.
        page.events([events[match_id, seq] for seq in page.unseen])
        if page.rewritten:
            _tell_again(db, match_id, place, page)
        else:
            page.judged([(events[match_id, seq], said[match_id, seq]) for seq in unjudged])
        page.outcome()
        yield reading, page


def _tell_again(db: Connection, match_id: str, place: Place, page: _Page) -> None:
    start = place.again or 0
    upto = min(start + PAGE, place.judged)
    rows = folded.judged(db, match_id, after=start, upto=upto, since=place.epoch)
    events = log.read_at(db, [(match_id, row.seq) for row in rows]) if rows else {}
    page.changed([(events[match_id, row.seq], row) for row in rows], upto)


class _Page:
    """Messages in the making."""

    def __init__(self, match: Match, viewer: str, place: Place) -> None:
        self._match, self._viewer, self._before, self._place = match, viewer, place, place
        self._open = is_open(match)
        self._messages: list[bytes] = []
        # Verdicts that were sent before are different now: they are sent again, before any further ones.
        self.rewritten = place.again is not None or (match.rewritten > place.epoch and place.judged > 0)

    @property
    def unseen(self) -> range:
        """The events that come next."""
        before = self._before
        return range(before.head + 1, min(before.head + PAGE, self._match.head) + 1)

    @property
    def unjudged(self) -> range:
        """The events whose verdicts come next."""
        if self.rewritten:
            return range(0)
        before = self._before
        return range(before.judged + 1, min(before.judged + PAGE, self._match.folded, self.unseen.stop - 1) + 1)

    def _say(self, kind: str, data: Any) -> None:
        self._messages.append(
            b"id: %b\nevent: %b\ndata: %b\n\n" % (self._place.id.encode(), kind.encode(), orjson.dumps(data))
        )

    def events(self, events: list[dict[str, Any]]) -> None:
        for event in events:
            self._place = replace(self._place, head=event["seq"])
            kind = "ruling" if event["type"] == "ruling" else "event"
            self._say(kind, logged(event, None, self._viewer, self._open))

    def judged(self, said: list[Said]) -> None:
        for event, row in said:
            self._place = replace(self._place, judged=row.seq)
            self._say("verdict", logged(event, row, self._viewer, self._open))
        if said and self._match.rewritten <= self._place.epoch:
            self._place = replace(self._place, epoch=self._match.epoch)

    def changed(self, said: list[Said], upto: int) -> None:
        """Verdicts that were sent before and are different now."""
        until = self._place.until or self._match.epoch
        for event, row in said:
            self._say("verdict", logged(event, row, self._viewer, self._open))
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

    @property
    def complete(self) -> bool:
        place, match = self._place, self._match
        return (
            place.again is None
            and (place.head, place.judged) == (match.head, max(match.folded, 0))
            and (match.rewritten <= place.epoch or not place.judged)
        )

    def told(self) -> tuple[bytes, Place] | None:
        return None if self._place == self._before else (b"".join(self._messages), self._place)
