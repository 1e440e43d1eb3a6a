"""/api/games: the shelf."""

import functools
from typing import Any

from litestar.params import FromPath

from lumitheque.bots import levels
from lumitheque.games import SHELF
from lumitheque.games.edition import load_edition
from lumitheque.games.game import LANGUAGES, Game, Option
from lumitheque.referee.lessons import Lesson, lessons
from lumitheque.server.answers import EditionTold, GameLine, GameTold, OptionTold, Spoken, ValueTold
from lumitheque.server.faults import HouseFault
from lumitheque.server.routes.asking import get


@get("/api/games", tags=["games"], summary="The shelf", sync_to_thread=False)
def list_games() -> list[GameLine]:
    return [tell_line(game) for game in SHELF.values()]


@get(
    "/api/games/{game:str}", tags=["games"], summary="A game: facts, options, bots, words, rules", sync_to_thread=False
)
def get_game(game: FromPath[str]) -> GameTold:
    if game not in SHELF:
        raise HouseFault("unknown_game")
    return tell_game(SHELF[game])


@get(
    "/api/games/{game:str}/lessons",
    tags=["games"],
    summary="Lessons: the learner makes the moves",
    sync_to_thread=False,
)
def get_lessons(game: FromPath[str]) -> list[Lesson]:
    if game not in SHELF:
        raise HouseFault("unknown_game")
    return lessons(SHELF[game])


def spoken(game: Game, *path: str) -> Spoken:
    """The words at one place, in both languages."""

    def word(language: str) -> str:
        found: Any = game.words(language)
        for key in path:
            found = found[key]
        return str(found)

    return Spoken(word("fr"), word("en"))


@functools.cache
def tell_line(game: Game) -> GameLine:
    return GameLine(
        name=game.name,
        rules=game.rules_version,
        seats=list(game.seats),
        secrets=game.secrets,
        drawable=game.drawable,
        title=spoken(game, "title"),
        tagline=spoken(game, "tagline"),
        players=spoken(game, "players"),
        age=spoken(game, "age"),
        minutes=spoken(game, "minutes"),
    )


@functools.cache
def tell_game(game: Game) -> GameTold:
    editions = [edition for name in game.editions if (edition := load_edition(game, name))]
    return GameTold(
        game=tell_line(game),
        options=[tell_option(game, option) for option in game.options],
        editions=[EditionTold(one.name, one.sha256, one.is_reconstruction, one.text) for one in editions],
        levels=list(levels(game).values()),
        words={language: game.words(language) for language in LANGUAGES},
        pages={language: game.page(language) for language in LANGUAGES},
        aids={language: game.page(language, aid=True) for language in LANGUAGES},
    )


def tell_option(game: Game, option: Option) -> OptionTold:
    def label(value: object) -> Spoken:
        text = str(value).lower()
        if text in game.words("fr")["options"][option.name].get("values", {}):
            return spoken(game, "options", option.name, "values", text)
        return Spoken(text, text)  # plain numbers speak for themselves

    return OptionTold(
        name=option.name,
        label=spoken(game, "options", option.name, "label"),
        help=spoken(game, "options", option.name, "help"),
        values=[ValueTold(value, label(value)) for value in option.values],
        defaults={str(seats): game.settle(seats, {})[option.name] for seats in game.seats},
    )


ROUTES = [list_games, get_game, get_lessons]
