"""Persistence: the logs of tables, their notes (what listings need), people, settings. It knows events only.

    store.py       Store: the interface of every store; Conflict, StorageTrouble, Person
    opening.py     open_store: which store an address means
    memory.py      a store in memory, gone with the process
    sqlite.py      one file: sqlite_writer.py commits in groups, sqlite_appends.py has the statements of an append,
                   sqlite_file.py opens the file and turns its errors into StorageTrouble
    postgres.py    a database that nodes share: postgres_writer.py appends and notifies the other nodes,
                   postgres_listener.py hears them
    sql_store.py   what SQLite and PostgreSQL share; statements.py: their SQL, appends aside (these are in
                   sqlite_appends.py and postgres_writer.py)
    schema.py      the tables; migrations/: their history; migrate.py: migrates a database to the newest schema
    archive.py     the whole house as lines of JSON, out and in; backup.py: copies a SQLite house that is in use
    logs.py        reads a log, whole or not at all; integrity.py: checks a house, and rescues what is intact
    erasing.py     finds what a person said in a log, and removes it
    house_lock.py  one process at a time serves a house in a file

The log of entries is the truth. Optimistic concurrency: the key (table, seq) decides every race. An append returns
after its transaction was synced to the disk.
"""

from lumitheque.storage.opening import open_store
from lumitheque.storage.store import (
    Belonging,
    Conflict,
    Notice,
    Owed,
    Person,
    Reason,
    StorageTrouble,
    Store,
    StoredReview,
    What,
)

__all__ = [
    "Belonging",
    "Conflict",
    "Notice",
    "Owed",
    "Person",
    "Reason",
    "StorageTrouble",
    "Store",
    "StoredReview",
    "What",
    "open_store",
]
