"""Plays that are made while several decide in secret."""

from collections.abc import Collection, Sequence

from msgspec import Struct


class SecretGesture(Struct, frozen=True, gc=False):
    """A play that was made while several decided in secret."""

    seat: int
    first: int  # the number of its first decision
    decisions: int
    seq: int  # of its entry
    deciding: tuple[int, ...]  # the seats that had still to decide, this one too


def made_so_far(gestures: Sequence[SecretGesture], deciding: Collection[int]) -> list[SecretGesture]:
    """Those of the secret decision that is under way, the latest first: before each, one seat more had to decide."""
    found, undecided = [], len(deciding)
    if undecided:
        for gesture in reversed(gestures):
            if len(gesture.deciding) != undecided + 1:
                break
            found.append(gesture)
            undecided += 1
    return found
