"""A finished game as its seats saw it: every decision, and what each seat knew before and after it."""

import hashlib
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from lumitheque.bots.protocol import Sight
from lumitheque.games.edition import Edition, record_from
from lumitheque.games.game import Game, GameError
from lumitheque.games.rule import SPECTATOR
from lumitheque.referee import GameRecord, Referee, write_record
from lumitheque.referee.referee import OUTSIDE_RULES, agree_on_ending, open_record, replay_move
from lumitheque.reviews.shapes import MILLION


class ReviewError(GameError):
    """A record that cannot be reviewed: told in one line."""


class Moment(Struct):
    """One decision, as everybody knows of it."""

    number: int
    seat: int
    move: int
    text: str
    waiting: list[int]  # who could decide
    secret: bool  # others were deciding too, or had just decided, and none of that was shown
    completes: bool  # ... and this was the last of it: now all is shown


class Past:
    """A finished game replayed once; what each seat knew is kept as bytes, at most some millions of them."""

    def __init__(self, record: GameRecord) -> None:
        referee = open_record(record)
        self.game: Game = referee.game
        self.edition: Edition | None = referee.edition
        self.e: Any = referee.e
        self.seats: int = referee.seats
        self.options: dict[str, Any] = referee.options
        self.rules: int = record.rules
        self.digest: str = hashlib.sha256(write_record(record).encode()).hexdigest()
        self.moments: list[Moment] = []
        self._known: list[list[bytes]] = []  # by decisions made, then by seat; the spectator's last
        self._whole: list[bytes] = []  # states: only for what is told as "if you had known"
        self._note(referee)
        deciding: list[int] = []
        for number, (seat, text) in enumerate(record.moves):
            waiting = referee.waiting()
            deciding = deciding or (waiting if len(waiting) > 1 else [])
            move = referee.game.notation.read_move(referee.edition, referee.state, text)
            replay_move(referee, number, seat, text)
            self._note(referee)
            left = self._left(number, seat, deciding)
            self.moments.append(Moment(number, seat, move, text, waiting, bool(deciding), bool(deciding) and not left))
            deciding = left
        self.waiting_at_end: list[int] = referee.waiting()  # before anybody ended the game from outside the rules
        agree_on_ending(referee, record)
        self.ending: Mapping[str, Any] = _ending_of(referee)
        self.shares: list[int] = shares_of(self.ending["winners"], self.seats)

    def _note(self, referee: Referee) -> None:
        viewers = [*range(referee.seats), SPECTATOR]
        known = [referee.view_record(None if viewer == SPECTATOR else viewer).tobytes() for viewer in viewers]
        self._known.append(known)
        self._whole.append(referee.state.tobytes())

    def _left(self, number: int, seat: int, deciding: list[int]) -> list[int]:
        """Who has still to decide in secret: a seat has decided when what everybody knows changes."""
        if self._known[number][SPECTATOR] == self._known[number + 1][SPECTATOR]:
            return deciding
        return [other for other in deciding if other != seat]

    @property
    def length(self) -> int:
        """How many decisions were made."""
        return len(self.moments)

    @property
    def cut_short(self) -> bool:
        """Whether people ended the game, not the rules."""
        return self.ending["reason"] in OUTSIDE_RULES

    def known(self, number: int, viewer: int) -> bytes:
        """What a seat or the spectator knew after so many decisions."""
        return self._known[number][viewer]

    def eye(self, number: int, seat: int) -> int:
        """The seat itself, or SPECTATOR where it knows no more than everybody: then it shares what is searched."""
        known = self._known[number]
        return SPECTATOR if known[seat] == known[SPECTATOR] else seat

    def view(self, number: int, viewer: int) -> Any:
        return record_from(self._known[number][viewer], self.game.record.STATE)

    def sight(self, number: int, seat: int) -> Sight:
        """What a seat knew then, as a bot is given it."""
        return Sight(self.game, self.e, self.view(number, seat), seat, self.seats)

    def all_open(self, number: int, seat: int) -> Sight:
        """The whole truth, for a search that may know it."""
        return Sight(self.game, self.e, record_from(self._whole[number], self.game.record.STATE), seat, self.seats)

    def text(self, number: int, seat: int, move: int) -> str:
        """A move of that moment as text."""
        text: str = self.game.notation.write_move(self.edition, self.view(number, seat), move)
        return text


def _ending_of(referee: Referee) -> Mapping[str, Any]:
    ending = referee.ending()
    if ending is None:
        raise ReviewError("the game is not over; a review looks back at a finished game")
    return ending


def shares_of(winners: list[int], seats: int) -> list[int]:
    """Who won, in millionths; what does not divide goes to the first, so that together they are one victory."""
    shares = [MILLION // len(winners) if seat in winners else 0 for seat in range(seats)]
    shares[min(winners)] += MILLION - sum(shares)
    return shares
