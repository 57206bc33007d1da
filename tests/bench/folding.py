"""The fold, with verdicts, facts, narration and patches, beside a library that rebuilds aggregates without any rules,
and beside a chess library that parses and pushes moves."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import chess
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from tests.rules.playing import offered, opened
from workers.rules import Fold

ROUNDS = 7


class Match(Aggregate):
    """The smallest aggregate: it counts."""

    def __init__(self) -> None:
        self.plays = 0

    @event("Played")
    def play(self, kind: str, seat: str, card: str) -> None:
        self.plays += 1


def best(work: Callable[[], int]) -> float:
    """Events per second in the best of some rounds."""
    figures = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        done = work()
        figures.append(done / (time.perf_counter() - start))
    return max(figures)


def folding(game: str) -> Callable[[], int]:
    rng = random.Random(7)
    recording = opened(game, rng)
    while (play := offered(recording, rng)) is not None and len(recording.events) < 600:
        recording.log(play)
    events = recording.events

    def work() -> int:
        fold = Fold.start(recording.header)
        for each in events:
            fold.step(each, "stands")
        return len(events)

    return work


def rebuilding() -> Callable[[], int]:
    app: Application = Application()
    match = Match()
    for number in range(600):
        match.play("load", "p1", f"card {number}")
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
    """Rows of what was measured, its figure, and its ratio to the rebuilding of an aggregate."""
    rebuilt = best(rebuilding())
    rows = [("eventsourcing: rebuild an aggregate, no rules", f"{rebuilt:,.0f} events/s", "1.00")]
    others = {
        "python-chess: parse and push SAN": chess_moves(),
        "Tapedeck: fold SynSouls with verdicts and patches": folding("synsouls"),
    }
    for name, work in others.items():
        figure = best(work)
        rows.append((name, f"{figure:,.0f} events/s", f"{figure / rebuilt:.2f}"))
    return rows
