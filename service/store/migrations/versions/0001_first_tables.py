"""First tables, and the triggers that keep events as they were recorded.

Revision ID: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    _matches()
    _events()
    _folded()
    _accounts()
    _freeze_events()


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("rules_version", sa.Text, nullable=False),
        sa.Column("catalog_fingerprint", sa.Text, nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("table_name", sa.Text),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("created_by", sa.Text, nullable=False),
        sa.Column("head", sa.Integer, nullable=False, server_default="0"),
        sa.Column("head_hash", sa.Text, nullable=False),
        sa.Column("folded", sa.Integer, nullable=False, server_default="-1"),
        sa.Column("epoch", sa.Integer, nullable=False, server_default="0"),
        sa.Column("rewritten", sa.Integer, nullable=False, server_default="0"),
        sa.Column("status", sa.Text, nullable=False, server_default="setup"),
        sa.Column("outcome", sa.Text),
        sa.Column("questions", sa.Integer, nullable=False, server_default="0"),
        sa.Column("asked_at", sa.Text),
        sa.Column("failed", sa.Text),
        sa.Column("failed_code", sa.Text),
        sa.Column("failed_head", sa.Integer),
        sa.Column("failed_at", sa.Text),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.Column("retry_at", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index("ix_matches_recent", "matches", ["created_at", "id"])
    _partial_index("ix_matches_behind", "matches", ["id"], "folded < head")
    _partial_index("ix_matches_asked", "matches", ["id"], "questions > 0")
    _partial_index("ix_matches_failed", "matches", ["id"], "failed IS NOT NULL")


def _events() -> None:
    op.create_table(
        "events",
        sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id", name="fk_events_match_id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seq", name="pk_events"),
        sa.UniqueConstraint("match_id", "id", name="uq_events_match_id_id"),
    )
    _partial_index("ix_events_docket", "events", ["match_id", "seq"], "type IN ('ruling', 'retract', 'call')")


def _folded() -> None:
    op.create_table(
        "verdicts",
        sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id", name="fk_verdicts_match_id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("rule", sa.Text),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("asks", sa.Boolean, nullable=False),
        sa.Column("question", sa.Boolean, nullable=False),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("narration", sa.Text, nullable=False),
        sa.Column("patch", sa.Text, nullable=False),
        sa.Column("hides", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seq", name="pk_verdicts"),
    )
    _partial_index("ix_verdicts_asks", "verdicts", ["match_id", "seq"], "asks")
    op.create_table(
        "snapshots",
        sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id", name="fk_snapshots_match_id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("view", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seq", name="pk_snapshots"),
    )
    op.create_table(
        "choices",
        sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id", name="fk_choices_match_id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("choices", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_choices"),
    )


def _accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("password", sa.Text),
        sa.Column("roles", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("disabled_at", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("name", name="uq_accounts_name"),
    )
    op.create_table(
        "tokens",
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("account_id", sa.Text, sa.ForeignKey("accounts.id", name="fk_tokens_account_id")),
        sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id", name="fk_tokens_match_id")),
        sa.Column("seat", sa.Text),
        sa.Column("label", sa.Text, nullable=False, server_default=""),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("expires_at", sa.Text),
        sa.Column("revoked_at", sa.Text),
        sa.PrimaryKeyConstraint("digest", name="pk_tokens"),
    )
    op.create_index("ix_tokens_match", "tokens", ["match_id"])
    op.create_index("ix_tokens_account", "tokens", ["account_id"])
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("match_id", sa.Text),
        sa.Column("detail", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_match", "audit", ["match_id", "id"])


def _freeze_events() -> None:
    """Not even our own code can change what was recorded."""
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER events_no_{change.lower()} BEFORE {change} ON events "
                f"BEGIN SELECT RAISE(ABORT, 'events are never changed: {change}'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION refuse_event_change() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'events are never changed: %', TG_OP; END $$"
    )
    op.execute(
        "CREATE TRIGGER events_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON events "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_event_change()"
    )


def _partial_index(name: str, table: str, columns: list[str], where: str) -> None:
    op.create_index(name, table, columns, sqlite_where=sa.text(where), postgresql_where=sa.text(where))
