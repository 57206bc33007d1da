"""Work that must not grow: with the length of a match, with the size of the store, with the matches kept warm."""

from __future__ import annotations

import gc
import random
import tempfile
import time
import tracemalloc
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

from service.store import Store, folded, folding, log, matches, open_store
from service.store.hashing import canonical
from tests import servers
from tests.bench.filling import fill, late_game, open_match
from workers.fold import SNAPSHOT_EVERY, Folder, batched

# Both as far behind a snapshot: 10,000 would be nearer to one than 100, and would win by that.
SHORT, LONG = 100, 10_020
SMALL, LARGE = 10_000, 1_000_000
TIMES = 21
WARM = 100

Row = tuple[str, str, str]


def middle(work: Callable[[], object], times: int = TIMES) -> float:
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return median(taken)


def beside(name: str, peer: str, figure: float, of_peer: float) -> list[Row]:
    return [
        (peer, f"{of_peer * 1e3:.2f} ms", "1.00"),
        (name, f"{figure * 1e3:.2f} ms", f"{figure / of_peer:.2f}"),
    ]


def ruled(store: Store, folder: Folder, match_id: str, target: int, times: int = TIMES) -> float:
    """From a ruling on an event to its effect in the store: struck, then let stand again, and so on."""
    decisions = ["void", "uphold"] * TIMES

    def rule() -> None:
        event = {"id": str(uuid.uuid4()), "type": "ruling", "decision": decisions.pop(), "target": target, "note": "so"}
        log.append(store, match_id, [event], by="judge:Jo")
        folder.fold(match_id)

    return middle(rule, times)


def by_length(store: Store) -> list[Row]:
    """The same game, table and distance to the snapshot before: only the log in front of it is longer."""
    folder = Folder(store, lambda _: None)
    short, long = (open_match(store, late_game(SHORT, length - SHORT)) for length in (SHORT, LONG))
    folder.drain()
    assert SHORT % SNAPSHOT_EVERY == LONG % SNAPSHOT_EVERY
    assert _plays(store, short, SHORT) == _plays(store, long, LONG), "the two games are not the same"
    views = [middle(_view(store, match_id, length)) for match_id, length in ((short, SHORT), (long, LONG))]
    last = [ruled(store, folder, match_id, length) for match_id, length in ((short, SHORT), (long, LONG))]
    early = ruled(store, folder, long, 10, times=3)
    again = open_match(store, late_game(SHORT, LONG - SHORT))
    whole = middle(lambda: Folder(store, lambda _: None).fold(again), times=1)
    return [
        *beside(f"ruling on the last of {LONG:,} events", f"ruling on the last of {SHORT} events", last[1], last[0]),
        *beside(f"ruling on event 10 of {LONG:,}", f"folding all {LONG:,} from the start", early, whole),
        *beside(f"view at a random play of {LONG:,}", f"view at a random play of {SHORT}", views[1], views[0]),
    ]


def _plays(store: Store, match_id: str, length: int) -> list[str]:
    """What the rules said of the game itself."""
    with store.read() as db:
        return [each.verdict["status"] for each in folded.judged(db, match_id, after=length - SHORT)]


def _view(store: Store, match_id: str, length: int) -> Callable[[], object]:
    chance = random.Random(5)

    def look() -> dict[str, Any]:
        with store.read() as db:
            return folded.view_at(db, match_id, length - chance.randrange(SHORT // 2))

    return look


def replayed(store: Store) -> list[Row]:
    """What the replay document of a whole game is made of, beside its bare log."""
    match_id = open_match(store, late_game(300, 0))
    Folder(store, lambda _: None).fold(match_id)

    def read_log() -> list[dict[str, Any]]:
        with store.read() as db:
            return log.read(db, match_id)

    def read_all() -> tuple[Any, ...]:
        with store.read() as db:
            return folded.view_at(db, match_id, 0), log.read(db, match_id), folded.judged(db, match_id)

    length = len(read_log())
    return beside(
        f"replay of a game of {length} events", f"its log of {length} events", middle(read_all), middle(read_log)
    )


def by_size(small: Store, large: Store) -> list[Row]:
    """The same work in a small store and in a large one, taken in turns."""
    few, many = fill(small, SMALL), fill(large, LARGE)
    rows: list[Row] = []
    for name, work in WORK.items():
        figures: dict[str, list[float]] = {few: [], many: []}
        for _ in range(5):
            for store, match_id in ((small, few), (large, many)):
                figures[match_id].append(middle(work(store, match_id), 5))
        rows += beside(
            f"{name}, {LARGE:,} events stored", f"{name}, {SMALL:,} stored", median(figures[many]), median(figures[few])
        )
    return rows


def _append_and_fold(store: Store, match_id: str) -> Callable[[], object]:
    folder = Folder(store, lambda _: None)

    def work() -> None:
        log.append(store, match_id, [{"id": str(uuid.uuid4()), "type": "note", "text": "one more"}], by="p1")
        folder.fold(match_id)

    return work


def _reading(read: Callable[[Any, str], object]) -> Callable[[Store, str], Callable[[], object]]:
    def work(store: Store, match_id: str) -> Callable[[], object]:
        def look() -> None:
            with store.read() as db:
                read(db, match_id)

        return look

    return work


WORK: dict[str, Callable[[Store, str], Callable[[], object]]] = {
    "append and fold": _append_and_fold,
    "view": _reading(lambda db, match_id: folded.view_at(db, match_id, 77)),
    "log": _reading(lambda db, match_id: log.read(db, match_id, limit=50)),
    "list of matches": _reading(lambda db, _: matches.find(db)),
    "fold lag": _reading(lambda db, _: folded.lag(db)),
}


def warm_memory(store: Store) -> list[Row]:
    """What Python allocates for a state that is kept warm, beside the snapshot of it that is stored."""
    played = [open_match(store, late_game(SHORT, 0, seed % 8)) for seed in range(WARM + 8)]
    folder = Folder(store, lambda _: None)
    folder.fold_all(played[:8])  # whatever is loaded once for all
    gc.collect()
    tracemalloc.start()
    for some in batched(played[8:]):
        folder.fold_all(some)
    gc.collect()
    each = tracemalloc.get_traced_memory()[0] / WARM
    tracemalloc.stop()
    with store.read() as db:
        states = [found[1] for match_id in played[8:] if (found := folding.snapshot_before(db, match_id, SHORT + 1))]
    stored = sum(len(canonical(state)) for state in states) / len(states)
    return [
        ("a match's snapshot, unpacked", f"{stored / 1024:,.1f} KiB", "1.00"),
        ("a live match kept warm", f"{each / 1024:,.1f} KiB", f"{each / stored:.2f}"),
    ]


@contextmanager
def opened(url: str) -> Iterator[Store]:
    store = open_store(url)
    try:
        yield store
    finally:
        store.close()


def run() -> list[Row]:
    with servers.postgres() as database, tempfile.TemporaryDirectory() as folder:
        with opened(database.fresh_url()) as store:
            rows = [*by_length(store), *replayed(store), *warm_memory(store)]
        with opened(database.fresh_url()) as small, opened(database.fresh_url()) as large:
            rows += [(f"PostgreSQL: {name}", *rest) for name, *rest in by_size(small, large)]
        with opened(f"sqlite:///{folder}/small.db") as small, opened(f"sqlite:///{folder}/large.db") as large:
            rows += [(f"SQLite: {name}", *rest) for name, *rest in by_size(small, large)]
    return rows


if __name__ == "__main__":
    for row in run():
        print(row)
