"""Pages for judges and organisers: the desk, the audits, the people."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, render_template, request

from schemas.envelope import LONGEST_NAME, is_name
from schemas.http import ROLES, STATUSES
from schemas.language import installed_games, language
from service.api.base import link_to
from service.api.showing import summary
from service.auth import audits, doors
from service.auth.access import access, the_caller
from service.context import the_service
from service.store import accounts, archive, desk, matches
from service.web.audit import match_audit

blp = Blueprint("staff", __name__)

MOST_SHOWN = 12


def titles() -> dict[str, str]:
    return {game: language(game).title for game in installed_games()}


@blp.route("/desk")
@access("judge")
def questions() -> str:
    """All matches, those with open questions first."""
    rules = {rule.id: rule.section for game in installed_games() for rule in language(game).rules.values()}
    return render_template("desk.html", titles=titles(), statuses=STATUSES, rules=rules)


@blp.route("/desk/<id:match_id>")
@access("judge")
def ruling(match_id: str) -> str:
    """One match before the judge: a question, the table, and what can be decided."""
    with the_service().store.read() as db:
        match = matches.get(db, match_id)
    return render_template("ruling.html", match=summary(match), title=language(match.game).title)


@blp.route("/matches/<id:match_id>/audit")
@access("judge")
def audit_of_match(match_id: str) -> str:
    match = archive.whole(the_service().store, match_id)
    with the_service().store.read() as db:
        told = match_audit(db, match)
    return render_template("match_audit.html", match=summary(match), title=language(match.game).title, **told)


@blp.route("/audit")
@access("judge")
def audit_of_event() -> str:
    """Over all matches: which rules are broken most, which turns took longest, what waits."""
    game = request.args.get("game") if request.args.get("game") in installed_games() else None
    with the_service().store.read() as db:
        broken = desk.broken_rules(db, game)
        turns = desk.turns(db, game=game)
        waiting = desk.waiting(db, game=game)
        tally = desk.tally(db, game)
    longest = sorted(turns, key=lambda turn: -turn.seconds)[:MOST_SHOWN]
    lengths = sorted(turn.seconds for turn in turns)
    return render_template(
        "event_audit.html",
        game=game,
        titles=titles(),
        broken=broken[:MOST_SHOWN],
        rules={each.rule: language(each.game).rules[each.rule] for each in broken[:MOST_SHOWN]},
        turns=longest,
        median=lengths[len(lengths) // 2] if lengths else 0,
        counted=len(turns),
        recent=desk.RECENT,
        waiting=waiting,
        ages=[_seconds_since(each.event["recorded_at"]) for each in waiting],
        tally=tally,
    )


def _seconds_since(recorded_at: str) -> float:
    return max(0.0, (datetime.now(UTC) - datetime.fromisoformat(recorded_at)).total_seconds())


@blp.route("/people", methods=["GET", "POST"])
@access("organiser")
def people() -> Any:
    """Judges and organisers, and links that let them in."""
    service = the_service()
    name = " ".join(request.form.get("name", "").split())
    roles = [role for role in ROLES if role in request.form.getlist("roles")]
    link, fault, dismissed = None, None, None
    if "dismiss" in request.form:
        if name == the_caller().name:
            fault = "You cannot dismiss yourself."
        else:
            with service.store.write() as db:
                dismissed = doors.dismiss(db, name, the_caller().who) and name
            service.callers.forget_all()
    elif request.method == "POST":
        if not is_name(name):
            fault = f"A name has between 1 and {LONGEST_NAME} letters."
        elif not roles:
            fault = "Choose what they may do."
        else:
            with service.store.write() as db:
                keys = doors.invite(db, service.links, service.settings.token_days, name, roles)
                audits.record(db, the_caller().who, "invited", name=name, roles=roles)
            link = link_to(f"/join/{keys.link}")
    with service.store.read() as db:
        known = [account for account in accounts.list_accounts(db) if account.disabled_at is None]
    page = render_template(
        "people.html",
        people=known,
        name=name,
        link=link,
        dismissed=dismissed,
        fault=fault,
        days=service.settings.token_days,
    )
    return Response(page, 422 if fault else 200)
