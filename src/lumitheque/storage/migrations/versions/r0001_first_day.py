"""The first day: tables, logs, people, settings, codes.

Written out, not taken from schema.py: a migration says what was, whatever the schema becomes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    _make_tables()
    _make_logs()
    _make_people()


def _make_tables() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "tables",
        sa.Column("number", number, sa.Identity(), primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("opened_at", sa.BigInteger, nullable=False),
        sa.Column("touched_at", sa.BigInteger, nullable=False),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("bot_to_move", sa.Boolean, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.create_index("tables_by_status", "tables", ["listed", "status", "opened_at"])
    op.create_index("tables_by_opening", "tables", ["opened_at", "id"])
    for name, column, where in (
        ("tables_by_deadline", "deadline", "deadline IS NOT NULL"),
        ("tables_of_bots", "opened_at", "bot_to_move"),
    ):
        op.create_index(name, "tables", [column], sqlite_where=sa.text(where), postgresql_where=sa.text(where))


def _make_logs() -> None:
    op.create_table(
        "entries",
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("number", "seq"),
    )
    op.create_table(
        "sittings",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "number"),
    )
    op.create_index("sittings_by_table", "sittings", ["number"])
    op.create_table(
        "snapshots",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )


def _make_people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
    )
    op.create_table(
        "settings",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "codes",
        sa.Column("code", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
    )
