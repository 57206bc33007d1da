"""What an operator can set. Every value comes from an environment variable of its name; README.md lists them all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any


class SettingsError(ValueError):
    """A variable that cannot be read: the message names it."""


def _setting(meaning: str, default: Any) -> Any:
    return field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True, slots=True)
class Settings:
    """Upper-cased, a field's name is its environment variable."""

    host: str = _setting("address to listen on", "127.0.0.1")
    port: int = _setting("port to listen on", 8000)
    database_url: str = _setting("store; PostgreSQL as `postgresql://…`", "sqlite:///var/tapedeck.db")
    redis_url: str = _setting("queue, fan-out and shared rate limits; empty: all in one process", "")
    var_dir: str = _setting("where the service keeps its own files", "var")
    secret_key: str = _setting("signs join links and forms; empty: made once and kept in VAR_DIR", "")
    public_url: str = _setting("address people reach the service at, for links; empty: as requested", "")
    trusted_proxies: int = _setting("reverse proxies in front whose X-Forwarded-* headers count", 0)
    web_processes: int = _setting("serving processes on PostgreSQL (SQLite always has one)", 2)
    web_threads: int = _setting("request threads in each process; as many again are for those who wait for a view", 16)
    request_seconds: int = _setting("a process silent for longer than this is replaced", 60)
    stop_seconds: int = _setting("time that requests have to finish when the service stops", 15)
    max_body_bytes: int = _setting("largest request body", 1_048_576)
    max_import_bytes: int = _setting("largest record sent to /imports", 33_554_432)
    max_batch: int = _setting("most events in one POST (never above 500)", 500)
    max_event_bytes: int = _setting("largest single event, as JSON", 65_536)
    max_depth: int = _setting("deepest nesting inside an event", 12)
    max_page: int = _setting("most entries on one page of a listing", 500)
    max_wait_seconds: int = _setting("longest `wait` of a view (never above 20)", 20)
    preview_seconds: int = _setting("longest wait for a ruling's preview", 10)
    rate_token: str = _setting("requests that one token may make", "600 per minute")
    rate_address: str = _setting("requests without a token from one address", "300 per minute")
    rate_sign_in: str = _setting("attempts to sign in, or to join with a code, from one address", "10 per minute")
    rate_account: str = _setting("attempts to sign in to one account, from anywhere", "30 per hour")
    token_days: int = _setting("life of a seat's token and of a join link", 30)
    session_hours: int = _setting("life of a signed-in session", 16)
    token_cache_seconds: int = _setting("how long a process may trust a token it has looked up", 5)
    stream_readers: int = _setting("most open streams in each process", 1000)
    stream_heartbeat_seconds: int = _setting("pause after which a stream says that it is alive", 15)
    stream_stall_seconds: int = _setting("a stream whose reader takes nothing for this long is cut off", 30)
    ready_lag_seconds: int = _setting("fold lag above which /readyz says no", 30)
    metrics_port: int = _setting("port where `tapedeck worker` shows its metrics, at HOST; 0: nowhere", 0)
    log_level: str = _setting("debug (every request), info (those that were refused), warning or error", "info")
    log_format: str = _setting("json or console", "json")

    @classmethod
    def from_env(cls, environ: Mapping[str, str] = os.environ) -> Settings:
        given: dict[str, object] = {}
        for spec in fields(cls):
            raw = environ.get(spec.name.upper())
            if raw is None or (raw == "" and spec.default != ""):
                continue
            given[spec.name] = _read(spec.name.upper(), raw, type(spec.default))
        settings = cls(**given)  # type: ignore[arg-type]
        settings._check()
        return settings

    def _check(self) -> None:
        for name, top in (("port", 65535), ("metrics_port", 65535), ("max_batch", 500), ("max_wait_seconds", 20)):
            if not 0 <= getattr(self, name) <= top:
                raise SettingsError(f"{name.upper()} must lie between 0 and {top}")
        if self.log_format not in ("json", "console"):
            raise SettingsError("LOG_FORMAT must be json or console")

    @property
    def on_sqlite(self) -> bool:
        return self.database_url.startswith("sqlite")

    def signing_key(self) -> str:
        """The given key, or one that is made on the first start and kept: links must outlive a restart."""
        if self.secret_key:
            return self.secret_key
        kept = Path(self.var_dir) / "secret_key"
        if not kept.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            with open(os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(48))
        return kept.read_text().strip()


def _read(name: str, raw: str, kind: type) -> object:
    if kind is not int:
        return raw
    try:
        value = int(raw)
    except ValueError:
        raise SettingsError(f"{name} must be a whole number, not {raw!r}") from None
    if value < 0:
        raise SettingsError(f"{name} must not be negative")
    return value
