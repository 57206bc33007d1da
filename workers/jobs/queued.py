"""With Redis, the service's side: wakes RQ workers after an append, and asks them for previews.

A wake-up names its match in a sorted set (once, however often it is woken) and makes sure that some worker is looking
there. Which matches are behind is known by the database alone: if Redis is down or loses everything, the workers' own
sweep finds them, only later.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from typing import Any

import redis
from rq import Queue
from rq.results import Result
from rq.serializers import JSONSerializer

from service.ports import WorkersTimeout
from workers.jobs.desk import Desk

FOLDS = "tapedeck-folds"  # RQ's queue of drains
PREVIEWS = "tapedeck-previews"
WAKES = "tapedeck:wakes"  # matches to look at, by the time of their first wake-up
AWAKE = "tapedeck:awake"  # there is a drain at work that will see a new wake-up
NOBODY = ""  # no match: only makes a lingering drain look up
REDIS_SECONDS = 0.5  # an append must not wait for a Redis that is down
REST_SECONDS = 2.0  # and does not even try for this long after it has failed
DRAIN_TIMEOUT = 300  # seconds until RQ gives up on a drain; it ends by itself long before
PREVIEW_TIMEOUT = 30

logger = logging.getLogger("tapedeck.queue")


class QueuedWorkers(Desk):
    """`service.ports.Workers` with RQ workers behind it."""

    def __init__(self, redis_url: str) -> None:
        self._redis = redis.Redis.from_url(
            redis_url, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS, retry=None
        )
        # Waiting for an answer is this one's work, so it must not lose patience by itself.
        self._patient = redis.Redis.from_url(redis_url, socket_connect_timeout=REDIS_SECONDS, retry=None)
        self._rest_until = 0.0

    def wake(self, match_id: str) -> None:
        if time.monotonic() < self._rest_until:
            return
        try:
            wake(self._redis, match_id)
        except redis.RedisError as error:
            self._rest_until = time.monotonic() + REST_SECONDS
            logger.warning("Redis takes no wake-ups, the sweep will find the match: %s", error)

    def preview(self, match_id: str, ruling: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        return self._ask("workers.jobs.tasks.answer_preview", seconds, match_id, dict(ruling))

    def verify(self, match_id: str, seconds: float) -> dict[str, Any]:
        return self._ask("workers.jobs.tasks.answer_verify", seconds, match_id)

    def _ask(self, task: str, seconds: float, *told: Any) -> dict[str, Any]:
        try:
            job = queue(PREVIEWS, self._patient).enqueue(
                task,
                *told,
                job_timeout=PREVIEW_TIMEOUT,
                ttl=max(1, int(seconds)),
                result_ttl=60,
                failure_ttl=60,
            )
            self._redis.zadd(WAKES, {NOBODY: 0})
            answer = job.latest_result(timeout=max(1, int(seconds)))
        except redis.RedisError as error:
            raise WorkersTimeout from error
        if answer is None:
            raise WorkersTimeout
        if answer.type is not Result.Type.SUCCESSFUL:
            raise RuntimeError(f"The workers broke on it: {answer.exc_string}")
        return dict(answer.return_value)  # type: ignore[arg-type]

    def ping(self) -> bool:
        """Whether the queue can be reached, for `/readyz`."""
        try:
            return bool(self._redis.ping())
        except redis.RedisError:
            return False

    def waiting(self) -> int | None:
        """How many matches wait to be looked at; None when Redis cannot be asked."""
        try:
            return int(self._redis.zcard(WAKES))
        except redis.RedisError:
            return None

    def close(self) -> None:
        self._redis.close()
        self._patient.close()


def queue(name: str, connection: redis.Redis) -> Queue:
    """JSON, not RQ's usual pickle: whoever gets into Redis must not get into the workers."""
    return Queue(name, connection=connection, serializer=JSONSerializer)


def wake(connection: redis.Redis, match_id: str) -> None:
    """Names the match, then looks whether a drain is at work: a drain that ends does it the other way round."""
    with connection.pipeline(transaction=False) as pipe:
        pipe.zadd(WAKES, {match_id: time.time()}, nx=True)
        pipe.set(AWAKE, "called", nx=True, ex=5)
        _, nobody_awake = pipe.execute()
    if nobody_awake:
        call_a_drain(connection)


def call_a_drain(connection: redis.Redis) -> None:
    """Queues a drain. Each has an id of its own: RQ would refuse a known one for long after the job has ended."""
    queue(FOLDS, connection).enqueue(
        "workers.jobs.tasks.drain", job_timeout=DRAIN_TIMEOUT, result_ttl=0, failure_ttl=3600
    )
