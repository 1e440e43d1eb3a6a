"""Exercises: positions in which one move is clearly best, and what becomes of somebody's moves on one.

An exercise carries a whole world, so that the rules can go on from it, whatever somebody tries; but that world is one
*imagined* from what the seat knew, not the one of the game in which the position was found: nothing in it tells what
was hidden there, and the seat's view of both is the same. Whoever shows an exercise shows that view.

A solution is one move, or several in a row where a seat moves more than once in its turn: a task for each of them.
The format and the miner are told in docs/exercises.md; the files are read in exercise_files.py.
"""

from typing import Any

from msgspec import Struct

from lumitheque.games.edition import load_edition
from lumitheque.games.game import Game, Value
from lumitheque.referee.records import GameRecord, note_edition
from lumitheque.referee.referee import Referee, open_record

Moves = list[tuple[int, str]]  # seat and move


class Wrong(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A move that looks good, and what the others do about it."""

    move: str
    chance: int  # of winning after it, in millionths
    replies: Moves = []
    reasons: list[tuple[str, dict[str, str]]] = []  # why the best is better: keys of the words, with their parts


class Task(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One move to find."""

    best: str
    chance: int  # of winning after it, in millionths
    gap: int  # to the best move that is different in effect
    equal: list[str] = []  # other moves of the same effect
    wrong: list[Wrong] = []  # the most plausible ones


class Mined(Struct, frozen=True, forbid_unknown_fields=True):
    """How an exercise was found."""

    number: int  # of the game that was played for it
    simulations: int  # that first found the solution
    confirmed: int  # simulations of the deepest search that confirmed it,
    seeds: int  # with so many seeds


class Exercise(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    id: str
    seats: int
    seat: int  # who is to move, and whose view is shown
    options: dict[str, Value] = {}  # that are not as usual
    seed: str  # of what chance gives from here on
    position: dict[str, Any]  # an imagined world
    view: str  # a digest of what the seat knows, as the rules write it
    tasks: list[Task]
    line: Moves = []  # what is expected to follow
    themes: list[str]
    rating: int  # in points of the game's levels: a level as strong as this finds it every second time
    found: dict[str, tuple[int, int]]  # by level: how often it found the solution, and of how many times
    mined: Mined


def lay(game: Game, exercise: Exercise) -> Referee:
    """Lay the position of an exercise, with the others' hidden things as they were imagined."""
    return open_record(
        GameRecord(
            game=game.name,
            rules=game.rules_version,
            seats=exercise.seats,
            options=exercise.options,
            edition=note_edition(load_edition(game)),
            seed=exercise.seed,
            position=exercise.position,
        )
    )


class Attempt:
    """Somebody's moves on an exercise, judged one by one by the rules and by the stored solution."""

    def __init__(self, game: Game, exercise: Exercise) -> None:
        self.referee = lay(game, exercise)
        self.exercise = exercise
        self.todo = list(exercise.tasks)
        self.made: Moves = []  # what was right, and what followed by itself

    @property
    def is_solved(self) -> bool:
        return not self.todo

    def make(self, text: str) -> bool:
        """Make a move if it is right; Refused if the rules forbid it. What leads to the same may come in any order."""
        seat = self.exercise.seat
        if self.referee.judge(text, seat)[1]:
            self.referee.play(text, seat)
        task = self.todo[0]
        later = [number for number, other in enumerate(self.todo) if other.best == text]
        if text != task.best and text not in task.equal:
            return False
        del self.todo[later[0] if later else 0]
        self._play(text)
        return True

    def finish(self) -> None:
        """Make the moves that are still to be found."""
        while self.todo:
            self._play(self.todo.pop(0).best)

    def stored(self, text: str) -> Wrong | None:
        """What is known of a wrong move here; None if it is not among the plausible ones, or made out of turn."""
        task = self.todo[0]
        return next((wrong for wrong in task.wrong if wrong.move == text), None)

    def _play(self, text: str) -> None:
        """Make a move, and as long as another one is to be found, those that leave no choice."""
        self._move(text)
        seat = self.exercise.seat
        while self.todo and self.referee.waiting() == [seat]:
            legal = self.referee.legal(seat)
            if len(legal) != 1:
                break
            self._move(legal[0])

    def _move(self, text: str) -> None:
        self.referee.play(text, self.exercise.seat)
        self.made.append((self.exercise.seat, text))
