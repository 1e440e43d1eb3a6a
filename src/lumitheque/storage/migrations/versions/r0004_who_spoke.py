"""Who said something at which table, so that somebody can be forgotten without reading every log."""

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

MANY = 1_000  # rows in one statement


def upgrade() -> None:
    speakers = op.create_table(
        "speakers",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("leaving", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("person", "number"),
    )
    op.create_index("speakers_by_table", "speakers", ["number"])
    op.create_index(
        "speakers_leaving",
        "speakers",
        ["leaving"],
        sqlite_where=sa.text("leaving"),
        postgresql_where=sa.text("leaving"),
    )
    rows = [{"person": person, "number": number, "leaving": False} for person, number in sorted(set(_spoken()))]
    for first in range(0, len(rows), MANY):
        op.bulk_insert(speakers, rows[first : first + MANY])


def _spoken() -> Iterator[tuple[str, int]]:
    """From every log, once. An entry that cannot be read is no reason not to open the house."""
    entry = "CAST(entry AS BLOB)" if op.get_context().dialect.name == "sqlite" else "entry"
    question = sa.text(f"SELECT number, {entry} FROM log WHERE entry LIKE :said")  # noqa: S608 (our own)
    for number, text in op.get_bind().execute(question, {"said": '%"said"%'}):
        try:
            event: Any = json.loads(text)["event"]
            if event["event"] == "said" and isinstance(event["person"], str):
                yield event["person"], number
        except (ValueError, KeyError, TypeError):
            continue
