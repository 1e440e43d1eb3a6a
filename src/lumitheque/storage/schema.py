"""The schema of both databases. A change needs a migration; a test compares schema and migrations."""

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
    UniqueConstraint,
    text,
)

house = MetaData()

_number = BigInteger().with_variant(Integer(), "sqlite")  # SQLite generates INTEGER keys only

tables = Table(
    "tables",
    house,
    # Ascending, unlike the random ids: tables in play at the same time share pages, so a commit writes fewer.
    Column("number", _number, Identity(), primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("seq", BigInteger, nullable=False),
    Column("status", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("touched_at", BigInteger, nullable=False),  # no index: every move would update it
    Column("deadline", BigInteger),
    Column("bot_to_move", Boolean, nullable=False),
    Column("note", Text, nullable=False),  # what a listing shows, as JSON; the columns above are for searching
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

# In SQLite a rowid table: rows lie in the order of insertion, so a commit of many tables writes few pages.
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

# Everybody who ever said something at a table: one row per person and table.
speakers = Table(
    "speakers",
    house,
    Column("person", Text, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("leaving", Boolean, nullable=False),  # they asked to be forgotten, and what they said is still to be erased
    PrimaryKeyConstraint("person", "number"),
    Index("speakers_by_table", "number"),
)
Index(
    "speakers_leaving",
    speakers.c.leaving,
    sqlite_where=text("leaving"),
    postgresql_where=text("leaving"),
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

# What a person keeps in the house: ways to be reached, devices, holidays, private orders, … one row each.
belongings = Table(
    "belongings",
    house,
    Column("person", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("id", Text, nullable=False),
    Column("value", Text, nullable=False),  # JSON
    PrimaryKeyConstraint("person", "kind", "id"),
    Index("belongings_by_id", "kind", "id"),
)

# Reviews of finished games, wanted or done: of tables, and of records that somebody brought.
reviews = Table(
    "reviews",
    house,
    Column("subject", Text, primary_key=True),  # the id of a table, or what a record is called
    Column("person", Text, nullable=False),
    Column("wanted_at", BigInteger, nullable=False),
    Column("record", LargeBinary),
    Column("progress", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("held_until", BigInteger, nullable=False),  # a node is computing it
    Column("review", LargeBinary),  # null: not done
    Column("parts", LargeBinary),  # what was computed so far
)
Index(
    "reviews_wanted",
    reviews.c.wanted_at,
    sqlite_where=reviews.c.review.is_(None),
    postgresql_where=reviews.c.review.is_(None),
)

# The outbox: what people are owed to be told outside the page. Of one kind there is one notice per person and table.
notices = Table(
    "notices",
    house,
    Column("number", _number, Identity(), primary_key=True),
    Column("person", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("since", BigInteger, nullable=False),  # the turn, or whatever else it is about
    Column("owed_at", BigInteger, nullable=False),
    Column("due_at", BigInteger),  # null: given up
    Column("held_until", BigInteger, nullable=False),  # a node is sending it
    Column("tries", Integer, nullable=False),
    Column("state", Text, nullable=False),  # JSON
    UniqueConstraint("person", "table_id", "what"),
)
Index(
    "notices_due",
    notices.c.due_at,
    sqlite_where=notices.c.due_at.is_not(None),
    postgresql_where=notices.c.due_at.is_not(None),
)
