"""Drop the snapshots: nothing but tests ever kept one, and a log is read faster than they would save."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.drop_table("snapshots")
