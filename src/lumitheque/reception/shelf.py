"""The shelf as it is told: games, their options and their bots, in the words of a language."""

import functools

from msgspec import Struct

from lumitheque.bots.levels import Level
from lumitheque.games.game import Game, Option, Value
from lumitheque.games.origins import ValueOrigin, origins
from lumitheque.games.speech import say_value
from lumitheque.referee.exercise_files import exercises
from lumitheque.referee.lessons import LessonLine, lesson_line, lessons


class ValueTold(Struct, frozen=True):
    value: Value
    label: str
    origin: ValueOrigin | None  # whether the booklet plays so; null for a game that does not say


class DefaultsWith(Struct, frozen=True):
    """The defaults of an option when another option has a certain value."""

    option: str
    value: Value
    defaults: dict[str, Value]  # by number of players


class OptionTold(Struct, frozen=True):
    name: str
    label: str
    help: str
    values: list[ValueTold]
    defaults: dict[str, Value]  # by number of players
    defaults_with: list[DefaultsWith]  # where they depend on another option


class MinutesTold(Struct, frozen=True):
    least: int  # about how long a game takes
    most: int
    per: str | None  # the option by whose value they are multiplied
    each: str | None  # what one of these is called: "a round"


class GameLine(Struct, frozen=True):
    """A game on the shelf."""

    name: str
    rules: int
    seats: list[int]
    secrets: bool
    drawable: bool
    title: str
    tagline: str
    players: str
    age: int
    minutes: MinutesTold
    prepared: bool  # compiled; until then it is played with fewer bots and without hints
    exercises: int  # how many there are
    lessons: list[LessonLine]  # in the order of a course


class LevelTold(Struct, frozen=True):
    """A bot to play against, and the character that it is."""

    name: str  # how it is asked for
    title: str
    sentence: str  # who it is and how it plays
    strength: int | None  # points above a player who moves at random; 400 points are 10 to 1
    spread: int | None  # half of the 95 % interval of its strength


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


def tell_level(game: Game, level: Level, language: str) -> LevelTold:
    character = level.character(game, language)
    return LevelTold(level.name, character.title, character.sentence, level.strength, level.spread)


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
