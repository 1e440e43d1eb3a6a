"""Reviews of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("subject", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("wanted_at", sa.BigInteger, nullable=False),
        sa.Column("record", sa.LargeBinary),
        sa.Column("progress", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("held_until", sa.BigInteger, nullable=False),
        sa.Column("review", sa.LargeBinary),
        sa.Column("parts", sa.LargeBinary),
    )
    op.create_index(
        "reviews_wanted",
        "reviews",
        ["wanted_at"],
        sqlite_where=sa.text("review IS NULL"),
        postgresql_where=sa.text("review IS NULL"),
    )
