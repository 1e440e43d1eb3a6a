"""exercise: one position in the terminal, and the move that is best in it."""

import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from lumitheque.cli import FAILED, FINE
from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    from lumitheque.cli.telling import Screen
    from lumitheque.games.game import Game
    from lumitheque.referee.exercises import Attempt, Exercise, Task, Wrong

PERCENT = 10_000  # millionths
GIVE_UP = ("?", "solution")


def exercise(
    game: Annotated[str | None, Parameter(help="The name of a game; that of the day if none is named.")] = None,
    /,
    *,
    theme: Annotated[str | None, Parameter(help="What it is about; --list names the themes.")] = None,
    day: Annotated[bool, Parameter(name="--day", help="The exercise of the day, the same for everybody.")] = False,
    number: Annotated[str | None, Parameter(name="--id", metavar="ID", help="This one.")] = None,
    rating: Annotated[int, Parameter(metavar="N", help="About as difficult as this; those of the levels.")] = 0,
    listed: Annotated[bool, Parameter(name="--list", help="List the themes and the exercises.")] = False,
    lang: Language = None,
) -> int:
    """Find the best move in a position: type it, or ? for the solution."""
    from lumitheque.cli.reading import spare_the_compiler

    spare_the_compiler(0)
    from lumitheque.cli.telling import Screen

    say, screen = Speech(lang), Screen()
    found = find_game(game)
    if listed:
        list_exercises(found, say, screen)
        return FINE
    return solve(found, choose(found, theme, number, rating, day or game is None), say, screen)


def find_game(name: str | None) -> "Game":
    """The game that is named, or that of the day."""
    from lumitheque.games import SHELF, GameError, find
    from lumitheque.referee.exercise_files import exercises, game_of_the_day

    if name is not None:
        return find(name)
    able = [one for one, game in SHELF.items() if exercises(game)]
    if not able:
        raise GameError("no game has exercises")
    return find(game_of_the_day(able, today()))


def today() -> int:
    from lumitheque.referee.exercise_files import day_number

    return day_number(datetime.now(UTC).date())


def choose(game: "Game", theme: str | None, number: str | None, rating: int, day: bool) -> "Exercise":
    from lumitheque.games import GameError
    from lumitheque.referee.exercise_files import exercises, id_of_the_day, next_for

    known = exercises(game)
    if not known:
        raise GameError(f"{game.name} has no exercises")
    if number is not None and number not in known:
        raise GameError(f"{game.name} has no exercise {number!r}")
    if number is not None:
        return known[number]
    if day and theme is None:
        return known[id_of_the_day(known, today())]
    suited = next_for(list(known.values()), rating, [], theme)
    if suited is None:
        listed = ", ".join(sorted({one for exercise in known.values() for one in exercise.themes}))
        raise GameError(f"{game.name} has no exercise about {theme!r}; there are: {listed}")
    return suited


def list_exercises(game: "Game", say: Speech, screen: "Screen") -> None:
    from lumitheque.referee.exercise_files import exercises

    known = list(exercises(game).values())
    words = game.catalogue("exercises").words(say.language)["themes"] if known else {}
    screen.print(say("exercise.all", game=game.words(say.language)["title"], count=len(known)))
    for name, said in words.items():
        about = [one for one in known if name in one.themes]
        if about:
            screen.print(f"  {name}: {said['title']}. {said['sentence']}")
            screen.print("    " + " ".join(f"{one.id}({one.rating})" for one in about))


def solve(game: "Game", exercise: "Exercise", say: Speech, screen: "Screen") -> int:
    """Ask until the move is found or given up; FAILED if it was given up."""
    from lumitheque.cli.screens import show_position
    from lumitheque.games.speech import say_refusal
    from lumitheque.referee import Refused
    from lumitheque.referee.exercises import Attempt

    attempt = Attempt(game, exercise)
    show_position(attempt.referee, exercise.seat, False, say)
    while not attempt.is_solved:
        task = attempt.todo[0]
        screen.print(say("exercise.ask", player=f"P{exercise.seat + 1}", rating=exercise.rating))
        typed = sys.stdin.readline()
        if not typed or typed.strip() in GIVE_UP:
            tell_solution(attempt, task, say, screen)
            return FAILED
        try:
            right = attempt.make(typed.strip())
        except Refused as refused:
            why = say_refusal(game, refused.rule_id, say.language, refused.phase, refused.options)
            screen.print(say("exercise.refused", why=why))
            continue
        if right:
            screen.print(say("exercise.right"))
        else:
            tell_wrong(attempt, typed.strip(), task, say, screen)
    tell_solution(attempt, exercise.tasks[0], say, screen)
    return FINE


def percent(millionths: int) -> int:
    return round(millionths / PERCENT)


def tell_wrong(attempt: "Attempt", text: str, task: "Task", say: Speech, screen: "Screen") -> None:
    stored = attempt.stored(text)
    if stored is None:
        screen.print(say("exercise.less", gap=percent(task.gap)))
        return
    replies = ", ".join(f"P{seat + 1} {move}" for seat, move in stored.replies)
    chances: dict[str, Any] = {"chance": percent(stored.chance), "best": percent(task.chance)}
    screen.print(say("exercise.wrong", replies=replies, **chances))


def tell_solution(attempt: "Attempt", task: "Task", say: Speech, screen: "Screen") -> None:
    attempt.finish()
    moves = " ".join(text for _, text in attempt.made)
    line = ", ".join(f"P{seat + 1} {move}" for seat, move in attempt.exercise.line)
    screen.print(say("exercise.solution", moves=moves, chance=percent(task.chance), gap=percent(task.gap)))
    if line:
        screen.print(say("exercise.line", line=line))
    wrong = next((one for one in attempt.exercise.tasks[0].wrong if one.reasons), None)
    if wrong is not None:
        tell_reasons(attempt, wrong, say, screen)


def tell_reasons(attempt: "Attempt", wrong: "Wrong", say: Speech, screen: "Screen") -> None:
    """Why the best move is better than a plausible one, in the game's own words."""
    from lumitheque.reviews.shapes import Reason
    from lumitheque.reviews.telling import tell_reason

    screen.print(say("exercise.why", move=wrong.move))
    for kind, parts in wrong.reasons:
        screen.print("  " + tell_reason(Reason(kind, parts), attempt.referee.game, say.language))
