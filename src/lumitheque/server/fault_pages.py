"""How the house says no to a browser: a small page with the sentence and a way on, where a program gets JSON."""

from html import escape
from typing import Any

from lumitheque.languages import Catalogue
from lumitheque.reception.faults import Fault
from lumitheque.server.built_page import STATIC

WORDS = Catalogue("page/astray")
TEMPLATE = "fault.html"  # of STATIC
SOON = (429, 503)  # it may be otherwise in a moment: the page asks again by itself
REFRESH = '<meta http-equiv="refresh" content="3">'


def wants_page(headers: Any) -> bool:
    """Whether a request comes from somebody who reads pages: browsers say so when an address is opened."""
    return "text/html" in headers.get("accept", "")


def fault_page(fault: Fault, status: int, language: str) -> bytes:
    """The page of a refusal, in the reader's language."""
    words = WORDS.words(language)
    said = words["faults"].get(fault.code) or words["faults"]["other"]
    parts = {
        "language": language,
        "refresh": REFRESH if status in SOON else "",
        "house": words["house"],
        "title": said["title"],
        "text": said.get("text") or fault.sentence,
        "again": words["again"],
        "shelf": words["shelf"],
        "status": str(status),
    }
    text = (STATIC / TEMPLATE).read_text(encoding="utf-8")
    for name, part in parts.items():
        text = text.replace(f"{{{{{name}}}}}", part if name == "refresh" else escape(part))
    return text.encode()
