"""/api/games: the shelf."""

import functools

from litestar.params import FromPath
from msgspec.structs import replace

from lumitheque.bots import levels
from lumitheque.bots.levels import Level
from lumitheque.engines.listed import Introduced
from lumitheque.games import SHELF
from lumitheque.games.edition import load_edition
from lumitheque.games.game import Game, Option, Value
from lumitheque.games.origins import origins
from lumitheque.games.speech import say_value
from lumitheque.languages.messages import fill
from lumitheque.reception.exercise_lists import ExercisesTold, tell_exercises
from lumitheque.reception.faults import WORDS, HouseFault
from lumitheque.reception.links import choices_by_links
from lumitheque.referee.exercise_files import exercises
from lumitheque.referee.lessons import Lesson, lesson_line, lessons
from lumitheque.server.http.routing import Services, Visitor, get
from lumitheque.server.http.shapes import (
    DefaultsWith,
    EditionTold,
    EngineTold,
    GameLine,
    GameTold,
    LevelTold,
    MinutesTold,
    OptionTold,
    ValueTold,
)
from lumitheque.server.upkeep.preparing import later_levels

LONGEST_NAME = 60  # characters of what an engine says of itself


@get("/api/games", tags=["games"], summary="List the games", sync_to_thread=False)
def list_games(visitor: Visitor) -> list[GameLine]:
    return [tell_line(game, visitor.language, game.prepared) for game in SHELF.values()]


@get(
    "/api/games/{game:str}", tags=["games"], summary="A game: facts, options, bots, words, rules", sync_to_thread=False
)
def get_game(game: FromPath[str], visitor: Visitor, services: Services) -> GameTold:
    if game not in SHELF:
        raise HouseFault("unknown_game")
    told = tell_game(SHELF[game], visitor.language, SHELF[game].prepared)
    engines = [tell_engine(one, visitor.language) for one in services.house.programs.of(game)]
    return replace(told, engines=engines, prints=services.print_shop.parts(SHELF[game]))


@get(
    "/api/games/{game:str}/lessons",
    tags=["games"],
    summary="Lessons of a game, step by step",
    sync_to_thread=False,
)
def get_lessons(game: FromPath[str], visitor: Visitor) -> list[Lesson]:
    if game not in SHELF:
        raise HouseFault("unknown_game")
    return lessons(SHELF[game], visitor.language)


@get("/api/games/{game:str}/exercises", tags=["games"], summary="Exercises of a game", sync_to_thread=False)
def get_exercises(game: FromPath[str], visitor: Visitor) -> ExercisesTold:
    if game not in SHELF:
        raise HouseFault("unknown_game")
    return all_exercises(SHELF[game], visitor.language)


@functools.cache
def all_exercises(game: Game, language: str) -> ExercisesTold:
    return tell_exercises(game, list(exercises(game).values()), language)


@functools.cache
def tell_line(game: Game, language: str, prepared: bool) -> GameLine:
    words = game.words(language)
    return GameLine(
        name=game.name,
        rules=game.rules_version,
        seats=list(game.seats),
        secrets=game.secrets,
        drawable=game.drawable,
        title=words["title"],
        tagline=words["tagline"],
        players=words["players"],
        age=game.age,
        minutes=tell_minutes(game, language),
        prepared=prepared,
        exercises=len(exercises(game)),
        lessons=[lesson_line(lesson) for lesson in lessons(game, language)],
    )


def tell_minutes(game: Game, language: str) -> MinutesTold:
    least, most, per = game.minutes.least, game.minutes.most, game.minutes.per
    return MinutesTold(least, most, per, game.words(language)["options"][per]["each"] if per else None)


@functools.cache
def tell_game(game: Game, language: str, prepared: bool) -> GameTold:
    sources = origins(game, language)
    editions = [edition for name in game.editions if (edition := load_edition(game, name))]
    return GameTold(
        game=tell_line(game, language, prepared),
        options=[tell_option(game, option, language) for option in game.options],
        by_links=choices_by_links(game),
        editions=[EditionTold(one.name, one.sha256, one.is_reconstruction, one.text) for one in editions],
        levels=[tell_level(game, level, language) for level in levels(game).values()],
        levels_later=[] if prepared else later_levels(game),
        words=game.words(language),
        rules=game.page(language),
        aid=game.page(language, aid=True),
        origins=sources.rules if sources else {},
    )


def tell_level(game: Game, level: Level, language: str) -> LevelTold:
    character = level.character(game, language)
    return LevelTold(level.name, character.title, character.sentence, level.strength, level.spread)


def tell_engine(engine: Introduced, language: str) -> EngineTold:
    key = "engine_by" if engine.author else "engine"
    sentence = fill(WORDS.words(language)["engines"][key], language, {"author": engine.author[:LONGEST_NAME]})
    return EngineTold(engine.engine.name, engine.title[:LONGEST_NAME], sentence)


def tell_option(game: Game, option: Option, language: str) -> OptionTold:
    sources, words = origins(game, language), game.words(language)["options"][option.name]

    def tell_value(value: Value) -> ValueTold:
        label = say_value(game, option, value, language)
        return ValueTold(value, label, sources.of_value(option.name, value) if sources else None)

    return OptionTold(
        name=option.name,
        label=words["label"],
        help=words["help"],
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


ROUTES = [list_games, get_game, get_lessons, get_exercises]
