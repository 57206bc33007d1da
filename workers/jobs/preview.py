"""A ruling's preview: what it would change, with nothing stored."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from service.store import Store, archive, clock, folded, folding, log, matches
from service.store.hashing import parse
from workers.fold import Folder, Outcome, header_of, reader_of, run, state_before
from workers.rules import Docket

PATIENCE_SECONDS = 5.0
PAUSE_SECONDS = 0.02


def preview(store: Store, folder: Folder, match_id: str, ruling: Mapping[str, Any]) -> dict[str, Any]:
    """Folds the match with the ruling at its end, and compares with what is stored. Unredacted.

    Answers `seq` (that the ruling would get), `verdict` and `narration` of the ruling itself, `changes` (the verdicts
    that would differ: seq, before, after), and the final view `before` and `after`.
    """
    archive.whole(store, match_id)
    _bring_up_to_date(folder, match_id)
    with store.read() as db:
        match = matches.get(db, match_id)
        header = header_of(matches.header(db, match_id))
        docketed = log.read_docket(db, match_id, upto=match.head)
    event = {"id": "preview", "by": "judge"} | dict(ruling)
    event |= {"type": "ruling", "seq": match.head + 1, "recorded_at": clock.now()}
    docket = Docket(reader_of(store, match_id))
    for each in docketed:
        docket.add(each)
    start = docket.add(event)
    with store.read() as db:
        fold, events = state_before(db, match_id, header, start, match.head)
        stored = folding.rows_from(db, match_id, start)
        before = folded.view_at(db, match_id)
    rows = run(fold, docket, [*events, event], start).rows
    return {
        "seq": event["seq"],
        "verdict": parse(rows[-1].verdict),
        "narration": rows[-1].narration,
        "changes": [
            {"seq": row.seq, "before": parse(stored[row.seq].verdict), "after": parse(row.verdict)}
            for row in rows[:-1]
            if row.seq in stored and row.verdict != stored[row.seq].verdict
        ],
        "before": before,
        "after": fold.view(),
    }


def _bring_up_to_date(folder: Folder, match_id: str) -> None:
    """Somebody else may be folding the match at this moment: what they write is what the ruling is compared with."""
    end = time.monotonic() + PATIENCE_SECONDS
    while folder.fold(match_id) is Outcome.BUSY and time.monotonic() < end:
        time.sleep(PAUSE_SECONDS)
