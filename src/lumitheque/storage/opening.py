"""Chooses the store for an address."""

from pathlib import Path

from lumitheque.storage.memory import MemoryStore
from lumitheque.storage.sqlite import SqliteStore
from lumitheque.storage.store import StorageTrouble, Store

HOUSE = "house.db"  # in a data folder
FILES = (".db", ".sqlite", ".sqlite3")


def open_store(place: str | Path) -> Store:
    """The store for `memory:`, a folder or file (SQLite), or `postgresql://…`; `start` opens it."""
    address = str(place)
    if address == "memory:":
        return MemoryStore()
    if address.startswith(("postgresql://", "postgres://")):
        return _open_postgres(address)
    if "://" in address:
        raise StorageTrouble(
            "other", f"{address.partition('://')[0]}://…: a house is kept in a folder or postgresql://…"
        )
    return SqliteStore(house_file(address))


def house_file(place: str | Path) -> Path:
    """The SQLite file in a folder; a path to a file is returned as it is."""
    path = Path(place).expanduser()
    return path if path.suffix in FILES and not path.is_dir() else path / HOUSE


def _open_postgres(address: str) -> Store:
    try:
        from lumitheque.storage.postgres import PostgresStore
    except ModuleNotFoundError as error:
        raise StorageTrouble("other", f"PostgreSQL needs {error.name}: pip install 'lumitheque[postgres]'") from None
    return PostgresStore(address)
