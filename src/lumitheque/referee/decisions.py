"""Decisions made, and moves tried out: what is needed to go back, and to go forward again."""

from typing import Any

import msgspec
import numpy as np


class Decision(msgspec.Struct, frozen=True, gc=False):
    """A move made, and what is needed to undo it. A house keeps a great many, so it is small and holds nothing that the
    garbage collector must track."""

    seat: int
    text: str
    undo: bytes  # see `what_changed`
    events: int  # chance so far
    private: bool  # others were deciding at the same time
    revealed: bool  # it showed something hidden


class Trial(msgspec.Struct):
    """Moves tried on a copy of a state, while the game itself stands where it stood. Whoever tried them holds it, and
    can hand it to `Referee.repeat_trial` instead of having the moves judged again."""

    state: Any  # that the game stands in
    decisions: int  # made before
    events: int  # chance before
    after: Any = None  # the copy, once the trial is over; None: not over yet, or chance had a part in it
    made: list[Decision] = []


def what_changed(before: bytes, after: bytes) -> bytes:
    """Return the difference of two states: offsets (two bytes each), then the old bytes there."""
    old = np.frombuffer(before, np.uint8)
    where = (old != np.frombuffer(after, np.uint8)).nonzero()[0]
    undo: bytes = where.astype(np.uint16).tobytes() + old[where].tobytes()
    return undo


def before_change(after: bytes, undo: bytes) -> bytes:
    """Apply a difference to the state after; return the state before."""
    count = len(undo) // 3
    old = np.frombuffer(after, np.uint8).copy()
    old[np.frombuffer(undo, np.uint16, count)] = np.frombuffer(undo, np.uint8, count, 2 * count)
    return old.tobytes()
