"""The real application on a store of its own, and people who call it."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any

from sqlalchemy import func, select
from werkzeug.test import TestResponse

from service.app import create_app
from service.auth import passwords
from service.notices import LocalNotices
from service.settings import Settings
from service.store import accounts, open_store, tables
from workers.fold import Folder
from workers.jobs import EmbeddedWorkers

API = "/api/v1"
UNTHROTTLED = dict.fromkeys(("rate_token", "rate_address", "rate_sign_in", "rate_account"), "1000000 per minute")
PASSWORD = "a long enough password"
DAY = 86_400


class Caller:
    """Somebody with one token, or with none."""

    def __init__(self, hall: Hall, token: str = "") -> None:
        self.token = token
        self._client = hall.app.test_client(use_cookies=False)
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, **query: Any) -> TestResponse:
        return self._client.get(API + path, query_string=query, headers=self._headers)

    def post(self, path: str, json: Any = None, data: bytes | None = None, **more: Any) -> TestResponse:
        sent = {"data": data} if data is not None else {"json": json}
        return self._client.post(API + path, headers=self._headers, **sent, **more)

    def call(self, method: str, path: str, **more: Any) -> TestResponse:
        return self._client.open(path, method=method, headers=self._headers, **more)


class Table:
    """A match that was opened over the API, with everybody who has a token for it."""

    def __init__(self, hall: Hall, told: dict[str, Any]) -> None:
        self.hall, self.told, self.id = hall, told, told["id"]
        self.path = f"/matches/{self.id}"
        self.callers = {seat: Caller(hall, token) for seat, token in told["tokens"].items()}
        self.callers["judge"] = hall.judge
        self.p1, self.p2, self.public = (self.callers[seat] for seat in ("p1", "p2", "public"))

    def log(self, *events: dict[str, Any], by: str = "p1") -> TestResponse:
        return self.callers[by].post(f"{self.path}/events", {"events": [with_id(event) for event in events]})

    def settled(self) -> dict[str, Any]:
        """The judge's view once everything is folded."""
        head = self.hall.judge.get(self.path).json["head"]
        answered = self.hall.judge.get(f"{self.path}/view", at=head, wait=20)
        assert answered.status_code == 200, answered.text
        return dict(answered.json)


class Hall:
    """An application with a worker of its own; without `folding`, folds happen when `fold` is called."""

    def __init__(self, folder: Path, *, folding: bool = True, **told: Any) -> None:
        url = f"sqlite:///{folder}/store.db"
        self.settings = Settings(database_url=url, var_dir=str(folder), **(UNTHROTTLED | told))
        self.store = open_store(url)
        notices = LocalNotices()
        self.workers = EmbeddedWorkers(self.store, notices.publish)
        self.app = create_app(self.settings, self.store, self.workers, notices)
        self.service = self.app.extensions["tapedeck"]
        if folding:
            self.workers.start()
        self.anyone = Caller(self)
        self.judge = Caller(self, self.account("Jo", "judge"))
        self.organiser = Caller(self, self.account("Ori", "organiser"))

    def account(self, name: str, *roles: str, password: str | None = PASSWORD) -> str:
        """Makes an account; gives an API token of it."""
        hashed = passwords.hash_password(password) if password else None
        with self.store.write() as db:
            account_id = accounts.create_account(db, name, list(roles), hashed)
            return accounts.issue_token(db, "api", account_id=account_id, lasts=DAY)

    def open(self, game: str = "synsouls", **told: Any) -> Table:
        wanted = {"game": game, "seats": [{"name": "Ada"}, {"name": "Ben"}], **told}
        answered = self.judge.post("/matches", wanted)
        assert answered.status_code == 201, answered.text
        return Table(self, answered.json)

    def fold(self) -> None:
        Folder(self.store, lambda _: None).drain()

    def rows(self) -> dict[str, int]:
        """How much callers have stored: what the workers make of it comes in its own time."""
        kept = (tables.matches, tables.events, tables.accounts, tables.tokens)
        with self.store.read() as db:
            return {table.name: db.scalar(select(func.count()).select_from(table)) or 0 for table in kept}

    def close(self) -> None:
        self.service.hub.close()
        self.workers.close()
        self.store.close()


def with_id(event: dict[str, Any]) -> dict[str, Any]:
    return {"id": str(uuid.uuid4()), **event}


BEGUN = (
    {"type": "begin", "first": "p1"},
    {"type": "opening_hand", "seat": "p1", "choice": "keep"},
    {"type": "opening_hand", "seat": "p2", "choice": "keep"},
)
CAT = {"type": "load", "seat": "p1", "card": "Paper Cat", "target": {"measure": "mind"}, "as": "cat"}
TOO_SOON = {"type": "cue", "seat": "p1", "card": "cat", "target": {"seat": "p2", "measure": "heart"}}
CONCEDED = {"type": "concede", "seat": "p2"}


def is_problem(answered: TestResponse, status: int) -> bool:
    """Whether an answer is a proper problem of this status."""
    assert answered.status_code == status, (answered.status_code, answered.text[:500])
    assert answered.mimetype == "application/problem+json"
    told = answered.json
    assert {"type", "title", "status", "detail", "errors"} <= set(told)
    assert told["status"] == status
    assert "Traceback" not in answered.text
    return True
