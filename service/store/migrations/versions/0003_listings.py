"""Lists of one game's matches, or of those in one state, without a look at all the others.

Revision ID: 0003
"""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    for name in ("game", "status"):
        op.create_index(f"ix_matches_{name}", "matches", [name, "created_at", "id"])
