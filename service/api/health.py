"""For operators: is it alive, is it fit to serve, and how is it doing?"""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime

from flask import Blueprint, Response
from prometheus_client import CONTENT_TYPE_LATEST
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy.exc import SQLAlchemyError

from service.api.base import answer
from service.auth.access import access, the_caller
from service.context import the_service
from service.observe import exposition
from service.ports import Workers
from service.store import Store, folded
from service.store.folded import Lag

blp = Blueprint("health", __name__)

# A scrape must not become a load of its own.
LAG_SECONDS = 1.0


def lag_seconds(lag: Lag) -> float:
    """How long the oldest event without a verdict has been waiting."""
    if lag.oldest is None:
        return 0.0
    return max(0.0, (datetime.now(UTC) - datetime.fromisoformat(lag.oldest)).total_seconds())


class FoldLag(Collector):
    """Read from the store and the queue at each scrape, so that every process tells the same."""

    def __init__(self, store: Store, workers: Workers) -> None:
        self._store, self._workers = store, workers

    def collect(self) -> Iterator[GaugeMetricFamily]:
        if (waiting := self._workers.waiting()) is not None:
            yield GaugeMetricFamily("tapedeck_queue_depth", "Matches woken that no worker has looked at yet", waiting)
        with self._store.read() as db:
            lag = folded.lag(db)
        yield GaugeMetricFamily(
            "tapedeck_fold_lag_seconds", "Age of the oldest event without a verdict", lag_seconds(lag)
        )
        yield GaugeMetricFamily("tapedeck_fold_lag_events", "Events without a verdict", lag.events)
        yield GaugeMetricFamily("tapedeck_matches_behind", "Matches with events without a verdict", lag.matches)
        yield GaugeMetricFamily("tapedeck_matches_failed", "Matches that the fold broke on", len(lag.failed))


@blp.route("/healthz")
@access("anyone")
def healthz() -> Response:
    return answer({"status": "alive"})


@blp.route("/readyz")
@access("anyone")
def readyz() -> Response:
    """Database, queue and fold lag decide; matches that the fold broke on are told (private ones to judges), and stop
    nobody else."""
    service = the_service()
    checks: dict[str, object] = {"queue": service.workers.ping()}
    ready = bool(checks["queue"])
    try:
        started = time.perf_counter()
        with service.store.read() as db:
            lag = folded.lag(db)
        checks["database"] = True
        checks["database_ms"] = round((time.perf_counter() - started) * 1000, 1)
        checks["fold_lag_seconds"] = round(lag_seconds(lag), 3)
        checks["fold_lag_events"] = lag.events
        everything = the_caller().is_judge
        checks["failed_matches"] = [match_id for match_id, private in lag.failed if everything or not private]
        # What waits behind a broken fold waits for a deploy: only the others tell whether the workers keep up.
        ready = ready and (lag_seconds(lag) <= service.settings.ready_lag_seconds or bool(lag.failed))
    except SQLAlchemyError:
        checks["database"] = ready = False
    return answer({"status": "ready" if ready else "not ready", **checks}, 200 if ready else 503)


@blp.route("/metrics")
@access("anyone")
def metrics() -> Response:
    service = the_service()
    return Response(exposition(FoldLag(service.store, service.workers)), content_type=CONTENT_TYPE_LATEST)
