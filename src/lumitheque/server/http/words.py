"""/api/words: what the page says, and the languages it can say it in."""

import functools
import gzip
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from msgspec import Struct

from lumitheque.languages import house_catalogues, languages, read_language
from lumitheque.server.catalogues import board_catalogues, missing_words
from lumitheque.server.http.routing import Visitor, get


class LanguageTold(Struct, frozen=True):
    code: str
    name: str  # in the language itself


class ElisionTold(Struct, frozen=True):
    """Words that lose their end before a part of a message."""

    before: str  # a regular expression, case aside: how such a part begins
    words: dict[str, str]  # "de": "d’"


class WordsTold(Struct, frozen=True):
    """All that the page says in one language, as messages (docs/languages.md)."""

    language: str
    languages: list[LanguageTold]
    missing: int  # messages that this language lacks; another one's stand in for them
    page: dict[str, Any]
    boards: dict[str, Any]
    elision: ElisionTold | None = None


@get("/api/words", tags=["words"], summary="What the page says, in your language", sync_to_thread=False)
def get_words(request: Request[Any, Any, Any], visitor: Visitor) -> Response[WordsTold]:
    """Packed once, and sent packed to everybody who can unpack it."""
    language = visitor.language
    plain, packed = pack_words(language, languages())
    headers = {"content-language": language, "vary": "accept-encoding, accept-language, cookie"}
    body: Any = plain
    if "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = packed, "gzip"
    return Response(body, media_type=MediaType.JSON, headers=headers)


@functools.cache
def pack_words(language: str, known: tuple[str, ...]) -> tuple[bytes, bytes]:
    plain = msgspec.json.encode(tell_words(language, known))
    return plain, gzip.compress(plain, 9, mtime=0)


def tell_words(language: str, known: tuple[str, ...]) -> WordsTold:
    page = {catalogue.name.rpartition("/")[2]: catalogue for catalogue in house_catalogues("page")}
    said = {name: catalogue.words(language) for name, catalogue in page.items()}
    boards = {name: catalogue.words(language) for name, catalogue in board_catalogues()}
    told = [LanguageTold(code, read_language(code).name) for code in known]
    elision = read_language(language).elision
    shortened = ElisionTold(elision.before.pattern, elision.words) if elision else None
    return WordsTold(language, told, missing_words(language), said, boards, shortened)


ROUTES = [get_words]
