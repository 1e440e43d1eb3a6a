"""Exercises played: the position as its seat sees it, what is right, and what the others do about what is wrong.

The rules and the solution that was found when the exercise was mined are the judge: nothing is searched here, nothing
remembered. Whoever tries an exercise sends it along with the moves, so that a device answers as a server does.
"""

from typing import Literal

from msgspec import Struct

from lumitheque.games import SHELF, GameError
from lumitheque.games.game import Game
from lumitheque.games.speech import say_move
from lumitheque.reception.faults import Fault, HouseFault, say_denied
from lumitheque.reception.replay import Lens, Moment, Replay
from lumitheque.referee import Refused
from lumitheque.referee.exercises import Attempt, Exercise, Moves, lay
from lumitheque.tables import Denied

MOST_MOVES = 16  # of one turn

Verdict = Literal["open", "right", "wrong", "refused"]


class ExerciseTried(Struct, forbid_unknown_fields=True):
    game: str
    exercise: Exercise
    moves: list[str] = []  # of the one who solves it, since the beginning
    give_up: bool = False  # tell the solution


class WrongTold(Struct, frozen=True):
    """A legal move that is not the one. Frames are there if it was among the plausible ones."""

    move: str
    sentence: str
    chance: int | None  # of winning after it, in millionths; None: at least `gap` less than after the best
    best_chance: int
    gap: int
    frames: list[Moment]  # after it, and after each reply


class SolutionTold(Struct, frozen=True):
    moves: list[str]
    sentences: list[str]
    chance: int
    gap: int
    frames: list[Moment]  # from the beginning to the end of the turn
    line: list[str]  # what is expected to follow, in sentences


class ExerciseAnswer(Struct, kw_only=True):
    verdict: Verdict
    frames: list[Moment]  # the beginning, and what was right
    legal: list[str]
    made: list[str]  # the moves that were right
    left: int  # how many are to be found
    fault: Fault | None = None
    wrong: WrongTold | None = None
    solution: SolutionTold | None = None


def try_exercise(tried: ExerciseTried, language: str) -> ExerciseAnswer:
    """Judge the moves. HouseFault if this is no exercise."""
    if tried.game not in SHELF:
        raise HouseFault("unknown_game")
    try:
        return judge(SHELF[tried.game], tried, language)
    except GameError as error:
        raise HouseFault("bad_record", problem=str(error)[:300]) from None


def judge(game: Game, tried: ExerciseTried, language: str) -> ExerciseAnswer:
    attempt = Attempt(game, tried.exercise)
    answer = ExerciseAnswer(verdict="open", frames=[], legal=[], made=[], left=0)
    for text in tried.moves[:MOST_MOVES]:
        if attempt.is_solved or not take(attempt, answer, text, language):
            break
    answer.frames = show(game, tried.exercise, attempt.made, language)
    answer.made, answer.left = [text for _, text in attempt.made], len(attempt.todo)
    answer.legal = [] if attempt.is_solved else attempt.referee.legal(tried.exercise.seat)
    if attempt.is_solved:
        answer.verdict = "right"
    if attempt.is_solved or tried.give_up:
        attempt.finish()
        answer.solution = tell_solution(game, tried.exercise, attempt.made, language)
    return answer


def take(attempt: Attempt, answer: ExerciseAnswer, text: str, language: str) -> bool:
    """Take one move in; False if nothing follows it."""
    try:
        if attempt.make(text):
            return True
    except Refused as refused:
        denied = Denied(
            "refused", refused.rule_id, game=attempt.referee.game.name, phase=refused.phase, options=refused.options
        )
        answer.verdict, answer.fault = "refused", say_denied(denied, language)
        return False
    answer.verdict, answer.wrong = "wrong", tell_wrong(attempt, text, language)
    return False


def tell_wrong(attempt: Attempt, text: str, language: str) -> WrongTold:
    game, exercise, task, stored = attempt.referee.game, attempt.exercise, attempt.todo[0], attempt.stored(text)
    after = [(exercise.seat, text), *(stored.replies if stored else [])]
    frames = show(game, exercise, attempt.made + after, language)
    return WrongTold(
        move=text,
        sentence=attempt.referee.describe(text, language),
        chance=stored.chance if stored else None,
        best_chance=task.chance,
        gap=task.gap,
        frames=frames[len(attempt.made) + 1 :],
    )


def show(game: Game, exercise: Exercise, moves: Moves, language: str) -> list[Moment]:
    """The position and these moves, as the exercise's seat sees them."""
    film = Replay(lay(game, exercise), Lens.on(exercise.seat, 0, None, language))
    for seat, text in moves:
        film.play(seat, text)
    return film.end()


def tell_solution(game: Game, exercise: Exercise, moves: Moves, language: str) -> SolutionTold:
    task = exercise.tasks[0]
    return SolutionTold(
        moves=[text for _, text in moves],
        sentences=say_moves(game, exercise, moves, [], language),
        chance=task.chance,
        gap=task.gap,
        frames=show(game, exercise, moves, language),
        line=say_moves(game, exercise, exercise.line, moves, language),
    )


def say_moves(game: Game, exercise: Exercise, moves: Moves, before: Moves, language: str) -> list[str]:
    """Moves in sentences, each as the exercise's seat sees it when it is made."""
    referee, said = lay(game, exercise), []
    for seat, text in before:
        referee.play(text, seat)
    for seat, text in moves:
        move = game.notation.read_move(referee.edition, referee.state, text)
        if referee.judge(text, seat)[1]:
            break  # somebody made another move of the same effect: what was expected to follow may be another line
        kind, parts = game.notation.describe_move(referee.edition, referee.view_record(exercise.seat), move)
        said.append(say_move(game.words(language), kind, parts))
        referee.play(text, seat)
    return said
