"""Why the best move is better than a wrong one, as reviews say it: keys of the game's words, in no language."""

import msgspec

from lumitheque.bots import Sight
from lumitheque.games.game import Game
from lumitheque.referee.exercises import Exercise, Task, Wrong, lay
from lumitheque.reviews.reasons import explain


def explained(game: Game, exercise: Exercise) -> Exercise:
    """The same exercise with the reasons of its first task as the game tells them now."""
    first, *rest = exercise.tasks
    task = msgspec.structs.replace(first, wrong=[with_reasons(game, exercise, first, one) for one in first.wrong])
    return msgspec.structs.replace(exercise, tasks=[task, *rest])


def with_reasons(game: Game, exercise: Exercise, task: Task, wrong: Wrong) -> Wrong:
    referee, seat = lay(game, exercise), exercise.seat
    sight = Sight.of(game, referee.e, referee.view_record(seat), seat, referee.seats)
    made, best = (game.notation.read_move(referee.edition, referee.state, text) for text in (wrong.move, task.best))
    line = []
    for number, (who, text) in enumerate([(seat, one.best) for one in exercise.tasks] + exercise.line):
        if number and referee.judge(text, who)[1]:
            break  # moves that leave no choice are not stored
        line.append((who, game.notation.read_move(referee.edition, referee.state, text)))
        referee.play(text, who)
    found = explain(sight, referee.edition, made, best, line)
    return msgspec.structs.replace(wrong, reasons=[(reason.kind, reason.parts) for reason in found])
