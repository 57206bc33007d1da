"""Where events came from, and which rules verdicts cite.

Revision ID: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    # Beside the event, not in it: the hash is over what was said, not over the line it came in by.
    op.add_column("events", sa.Column("address", sa.Text))
    op.add_column("events", sa.Column("key", sa.Text))
    cited = sa.text("rule IS NOT NULL")
    op.create_index("ix_verdicts_rule", "verdicts", ["rule", "status"], sqlite_where=cited, postgresql_where=cited)
