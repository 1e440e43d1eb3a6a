"""What somebody said, taken out of a log."""

import msgspec

from lumitheque.tables.events import Said, read_entry, write_entry


def hush(data: bytes, person: str) -> bytes | None:
    """The entry without what that person said in it; None if they said nothing in it."""
    entry = read_entry(data)
    event = entry.event
    if not isinstance(event, Said) or event.person != person or (event.text is None and event.phrase is None):
        return None
    silent = msgspec.structs.replace(event, text=None, phrase=None)
    return write_entry(msgspec.structs.replace(entry, event=silent))
