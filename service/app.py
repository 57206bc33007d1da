"""The application factory: puts the parts together. Who makes the parts is the command line's business."""

from __future__ import annotations

from threading import Semaphore

from flask import Flask, Response, g, request
from werkzeug.middleware.proxy_fix import ProxyFix

from service import observe, policy, problems, web
from service.api import (
    desk,
    events,
    games,
    health,
    matches,
    openapi,
    records,
    reference,
    rulings,
    sessions,
    stream,
    views,
)
from service.api.base import Api
from service.api.converters import MatchId, Word
from service.api.hub import Hub
from service.api.limits import Limits
from service.api.tape import Tape
from service.auth import csrf
from service.auth.audits import Refusals
from service.auth.caller import ANYONE, COOKIE, Callers
from service.auth.links import Links
from service.context import Service
from service.notices import Notices
from service.ports import Workers
from service.settings import Settings
from service.store import Store
from service.store.grouping import Appender

DAY = 86_400
CALLS = (games, matches, events, views, stream, rulings, desk, records, sessions)


def create_app(settings: Settings, store: Store, workers: Workers, notices: Notices) -> Flask:
    app = Flask("service", static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=settings.max_body_bytes,
        MAX_FORM_MEMORY_SIZE=65_536,
        PROPAGATE_EXCEPTIONS=False,
        **openapi.CONFIG,
    )
    app.url_map.converters.update(id=MatchId, word=Word)
    if settings.trusted_proxies:
        hops = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]

    problems.register(app)
    observe.follow_requests(app)
    callers = Callers(store, settings.token_cache_seconds)
    refusals = Refusals(store)
    links = Links(settings.signing_key(), settings.token_days * DAY)
    limits = Limits(settings)
    _know_the_caller(app, callers, links, limits)
    hub = Hub(
        Tape(store),
        notices,
        most=settings.stream_readers,
        heartbeat=settings.stream_heartbeat_seconds,
        stall=settings.stream_stall_seconds,
    )
    waits = Semaphore(settings.web_threads)
    app.extensions["tapedeck"] = Service(
        settings, store, Appender(store), workers, notices, callers, links, refusals, hub, limits, waits
    )

    api = Api(app)
    openapi.register_parts(api)
    for module in CALLS:
        api.register_blueprint(module.blp)
    app.register_blueprint(health.blp)
    app.register_blueprint(reference.blp)
    web.register(app)
    _after(app, refusals)
    return app


def _know_the_caller(app: Flask, callers: Callers, links: Links, limits: Limits) -> None:
    """Before the guards. Who shows a token that is no good is counted by address, as anybody without one is."""

    @app.before_request
    def find_caller() -> None:
        g.caller = ANYONE
        try:
            g.caller = callers.find(request.headers.get("Authorization"), request.cookies.get(COOKIE))
        finally:
            limits.count_request(g.caller)
        csrf.check(request, g.caller, links)
        if not request.path.startswith("/api/") and any("\0" in value for value in request.form.values()):
            raise problems.Problem(422, "The form holds a character that cannot be stored.")


def _after(app: Flask, refusals: Refusals) -> None:
    @app.after_request
    def protect(response: Response) -> Response:
        headers = response.headers
        headers["X-Content-Type-Options"] = "nosniff"
        if response.status_code in (401, 403, 429):
            match_id = (request.view_args or {}).get("match_id")
            refusals.note(
                g.caller.who, match_id, method=request.method, path=observe.shown_path(), status=response.status_code,
                address=request.remote_addr,
            )  # fmt: skip
        if response.mimetype == "text/html":
            policy.protect_page(headers)
        if "Cache-Control" not in headers:
            headers["Cache-Control"] = "no-store"
        if request.is_secure:
            headers["Strict-Transport-Security"] = "max-age=31536000"
        return response
