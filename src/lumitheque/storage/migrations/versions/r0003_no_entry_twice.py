"""In SQLite no entry is kept twice: an index and a trigger see to it that (table, number) is unique in the journal, and
in journal and entries together. A note that is not JSON is shown as it is, instead of making all others unreadable.

If an older house has an entry twice (only somebody who wrote to the file by hand can have made that), the first stays.
In PostgreSQL the key of `entries` has always said so.
"""

import logging

from alembic import op

revision = "0003"
down_revision = "0002"
log = logging.getLogger("lumitheque.storage")

FILED = "EXISTS (SELECT 1 FROM entries AS e WHERE e.number = journal.number AND e.seq = journal.seq)"
REPEATED = "rowid NOT IN (SELECT min(rowid) FROM journal GROUP BY number, seq)"


def upgrade() -> None:
    if op.get_context().dialect.name == "sqlite":
        _keep_the_first()
        _make_key()
        _show_notes_as_they_are()


def _keep_the_first() -> None:
    gone = op.get_bind().exec_driver_sql(f"DELETE FROM journal WHERE {FILED} OR {REPEATED}").rowcount  # noqa: S608
    if gone:
        log.warning("%d entries of this house were there twice: the first of each was kept", gone)


def _make_key() -> None:
    op.execute("CREATE UNIQUE INDEX journal_key ON journal (number, seq)")
    op.execute(
        "CREATE TRIGGER journal_once BEFORE INSERT ON journal"
        " WHEN EXISTS (SELECT 1 FROM entries AS e WHERE e.number = NEW.number AND e.seq = NEW.seq)"
        " BEGIN SELECT RAISE(ABORT, 'this entry is there already'); END"
    )


def _show_notes_as_they_are() -> None:
    op.execute("DROP VIEW listing")
    op.execute(
        "CREATE VIEW listing AS SELECT t.number, t.id, t.status, t.listed, t.opened_at,"
        " coalesce(j.at, t.touched_at) AS touched_at, t.deadline, t.bot_to_move,"
        " CASE WHEN j.seq > t.seq AND json_valid(t.note)"
        " THEN json_set(t.note, '$.seq', j.seq, '$.touched_at', j.at, '$.moves', j.moves) ELSE t.note END AS note"
        " FROM tables AS t"
        " LEFT JOIN (SELECT number, max(seq) AS seq, at, moves FROM journal GROUP BY number) AS j"
        " ON j.number = t.number"
    )
