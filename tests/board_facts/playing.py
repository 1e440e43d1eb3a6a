"""Games that are played for their facts, the same every time."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from lumitheque.referee import Referee

Fact = dict[str, Any]


def decisions(g: Referee, choose: Callable[[int, list[str]], str]) -> Iterator[tuple[int, str]]:
    """Whose decision it is and what it will be, to the end of the game; the move is made when the next is asked for."""
    while g.waiting():
        seat = g.waiting()[0]
        move = choose(seat, g.legal(seat))
        yield seat, move
        g.play(move, seat)


@contextmanager
def tried(g: Referee, seat: int, move: str) -> Iterator[None]:
    """As if the move were made."""
    trial = g.begin_trial()
    try:
        g.play(move, seat)
        yield
    finally:
        g.end_trial(trial)


def spread(found: Sequence[Fact], most: int) -> list[Fact]:
    """So many of the facts, from all over the game, the last among them."""
    step = max(1, len(found) / most)
    return [found[len(found) - 1 - int(step * i)] for i in range(min(most, len(found)))][::-1]
