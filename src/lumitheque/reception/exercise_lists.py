"""All exercises of a game as they are told in one language: themes by name, and why the best moves are better.

A device keeps what a house told; only trying one is its own work (exercises.py).
"""

from msgspec import Struct

from lumitheque.games.game import Game
from lumitheque.referee.exercises import Exercise
from lumitheque.reviews.shapes import Reason
from lumitheque.reviews.telling import tell_reason


class ThemeTold(Struct, frozen=True):
    name: str
    title: str
    sentence: str
    count: int  # exercises that have it


class ExercisesTold(Struct, frozen=True):
    """All exercises of a game, the easiest first. Their worlds are imagined: nothing hidden in them was ever real."""

    game: str
    themes: list[ThemeTold]
    exercises: list[Exercise]
    reasons: dict[str, dict[str, list[str]]]  # by id and wrong first move: why the best is better, in sentences


def tell_exercises(game: Game, found: list[Exercise], language: str) -> ExercisesTold:
    counts: dict[str, int] = {}
    for one in found:
        for theme in one.themes:
            counts[theme] = counts.get(theme, 0) + 1
    words = game.catalogue("exercises").words(language)["themes"] if found else {}
    themes = [
        ThemeTold(name, said["title"], said["sentence"], counts[name]) for name, said in words.items() if name in counts
    ]
    reasons = {one.id: tell_reasons(game, one, language) for one in found}
    return ExercisesTold(game.name, themes, found, reasons)


def tell_reasons(game: Game, exercise: Exercise, language: str) -> dict[str, list[str]]:
    return {
        wrong.move: [tell_reason(Reason(kind, parts), game, language) for kind, parts in wrong.reasons]
        for wrong in exercise.tasks[0].wrong
        if wrong.reasons
    }
