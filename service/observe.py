"""What an operator can see: structured logs that carry a request id, and Prometheus metrics."""

from __future__ import annotations

import logging
import os
import re
import secrets
import sys
import time
from functools import cache
from typing import Any

import structlog
from flask import Flask, Response, g, has_request_context, request
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest, multiprocess, start_http_server
from prometheus_client.registry import REGISTRY, Collector

log = structlog.get_logger("tapedeck.http")

APPENDS = Counter("tapedeck_appends_total", "Events stored")
HTTP_SECONDS = Histogram(
    "tapedeck_http_request_seconds",
    "Time to answer a request",
    ["route", "method", "status"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20),
)
REFUSALS = Counter("tapedeck_refusals_total", "Requests refused for want of a right", ["status"])

_timer = cache(HTTP_SECONDS.labels)  # the library looks a child up rather slowly
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")


def set_up_logs(level: str, format_: str) -> None:
    """One line an event on standard error; the standard library's loggers go the same way."""
    shared: list[Any] = [
        _name_the_request,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: Any = structlog.dev.ConsoleRenderer() if format_ == "console" else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        # What nobody reads should cost nothing.
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                last,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())


def _name_the_request(_logger: Any, _method: str, line: dict[str, Any]) -> dict[str, Any]:
    """What is logged while a request is answered carries its id."""
    return line | {"request_id": g.request_id} if has_request_context() and "request_id" in g else line


def shown_path() -> str:
    """The path for logs and audit lines: a join link opens a seat, so its secret part is left out."""
    if "signed" in (request.view_args or {}) and request.url_rule is not None:
        return request.url_rule.rule
    return request.path


def follow_requests(app: Flask) -> None:
    """Give each request an id, a timing and, unless it is routine, a log line."""

    @app.before_request
    def begin() -> None:
        g.started = time.perf_counter()
        given = request.headers.get("X-Request-ID", "")
        g.request_id = given if _REQUEST_ID.match(given) else secrets.token_hex(16)

    @app.after_request
    def measure(response: Response) -> Response:
        seconds = time.perf_counter() - g.get("started", time.perf_counter())
        response.headers["X-Request-ID"] = g.get("request_id", "")
        # What is not there is counted as one: paths and methods can be made up without end.
        route, method = (request.url_rule.rule, request.method) if request.url_rule else ("(none)", "(any)")
        _timer(route, method, response.status_code).observe(seconds)
        if response.status_code in (401, 403, 429):
            REFUSALS.labels(response.status_code).inc()
        tell = log.debug if response.status_code < 400 else log.info  # the metrics count what is routine
        tell(
            "request",
            method=request.method,
            path=shown_path(),
            status=response.status_code,
            ms=round(seconds * 1000, 1),
        )
        return response


def exposition(*collectors: Collector) -> bytes:
    """The metrics of all processes here, with what `collectors` read from the store at this moment."""
    registry = _counts()
    for collector in collectors:
        registry.register(collector)
    return generate_latest(registry)


def _counts() -> CollectorRegistry:
    registry = CollectorRegistry()
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        multiprocess.MultiProcessCollector(registry)
    else:
        registry.register(REGISTRY)
    return registry


def show_metrics(host: str, port: int) -> None:
    """For a pool of workers, which serves nothing else: `/metrics` from a thread of its own."""
    start_http_server(port, host, _counts())


def forget_process(pid: int) -> None:
    """A process has ended, however it did: what it was holding open is not counted any more."""
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        multiprocess.mark_process_dead(pid)
