"""Lumithèque: five board games with one set of rules for people, bots and machines.

import lumitheque as lt
g = lt.new("sirius", seed="1")
g.waiting(), g.legal(g.waiting()[0])
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lumitheque.games.edition import Edition
    from lumitheque.games.game import Value
    from lumitheque.kernels.batches import Batch
    from lumitheque.notebooks.widget import Replay
    from lumitheque.referee import GameRecord, Referee
    from lumitheque.reviews import Review

__version__ = "0.1.0"


def shelf() -> list[str]:
    """The names of the games on the shelf."""
    from lumitheque.games import SHELF

    return list(SHELF)


def new(
    game: str,
    seats: int | None = None,
    seed: str | int | None = None,
    options: "Mapping[str, Value] | None" = None,
    edition: str | None = None,
) -> "Referee":
    """Open a game. A seed is hex digits or a number; without one it is drawn. Without seats: as few as can be."""
    from lumitheque import referee

    return referee.new(game, seats, seed, options, edition)


def load(record: "GameRecord | Mapping[str, Any] | str | bytes") -> "Referee":
    """A game from its record, replayed from its chance, every move checked."""
    from lumitheque import referee

    return referee.load(record)


def replay(
    record: "GameRecord | Mapping[str, Any] | str | bytes | Referee",
    seats: "Sequence[int] | None" = None,
    language: str = "fr",
) -> "Replay":
    """Show a game in a notebook, moment by moment, as the public and these seats knew it: one piece of HTML.

    Without `seats`: all, unless the game is so long that this takes more than some seconds.
    """
    from lumitheque.notebooks.widget import Replay

    return Replay(record, seats, language)


def review(
    record: "GameRecord | Mapping[str, Any] | str | bytes | Referee",
    simulations: int | None = None,
    seats: list[int] | None = None,
    seed: str = "0",
    known: bool = False,
    threads: int | None = None,
) -> "Review":
    """Review a finished game: each seat's chances at every decision, by what that seat could know then.

    `simulations`: of one search; with the same number a review is the same on any machine. `known`: also what would
    have been best instead of a mistake, had everything been known.
    """
    from lumitheque.reviews import running

    return running.review(record, simulations, seats, seed, known, threads)


def batch(  # noqa: PLR0913 (an argument per choice)
    game: str,
    games: int,
    seats: int | None = None,
    seed: int = 0,
    *,
    options: "Mapping[str, Value] | None" = None,
    edition: "Edition | str | None" = None,
    device: str = "cpu",
    threads: int | None = None,
    auto_reset: bool = True,
    illegal: str = "refuse",
    observing: bool = True,
) -> "Batch":
    """Open many games at once, as arrays: on all cores, or with device="cuda" on a graphics card.

    `illegal`: "refuse" raises for an illegal action, "lose" ends its game. `observing`: every step writes what the
    seats to move see; without it, `observe()` does when it is asked. The rest is as in `new`.
    """
    from lumitheque.kernels.batches import open_batch

    settings = {"options": options, "edition": edition, "threads": threads, "auto_reset": auto_reset}
    return open_batch(device, game, games, seats, seed, illegal=illegal, observing=observing, **settings)


__all__ = ["batch", "load", "new", "replay", "review", "shelf"]
