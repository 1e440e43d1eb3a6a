"""Mine exercises: positions of our bots' games in which one move is clearly best.

    python -m scripts.mine_exercises                        every game, to 12 each, then to 60
    python -m scripts.mine_exercises sirius --want 150      go on with one game
    python -m scripts.mine_exercises --confirm              search ten times as deep, and drop what does not hold

The same command goes on where it stopped; it may be ended at any moment. Budgets are simulations, so that every machine
finds the same exercises: 80,000 are about a second. What is found is written to `exercises.jsonl` in the game's folder.
"""

import argparse
import hashlib
import os
import time
from typing import Any

import msgspec

os.environ.setdefault("LUMITHEQUE_RULES", "compiled")

from scripts.mining.explaining import explained
from scripts.mining.grading import grade, rate
from scripts.mining.keeping import Keeper, digest_of_view
from scripts.mining.playing import decisions, has_news, seed_of
from scripts.mining.searching import weigh
from scripts.mining.solving import (
    AGAIN,
    GLIMPSE,
    HOPE,
    QUICK,
    SEEDS,
    STANDARD,
    TIMES,
    Solution,
    confirm,
    gap_of,
    solve,
)
from scripts.mining.spot import Spot
from scripts.mining.themes import module_of

from lumitheque.bots.simple_bots import chance_for
from lumitheque.games import SHELF, find
from lumitheque.games.edition import record_from
from lumitheque.games.game import Game, Value
from lumitheque.referee import Referee
from lumitheque.referee.exercises import Exercise, Mined, Moves, lay

WANTED = (12, 60)  # of each game, in turns
APART = 8  # decisions between two exercises of one game
MOST_OF_ONE = 3  # exercises of one game played
LEAST_MOVES = 3  # legal ones


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


def exercise_at(referee: Referee, seat: int, number: int, keeper: Keeper, want: int) -> Exercise | None:
    """What this decision is as an exercise, if it is one."""
    if len(referee.legal_numbers(seat)) < LEAST_MOVES or not has_news(referee, seat):
        return None
    for simulations, part in ((GLIMPSE, HOPE), (QUICK, AGAIN)):
        seen = weigh(referee, seat, simulations, 0)
        if seen is None or seen.gap < part * gap_of(referee):
            return None
    drawn, game = sketch(referee, seat, number), referee.game
    laid = lay(game, drawn)
    if keeper.knows(drawn.id) or digest_of_view(laid, seat) != drawn.view:
        return None
    solution = solve(laid, seat)
    if solution is None:
        return None
    themes = themes_of(game, drawn, solution)
    if keeper.has_enough(themes[0], want):
        return None
    whole = msgspec.structs.replace(drawn, tasks=solution.tasks, line=solution.line, themes=themes)
    found, whole = grade(game, whole), explained(game, whole)
    return msgspec.structs.replace(whole, found=found, rating=rate(game, found))


def mine(game: Game, want: int, until: float) -> None:
    """Play games until there are so many exercises."""
    keeper = Keeper(game)
    while len(keeper.found) < want and time.time() < until:
        number = keeper.progress.next
        last, count = -APART, 0
        for referee, seat in decisions(game, number):
            at = len(referee.decisions)
            if at - last < APART:
                continue
            if (found := exercise_at(referee, seat, number, keeper, want)) is not None:
                keeper.add(found)
                last, count = at, count + 1
                tell(game, keeper, f"{found.id} {found.rating} {' '.join(found.themes)}: {found.tasks[0].best}")
            if time.time() > until:
                return  # the next run plays this game again
            if count >= MOST_OF_ONE or len(keeper.found) >= want:
                break
        keeper.played(number)
        tell(game, keeper, f"game {number} played")


def deepen(game: Game, until: float) -> None:
    """Confirm every exercise with deeper searches; drop those that do not hold."""
    keeper = Keeper(game)
    for one in list(keeper.found.values()):
        if one.mined.confirmed >= STANDARD * TIMES or time.time() > until:
            continue
        if confirm(lay(game, one), one.seat, one.tasks):
            mined = msgspec.structs.replace(one.mined, confirmed=STANDARD * TIMES)
            keeper.add(msgspec.structs.replace(one, mined=mined))
            tell(game, keeper, f"{one.id} confirmed")
        else:
            keeper.drop(one)
            tell(game, keeper, f"{one.id} dropped")


def explain_anew(game: Game) -> None:
    """Write the reasons of every exercise as the game tells them now."""
    keeper = Keeper(game)
    for one in list(keeper.found.values()):
        keeper.add(explained(game, one))
    tell(game, keeper, "explained")


def tell(game: Game, keeper: Keeper, what: str) -> None:
    deep = sum(one.mined.confirmed > STANDARD for one in keeper.found.values())
    print(f"{game.name}: {len(keeper.found)} exercises, {deep} of them confirmed: {what}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(SHELF))
    parser.add_argument("--want", type=int, nargs="*", default=list(WANTED), help="how many of each, in turns")
    parser.add_argument("--confirm", action="store_true", help="search what there is ten times as deep")
    parser.add_argument("--explain", action="store_true", help="write the reasons of what there is anew")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="end after so many")
    chosen = parser.parse_args()
    until = time.time() + 60 * chosen.minutes
    if chosen.explain:
        for name in chosen.game:
            explain_anew(find(name))
        return
    for want in [] if chosen.confirm else chosen.want:
        for name in chosen.game:
            mine(find(name), want, until)
    for name in chosen.game if chosen.confirm else []:
        deepen(find(name), until)


if __name__ == "__main__":
    main()
