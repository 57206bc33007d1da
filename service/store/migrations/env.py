"""Alembic's entry: migrates on the connection it is handed by `migrations.upgrade`."""

from alembic import context

from service.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
