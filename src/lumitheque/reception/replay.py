"""Replay: a game gone through once more, moment by moment, as one viewer knew it. JSON calls a moment a frame."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from lumitheque.games.speech import say_move
from lumitheque.languages import fill
from lumitheque.reception.faults import WORDS
from lumitheque.referee import Referee
from lumitheque.tables import tell_view
from lumitheque.tables.gestures import deciding_now, public_view

PAGE = 200  # frames
SAID_APART = 3  # moves of one play that are told one by one; a whole set-up is told in one sentence

Viewpoint = int | Literal["public", "all"]


class Moment(Struct):
    """How things stood after a play. What several decide in secret is one play for each of them."""

    number: int  # decisions made
    seat: int | None  # who made the last ones; None: the beginning
    moves: list[str] | None  # None: made in secret, and still secret
    sentence: str
    at: int | None  # milliseconds since 1970, where it is known
    view: dict[str, Any]  # what the viewpoint knew then; everything, once it is over
    waiting: list[int]
    ending: dict[str, Any] | None


class Lens(NamedTuple):
    """Who looks, in which language they are told, and at which part."""

    viewpoint: Viewpoint
    language: str
    first: int = 0  # decisions made
    last: int = PAGE - 1
    told: Sequence[str | None] | None = None  # moves as the viewer may know them; None: all of them
    times: Sequence[int] = ()

    @classmethod
    def on(cls, viewpoint: Viewpoint, first: int, last: int | None, language: str) -> "Lens":
        """At most a page."""
        most = first + PAGE - 1
        return cls(viewpoint, language, first, most if last is None else min(last, most))


class SpokenAt(NamedTuple):
    """A move, ready to be said in any language."""

    kind: str
    parts: Mapping[str, str]


class Replay:
    """Replays moves one by one and collects a Moment after each play. The referee starts at the beginning of a game."""

    def __init__(self, referee: Referee, lens: Lens) -> None:
        self.referee, self._lens = referee, lens
        self.moments: list[Moment] = []
        self._seat: int | None = None
        self._play: list[SpokenAt] = []  # the decisions of the play that is shown last
        self._deciding = deciding_now((), referee.waiting())  # the seats that have still to decide in secret
        self._public = b""  # what everybody knew when the running secret decision began
        self._show()

    @property
    def number(self) -> int:
        """Decisions made."""
        return len(self.referee.decisions)

    @property
    def is_secret(self) -> bool:
        """Whether what is decided next is decided in secret."""
        return bool(self._deciding)

    def play(self, seat: int, text: str) -> None:
        """The next move. Refused or ChanceError if it cannot be made, and nothing is shown."""
        referee, secret = self.referee, bool(self._deciding)
        goes_on = secret and seat == self._seat and bool(self._public)
        said, public = self._say(text), public_view(referee) if secret else b""
        referee.play(text, seat)
        if not goes_on:
            self._play, self._public = [], public
        elif self.moments and self.moments[-1].seat == seat:
            self.moments.pop()  # the same play, further on
        self._seat = seat
        self._play.append(said)
        if secret and public_view(referee) != self._public:
            self._deciding = tuple(one for one in self._deciding if one != seat)
            self._public = b""
        self._deciding = deciding_now(self._deciding, referee.waiting())
        self._show()

    def end(self) -> list[Moment]:
        """The moments that were asked for; beyond the end, the end, which people may have made (resigned, time)."""
        last = self.moments[-1] if self.moments else None
        if self._lens.first > self.number:
            self.moments = [self._moment()]
        elif last is not None and last.number == self.number and last.ending != self.referee.ending():
            self.moments[-1] = self._moment()
        return self.moments

    # --- what is shown -----------------------------------------------------------------------------------------------

    def _say(self, text: str) -> SpokenAt:
        """Describe a move from the viewer's own view, so that the sentence says no more than they know."""
        referee, notation = self.referee, self.referee.game.notation
        move = notation.read_move(referee.edition, referee.state, text)
        return (
            SpokenAt("", {}) if move is None else SpokenAt(*notation.describe_move(referee.edition, self._seen(), move))
        )

    def _seen(self) -> Any:
        viewpoint = self._lens.viewpoint
        if viewpoint == "all":
            return self.referee.state
        return self.referee.view_record(None if viewpoint == "public" else viewpoint)

    def _show(self) -> None:
        if self._lens.first <= self.number <= self._lens.last:
            self.moments.append(self._moment())

    def _moment(self) -> Moment:
        referee, viewpoint, times = self.referee, self._lens.viewpoint, self._lens.times
        ending = referee.ending()
        seat = viewpoint if isinstance(viewpoint, int) else None
        moves = self._moves()
        return Moment(
            number=self.number,
            seat=self._seat,
            moves=moves,
            sentence=self._sentence(moves),
            at=times[self.number - 1] if 0 < self.number <= len(times) else None,
            view=tell_view(referee, seat, over=viewpoint == "all" or ending is not None),
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

    def _sentence(self, moves: list[str] | None) -> str:
        language = self._lens.language
        said: dict[str, str] = WORDS.words(language)["frames"]
        if self._seat is None:
            return said["beginning"]
        if moves is None:
            return said["secret"]
        if len(moves) > SAID_APART:
            return fill(said["many"], language, {"count": len(moves)})
        own = self.referee.game.words(language)
        return " ".join(say_move(own, kind, parts) for kind, parts in self._play)
