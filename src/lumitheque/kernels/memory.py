"""The arrays that a batch works on: what all games share, a row per game, and the desk of each thread.

Kernels are given these as named tuples. On CUDA the same tuples are made of device arrays.
"""

from typing import Any, NamedTuple

import numpy as np

REFUSE, LOSE = 0, 1  # what becomes of an illegal action
RESET, STEP, ROLL, OBSERVE = 0, 1, 2, 3  # what a slice of games is served with
NOBODY = -1


class Common(NamedTuple):
    """What is the same for all games."""

    e: Any  # the edition: one record
    blank: Any  # a state of zeroes: one record
    codes: Any  # options as numbers
    action_of: Any  # by move number
    move_of: Any  # by action
    seats: int
    auto_reset: bool
    observing: bool  # every step writes observations too


class Rows(NamedTuple):
    """A row per game."""

    states: Any
    seeds: Any  # every episode's chance follows from the seed and the episode's number
    streams: Any  # chance of the running episode
    dice: Any  # of `sample`
    episodes: Any  # how many have begun
    plies: Any  # decisions in the running episode
    counts: Any  # legal actions of the seat to move
    legal: Any  # what they are, ascending
    mask: Any  # the same as a row of truth values
    observation: Any
    rewards: Any
    points: Any
    reasons: Any  # why the last episode ended, 0 if none has
    to_move: Any
    done: Any


class Desk(NamedTuple):
    """What one thread writes on."""

    chance: Any  # CHANCE: one record
    views: Any  # one record
    moves: Any  # a list of move numbers


def records(count: int, dtype: Any) -> Any:
    """Zeroed records, for interpreted and compiled rules."""
    return np.zeros(count, dtype).view(np.recarray)
