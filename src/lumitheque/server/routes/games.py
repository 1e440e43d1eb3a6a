"""/api/games: the shelf."""

import functools
from typing import Any

from litestar.params import FromPath

from lumitheque.bots import levels
from lumitheque.games import SHELF
from lumitheque.games.edition import load_edition
from lumitheque.games.game import LANGUAGES, Game, Option, Value
from lumitheque.games.origins import origins
from lumitheque.games.speech import Spoken, say_value
from lumitheque.referee.lessons import Lesson, lessons
from lumitheque.server.answers import (
    DefaultsWith,
    EditionTold,
    GameLine,
    GameTold,
    MinutesTold,
    OptionTold,
    ValueTold,
)
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
        age=game.age,
        minutes=tell_minutes(game),
    )


def tell_minutes(game: Game) -> MinutesTold:
    least, most, per = game.minutes.least, game.minutes.most, game.minutes.per
    return MinutesTold(least, most, per, spoken(game, "options", per, "each") if per else None)


@functools.cache
def tell_game(game: Game) -> GameTold:
    sources = origins(game)
    editions = [edition for name in game.editions if (edition := load_edition(game, name))]
    return GameTold(
        game=tell_line(game),
        options=[tell_option(game, option) for option in game.options],
        editions=[EditionTold(one.name, one.sha256, one.is_reconstruction, one.text) for one in editions],
        levels=list(levels(game).values()),
        words={language: game.words(language) for language in LANGUAGES},
        pages={language: game.page(language) for language in LANGUAGES},
        aids={language: game.page(language, aid=True) for language in LANGUAGES},
        origins=sources.rules if sources else {},
    )


def tell_option(game: Game, option: Option) -> OptionTold:
    sources = origins(game)

    def tell_value(value: Value) -> ValueTold:
        label = Spoken(*(say_value(game, option, value, language) for language in LANGUAGES))
        return ValueTold(value, label, sources.of_value(option.name, value) if sources else None)

    return OptionTold(
        name=option.name,
        label=spoken(game, "options", option.name, "label"),
        help=spoken(game, "options", option.name, "help"),
        values=[tell_value(value) for value in option.values],
        defaults=usual(game, option, {}),
        defaults_with=[
            DefaultsWith(other.name, value, found)
            for other in game.options
            for value in other.values
            if other is not option and (found := usual(game, option, {other.name: value})) != usual(game, option, {})
        ],
    )


def usual(game: Game, option: Option, chosen: dict[str, Value]) -> dict[str, Value]:
    """The default of an option by number of players, given what was chosen."""
    return {str(seats): game.settle(seats, chosen)[option.name] for seats in game.seats}


ROUTES = [list_games, get_game, get_lessons]
