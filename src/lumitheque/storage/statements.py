"""SQL for both databases. Parameters are $1, $2, … as in PostgreSQL; sqlite.py turns them into ?1, ?2, …."""

from typing import Any, NamedTuple

from lumitheque.storage.store import CHANNEL_KIND

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
    "DELETE FROM belongings WHERE person = $1",
    "DELETE FROM notices WHERE person = $1",
    "DELETE FROM people WHERE id = $1",
    "UPDATE reviews SET person = '' WHERE person = $1",
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
DROP_CODES = "DELETE FROM codes WHERE person = $1"

KEEP_BELONGING = """
    INSERT INTO belongings (person, kind, id, value) VALUES ($1, $2, $3, $4)
    ON CONFLICT (person, kind, id) DO UPDATE SET value = excluded.value
"""
DROP_BELONGING = "DELETE FROM belongings WHERE person = $1 AND kind = $2 AND id = $3 RETURNING id"
BELONGINGS = "SELECT person, kind, id, value FROM belongings WHERE person = $1 ORDER BY kind, id"
BELONGINGS_OF_KIND = "SELECT person, kind, id, value FROM belongings WHERE person = $1 AND kind = $2 ORDER BY id"
OWNERS = "SELECT person, kind, id, value FROM belongings WHERE kind = $1 AND id = $2 ORDER BY person"
EVERY_BELONGING = """
    SELECT person, kind, id, value FROM belongings WHERE (person, kind, id) > ($1, $2, $3)
    ORDER BY person, kind, id LIMIT $4
"""
EVERY_BELONGING_OF_KIND = """
    SELECT person, kind, id, value FROM belongings WHERE kind = $5 AND (person, kind, id) > ($1, $2, $3)
    ORDER BY person, kind, id LIMIT $4
"""

# A newer notice of the same kind about the same table takes the place of the one before.
INSTEAD = """
    ON CONFLICT (person, table_id, what) DO UPDATE SET since = excluded.since, owed_at = excluded.owed_at,
    due_at = excluded.due_at, held_until = 0, tries = 0, state = '{}' WHERE excluded.since >= notices.since
"""
NOTICE = "number, person, table_id, what, since, owed_at, due_at, tries, state"
OWE = f"""
    INSERT INTO notices (person, table_id, what, since, owed_at, due_at, held_until, tries, state)
    SELECT $1, $2, $3, $4, $5, $6, 0, 0, '{{}}'
    WHERE EXISTS (SELECT 1 FROM belongings WHERE person = $1 AND kind = '{CHANNEL_KIND}')
    {INSTEAD}
"""  # noqa: S608 (our own)
ANY_DUE = "SELECT 1 FROM notices WHERE due_at <= $1 AND held_until <= $1 LIMIT 1"
HOLD = """
    UPDATE notices SET held_until = $2, tries = tries + 1 WHERE number IN (
        SELECT number FROM notices WHERE due_at <= $1 AND held_until <= $1 ORDER BY due_at LIMIT $3 {lock}
    ) RETURNING number, person, table_id, what, since, owed_at, due_at, tries, state
"""
KEEP_HOLDING = "UPDATE notices SET held_until = $4 WHERE number = $1 AND since = $2 AND tries = $3"
SETTLE = "DELETE FROM notices WHERE number = $1 AND since = $2 AND tries = $3"
PUT_OFF = "UPDATE notices SET due_at = $4, state = $5, held_until = 0 WHERE number = $1 AND since = $2 AND tries = $3"
LET_GO = "UPDATE notices SET held_until = 0 WHERE held_until > 0"
OWING = f"SELECT {NOTICE} FROM notices WHERE due_at IS NOT NULL AND number > $2 ORDER BY number LIMIT $1"  # noqa: S608
GIVEN_UP = f"SELECT {NOTICE} FROM notices WHERE due_at IS NULL ORDER BY owed_at DESC, number LIMIT $1"  # noqa: S608
FORGET_GIVEN_UP = "DELETE FROM notices WHERE due_at IS NULL AND owed_at < $1"
WAITING = "SELECT count(*) FROM notices WHERE due_at IS NOT NULL"

REVIEW_COLUMNS = "subject, person, wanted_at, record, progress, tries, review, parts"
WANT_REVIEW = """
    INSERT INTO reviews (subject, person, wanted_at, record, progress, tries, held_until)
    VALUES ($1, $2, $3, $4, 0, 0, 0)
    ON CONFLICT (subject) DO NOTHING RETURNING subject
"""
REVIEW = f"SELECT {REVIEW_COLUMNS} FROM reviews WHERE subject = $1"  # noqa: S608 (our own)
UNFINISHED_REVIEWS = """
    SELECT subject, person, wanted_at, NULL, progress, tries, NULL FROM reviews
    WHERE review IS NULL ORDER BY wanted_at, subject
"""
ANY_REVIEW_WANTED = "SELECT 1 FROM reviews WHERE review IS NULL AND held_until <= $1 AND tries < $2 LIMIT 1"
HOLD_REVIEW = """
    UPDATE reviews SET held_until = $2, tries = tries + 1 WHERE subject IN (
        SELECT subject FROM reviews WHERE review IS NULL AND held_until <= $1 AND tries < $3
        ORDER BY wanted_at, subject LIMIT 1 {lock}
    ) RETURNING subject, person, wanted_at, record, progress, tries, review, parts
"""
KEEP_HOLDING_REVIEW = """
    UPDATE reviews SET held_until = $3, progress = $4, parts = COALESCE($5, parts)
    WHERE subject = $1 AND tries = $2 AND review IS NULL
    RETURNING subject
"""
PUT_BACK_REVIEW = """
    UPDATE reviews SET held_until = 0, tries = tries - 1 WHERE subject = $1 AND tries = $2 AND review IS NULL
"""
FINISH_REVIEW = """
    UPDATE reviews SET review = $3, progress = 100, held_until = 0, parts = NULL
    WHERE subject = $1 AND tries = $2 AND review IS NULL
"""
DROP_REVIEW = "DELETE FROM reviews WHERE subject = $1"
DROP_REVIEWS_OF_RECORDS = "DELETE FROM reviews WHERE record IS NOT NULL AND wanted_at < $1"
LET_GO_OF_REVIEWS = "UPDATE reviews SET held_until = 0 WHERE held_until > 0"

DELETE_TABLE = (
    "DELETE FROM reviews WHERE subject = $1",
    "DELETE FROM notices WHERE table_id = $1",
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
