"""What a messenger shows of a link: the Open Graph tags in the head of the page.

They say the game and where it stands, and lead to a picture of what a spectator sees. Nobody's name is in them.
"""

import re
from collections.abc import Iterable, Iterator
from html import escape

from lumitheque.games import SHELF
from lumitheque.press.previews import HIGH, WIDE, say_preview
from lumitheque.tables import TableNote

END = "</head>"
NUMBER = re.compile("[0-9]{1,6}")


def preview_tags(
    note: TableNote, address: str, language: str, at: str | None, *, pictured: bool
) -> Iterator[tuple[str, str]]:
    """Property and content of each tag. A link to a replay may say after how many decisions."""
    words = SHELF[note.game].words(language) if note.game in SHELF else {"title": note.game, "tagline": ""}
    yield "og:site_name", "Lumithèque"
    yield "og:type", "website"
    yield "og:title", words["title"]
    yield "og:description", say_preview("replay" if note.status == "over" else "table", language)
    if pictured:
        shown = f"at={at}" if at and NUMBER.fullmatch(at) and note.status == "over" else f"seq={note.seq}"
        yield "og:image", f"{address}api/tables/{note.id}/picture.png?{shown}"
        yield "og:image:type", "image/png"
        yield "og:image:width", str(WIDE)
        yield "og:image:height", str(HIGH)
        yield "og:image:alt", words["tagline"]
        yield "twitter:card", "summary_large_image"


def in_head(page: str, tags: Iterable[tuple[str, str]]) -> str:
    """The page with the tags in its head."""
    told = "".join(f'<meta property="{name}" content="{escape(content)}" />\n    ' for name, content in tags)
    return page.replace(END, f"{told.rstrip()}\n  {END}", 1)
