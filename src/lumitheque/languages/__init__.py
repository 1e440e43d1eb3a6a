"""A language is a folder: here the words of the house, in a game's folder the words of the game.

folders.py     which languages there are, and the files in their folders
catalogue.py   words read from TOML; what a language lacks comes from the one it falls back to, and is counted
messages.py    a message with its parts filled in: {name}, plural, select
choosing.py    which language somebody is spoken to in: Accept-Language, a locale
fr/, en/       one folder per language: language.toml (its name, its plurals), review.toml, server.toml, tables.toml,
               editions.toml, terminal.toml, page/*.toml, errors.toml (of the command line; its keys are English texts)

LUMITHEQUE_LANGUAGES names one more folder of languages. Each lies in a folder of its own, as here, with the words of
the games in games/NAME/. Nobody else knows which languages there are. docs/languages.md says how to add one.
"""

from lumitheque.languages.catalogue import Catalogue, game_catalogues, house_catalogues, missing, read_text
from lumitheque.languages.choosing import choose, choose_for_locale
from lumitheque.languages.folders import BASE, languages, read_language
from lumitheque.languages.messages import fill

__all__ = [
    "BASE",
    "Catalogue",
    "choose",
    "choose_for_locale",
    "fill",
    "game_catalogues",
    "house_catalogues",
    "languages",
    "missing",
    "read_language",
    "read_text",
]
