"""What an operator does from the command line, short of running the rules."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator

import click
from flask import Flask
from sqlalchemy import Connection

from schemas.viewer import JUDGE
from service import observe, records
from service.api.showing import logged, pairs
from service.app import DAY, create_app
from service.auth import audits, doors
from service.auth.links import Links
from service.context import Service
from service.notices import Notices
from service.ports import Workers
from service.serve import Server, allow_files, gunicorn_settings, listen
from service.settings import Settings
from service.store import Store, accounts, archive, folded, log, matches
from service.transcript import transcript

OPERATOR = "operator"
ROLES = ["judge", "organiser"]

MakeWorkers = Callable[[Store], tuple[Workers, Notices]]


class Process:
    """One serving process: its parts are made after the fork, and end with it."""

    def __init__(self, settings: Settings, open_store: Callable[[], Store], make_workers: MakeWorkers) -> None:
        self._settings, self._open_store, self._make_workers = settings, open_store, make_workers
        self._service: Service | None = None

    def make_app(self) -> Flask:
        observe.set_up_logs(self._settings.log_level, self._settings.log_format)
        store = self._open_store()
        workers, notices = self._make_workers(store)
        app = create_app(self._settings, store, workers, notices)
        self._service = app.extensions["tapedeck"]
        # What the program is made of stays until it ends: the collector need not walk through it again and again.
        gc.collect()
        gc.freeze()
        return app

    def end(self) -> None:
        if self._service is not None:
            self._service.hub.close()
            self._service.workers.close()
            self._service.notices.close()
            self._service.store.close()


def serve(
    settings: Settings,
    open_store: Callable[[], Store],
    make_workers: MakeWorkers,
    fill: Callable[[Store], object] | None,
) -> None:
    """Listens, fills an empty store if told how, forgets what has expired, prints the operator's link, and serves until
    it is told to stop."""
    sock = listen(settings)
    allow_files(settings)
    store = open_store()
    if fill is not None:
        with store.read() as db:
            empty = matches.count(db) == 0
        if empty:
            fill(store)
    port = sock.getsockname()[1]
    with store.write() as db:
        accounts.forget_expired_tokens(db)
        link = operator_link(db, settings, port)
    store.close()
    click.echo(f"Tapedeck is ready. Sign in as organiser and judge: {link}")
    process = Process(settings, open_store, make_workers)
    Server(gunicorn_settings(settings, sock), process.make_app, process.end).run()


def base_url(settings: Settings, port: int) -> str:
    if settings.public_url:
        return settings.public_url.rstrip("/")
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)
    return f"http://{host}:{port}"


def _links(settings: Settings) -> Links:
    return Links(settings.signing_key(), settings.token_days * DAY)


def operator_link(db: Connection, settings: Settings, port: int) -> str:
    """Signs in whoever can read the console, as long as a session lasts."""
    account = accounts.account_by_name(db, OPERATOR)
    account_id = account.id if account else accounts.create_account(db, OPERATOR, ROLES)
    accounts.enable_account(db, account_id)
    keys = doors.code_for(db, _links(settings), account_id, doors.CODE, settings.session_hours * doors.HOUR)
    return f"{base_url(settings, port)}/join/{keys.link}"


def invite(settings: Settings, store: Store, name: str, roles: list[str]) -> str:
    with store.write() as db:
        keys = doors.invite(db, _links(settings), settings.token_days, name, roles)
        audits.record(db, OPERATOR, "invited", name=name, roles=roles)
    return f"{base_url(settings, settings.port)}/join/{keys.link}"


def dismiss(store: Store, name: str) -> bool:
    with store.write() as db:
        return doors.dismiss(db, name, OPERATOR)


def audit_lines(store: Store, match_id: str | None) -> Iterator[str]:
    """Who did, or was refused, what and when: of one match, or of all."""
    after = 0
    with store.read() as db:
        while lines := accounts.read_audit(db, match_id, after):
            after = lines[-1].id
            for line in lines:
                detail = " ".join(f"{key}={value}" for key, value in line.detail.items())
                yield " ".join(filter(None, (line.at, line.actor, line.action, line.match_id, detail)))


def issue_token(store: Store, name: str, days: int) -> str | None:
    """An API token of an account; None if there is no such account."""
    with store.write() as db:
        account = accounts.account_by_name(db, name)
        if account is None or account.disabled_at is not None:
            return None
        audits.record(db, OPERATOR, "issued a token", name=name, days=days)
        return accounts.issue_token(db, "api", account_id=account.id, label="command line", lasts=days * DAY)


def export(store: Store, match_id: str, format_: str) -> str:
    """A match's whole record, as a judge sees it."""
    archive.whole(store, match_id)
    with store.read() as db:
        match = matches.get(db, match_id)
        header = matches.header_text(db, match_id)
        events = log.read(db, match_id)
        judged = folded.judged(db, match_id)
    if format_ == "jsonl":
        return "".join(records.write(header, events))
    return "".join(transcript(match, (logged(event, said, JUDGE, False) for event, said in pairs(events, judged))))
