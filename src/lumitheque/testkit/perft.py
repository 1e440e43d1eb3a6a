"""Perft of a game in play: its tree of moves counted, and divided by first moves to find where two programs differ."""

from lumitheque.games.game import GameError
from lumitheque.kernels.perft import count_leaves as count_records
from lumitheque.referee import Referee
from lumitheque.referee.chance_log import ChanceLog


def count_leaves(play: Referee, depth: int) -> int:
    """Count the sequences of exactly `depth` moves from here, of all waiting seats, with chance from the seed."""
    if play.chance_left_over():
        raise GameError("perft takes chance from the seed; this record tells chance that has not happened yet")
    if not play.waiting():  # also when it was ended from outside the rules, of which a state knows nothing
        return int(depth == 0)
    to_come = ChanceLog(play.game, play.edition, play.seed, ())
    to_come.forget(len(play.chance()))
    return count_records(play.game, play.e, play.state, to_come.chance, depth)


def divide(play: Referee, depth: int) -> dict[str, int]:
    """Count by first move; where several seats are waiting, prefixed with the seat."""
    waiting = play.waiting()
    counts = {}
    for seat in waiting:
        for move, text in zip(play.legal_numbers(seat), play.legal(seat), strict=True):
            play.play_number(move, seat)
            counts[f"{seat}: {text}" if len(waiting) > 1 else text] = count_leaves(play, depth - 1)
            play.take_back()
    return counts
