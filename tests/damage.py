"""Damage done to a house in SQLite, as a bad disk or a newer version would."""

import sqlite3
from pathlib import Path
from typing import Any

PAGE = 4096


def rewrite(house: Path, statement: str, *values: Any) -> None:
    """Change the file of a house by hand."""
    connection = sqlite3.connect(house / "house.db")
    connection.execute(statement, values)
    connection.commit()
    connection.close()


def spoil_entry(house: Path, table: str, seq: int, entry: bytes) -> None:
    """Put something else in the place of an entry."""
    rewrite(
        house,
        "UPDATE entries SET entry = CAST(? AS TEXT)"
        " WHERE seq = ? AND number = (SELECT number FROM tables WHERE id = ?)",
        entry,
        seq,
        table,
    )


def break_page(house: Path, text: bytes) -> int:
    """Make the pages unreadable that hold a text, in a house that is closed. How many they were."""
    file = house / "house.db"
    data = bytearray(file.read_bytes())
    pages = {at // PAGE for at in range(len(data)) if data.startswith(text, at)} - {0}
    for page in pages:
        data[page * PAGE : page * PAGE + 16] = b"\xaa" * 16  # where it says what the page is
    file.write_bytes(data)
    return len(pages)
