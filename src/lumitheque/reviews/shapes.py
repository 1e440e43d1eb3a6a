"""What a review says: for each seat every decision with its chances, and sums that are exactly the result.

All values are whole millionths of a victory; a shared victory counts its share. For every seat
`start + own + others + luck == result`, and every step goes `before -> made -> after`, where `after` is the next step's
`before`: what a choice changed is `made - before`, what chance and reveals changed is `after - made`.
"""

from typing import Literal

from msgspec import Struct

from lumitheque.games.game import Value

MILLION = 1_000_000  # one whole victory
Verdict = Literal["", "slip", "mistake", "blunder"]


class Considered(Struct):
    """A move as the search saw it."""

    move: str
    chance: int


class Reason(Struct):
    """Why one move is better: a key of the words and its parts; told in any language."""

    kind: str
    parts: dict[str, str]


class ReviewStep(Struct):
    """One decision of the game, as it concerned this seat.

    The last step of a game that was ended from outside the rules has the move "": it was resigned, its time ran out,
    or it was ended by agreement. Its seat is who resigned or ran out of time, -1 if nobody did alone.
    """

    number: int  # decisions made before it
    seat: int  # who decided
    move: str | None  # None: this seat was not allowed to know it
    before: int  # this seat's chance before it; at its own decisions that of the best move
    made: int  # once this move was chosen, before chance and reveals told more; own decisions: at most `before`
    after: int  # once everything that came of it was seen
    best: str | None = None  # own decisions: the best move; `move` where none is clearly better
    moves: list[Considered] = []  # own decisions: the best few, best first, the made one among them
    line: list[tuple[int, str]] = []  # seat and move: what was expected to follow the best move, which comes first
    noise: int = 0  # how far two independent searches of this decision differ
    verdict: Verdict = ""  # always "" within the noise
    reasons: list[Reason] = []  # why the best move is better; empty where it is not


class HadYouKnown(Struct):
    """A mistake of this seat, had everything been known: nothing that it could be blamed for."""

    number: int  # of the step
    best: str  # the best move then
    chance: int  # its chance
    made: int  # the chance of the move made


class SeatReview(Struct):
    seat: int
    start: int  # the chance at the first view
    own: int  # sum of made - before at own decisions: never above 0
    others: int  # ... at others' decisions
    luck: int  # sum of after - made everywhere
    result: int  # start + own + others + luck
    steps: list[ReviewStep]
    turning_points: list[int]  # the numbers of at most three steps, in order of the game
    best_move: int | None  # the number of the own decision where the right move mattered most
    known: list[HadYouKnown] = []  # "if you had known": only if asked for, and apart from all the rest


class Review(Struct):
    game: str
    rules: int  # version of the rules
    seats: int
    options: dict[str, Value]
    digest: str  # of the record: SHA-256, hex
    simulations: int  # of one search
    seed: str  # with the digest, what the searches' seeds are made of
    version: int  # of the reviewer: reviews of another version are made anew
    reviews: list[SeatReview]  # of the seats that were asked for, ascending
