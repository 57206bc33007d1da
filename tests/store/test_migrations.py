"""The migrations make exactly the tables that the code speaks of. Runs on SQLite and on PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from service.store import Store, StoreUnavailable, migrations, open_store
from service.store.tables import metadata


def test_the_migrated_tables_are_those_of_the_code(store: Store) -> None:
    with store.read() as db:
        context = MigrationContext.configure(db, opts={"compare_type": False})
        assert compare_metadata(context, metadata) == []


def test_the_newest_revision_is_known() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    assert ScriptDirectory.from_config(config).get_current_head() == migrations.HEAD


def test_migrating_again_changes_nothing(store: Store) -> None:
    assert store.is_current()
    store.migrate()
    assert store.is_current()


def test_sqlite_migrates_itself_and_a_broken_migration_leaves_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/deep/er/store.db"
    store = open_store(url)
    assert store.is_current()
    with pytest.raises(RuntimeError, match="half-way"), store.write() as db:
        db.execute(text("CREATE TABLE half_done (id INTEGER)"))
        raise RuntimeError("half-way")
    with store.read() as db:
        assert db.scalar(text("SELECT count(*) FROM sqlite_master WHERE name = 'half_done'")) == 0
    store.close()


@pytest.mark.parametrize("url", ["mysql://localhost/x", "sqlite://", "sqlite:///:memory:"])
def test_a_database_that_cannot_keep_a_record_is_refused(url: str) -> None:
    with pytest.raises(StoreUnavailable):
        open_store(url)
