"""Word of mouth: "something is new in this match", from those who write to those who hold a stream open.

A notice carries nothing but the match's id: whoever hears it looks into the store, which alone knows what is true. So a
notice may be lost or come twice, and nothing goes wrong. Knows neither Flask nor the rules.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import Protocol

import redis

CHANNEL = "tapedeck:notices"
REDIS_SECONDS = 0.5  # an append must not wait for a Redis that is down
REST_SECONDS = 2.0  # and does not even try for this long after it has failed

log = logging.getLogger("tapedeck.notices")


class Ear(Protocol):
    """Whatever can be told that something is new. It must not take long."""

    def hear(self) -> None: ...


class Listener:
    """An ear of somebody who waits. Notices that arrive while they are busy are heard as one."""

    def __init__(self) -> None:
        self._heard = threading.Event()

    def wait(self, seconds: float) -> bool:
        """Waits for a notice; False when none came in time."""
        heard = self._heard.wait(seconds)
        self._heard.clear()
        return heard

    def hear(self) -> None:
        self._heard.set()


class Notices(Protocol):
    def publish(self, match_id: str) -> None:
        """Tells everyone who listens to this match. Never fails."""

    def listen(self, match_id: str) -> contextlib.AbstractContextManager[Listener]:
        """An ear for one match. Look into the store after this, not before, and nothing is missed."""

    def attach(self, match_id: str, ear: Ear) -> None:
        """The same for those who do not wait: `ear` hears of the match until it is detached."""

    def detach(self, match_id: str, ear: Ear) -> None: ...

    def close(self) -> None: ...


class LocalNotices:
    """Within one process."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Ear]] = defaultdict(set)
        self._lock = threading.Lock()

    def publish(self, match_id: str) -> None:
        with self._lock:
            listeners = list(self._listeners.get(match_id, ()))
        for listener in listeners:
            listener.hear()

    def publish_to_all(self) -> None:
        """For when notices may have been missed: everyone looks again."""
        with self._lock:
            listeners = [listener for each in self._listeners.values() for listener in each]
        for listener in listeners:
            listener.hear()

    @contextlib.contextmanager
    def listen(self, match_id: str) -> Iterator[Listener]:
        listener = Listener()
        self.attach(match_id, listener)
        try:
            yield listener
        finally:
            self.detach(match_id, listener)

    def attach(self, match_id: str, ear: Ear) -> None:
        with self._lock:
            self._listeners[match_id].add(ear)

    def detach(self, match_id: str, ear: Ear) -> None:
        with self._lock:
            self._listeners[match_id].discard(ear)
            if not self._listeners[match_id]:
                del self._listeners[match_id]

    def close(self) -> None:
        self.publish_to_all()


class RedisNotices:
    """Between processes: one subscription per process, handed on to its own listeners.

    The subscription starts with the first listener, so a process that only publishes (a worker) has none.
    """

    def __init__(self, url: str) -> None:
        self._publisher = redis.Redis.from_url(
            url, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS, retry=None
        )
        self._subscriber = redis.Redis.from_url(url, socket_connect_timeout=REDIS_SECONDS, retry=None)
        self._local = LocalNotices()
        self._rest_until = 0.0
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closed = threading.Event()

    def publish(self, match_id: str) -> None:
        if time.monotonic() < self._rest_until:
            return
        try:
            self._publisher.publish(CHANNEL, match_id)
        except redis.RedisError as error:
            self._rest_until = time.monotonic() + REST_SECONDS
            log.warning("Redis does not take notices: %s", error)

    @contextlib.contextmanager
    def listen(self, match_id: str) -> Iterator[Listener]:
        with self._local.listen(match_id) as listener:
            self._start()
            yield listener

    def attach(self, match_id: str, ear: Ear) -> None:
        self._local.attach(match_id, ear)
        self._start()

    def detach(self, match_id: str, ear: Ear) -> None:
        self._local.detach(match_id, ear)

    def close(self) -> None:
        self._closed.set()
        self._local.close()
        if self._thread is not None:
            self._thread.join(2 * REST_SECONDS)
        self._publisher.close()
        self._subscriber.close()

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._hand_on, name="notices", daemon=True)
                self._thread.start()

    def _hand_on(self) -> None:
        while not self._closed.is_set():
            try:
                with self._subscriber.pubsub() as subscription:
                    subscription.subscribe(CHANNEL)
                    self._local.publish_to_all()  # whatever was said while nobody listened
                    self._hand_on_from(subscription)
            except redis.RedisError as error:
                log.warning("Redis gives no notices: %s", error)
                self._closed.wait(REST_SECONDS)

    def _hand_on_from(self, subscription: redis.client.PubSub) -> None:
        while not self._closed.is_set():
            message = subscription.get_message(ignore_subscribe_messages=True, timeout=1.0)
            if message is not None:
                self._local.publish(message["data"].decode())
