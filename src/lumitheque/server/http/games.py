"""/api/games: the shelf."""

import functools

from litestar.params import FromPath
from msgspec.structs import replace

from lumitheque.bots import levels
from lumitheque.engines.listed import Introduced
from lumitheque.games import SHELF
from lumitheque.games.edition import load_edition
from lumitheque.games.game import Game
from lumitheque.games.origins import origins
from lumitheque.languages.messages import fill
from lumitheque.reception.exercise_lists import ExercisesTold, tell_exercises
from lumitheque.reception.faults import WORDS, HouseFault
from lumitheque.reception.links import choices_by_links
from lumitheque.reception.shelf import GameLine, tell_level, tell_line, tell_option
from lumitheque.referee.exercise_files import exercises
from lumitheque.referee.lessons import Lesson, lessons
from lumitheque.server.http.routing import Services, Visitor, get
from lumitheque.server.http.shapes import (
    EditionTold,
    EngineTold,
    GameTold,
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


def tell_engine(engine: Introduced, language: str) -> EngineTold:
    key = "engine_by" if engine.author else "engine"
    sentence = fill(WORDS.words(language)["engines"][key], language, {"author": engine.author[:LONGEST_NAME]})
    return EngineTold(engine.engine.name, engine.title[:LONGEST_NAME], sentence)


ROUTES = [list_games, get_game, get_lessons, get_exercises]
