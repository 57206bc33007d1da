"""The guards that routes name. A route says `@access("judge")`; the guard answers 401, 403 or 404 before anything else.

What a guard has found out is kept for the view: `the_caller()`, and below a match `the_match()` and `the_viewer()`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from flask import g

from schemas.viewer import JUDGE, PUBLIC
from service.auth.caller import Caller, no_token
from service.context import the_service
from service.problems import NO_SUCH_MATCH, Problem, shape_wrong
from service.store import archive
from service.store.matches import Match

View = TypeVar("View", bound=Callable[..., Any])


def the_caller() -> Caller:
    caller: Caller = g.caller
    return caller


def the_match() -> Match:
    match: Match = g.match
    return match


def the_viewer() -> str:
    viewer: str = g.viewer
    return viewer


def is_open(match: Match) -> bool:
    """Whether everybody may see everything: the match is over, and was not opened private."""
    return match.status == "finished" and not match.private


def the_side(match: Match, wanted: str | None) -> tuple[str, bool]:
    """From whose side the table is shown, and whether all of it lies open.

    By default by the caller's own right. Judges may look from any side, and so may everybody once the match is open; a
    seat may look as the public does. Nobody sees more from another side than by their own right.
    """
    viewer, open_ = the_viewer(), is_open(match)
    if wanted is None or wanted == viewer == JUDGE:
        return viewer, open_
    if viewer != JUDGE and not open_ and wanted not in (viewer, PUBLIC):
        raise Problem(403, "Only judges may look from there while the match is not open.")
    if wanted == JUDGE:
        return viewer, open_
    if wanted != PUBLIC and int(wanted[1:]) > len(match.seats):
        shape_wrong({"as": ["this match has no such seat"]})
    return wanted, False


def _anyone(caller: Caller, _: dict[str, Any]) -> None:
    pass


def _signed_in(caller: Caller, _: dict[str, Any]) -> None:
    if caller.anonymous:
        raise no_token()


def _judge(caller: Caller, arguments: dict[str, Any]) -> None:
    _signed_in(caller, arguments)
    if not caller.is_judge:
        if "match_id" in arguments:
            _viewer(caller, arguments)  # 404 where the caller may not even know of the match
        raise Problem(403, "Only a judge may do this.")


def _organiser(caller: Caller, arguments: dict[str, Any]) -> None:
    _signed_in(caller, arguments)
    if not caller.is_organiser:
        raise Problem(403, "Only an organiser may do this.")


def _staff(caller: Caller, arguments: dict[str, Any]) -> None:
    _signed_in(caller, arguments)
    if not caller.is_organiser and not caller.is_judge:
        if "match_id" in arguments:
            _viewer(caller, arguments)
        raise Problem(403, "Only organisers and judges may do this.")


def _viewer(caller: Caller, arguments: dict[str, Any]) -> None:
    match = archive.whole(the_service().store, arguments["match_id"])
    viewer = caller.viewer_of(match)
    if viewer is None:
        raise Problem(404, NO_SUCH_MATCH)
    g.match, g.viewer = match, viewer


def _player(caller: Caller, arguments: dict[str, Any]) -> None:
    """A seat of this match, or a judge. No look at the match is needed for either: an append stays cheap."""
    _signed_in(caller, arguments)
    if caller.is_judge or caller.seat_in(arguments["match_id"]):
        return
    _viewer(caller, arguments)
    raise Problem(403, "Only the seats of this match and judges may do this.")


GUARDS: dict[str, Callable[[Caller, dict[str, Any]], None]] = {
    "anyone": _anyone,
    "signed in": _signed_in,
    "judge": _judge,
    "organiser": _organiser,
    "staff": _staff,
    "viewer": _viewer,
    "player": _player,
}


def access(level: str) -> Callable[[View], View]:
    """Lets a view be called only by those whom the guard lets through."""
    guard = GUARDS[level]

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            guard(g.caller, kwargs)
            return view(*args, **kwargs)

        guarded.access = level  # type: ignore[attr-defined]
        return cast(View, guarded)

    return decorate
