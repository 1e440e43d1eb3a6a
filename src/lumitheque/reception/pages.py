"""Quotes paragraphs of the rule pages."""

import re
import unicodedata

from lumitheque.games.game import Game

ANCHOR = re.compile(r'<a id="([A-Z]{2}-[0-9]{2})"></a>\n?')
HEADING = re.compile(r"^#+ ", re.MULTILINE)


def paragraphs(game: Game, language: str) -> dict[str, str]:
    """Split the rule page by rule id, in Markdown: each up to the next id or heading."""
    pieces = ANCHOR.split(game.page(language))
    return {rule_id: HEADING.split(text)[0].strip() for rule_id, text in zip(pieces[1::2], pieces[2::2], strict=True)}


def quote(game: Game, rule_id: str, language: str) -> str | None:
    """The paragraph of a rule; None if the page has none (XX-00 is a sentence, not a rule of the booklet)."""
    return paragraphs(game, language).get(rule_id)


def find_paragraphs(game: Game, words: str, language: str) -> dict[str, str]:
    """The paragraph of a rule id, or those in which words occur, accents and capitals aside, most often first."""
    found = paragraphs(game, language)
    rule_id = words.strip().upper()
    if rule_id in found:
        return {rule_id: found[rule_id]}
    wanted = plain(words)
    counts = {name: plain(text).count(wanted) for name, text in found.items()}
    return {name: found[name] for name in sorted(counts, key=lambda name: -counts[name]) if counts[name]}


def plain(text: str) -> str:
    """Normalise a text: no accents, capitals or superfluous space."""
    bare = "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))
    return " ".join(bare.casefold().split())
