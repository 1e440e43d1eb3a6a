"""In SQLite what goes on at a table is written into a journal and filed later; logs and notes are read from views,
which know both. PostgreSQL writes everything where it belongs; its views are what they show."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    if op.get_context().dialect.name == "sqlite":
        _make_journal()
    else:
        op.execute("CREATE VIEW log AS SELECT number, seq, entry FROM entries")
        op.execute(
            "CREATE VIEW listing AS"
            " SELECT number, id, status, listed, opened_at, touched_at, deadline, bot_to_move, note FROM tables"
        )


def _make_journal() -> None:
    op.execute(
        "CREATE TABLE journal (number BIGINT NOT NULL, seq BIGINT NOT NULL, at BIGINT NOT NULL,"
        " moves BIGINT NOT NULL, entry TEXT NOT NULL)"
    )
    op.execute(
        "CREATE VIEW log AS SELECT number, seq, entry FROM entries UNION ALL SELECT number, seq, entry FROM journal"
    )
    op.execute(
        "CREATE VIEW listing AS SELECT t.number, t.id, t.status, t.listed, t.opened_at,"
        " coalesce(j.at, t.touched_at) AS touched_at, t.deadline, t.bot_to_move,"
        " CASE WHEN j.seq > t.seq"
        " THEN json_set(t.note, '$.seq', j.seq, '$.touched_at', j.at, '$.moves', j.moves) ELSE t.note END AS note"
        " FROM tables AS t"
        " LEFT JOIN (SELECT number, max(seq) AS seq, at, moves FROM journal GROUP BY number) AS j"
        " ON j.number = t.number"
    )
