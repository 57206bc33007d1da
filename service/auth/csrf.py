"""Forgery: a browser sends its cookie along with whatever another site makes it send."""

from __future__ import annotations

import hmac

from flask import Request

from service.auth.caller import SAFE_METHODS, Caller
from service.auth.links import Links
from service.problems import Problem

HEADER = "X-CSRF-Token"
FIELD = "csrf_token"


def check(request: Request, caller: Caller, links: Links) -> None:
    """A change by cookie needs the session's own word; one without a session must not come from elsewhere."""
    if request.method in SAFE_METHODS or (not caller.anonymous and not caller.by_cookie):
        return
    if _from_elsewhere(request):
        raise Problem(403, "This request comes from another site.")
    if caller.by_cookie:
        given = request.headers.get(HEADER) or request.form.get(FIELD, "")
        if not hmac.compare_digest(given.encode(), links.csrf_token(caller.digest).encode()):
            raise Problem(403, f"This form is out of date: load the page again. (API clients: send {HEADER}.)")


def _from_elsewhere(request: Request) -> bool:
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = request.headers.get("Origin")
    return origin is not None and origin.partition("://")[2] != request.host
