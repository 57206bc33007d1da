"""The pages. Plain HTML from templates, plain ES modules, one stylesheet: nothing comes from outside."""

from __future__ import annotations

from flask import Flask, Response, g, render_template

from service.context import the_service
from service.problems import Problem
from service.web import pages, phone, staff


def register(app: Flask) -> None:
    app.register_blueprint(pages.blp)
    app.register_blueprint(phone.blp)
    app.register_blueprint(staff.blp)
    app.extensions["tapedeck.error_page"] = _error_page

    @app.context_processor
    def for_all_pages() -> dict[str, object]:
        caller = g.get("caller")
        token = the_service().links.csrf_token(caller.digest) if caller is not None and caller.by_cookie else ""
        return {"caller": caller, "csrf_token": token}


def _error_page(problem: Problem) -> Response:
    return Response(
        render_template("error.html", problem=problem), problem.status, problem.headers, mimetype="text/html"
    )
