"""SQL for both databases. Parameters are $1, $2, … as in PostgreSQL; sqlite.py turns them into ?1, ?2, …."""

from typing import Any, NamedTuple

ENTRIES = """
    SELECT e.entry AS text FROM tables t JOIN entries e ON e.number = t.number
    WHERE t.id = $1 AND e.seq > $2 ORDER BY e.seq
"""
NOTE = "SELECT note AS text FROM tables WHERE id = $1"
COUNT = "SELECT count(*) FROM tables"
# Covered by an index, so that a damaged row of the table does not matter.
TABLE_IDS = "SELECT id AS text FROM tables ORDER BY opened_at, id"
TABLE_IDS_OTHERWISE = "SELECT id AS text FROM tables ORDER BY id"
PERSON_IDS = "SELECT id AS text FROM people ORDER BY id"
PLACES = """
    SELECT opened_at, id FROM tables WHERE (opened_at, id) < ($1, $2) ORDER BY opened_at DESC, id DESC LIMIT $3
"""

PERSON = "SELECT id, name, created_at, seen_at, language FROM people WHERE id = $1"
PEOPLE = "SELECT id, name, created_at, seen_at, language FROM people WHERE id > $1 ORDER BY id LIMIT $2"
KEEP_PERSON = """
    INSERT INTO people (id, name, created_at, seen_at, language) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, created_at = excluded.created_at, seen_at = excluded.seen_at,
    language = excluded.language
"""
FORGET = (
    "DELETE FROM people WHERE id = $1",
    "DELETE FROM codes WHERE person = $1",
    "DELETE FROM sittings WHERE person = $1",
    "UPDATE speakers SET leaving = true WHERE person = $1",
)
LEAVING = "SELECT s.person, t.id FROM speakers s JOIN tables t ON t.number = s.number WHERE s.leaving LIMIT 1"
HUSHED = """
    DELETE FROM speakers WHERE person = $1 AND number = (SELECT number FROM tables WHERE id = $2 AND seq <= $3)
"""  # keeps the row if an entry was appended meanwhile: then the table is erased once more
REWRITE = "UPDATE entries SET entry = $3 WHERE number = (SELECT number FROM tables WHERE id = $1) AND seq = $2"

SETTING = "SELECT value FROM settings WHERE key = $1"
SETTINGS = "SELECT key, value FROM settings WHERE key <> $1 ORDER BY key"
KEEP_SETTING = """
    INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""

PUT_CODE = """
    INSERT INTO codes (code, person, expires_at) VALUES ($1, $2, $3)
    ON CONFLICT (code) DO UPDATE SET person = excluded.person, expires_at = excluded.expires_at
"""
TAKE_CODE = "DELETE FROM codes WHERE code = $1 OR expires_at < $2 RETURNING code, person, expires_at"

DELETE_TABLE = (
    "DELETE FROM entries WHERE number = (SELECT number FROM tables WHERE id = $1)",
    "DELETE FROM sittings WHERE number = (SELECT number FROM tables WHERE id = $1)",
    "DELETE FROM speakers WHERE number = (SELECT number FROM tables WHERE id = $1)",
    "DELETE FROM tables WHERE id = $1",
)
ABANDONED = "SELECT id AS text FROM tables WHERE touched_at < $1 AND status = $2 ORDER BY touched_at"


class Search(NamedTuple):
    """The filters of `Store.notes`."""

    listed: bool | None
    status: str | None
    person: str | None
    deadline_before: int | None
    bot_to_move: bool | None
    limit: int
    before: tuple[int, str] | None


def search(
    asked: Search, columns: str = "t.note AS text", among: tuple[str, str, int] | None = None
) -> tuple[str, list[Any]]:
    """The query for a page of notes, and its arguments. `among`: a condition on t.id, its argument, and how many tables
    meet it at most."""
    listed, status, person, deadline_before, bot_to_move, limit, before = asked
    arguments: list[Any] = []

    def given(value: Any) -> str:
        arguments.append(value)
        return f"${len(arguments)}"

    wanted = []
    if listed is not None:
        wanted.append(f"t.listed = {given(listed)}")
    if status is not None:
        wanted.append(f"t.status = {given(status)}")
    if person is not None:
        wanted.append(f"t.number IN (SELECT number FROM sittings WHERE person = {given(person)})")  # noqa: S608
    if deadline_before is not None:
        wanted.append(f"t.deadline < {given(deadline_before)}")
    if bot_to_move is not None:
        wanted.append("t.bot_to_move" if bot_to_move else "NOT t.bot_to_move")
    if before is not None:
        wanted.append(f"(t.opened_at, t.id) < ({given(before[0])}, {given(before[1])})")
    source = "tables t"
    if among is not None:  # the inner LIMIT keeps the planner from another index, which would read other rows
        condition, tables = among[0].format(given(among[1])), given(among[2])
        source = f"(SELECT * FROM tables t WHERE {condition} LIMIT {tables}) t"  # noqa: S608
    where = f"WHERE {' AND '.join(wanted)}" if wanted else ""
    order = f"ORDER BY t.opened_at DESC, t.id DESC LIMIT {given(limit)}"
    return f"SELECT {columns} FROM {source} {where} {order}", arguments  # noqa: S608 (our own words)
