"""The tables of a house, for both databases. Changing them takes a migration; a test compares the two."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    event,
    text,
)
from sqlalchemy.schema import DDL

house = MetaData()

_number = BigInteger().with_variant(Integer(), "sqlite")  # SQLite counts up INTEGER keys only

tables = Table(
    "tables",
    house,
    # Numbers grow, ids are random: tables opened about the same time lie side by side, and a commit writes few pages.
    Column("number", _number, Identity(), primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("seq", BigInteger, nullable=False),
    Column("status", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("touched_at", BigInteger, nullable=False),  # without an index: every move would write to it
    Column("deadline", BigInteger),
    Column("bot_to_move", Boolean, nullable=False),
    Column("note", Text, nullable=False),  # all a listing says, as JSON; the columns are what is searched
)
Index("tables_by_status", tables.c.listed, tables.c.status, tables.c.opened_at)
Index("tables_by_opening", tables.c.opened_at, tables.c.id)
Index(
    "tables_by_deadline",
    tables.c.deadline,
    sqlite_where=tables.c.deadline.is_not(None),
    postgresql_where=tables.c.deadline.is_not(None),
)
Index(
    "tables_of_bots",
    tables.c.opened_at,
    sqlite_where=text("bot_to_move"),
    postgresql_where=text("bot_to_move"),
)

# In SQLite rows lie in the order of their writing, so that a commit of many tables writes few pages; the key is beside.
entries = Table(
    "entries",
    house,
    Column("number", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("entry", Text, nullable=False),
    PrimaryKeyConstraint("number", "seq"),
)

sittings = Table(
    "sittings",
    house,
    Column("person", Text, nullable=False),
    Column("number", BigInteger, nullable=False),
    PrimaryKeyConstraint("person", "number"),
    Index("sittings_by_table", "number"),
)

# Whoever ever said something at a table. Written when somebody speaks there for the first time, not for every sentence.
speakers = Table(
    "speakers",
    house,
    Column("person", Text, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("leaving", Boolean, nullable=False),  # they asked to be forgotten: what they said is still to be emptied
    PrimaryKeyConstraint("person", "number"),
    Index("speakers_by_table", "number"),
)
Index(
    "speakers_leaving",
    speakers.c.leaving,
    sqlite_where=text("leaving"),
    postgresql_where=text("leaving"),
)

snapshots = Table(
    "snapshots",
    house,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("seq", BigInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

people = Table(
    "people",
    house,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("language", Text, nullable=False),
)

settings = Table(
    "settings",
    house,
    Column("key", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

codes = Table(
    "codes",
    house,
    Column("code", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
)

# Logs and notes are read from views. In SQLite the latest of both is in a journal: see sqlite_journal.py.
_JOURNAL = (
    """
    CREATE TABLE journal (number BIGINT NOT NULL, seq BIGINT NOT NULL, at BIGINT NOT NULL,
    moves BIGINT NOT NULL, entry TEXT NOT NULL)
    """,
    "CREATE UNIQUE INDEX journal_key ON journal (number, seq)",
    """
    CREATE TRIGGER journal_once BEFORE INSERT ON journal
    WHEN EXISTS (SELECT 1 FROM entries AS e WHERE e.number = NEW.number AND e.seq = NEW.seq)
    BEGIN SELECT RAISE(ABORT, 'this entry is there already'); END
    """,
    "CREATE VIEW log AS SELECT number, seq, entry FROM entries UNION ALL SELECT number, seq, entry FROM journal",
    """
    CREATE VIEW listing AS SELECT t.number, t.id, t.status, t.listed, t.opened_at,
    coalesce(j.at, t.touched_at) AS touched_at, t.deadline, t.bot_to_move,
    CASE WHEN j.seq > t.seq AND json_valid(t.note)
    THEN json_set(t.note, '$.seq', j.seq, '$.touched_at', j.at, '$.moves', j.moves) ELSE t.note END AS note
    FROM tables AS t
    LEFT JOIN (SELECT number, max(seq) AS seq, at, moves FROM journal GROUP BY number) AS j
    ON j.number = t.number
    """,
)
_AS_IT_IS = (
    "CREATE VIEW log AS SELECT number, seq, entry FROM entries",
    """
    CREATE VIEW listing AS
    SELECT number, id, status, listed, opened_at, touched_at, deadline, bot_to_move, note FROM tables
    """,
)
for _dialect, _statements in (("sqlite", _JOURNAL), ("postgresql", _AS_IT_IS)):
    for _statement in _statements:
        event.listen(house, "after_create", DDL(_statement.strip()).execute_if(dialect=_dialect))  # type: ignore[no-untyped-call]
