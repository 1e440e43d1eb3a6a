"""How many simulations fit into some time: a few parts are made to see, and then forgotten."""

import time

from lumitheque.referee import GameRecord
from lumitheque.reviews.reviewing import Plan, Reviewing

FEW, MORE = 16, 96  # simulations of the trials
SAMPLES = 10  # parts that are made with each
FEWEST, MOST = 8, 100_000


def fitting_simulations(record: GameRecord, plan: Plan, seconds: float, threads: int) -> int:
    """Choose the simulations with which a review should take about so long on this machine. The review that follows
    does not depend on the machine any more."""
    few, parts = _time_of(record, plan, FEW)
    more, _ = _time_of(record, plan, MORE)
    each = max(1e-7, (more - few) / (MORE - FEW))  # seconds of a simulation, in a part
    fixed = max(0.0, few - each * FEW)
    number = (seconds * threads / max(1, parts) - fixed) / each
    return max(FEWEST, min(MOST, _rounded(int(number))))


def _time_of(record: GameRecord, plan: Plan, simulations: int) -> tuple[float, int]:
    """How long a part takes on average, and how many there are."""
    reviewing = Reviewing(record, Plan(simulations=simulations, seats=plan.seats, seed=plan.seed))
    todo, searcher = reviewing.todo(), reviewing.searcher()
    if not todo:
        return 0.0, 0
    chosen = todo[:: max(1, len(todo) // SAMPLES)]
    reviewing.make(searcher, chosen[0])  # loads what is compiled
    begun = time.perf_counter()
    for task in chosen:
        reviewing.make(searcher, task)
    return (time.perf_counter() - begun) / len(chosen), len(todo)


def _rounded(number: int) -> int:
    """To two digits, so that it is easily written down."""
    step: int = 10 ** max(0, len(str(max(0, number))) - 2)
    return number // step * step
