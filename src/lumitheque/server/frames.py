"""Frames: a game gone through once more, decision by decision, as one viewer knew it."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from lumitheque.games.speech import say_move
from lumitheque.referee import Referee
from lumitheque.server.faults import words

PAGE = 200  # frames
SAID_APART = 3  # moves of one play that are told one by one; a whole set-up is told in one sentence

Viewpoint = int | Literal["public", "all"]


class Frame(Struct):
    """How things stood after a play. What several decide in secret is one play for each of them."""

    number: int  # decisions made
    seat: int | None  # who made the last ones; None: the beginning
    moves: list[str] | None  # None: made in secret, and still secret
    sentence_fr: str
    sentence_en: str
    at: int | None  # milliseconds since 1970, where it is known
    view: dict[str, Any]  # what the viewpoint knew then; everything, once it is over
    waiting: list[int]
    ending: dict[str, Any] | None


class Lens(NamedTuple):
    """Who looks, and at which part."""

    viewpoint: Viewpoint
    first: int = 0  # decisions made
    last: int = PAGE - 1
    told: Sequence[str | None] | None = None  # moves as the viewer may know them; None: all of them
    times: Sequence[int] = ()

    @classmethod
    def on(cls, viewpoint: Viewpoint, first: int, last: int | None) -> "Lens":
        """At most a page."""
        most = first + PAGE - 1
        return cls(viewpoint, first, most if last is None else min(last, most))


class Said(NamedTuple):
    """A move, ready to be said in either language."""

    kind: str
    parts: Mapping[str, str]


class Film:
    """Moves go in, frames come out. The referee is at the beginning of a game, and at its end when all are in."""

    def __init__(self, referee: Referee, lens: Lens) -> None:
        self.referee, self._lens = referee, lens
        self.frames: list[Frame] = []
        self._seat: int | None = None
        self._play: list[Said] = []  # the decisions of the play that is shown last
        self._deciding: frozenset[int] = frozenset()  # the seats that have still to decide, while several do in secret
        self._public = b""  # what everybody knew when the running secret decision began
        self._begin_secrets()
        self._show()

    @property
    def number(self) -> int:
        """Decisions made."""
        return len(self.referee.decisions)

    def play(self, seat: int, text: str) -> None:
        """The next move. Refused or ChanceError if it cannot be made, and nothing is shown."""
        referee, secret = self.referee, bool(self._deciding)
        goes_on = secret and seat == self._seat and bool(self._public)
        said, public = self._say(text), referee.view_record(None).tobytes() if secret else b""
        referee.play(text, seat)
        if not goes_on:
            self._play, self._public = [], public
        elif self.frames and self.frames[-1].seat == seat:
            self.frames.pop()  # the same play, further on
        self._seat = seat
        self._play.append(said)
        if secret:
            self._look_for_decision(seat)
        self._begin_secrets()
        self._show()

    def end(self) -> list[Frame]:
        """The frames. Whoever asked for what comes after the end gets the end; people may have made it."""
        last = self.frames[-1] if self.frames else None
        if self._lens.first > self.number:
            self.frames = [self._frame()]
        elif last is not None and last.number == self.number and last.ending != self.referee.ending():
            self.frames[-1] = self._frame()
        return self.frames

    # --- secret decisions, as at a table -----------------------------------------------------------------------------

    def _begin_secrets(self) -> None:
        waiting = self.referee.waiting()
        if not self._deciding and len(waiting) > 1:
            self._deciding = frozenset(waiting)

    def _look_for_decision(self, seat: int) -> None:
        """A secret decision is made when everybody can see that it is."""
        if self.referee.view_record(None).tobytes() != self._public:
            self._deciding -= {seat}
            self._public = b""

    # --- what is shown -----------------------------------------------------------------------------------------------

    def _say(self, text: str) -> Said:
        """From what the viewer knows, so that it says no more than that."""
        referee, notation = self.referee, self.referee.game.notation
        move = notation.read_move(referee.edition, referee.state, text)
        return Said("", {}) if move is None else Said(*notation.describe_move(referee.edition, self._seen(), move))

    def _seen(self) -> Any:
        viewpoint = self._lens.viewpoint
        if viewpoint == "all":
            return self.referee.state
        return self.referee.view_record(None if viewpoint == "public" else viewpoint)

    def _show(self) -> None:
        if self._lens.first <= self.number <= self._lens.last:
            self.frames.append(self._frame())

    def _frame(self) -> Frame:
        referee, viewpoint, times = self.referee, self._lens.viewpoint, self._lens.times
        ending = referee.ending()
        everything = viewpoint == "all" or ending is not None
        moves = self._moves()
        return Frame(
            number=self.number,
            seat=self._seat,
            moves=moves,
            sentence_fr=self._sentence(moves, "fr"),
            sentence_en=self._sentence(moves, "en"),
            at=times[self.number - 1] if 0 < self.number <= len(times) else None,
            view=referee.position() if everything else referee.view(None if viewpoint == "public" else int(viewpoint)),
            waiting=referee.waiting(),
            ending=ending,
        )

    def _moves(self) -> list[str] | None:
        """The moves of the last play, unless the viewer does not know them."""
        last = range(self.number - len(self._play), self.number)
        if self._lens.told is None:
            return [self.referee.decisions[one].text for one in last]
        told = [self._lens.told[one] for one in last]
        known = [text for text in told if text is not None]
        return known if len(known) == len(told) else None

    def _sentence(self, moves: list[str] | None, language: str) -> str:
        said: dict[str, str] = words(language)["frames"]
        if self._seat is None:
            return said["beginning"]
        if moves is None:
            return said["secret"]
        if len(moves) > SAID_APART:
            return said["many"].format(count=len(moves))
        own = self.referee.game.words(language)
        return " ".join(say_move(own, kind, parts) for kind, parts in self._play)
