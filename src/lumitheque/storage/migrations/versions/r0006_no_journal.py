"""Drop the journal of SQLite and the views over it: moves go straight to `entries`, notes to `tables`.

A process that was killed may have left entries in the journal. They were acknowledged, so they are filed first.
"""

from alembic import op

revision = "0006"
down_revision = "0005"

FILING = (
    """
    INSERT INTO entries (number, seq, entry) SELECT number, seq, entry FROM journal WHERE true ORDER BY number, seq
    ON CONFLICT (number, seq) DO UPDATE SET entry = excluded.entry
    """,
    """
    UPDATE tables SET seq = latest.seq, touched_at = latest.at,
    note = CASE WHEN json_valid(note)
    THEN json_set(note, '$.seq', latest.seq, '$.touched_at', latest.at, '$.moves', latest.moves) ELSE note END
    FROM (SELECT number, max(seq) AS seq, at, moves FROM journal GROUP BY number) AS latest
    WHERE latest.number = tables.number AND latest.seq > tables.seq
    """,
)


def upgrade() -> None:
    op.execute("DROP VIEW listing")
    op.execute("DROP VIEW log")
    if op.get_context().dialect.name == "sqlite":
        for statement in FILING:
            op.execute(statement)
        op.execute("DROP TABLE journal")  # with its index and its trigger
