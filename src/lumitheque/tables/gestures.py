"""Secret decisions: who decides in secret, when such a decision is complete, and the plays made meanwhile. Tables and
replays both ask here."""

from collections.abc import Collection, Sequence

from msgspec import Struct

from lumitheque.referee import Referee


class SecretGesture(Struct, frozen=True, gc=False):
    """A play that was made while several decided in secret."""

    seat: int
    first: int  # the number of its first decision
    decisions: int
    seq: int  # of its entry
    deciding: tuple[int, ...]  # the seats that had still to decide, this one too


def deciding_now(deciding: tuple[int, ...], waiting: Sequence[int]) -> tuple[int, ...]:
    """The seats that have still to decide in secret: where a game waits for several seats, they decide in secret until
    the last of them has decided."""
    return deciding or (tuple(waiting) if len(waiting) > 1 else ())


def public_view(referee: Referee) -> bytes:
    """What everybody knows. A seat has made its secret decision, however many moves that takes, when this changes."""
    known: bytes = referee.view_record(None).tobytes()
    return known


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
