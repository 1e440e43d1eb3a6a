"""Immutable positions, and chance as enumerable draws: what other frameworks' tree searches need.

The rules draw by themselves while a move is made. Here a move that needs chance stops before it: its first event of
chance is drawn value by value, each with its probability, then the next, until the move can be made with all of them
told. What can be drawn is asked of the rules: they deal once to show how many values an event has and which, and refuse
what cannot come. The values that one is chosen from must differ (cards of a hand do): they count as equally likely.
"""

import functools
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from lumitheque.games import find
from lumitheque.games.chance import CHANCE, EVENTS, NO_FAULT, PLAYOUT
from lumitheque.games.edition import edition_record, load_edition, record_from
from lumitheque.games.game import GameError, Value
from lumitheque.games.machine_code import way_to_run
from lumitheque.kernels.loading import load_for

NOBODY = OPENING = -1  # as in stepping.py
VALUES = 256  # chance draws numbers below this
SPREAD = 0x9E3779B97F4A7C15  # makes unlike streams of small numbers
HEAD = 3  # of an event on the tape: label, argument, number of values
STEPPING = Path(__file__).parent / "steps" / "stepping.py"
Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Draw:
    """A chance node: a move (or the set-up) under way, and the event that it waits for."""

    seat: int  # who moves; for the set-up how many there are
    move: int
    told: tuple[int, ...]  # the events before, as on the tape
    head: tuple[int, ...]  # label, argument, number of values
    values: tuple[int, ...]  # drawn so far
    pool: tuple[int, ...]  # what is drawn from, ascending
    again: bool  # what was drawn may come again: coins

    @property
    def is_decided(self) -> bool:
        return len(self.values) == self.head[2] or (not self.again and self.pool[0] == self.pool[-1])

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the possible outcomes, ascending, with their probabilities."""
        return [(value, count / len(self.pool)) for value, count in Counter(self.pool).items()]

    def with_value(self, value: int) -> "Draw":
        pool = self.pool
        if not self.again:
            at = pool.index(value)
            pool = pool[:at] + pool[at + 1 :]
        return replace(self, values=(*self.values, value), pool=pool)

    def event(self) -> tuple[int, ...]:
        """Return the event as the tape has it, once all values are drawn."""
        rest = () if len(self.values) == self.head[2] else self.pool
        return (*self.told, *self.head, *self.values, *rest)


def as_records(data: Array, dtype: np.dtype[Any]) -> Array:
    """View bytes as a record; interpreted rules need its attributes."""
    records = data.view(dtype)
    return records if way_to_run() in ("compiled", "checked") else records.view(np.recarray)


class Setup:
    """A game with its number of players, options and edition."""

    def __init__(self, name: str, seats: int, options: tuple[tuple[str, Value], ...], edition: str | None) -> None:
        self.game = find(name)
        self.seats = self.game.check_seats(seats)
        self._opened_with = (name, seats, options, edition)
        self.edition = load_edition(self.game, edition)
        self.codes = np.array(self.game.option_codes(self.game.settle(seats, dict(options))), np.int64)
        self.steps = load_for(self.game, STEPPING, rules=self.game.rules, knowledge=self.game.knowledge)
        edition_bytes = np.frombuffer(edition_record(self.game, self.edition).tobytes(), np.uint8).copy()
        self.e = as_records(edition_bytes, self.game.record.EDITION)
        self._chance = np.zeros(CHANCE.itemsize, np.uint8)
        chance = self._chance.view(CHANCE)
        chance["source"], chance["keyed"] = EVENTS, 1

    def __reduce__(self) -> tuple[Any, ...]:
        return _kept, self._opened_with

    def states(self, data: Array) -> Array:
        return as_records(data, self.game.record.STATE)

    def chances(self, told: tuple[int, ...] = (), stream: int = 0) -> Array:
        """Make a chance record that replays what is told and generates the rest; with a stream, one for playouts."""
        chances = self._chance.copy().view(CHANCE)
        if told:
            chances["tape"][0, : len(told)] = told
            chances["length"] = len(told)
        if stream:
            chances["source"], chances["stream"] = PLAYOUT, (stream * SPREAD) % 2**64 or 1
        return as_records(chances, CHANCE)

    @functools.cached_property
    def opening(self) -> "Position":
        """Return the root: the draw before the set-up."""
        return self.proceed(np.zeros(self.game.record.STATE.itemsize, np.uint8), self.seats, OPENING, ())

    def proceed(self, data: Array, seat: int, move: int, told: tuple[int, ...]) -> "Position":
        """Return the position after a move with these chance events, or the draw of the next event."""
        while True:
            after, chances = data.copy(), self.chances(told)
            states = self.states(after)
            used = self.steps.happen(self.e, states, self.codes, seat, move, chances)
            if used == len(told):
                return Position(self, after, self.steps.actor(self.e, states), None)
            draw = self._next_draw(data, seat, move, told, chances["tape"][0, len(told) : used].tolist())
            if not draw.is_decided:
                return Position(self, data, seat, draw)
            told = draw.event()

    def _next_draw(self, data: Array, seat: int, move: int, told: tuple[int, ...], dealt: list[int]) -> Draw:
        """Turn the first event that the rules generated into a draw."""
        head, values = tuple(dealt[:HEAD]), dealt[HEAD : HEAD + dealt[2]]
        if any(not 0 <= value < VALUES for value in values):
            raise GameError(f"{self.game.name}: chance gives numbers that are not in 0 to {VALUES - 1}")
        if len(values) == 1:
            return Draw(seat, move, told, head, (), self._possible(data, seat, move, (*told, *head, 0)), False)
        if self._are_coins(data, seat, move, (*told, *head), values):
            return Draw(seat, move, told, head, (), (0, 1), True)
        return Draw(seat, move, told, head, (), tuple(sorted(values)), False)

    def _possible(self, data: Array, seat: int, move: int, told: tuple[int, ...]) -> tuple[int, ...]:
        """Return the values that could stand in the last place."""
        states, possible = self.states(np.concatenate((data, data))), np.zeros(VALUES, np.bool_)
        chances = as_records(np.concatenate((self.chances(told), self.chances(told))), CHANCE)
        self.steps.mark_possible(self.e, states, self.codes, seat, move, chances, possible)
        return tuple(np.flatnonzero(possible).tolist())

    def _are_coins(self, data: Array, seat: int, move: int, told: tuple[int, ...], values: list[int]) -> bool:
        """Whether values are drawn with replacement (coins): a shuffle would not accept another first value."""
        if not values or not set(values) <= {0, 1}:
            return False
        chances = self.chances((*told, 1 - values[0], *values[1:]))
        self.steps.happen(self.e, self.states(data.copy()), self.codes, seat, move, chances)
        return int(chances["fault"][0]) == NO_FAULT


@functools.cache
def _kept(name: str, seats: int, options: tuple[tuple[str, Value], ...], edition: str | None) -> Setup:
    return Setup(name, seats, options, edition)


def open_table(name: str, seats: int, options: Mapping[str, Value], edition: str | None = None) -> Setup:
    """Return the Setup for these players and options; cached."""
    return _kept(name, seats, tuple(sorted(options.items())), edition)


class Position:
    """A complete, immutable state of a game: copies may share it."""

    __slots__ = ("_legal", "_views", "data", "draw", "seat", "table")

    def __init__(self, table: Setup, data: Array, seat: int, draw: Draw | None) -> None:
        self.table, self.data, self.draw = table, data, draw
        self.seat = seat  # who may act, unless chance does
        self._legal: list[int] | None = None
        self._views: dict[int, Array] = {}

    def __deepcopy__(self, memo: Any) -> "Position":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.table, self.data.tobytes(), self.seat, self.draw)

    @property
    def is_over(self) -> bool:
        return self.seat == NOBODY and self.draw is None

    @property
    def is_laid_out(self) -> bool:
        """Whether the table is set up."""
        return self.draw is None or self.draw.move != OPENING

    def record(self) -> Any:
        return record_from(self.data.tobytes(), self.table.game.record.STATE)

    def legal(self) -> list[int]:
        """Return the legal moves of the seat that may act, ascending; callers must not change the list."""
        if self._legal is None:
            moves = np.empty(self.table.game.record.MOST_MOVES, np.int32)
            n = self.table.steps.list_moves(self.table.e, self.table.states(self.data), self.seat, moves)
            self._legal = moves[:n].tolist()
        return self._legal

    def after(self, move: int) -> "Position":
        """Return the position after a legal move, or after a drawn value."""
        if self.draw is None:
            return self.table.proceed(self.data, self.seat, move, ())
        draw = self.draw.with_value(move)
        if draw.is_decided:
            return self.table.proceed(self.data, draw.seat, draw.move, draw.event())
        return Position(self.table, self.data, self.seat, draw)

    def view(self, seat: int) -> Array:
        """Return a seat's view as the bytes of a record; all zero before the table is set up."""
        found = self._views.get(seat)
        if found is None:
            found = np.zeros(len(self.data), np.uint8)
            if self.is_laid_out:
                table = self.table
                table.steps.view(table.e, table.states(self.data), seat, table.states(found))
            self._views[seat] = found
        return found

    def imagined(self, seat: int, stream: int) -> "Position":
        """Sample a position that a seat cannot tell from this one."""
        if self.draw is not None:
            raise GameError("chance is at work; a position can be imagined when somebody may act")
        table, view = self.table, self.view(seat)
        world = view.copy()
        states = table.states(world)
        table.steps.imagine(table.e, table.states(view), seat, table.chances(stream=stream), states)
        return Position(table, world, table.steps.actor(table.e, states), None)

    def played_on(self, limit: int, stream: int) -> "Position":
        """Return the position after at most `limit` random moves."""
        table, data = self.table, self.data.copy()
        states, moves = table.states(data), np.empty(table.game.record.MOST_MOVES, np.int32)
        seat = table.steps.play_on(table.e, states, table.chances(stream=stream), moves, limit)
        return Position(table, data, seat, None)

    def winners(self) -> list[int]:
        """Return the winners of a game that is over."""
        bits = int(self.table.steps.victors(self.table.e, self.table.states(self.data)))
        return [seat for seat in range(self.table.seats) if (bits >> seat) & 1]


def _restored(table: Setup, data: bytes, seat: int, draw: Draw | None) -> Position:
    return Position(table, np.frombuffer(data, np.uint8).copy(), seat, draw)
