"""Observer: what learners see of a game, and the compact action space they answer in.

An observation is a row of bytes (uint8) that a game's `observation.py` writes from a seat's view: planes first, then
facts. An action is the place of a move number among all that can ever be legal with an edition.
"""

from collections.abc import Mapping
from types import ModuleType
from typing import Any

import numpy as np

from lumitheque.games import find
from lumitheque.games.edition import Edition, edition_record, load_edition
from lumitheque.games.game import Game, GameError, Value
from lumitheque.games.observation import length_of

NO_ACTION = -1


class Observer:
    """What one seat is told, as arrays: made for a game with its number of players, options and edition.

    Observer("lumens", 2).observe(view, seat) gives bytes; `view` is a record made by the game's `view` for that seat
    (`Referee.view_record(seat)`, a bot's `sight.view`). Planes are the first of them:
    observation[: observer.cells].reshape(observer.planes).
    """

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        edition: Edition | str | None = None,
    ) -> None:
        self.game = find(game) if isinstance(game, str) else game
        self.seats = self.game.check_seats(self.game.seats[0] if seats is None else seats)
        self.options = self.game.settle(self.seats, options or {})
        self.edition = edition if isinstance(edition, Edition) else load_edition(self.game, edition)
        self.e = edition_record(self.game, self.edition)
        written: ModuleType = observation_of(self.game)
        self.planes: tuple[int, int, int] = written.PLANES
        self.cells = int(np.prod(self.planes))  # bytes of all planes
        self.length = length_of(written.PLANES, written.FACTS)  # bytes of an observation
        self.channels: tuple[str, ...] = tuple(channel.name for channel in written.CHANNELS)
        self.names: tuple[str, ...] = (*self.channels, *names_of(written.FACTS))
        self.moves, self.action_table = actions_of(self.game, self.e)  # by action, and by move number
        self.actions = len(self.moves)
        self._observe = written.observe
        self._listed = np.zeros(self.game.record.MOST_MOVES, np.int32)

    def observe(self, view: Any, seat: int) -> Any:
        """What a seat is told, as `length` bytes, from its view."""
        out = np.zeros(self.length, np.uint8)
        self._observe(self.e, view, self._checked(seat), out)
        return out

    def legal_actions(self, view: Any, seat: int) -> Any:
        """The actions that a seat may choose now, ascending."""
        count = int(self.game.rules.legal_moves(self.e, view, self._checked(seat), self._listed))
        return self.action_table[self._listed[:count]].astype(np.int32)

    def legal_mask(self, view: Any, seat: int) -> Any:
        """Which of all actions a seat may choose now."""
        mask = np.zeros(self.actions, np.bool_)
        mask[self.legal_actions(view, seat)] = True
        return mask

    def action_of(self, move: int) -> int:
        """The action that stands for a move number."""
        action = int(self.action_table[move]) if 0 <= move < len(self.action_table) else NO_ACTION
        if action == NO_ACTION:
            raise GameError(f"{self.game.name}: move number {move} is never legal, so it is no action")
        return action

    def move_of(self, action: int) -> int:
        """The move number that an action stands for."""
        if not 0 <= action < self.actions:
            raise GameError(f"{self.game.name}: {action} is not an action; they go from 0 to {self.actions - 1}")
        return int(self.moves[action])

    def text_of(self, action: int) -> str:
        """An action as people write it: c3-d4."""
        text: str = self.game.notation.write_move(self.edition, None, self.move_of(action))
        return text

    def action_of_text(self, text: str) -> int:
        """The action of a move as people write it."""
        move = self.game.notation.read_move(self.edition, None, text)
        if move is None:
            raise GameError(f"{self.game.name}: {text[:40]!r} is not a move")
        return self.action_of(move)

    def name_of(self, place: int) -> str:
        """What a byte of an observation is about."""
        if place >= self.cells:
            return self.names[len(self.channels) + place - self.cells]
        channel, cell = divmod(place, self.planes[1] * self.planes[2])
        row, column = divmod(cell, self.planes[2])
        return f"{self.channels[channel]} in row {row}, column {column}"

    def _checked(self, seat: int) -> int:
        if not 0 <= seat < self.seats:
            raise GameError(f"seat {seat} is not in this game; seats go from 0 to {self.seats - 1}")
        return seat


def is_observable(game: Game) -> bool:
    """Whether a game says what learners are told: it need not."""
    return (game.folder / "observation.py").exists()


def observation_of(game: Game) -> ModuleType:
    """The game's `observation.py`; GameError if it has none."""
    if not is_observable(game):
        raise GameError(f"{game.name} has no observation.py, so it cannot be observed by learners")
    part: ModuleType = game.part("observation")
    return part


def names_of(facts: Any) -> list[str]:
    """A name per byte: `phase` if a fact has one, `phase 0`, `phase 1` … if it has several."""
    names: list[str] = []
    for fact in facts:
        names += [fact.name] if fact.size == 1 else [f"{fact.name} {i}" for i in range(fact.size)]
    return names


def actions_of(game: Game, e: Any) -> tuple[Any, Any]:
    """By action: its move number; and by move number: its action, or NO_ACTION. Kernels look moves up in these."""
    moves = observation_of(game).actions(e)
    assert (np.diff(moves) > 0).all(), f"{game.name}: the actions are not ascending"
    table = np.full(game.record.MOVES, NO_ACTION, np.int16)
    table[moves] = np.arange(len(moves))
    return moves, table
