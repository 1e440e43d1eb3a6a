"""The house's memory: logs of tables, what listings need, people, settings. It knows events only.

    store.py       Store: what a house asks of whatever keeps it; Conflict, StorageTrouble, Person
    memory.py      kept while the process lives
    sqlite.py      one file: sqlite_writer.py writes in groups, sqlite_file.py opens the file and explains its troubles
    postgres.py    a database that several machines share: postgres_writer.py, and postgres_ear.py hears other machines
    sql_store.py   the verbs that SQLite and PostgreSQL share; statements.py: their SQL; hushing.py: words taken back
    schema.py      the tables; migrations/: how they came to be; migrating.py: brings a database up to date
    archive.py     the whole house as lines of JSON, out and in; copying.py: a SQLite house copied while it is in use
    logs.py        a log read, whole or not at all; examining.py: whether a house is whole, and what of it is rescued
    holding.py     who serves a house in a file: one process at a time

The log of entries is the truth, settled by the key (table, seq). What an append returned from was on the disk before.
"""

from lumitheque.storage.opening import open_store
from lumitheque.storage.store import Conflict, Person, Reason, StorageTrouble, Store, What

__all__ = ["Conflict", "Person", "Reason", "StorageTrouble", "Store", "What", "open_store"]
