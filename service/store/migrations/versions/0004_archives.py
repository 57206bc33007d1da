"""Old matches can be packed away.

Revision ID: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("matches", sa.Column("archived_at", sa.Text))
    op.create_table(
        "archives",
        sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id", name="fk_archives_match_id"), nullable=False),
        sa.Column("packed", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_archives"),
    )
