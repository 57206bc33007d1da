"""What a browser may do with our pages."""

from __future__ import annotations

from werkzeug.datastructures import Headers

HEADER = "Content-Security-Policy"


def _policy(framed_by: str) -> str:
    """Everything comes from this service, and no inline script or style runs."""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
        f"frame-ancestors {framed_by}"
    )


def framed_by_anyone() -> dict[str, str]:
    """For a page that others may show in a frame: it must hold nothing that could be pressed by mistake."""
    return {HEADER: _policy("*")}


def protect_page(headers: Headers) -> None:
    """Nothing may frame a page unless it says so itself."""
    if HEADER not in headers:
        headers[HEADER] = _policy("'none'")
        headers["X-Frame-Options"] = "DENY"
    headers["Referrer-Policy"] = "same-origin"
