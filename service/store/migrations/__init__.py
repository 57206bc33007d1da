"""Alembic migrations of the store, run on a connection that the caller has open."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

HEAD = "0004"  # the newest revision; known here so that opening a store that is up to date need not load Alembic


def current(db: Connection) -> str | None:
    """The revision that the database is at; None if it has no tables of ours."""
    if not inspect(db).has_table("alembic_version"):
        return None
    return db.scalar(text("SELECT version_num FROM alembic_version"))


def upgrade(db: Connection) -> None:
    """Runs what is missing, within the caller's transaction: a migration is there wholly or not at all."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = db
    command.upgrade(config, "head")
