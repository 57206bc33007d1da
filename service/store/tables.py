"""The tables. Times are ISO 8601 texts in UTC, so that both databases sort and compare them alike."""

from __future__ import annotations

import zlib
from typing import Any

import orjson
from sqlalchemy import (
    Boolean,
    Column,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.types import TypeDecorator

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Json(TypeDecorator[Any]):
    """JSON as canonical text: the same bytes in both databases, and readable in either's shell."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else orjson.loads(value)


def pack(value: Any) -> bytes:
    """Canonical JSON, compressed: snapshots are large, much alike inside, and seldom read."""
    return zlib.compress(orjson.dumps(value, option=orjson.OPT_SORT_KEYS), 1)


def unpack(packed: bytes) -> Any:
    return orjson.loads(zlib.decompress(packed))


matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    # What was fixed when the match was opened. `header` is the hashed text; the columns repeat what lists ask for.
    Column("header", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("options", Json, nullable=False),
    Column("seats", Json, nullable=False),
    Column("players", Text, nullable=False),
    Column("rules_version", Text, nullable=False),
    Column("catalog_fingerprint", Text, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("table_name", Text),
    Column("created_at", Text, nullable=False),
    Column("created_by", Text, nullable=False),
    # What an append moves.
    Column("head", Integer, nullable=False, server_default="0"),
    Column("head_hash", Text, nullable=False),
    # What a fold moves. `folded` is -1 until the first view has been written; `epoch` counts the folds written, and
    # `rewritten` is the epoch of the last one that changed an earlier verdict.
    Column("folded", Integer, nullable=False, server_default="-1"),
    Column("epoch", Integer, nullable=False, server_default="0"),
    Column("rewritten", Integer, nullable=False, server_default="0"),
    Column("status", Text, nullable=False, server_default="setup"),
    Column("outcome", Json),
    Column("questions", Integer, nullable=False, server_default="0"),
    Column("asked_at", Text),
    # What a broken fold leaves behind, and when to try again.
    Column("failed", Text),
    Column("failed_code", Text),
    Column("failed_head", Integer),
    Column("failed_at", Text),
    Column("failures", Integer, nullable=False, server_default="0"),
    Column("retry_at", Text),
    # When what the fold wrote was packed away (see `archives`); null: it was not.
    Column("archived_at", Text),
)
Index("ix_matches_recent", matches.c.created_at, matches.c.id)
Index("ix_matches_game", matches.c.game, matches.c.created_at, matches.c.id)
Index("ix_matches_status", matches.c.status, matches.c.created_at, matches.c.id)
Index("ix_matches_behind", matches.c.id, sqlite_where=text("folded < head"), postgresql_where=text("folded < head"))
Index("ix_matches_asked", matches.c.id, sqlite_where=text("questions > 0"), postgresql_where=text("questions > 0"))
Index(
    "ix_matches_failed",
    matches.c.id,
    sqlite_where=text("failed IS NOT NULL"),
    postgresql_where=text("failed IS NOT NULL"),
)

events = Table(
    "events",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("id", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("body", Text, nullable=False),  # the canonical stored event without its hash: exactly what is hashed
    Column("hash", Text, nullable=False),
    # Where it came from, for the audit: no part of the event, so no part of its hash. Null for what was imported.
    Column("address", Text),
    Column("key", Text),  # the start of the digest of the token that sent it: tells two phones of one seat apart
    UniqueConstraint("match_id", "id"),
)
# The few events that decide which others stand: the fold reads them without reading the whole log.
DOCKET_TYPES = "type IN ('ruling', 'retract', 'call')"
Index(
    "ix_events_docket",
    events.c.match_id,
    events.c.seq,
    sqlite_where=text(DOCKET_TYPES),
    postgresql_where=text(DOCKET_TYPES),
)

verdicts = Table(
    "verdicts",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("status", Text, nullable=False),
    Column("rule", Text),
    Column("epoch", Integer, nullable=False),  # of the fold that wrote this row
    Column("asks", Boolean, nullable=False),  # an illegal event or a call
    Column("question", Boolean, nullable=False),  # ... that no standing ruling has answered
    Column("verdict", Text, nullable=False),
    Column("narration", Text, nullable=False),
    Column("patch", Text, nullable=False),
    Column("hides", Text, nullable=False),
)
Index("ix_verdicts_asks", verdicts.c.match_id, verdicts.c.seq, sqlite_where=text("asks"), postgresql_where=text("asks"))
Index(
    "ix_verdicts_rule",
    verdicts.c.rule,
    verdicts.c.status,
    sqlite_where=text("rule IS NOT NULL"),
    postgresql_where=text("rule IS NOT NULL"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("state", LargeBinary, nullable=False),
    Column("view", LargeBinary, nullable=False),
)

choices = Table(
    "choices",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("choices", Json, nullable=False),  # by seat
)

# Of old matches: the texts of their verdicts and their snapshots, compressed (service.store.archive).
archives = Table(
    "archives",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id"), primary_key=True),
    Column("packed", LargeBinary, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("password", Text),  # an argon2 hash; null: signs in by link only
    Column("roles", Json, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("disabled_at", Text),
)

tokens = Table(
    "tokens",
    metadata,
    Column("digest", Text, primary_key=True),  # SHA-256 of the token; the token itself is never stored
    Column("kind", Text, nullable=False),
    Column("account_id", Text, ForeignKey("accounts.id")),
    Column("match_id", Text, ForeignKey("matches.id")),
    Column("seat", Text),
    Column("label", Text, nullable=False, server_default=""),
    Column("created_at", Text, nullable=False),
    Column("expires_at", Text),
    Column("revoked_at", Text),
)
Index("ix_tokens_match", tokens.c.match_id)
Index("ix_tokens_account", tokens.c.account_id)

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("match_id", Text),
    Column("detail", Json, nullable=False),
)
Index("ix_audit_match", audit.c.match_id, audit.c.id)
