"""One game after another as learners see it: observations, masks, results, pictures.

What a seat is told is made of its view alone. Actions are the numbers of the compact action space of
`kernels/observing.py`.
"""

import io
from collections.abc import Mapping
from typing import Any

import numpy as np

from lumitheque import referee
from lumitheque.bots.protocol import Sight
from lumitheque.games import GameError, find
from lumitheque.games.game import Value
from lumitheque.kernels.observing import Observer
from lumitheque.referee.pictures import picture_of

RENDER_MODES = ["ansi", "svg", "rgb_array"]
COLUMNS = 120  # of a drawing
PIXELS = 600  # a picture's width
Array = np.ndarray[Any, Any]


def zero_sum(seats: int, winners: list[int]) -> list[float]:
    """Return results by seat that add up to 0: a victory is 1, shared by the winners, a defeat -1, by the others."""
    gain = (seats / len(winners) - 1) / (seats - 1)
    return [gain if seat in winners else -1 / (seats - 1) for seat in range(seats)]


class Episodes:
    """The game that is being played, and how learners are told of it."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        edition: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game = find(game)
        self.seats = self.game.check_seats(self.game.seats[0] if seats is None else seats)
        if render_mode not in (None, *RENDER_MODES):
            raise GameError(f"render_mode {render_mode!r} is not one of {', '.join(RENDER_MODES)}")
        self.render_mode = render_mode
        self._opened_with = (self.game.name, self.seats, dict(options or {}), edition)
        self.observer = Observer(*self._opened_with)
        self._begun: referee.Referee | None = None
        self.waiting: list[int] = []
        self._views: dict[int, Any] = {}

    @property
    def referee(self) -> referee.Referee:
        if self._begun is None:
            raise GameError("no game has begun: call reset first")
        return self._begun

    def begin(self, dice: np.random.Generator) -> None:
        """Begin the next game; its chance follows from the dice."""
        name, seats, options, edition = self._opened_with
        self._begun = referee.new(name, seats, int(dice.integers(2**63)), options, edition)
        self._happened()

    def _happened(self) -> None:
        self.waiting = self.referee.waiting()
        self._views.clear()

    @property
    def is_over(self) -> bool:
        return not self.waiting

    def _view(self, seat: int) -> Any:
        if seat not in self._views:
            self._views[seat] = self.referee.view_record(seat)
        return self._views[seat]

    def sight(self, seat: int) -> Sight:
        """What a bot on this seat is given."""
        return Sight.of(self.game, self.referee.e, self._view(seat), seat, self.seats)

    def observe(self, seat: int) -> Array:
        observation: Array = self.observer.observe(self._view(seat), seat)
        return observation

    def mask(self, seat: int) -> Array:
        """The legal actions of a seat: none while others act. When all is over every action is marked: nobody will
        take one, and whoever turns a mask into chances must not divide by zero."""
        if self.is_over:
            return np.ones(self.observer.actions, np.int8)
        return np.array(self.observer.legal_mask(self._view(seat), seat), np.int8)

    def refusal(self, seat: int, action: int) -> str | None:
        """None if a seat may take an action, else the id of the first rule that it breaks."""
        table = self.referee
        broken = int(self.game.rules.refusal(table.e, table.state, seat, self.observer.move_of(int(action))))
        return self.game.rule_id(broken) if broken else None

    def play(self, seat: int, action: int) -> None:
        """Take an action. GameError, and nothing has changed, if it breaks a rule."""
        rule_id = self.refusal(seat, action)
        if rule_id:
            raise GameError(f"action {action} of seat {seat} is refused by {rule_id}; the mask has the legal ones")
        self.play_move(seat, self.observer.move_of(int(action)))

    def play_move(self, seat: int, move: int) -> None:
        """Make a move that is known to be legal, by its number in the rules."""
        self.referee.play_number(move, seat)
        self._happened()

    def results(self) -> list[float]:
        """What each seat has got of a game that is over."""
        ending = self.referee.ending()
        assert ending is not None
        return zero_sum(self.seats, ending["winners"])

    def render(self, seat: int | None) -> Any:
        """The position as a seat sees it: a drawing in letters, an SVG or an array of pixels. None without a mode."""
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return in_letters(self.referee.draw(seat, "en"))
        svg = picture_of(self.referee, seat, "en").svg()
        return svg if self.render_mode == "svg" else in_pixels(svg)


def in_letters(drawing: Any) -> str:
    from rich.console import Console  # noqa: PLC0415 - learners rarely look

    console = Console(file=io.StringIO(), width=COLUMNS, color_system=None)
    console.print(drawing)
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def in_pixels(svg: str) -> Array:
    """A picture as an array of rows, columns and three colours."""
    from lumitheque.press.raster import png  # noqa: PLC0415 - an extra

    try:
        from PIL import Image  # noqa: PLC0415 - an extra
    except ImportError:
        raise GameError("rgb_array needs an extra: pip install 'lumitheque[learning]'") from None
    with Image.open(io.BytesIO(png(svg, PIXELS))) as picture:
        return np.array(picture.convert("RGB"))
