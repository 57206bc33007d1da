"""How often: rates per token and per address, and slower doors for those who try passwords and codes."""

from __future__ import annotations

import logging
import time
from functools import cache
from ipaddress import IPv6Network
from typing import Any

from flask import request
from limits import RateLimitItem, parse_many
from limits.storage import RedisStorage
from limits.strategies import FixedWindowRateLimiter

from service.api.counting import Counts
from service.auth.caller import Caller
from service.problems import Problem
from service.settings import Settings

# A request must not wait for a Redis that is down.
REDIS_OPTIONS: dict[str, Any] = {"socket_timeout": 0.5, "socket_connect_timeout": 0.5, "retry": None}
REST_SECONDS = 2.0  # and does not even try for this long after it has failed
PREFIX = "tapedeck"
# A page is made of dozens of files that cost nothing to hand out, and what is not there costs nothing to say.
UNCOUNTED = ("web.static", None)

logger = logging.getLogger("tapedeck.limits")
items = cache(parse_many)


def address() -> str:
    """Whom an address stands for: of IPv6 everybody has 2**64, so their network counts as one."""
    told = request.remote_addr or "unknown"
    return told if ":" not in told else str(IPv6Network((told.partition("%")[0], 64), strict=False))


class Rates:
    """Counts. Redis keeps them where there is one, so that all processes count together; while it is down, each counts
    for itself."""

    def __init__(self, redis_url: str | None) -> None:
        self._own = FixedWindowRateLimiter(Counts())
        self._shared = None
        if redis_url:
            self._shared = FixedWindowRateLimiter(RedisStorage(redis_url, key_prefix=PREFIX, **REDIS_OPTIONS))
        self._rest_until = 0.0

    def hit(self, rate: str, *key: str) -> None:
        """Counts once under this key. Raises the problem where it is once too often."""
        for item in items(rate):
            if self._shared is not None and time.monotonic() >= self._rest_until:
                try:
                    _hit(self._shared, item, key)
                    continue
                except self._shared.storage.base_exceptions as error:
                    self._rest_until = time.monotonic() + REST_SECONDS
                    logger.warning("Redis counts no requests, each process counts its own: %s", error)
            _hit(self._own, item, key)


def _hit(limiter: FixedWindowRateLimiter, item: RateLimitItem, key: tuple[str, ...]) -> None:
    if not limiter.hit(item, PREFIX, *key):
        seconds = max(1, round(limiter.get_window_stats(item, PREFIX, *key).reset_time - time.time()))
        raise Problem(429, f"Too many requests; go on in {seconds} s.", headers={"Retry-After": str(seconds)})


class Limits:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._rates = Rates(settings.redis_url)

    def count_request(self, caller: Caller) -> None:
        if request.endpoint in UNCOUNTED:
            return
        if caller.anonymous:
            self._rates.hit(self._settings.rate_address, "requests", address())
        else:
            self._rates.hit(self._settings.rate_token, "requests", caller.digest)

    def throttle_sign_in(self, name: str | None = None) -> None:
        """Counts an attempt from this address and, where one is named, on this account."""
        self._rates.hit(self._settings.rate_sign_in, "sign-in", "address", address())
        if name is not None:
            self._rates.hit(self._settings.rate_account, "sign-in", "account", name.casefold())
