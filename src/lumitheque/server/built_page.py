"""Where the page of the house lies, as `web/` was built, and which build it is."""

import re
from pathlib import Path

HERE = Path(__file__).parent
STATIC, WEB = HERE / "static", HERE / "web"
INDEX = WEB / "index.html"
ENTRY = re.compile(r'<script type="module"[^>]* src="/assets/([\w.-]+\.js)"')


def is_built() -> bool:
    return INDEX.is_file()


def build_mark() -> str:
    """The name of the script that the page begins with: another build has another. It is read anew each time, so that
    a page that is built while the house is open is not told that it is out of date."""
    found = ENTRY.search(INDEX.read_text(encoding="utf-8")) if is_built() else None
    return found[1] if found else ""
