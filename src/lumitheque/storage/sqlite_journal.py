"""The journal of a house in SQLite: where a move is written when it is made.

The entries of a table are found by an index, in which every table has a page of its own; to write that page, and the
note of the table, for every move would be most of what a commit costs. So what only goes on (a move, a word) is
written down one after the other in the journal and is filed under its table later, many entries at a time. The journal
has a small index, and a trigger that looks at the entries, so that nothing is there twice. It is durable as it is.
Whoever reads the views `log` and `listing` finds both, filed or not.
"""

import sqlite3

from lumitheque.tables.notes import TableNote

WIDTH = 5  # values of a row
WRITE_DOWN = "INSERT INTO journal (number, seq, at, moves, entry) VALUES "
GO_ON = "INSERT INTO journal (number, seq, at, moves, entry) SELECT * FROM (VALUES "
IF_ALONE = ") WHERE (SELECT data_version FROM pragma_data_version) = ?"  # no other program has written meanwhile
FULL = 2_000  # entries
LOG_OF_TABLE = """
    SELECT e.seq AS seq, e.entry AS text FROM tables t JOIN entries e ON e.number = t.number
    WHERE t.id = $1 AND e.seq > $2
    UNION ALL SELECT j.seq, j.entry FROM tables t JOIN journal j ON j.number = t.number WHERE t.id = $1 AND j.seq > $2
    ORDER BY seq
"""  # not from the view `log`: SQLite would go through the entries of all tables

FILING = (
    # What the journal has was acknowledged: if somebody wrote the same entry by hand meanwhile, theirs goes.
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
    "DELETE FROM journal",
)


def file_away(connection: sqlite3.Connection) -> None:
    """Everything to its place, in the transaction that is under way."""
    for step in FILING:
        connection.execute(step)


def lasting(note: TableNote) -> tuple[object, ...]:
    """What of a note can change, except what the journal says (seq, touched_at, moves). If this does, the note is
    written at once: much of it is what tables are looked up by."""
    return (
        *(note.status, note.listed, note.deadline, note.bot_to_move),
        *(note.people, note.bots, note.free, note.ending, note.locked),
    )
