"""How often: rates per token and per address, and slower doors for those who try passwords and codes."""

from __future__ import annotations

import time
from typing import Any

from flask import Flask, g, request
from flask_limiter import ApplicationLimit, Limiter, RateLimitExceeded
from limits import parse_many

from service.auth.caller import Caller
from service.problems import Problem
from service.settings import Settings

# Redis keeps the counts where there is one, so that all processes count together; if it is down, each counts for
# itself.
REDIS_OPTIONS: dict[str, Any] = {"socket_timeout": 0.5, "socket_connect_timeout": 0.5}


def _who() -> str:
    caller: Caller = g.caller
    return caller.digest or address()


def address() -> str:
    return request.remote_addr or "unknown"


class Limits:
    def __init__(self, app: Flask, settings: Settings) -> None:
        self._settings = settings
        self._limiter = Limiter(
            _who,
            app=app,
            application_limits=[ApplicationLimit(self._rate, scope="requests")],
            storage_uri=settings.redis_url or "memory://",
            storage_options=dict(REDIS_OPTIONS) if settings.redis_url else {},
            in_memory_fallback_enabled=bool(settings.redis_url),
            swallow_errors=True,
            key_prefix="tapedeck",
        )
        app.register_error_handler(RateLimitExceeded, self._too_fast)

    def _rate(self) -> str:
        caller: Caller = g.caller
        return self._settings.rate_address if caller.anonymous else self._settings.rate_token

    def _too_fast(self, _: RateLimitExceeded) -> object:
        current = self._limiter.current_limit
        return too_fast(current.reset_at if current else time.time() + 60).response()

    def throttle_sign_in(self, name: str | None = None) -> None:
        """Counts an attempt from this address and, where one is named, on this account."""
        self._hit(self._settings.rate_sign_in, "address", address())
        if name is not None:
            self._hit(self._settings.rate_account, "account", name.casefold())

    def _hit(self, rate: str, *key: str) -> None:
        for item in parse_many(rate):
            if not self._limiter.limiter.hit(item, "sign-in", *key):
                raise too_fast(self._limiter.limiter.get_window_stats(item, "sign-in", *key).reset_time)


def too_fast(until: float) -> Problem:
    seconds = max(1, round(until - time.time()))
    return Problem(429, f"Too many requests; go on in {seconds} s.", headers={"Retry-After": str(seconds)})
