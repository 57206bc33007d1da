"""The fold, with verdicts, facts, narration and patches, beside a library that rebuilds aggregates without any rules,
and beside a chess library that parses and pushes moves.

Both the fold and the library start from what is stored: the very same events of a recorded match. The library keeps
each event as the payload of one of its own, in its SQLite persistence, and rebuilds the aggregate from there; the fold
reads each from its bytes, as the store does. All of them are single-threaded and measured in the time of their process,
so that whatever else the machine does is not counted.

The fold is measured twice: as plain Python, and with the rules compiled as the image has them (`make native`). One
process cannot hold both, so the compiled ones answer from another: this module, with build/native before the sources.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import chess
import orjson
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from schemas.language import installed_games
from tests.rules.playing import offered, opened
from workers.rules import Fold
from workers.rules.table import fold as compiled_or_not
from workers.scenarios import Recording

Round = Callable[[], float]  # does its work once; says how many of it a second
ROOT = Path(__file__).parents[2]
NATIVE = ROOT / "build" / "native"
ROUNDS = 25
REBUILDING = "eventsourcing: rebuild an aggregate from a match of {game}, no rules"
CHESS = "python-chess: parse and push SAN"
PLAIN = "Tapedeck: fold the match of {game} with verdicts and patches, plain Python"
COMPILED = "Tapedeck: fold the match of {game} with verdicts and patches, rules compiled"


class Match(Aggregate):
    """The smallest aggregate: it counts."""

    def __init__(self) -> None:
        self.plays = 0

    @event("Played")
    def play(self, logged: dict[str, Any]) -> None:
        self.plays += 1


def best(rounds: dict[str, Round]) -> dict[str, float]:
    """Events per second of each in its best round. They take turns, so that a slow moment of the machine is shared."""
    figures = dict.fromkeys(rounds, 0.0)
    for _ in range(ROUNDS):
        for name, once in rounds.items():
            figures[name] = max(figures[name], once())
    return figures


def timed(work: Callable[[], int]) -> Round:
    def once() -> float:
        start = time.process_time()
        done = work()
        return done / (time.process_time() - start)

    return once


@contextmanager
def compiled() -> Iterator[Callable[[str], Round]]:
    """Rounds of folding a game's match with the compiled rules, in a process of their own."""
    told = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (NATIVE, ROOT)))}
    asked = [sys.executable, "-m", "tests.bench.folding"]
    with subprocess.Popen(
        asked, cwd=NATIVE, env=told, text=True, bufsize=1, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        ask, answers = other.stdin, other.stdout

        def folded(game: str) -> Round:
            def once() -> float:
                print(game, file=ask)
                return float(answers.readline())

            return once

        yield folded


def answer() -> None:
    """The other process: for each name of a game that it reads, the figure of one round."""
    assert str(compiled_or_not.__file__).endswith((".so", ".pyd")), "the rules here are not compiled: see `make native`"
    rounds = cache(lambda game: timed(folding(game)))
    for line in sys.stdin:
        print(rounds(line.strip())(), flush=True)


def folding(game: str) -> Callable[[], int]:
    """A match of some length, read from the bytes of its events and folded."""
    recording = recorded(game)
    stored = [orjson.dumps(each) for each in recording.events]

    def work() -> int:
        fold = Fold.start(recording.header)
        for each in stored:
            fold.step(orjson.loads(each), "stands")
        return len(stored)

    return work


@cache
def recorded(game: str) -> Recording:
    """A match played from choices: the longest of a few."""
    return max((_played(game, seed) for seed in range(6)), key=lambda each: len(each.events))


def _played(game: str, seed: int) -> Recording:
    rng = random.Random(seed)
    recording = opened(game, rng)
    while (play := offered(recording, rng)) is not None and len(recording.events) < 600:
        recording.log(play)
    return recording


def rebuilding(game: str, folder: Path) -> Callable[[], int]:
    """The same events, kept by the library in a database of its own."""
    persistence = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(folder / f"{game}.sqlite")}
    app: Application = Application(env=persistence)
    match = Match()
    for each in recorded(game).events:
        match.play(each)
    app.save(match)

    def work() -> int:
        rebuilt: Match = app.repository.get(match.id)
        return rebuilt.plays

    return work


def chess_moves() -> Callable[[], int]:
    rng = random.Random(7)
    board = chess.Board()
    moves: list[str] = []
    while not board.is_game_over() and len(moves) < 200:
        move = rng.choice(list(board.legal_moves))
        moves.append(board.san(move))
        board.push(move)

    def work() -> int:
        replay = chess.Board()
        for san in moves:
            replay.push_san(san)
        return len(moves)

    return work


def run() -> list[tuple[str, str, str]]:
    """Rows of what was measured, its figure, and its ratio to the rebuilding of an aggregate from the same events."""
    with tempfile.TemporaryDirectory() as folder, compiled() as folded:
        rounds = {CHESS: timed(chess_moves())}
        for game in installed_games():
            rounds[REBUILDING.format(game=game)] = timed(rebuilding(game, Path(folder)))
            rounds[PLAIN.format(game=game)] = timed(folding(game))
            rounds[COMPILED.format(game=game)] = folded(game)
        figures = best(rounds)
    rows = [(CHESS, f"{figures[CHESS]:,.0f} moves/s", "")]
    for game in installed_games():
        peer = figures[REBUILDING.format(game=game)]
        for name in (REBUILDING, PLAIN, COMPILED):
            figure = figures[name.format(game=game)]
            rows.append((name.format(game=game), f"{figure:,.0f} events/s", f"{figure / peer:.2f}"))
    return rows


if __name__ == "__main__":
    answer()
