"""Find exercises in one game of our bots. Everything follows from the game's number and from what is known already."""

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from scripts.mining.explaining import explained
from scripts.mining.grading import grade, rate
from scripts.mining.keeping import digest_of_view
from scripts.mining.playing import decisions, has_news, seed_of
from scripts.mining.searching import weigh
from scripts.mining.solving import AGAIN, GLIMPSE, HOPE, QUICK, SEEDS, STANDARD, Solution, gap_of, solve
from scripts.mining.spot import Spot
from scripts.mining.themes import module_of

from lumitheque.bots.simple_bots import chance_for
from lumitheque.games import find
from lumitheque.games.edition import record_from
from lumitheque.games.game import Game, Value
from lumitheque.referee import Referee
from lumitheque.referee.exercises import Exercise, Mined, Moves, lay

APART = 8  # decisions between two exercises of one game
MOST_OF_ONE = 3  # exercises of one game played
LEAST_MOVES = 3  # legal ones


class Known(NamedTuple):
    """What a search for more need not find again; small enough to be sent to another process."""

    ids: frozenset[str]
    full: frozenset[str]  # themes of which there are enough


def find_in_game(name: str, number: int, known: Known) -> list[Exercise]:
    """Play one game and return its exercises, MOST_OF_ONE at most."""
    return list(exercises_of(find(name), number, known))


def exercises_of(game: Game, number: int, known: Known) -> Iterator[Exercise]:
    last, count = -APART, 0
    for referee, seat in decisions(game, number):
        at = len(referee.decisions)
        if at - last < APART:
            continue
        if (found := exercise_at(referee, seat, number, known)) is not None:
            yield found
            last, count = at, count + 1
        if count >= MOST_OF_ONE:
            return


def usual(referee: Referee) -> dict[str, Value]:
    """The options of a game that are not as usual."""
    settled = referee.game.settle(referee.seats, {})
    return {name: value for name, value in referee.options.items() if settled[name] != value}


def sketch(referee: Referee, seat: int, number: int) -> Exercise:
    """An exercise without its solution: the position, with whatever is hidden imagined anew."""
    game, view, digest = referee.game, referee.view_record(seat), digest_of_view(referee, seat)
    world = record_from(view.tobytes(), game.record.STATE)
    game.knowledge.imagine(referee.e, view, seat, chance_for(seed_of("world", digest)), world)
    return Exercise(
        id=hashlib.sha256(f"{game.name}:{digest}".encode()).hexdigest()[:8],
        seats=referee.seats,
        seat=seat,
        options=usual(referee),
        seed=f"{seed_of('exercise', digest):032x}",
        position=msgspec.to_builtins(game.notation.write_position(referee.edition, world, None)),
        view=digest,
        tasks=[],
        themes=[],
        rating=0,
        found={},
        mined=Mined(number, STANDARD, STANDARD, SEEDS),
    )


def told_after(game: Game, exercise: Exercise, moves: Moves) -> dict[str, Any]:
    referee = lay(game, exercise)
    for seat, text in moves:
        referee.play(text, seat)
    return referee.view(exercise.seat)


def themes_of(game: Game, exercise: Exercise, solution: Solution) -> list[str]:
    laid, seat, wrong = lay(game, exercise), exercise.seat, solution.tasks[0].wrong[0]
    own = [(seat, move) for move in solution.moves]
    spot = Spot(
        seat=seat,
        e=laid.e,
        edition=laid.edition,
        legal=laid.legal(seat),
        before=laid.view(seat),
        moves=solution.moves,
        after=told_after(game, exercise, own),
        line=solution.line,
        end=told_after(game, exercise, own + solution.line),
        tempting=wrong.move,
        answer=wrong.replies,
        regret=told_after(game, exercise, [(seat, wrong.move), *wrong.replies]),
    )
    found: list[str] = module_of(game.name).themes(spot)
    return found


def exercise_at(referee: Referee, seat: int, number: int, known: Known) -> Exercise | None:
    """What this decision is as an exercise, if it is one."""
    if len(referee.legal_numbers(seat)) < LEAST_MOVES or not has_news(referee, seat):
        return None
    for simulations, part in ((GLIMPSE, HOPE), (QUICK, AGAIN)):
        seen = weigh(referee, seat, simulations, 0)
        if seen is None or seen.gap < part * gap_of(referee):
            return None
    drawn, game = sketch(referee, seat, number), referee.game
    laid = lay(game, drawn)
    if drawn.id in known.ids or digest_of_view(laid, seat) != drawn.view:
        return None
    solution = solve(laid, seat)
    if solution is None:
        return None
    themes = themes_of(game, drawn, solution)
    if themes[0] in known.full:
        return None
    whole = msgspec.structs.replace(drawn, tasks=solution.tasks, line=solution.line, themes=themes)
    found, whole = grade(game, whole), explained(game, whole)
    return msgspec.structs.replace(whole, found=found, rating=rate(game, found))
