"""Batch: thousands of games of one kind at once, as arrays, on all cores.

batch = Batch("lumens", 4096, seats=2)
while True:
    batch.step(batch.sample())       arrays are then current: observation, legal_mask, to_move, rewards, done

All arrays are made once and written over by every step: copy what should stay. Where several seats may act at once,
the lowest is asked first, as playouts do; the others do not see what it chose.
"""

import functools
import itertools
import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any

import numpy as np

from lumitheque.games.chance import CHANCE
from lumitheque.games.edition import Edition
from lumitheque.games.game import Game, GameError, Value
from lumitheque.kernels.loading import HERE, load_for
from lumitheque.kernels.memory import LOSE, NOBODY, OBSERVE, REFUSE, RESET, ROLL, STEP, Common, Desk, Rows, records
from lumitheque.kernels.observing import Observer, observation_of

ILLEGAL = {"refuse": REFUSE, "lose": LOSE}
LEAST_SLICE = 64  # games for which a thread is worth its while
MOST_SEED = 2**63
MOST_ACTION = 2**31 - 1


class IllegalAction(GameError):
    """An action that the rules refuse: of which game, and by which rule. No game has changed."""

    def __init__(self, number: int, action: int, text: str, rule: str | None) -> None:
        self.number, self.action, self.rule = number, action, rule
        why = f"is refused by {rule}" if rule else "is not an action"
        super().__init__(f"game {number}: action {action}{text} {why}; no game has moved")


@functools.cache
def kernel_of(game: Game) -> ModuleType:
    """batching.py for one game."""
    parts = {"rules": game.rules, "knowledge": game.knowledge, "observation": observation_of(game)}
    return load_for(game, HERE / "batching.py", **parts)


def plain(record: Any, dtype: Any) -> Any:
    """An array of one with a record's bytes."""
    return np.frombuffer(bytearray(record.tobytes()), dtype).view(np.recarray)


def common_of(observer: Observer, auto_reset: bool, observing: bool) -> Common:
    """What is the same for all games of a batch."""
    record = observer.game.record
    return Common(
        e=plain(observer.e, record.EDITION),
        blank=records(1, record.STATE),
        codes=np.array(observer.game.option_codes(observer.options), np.int64),
        action_of=observer.action_table,
        move_of=observer.moves,
        seats=observer.seats,
        auto_reset=auto_reset,
        observing=observing,
    )


def rows_of(observer: Observer, games: int) -> Rows:
    """A row for each game, all zero."""
    record = observer.game.record
    return Rows(
        states=records(games, record.STATE),
        seeds=np.zeros(games, np.int64),
        streams=np.zeros(games, np.uint64),
        dice=np.zeros(games, np.uint64),
        episodes=np.zeros(games, np.int64),
        plies=np.zeros(games, np.int32),
        counts=np.zeros(games, np.int32),
        legal=np.zeros((games, record.MOST_MOVES), np.int16),
        mask=np.zeros((games, observer.actions), np.bool_),
        observation=np.zeros((games, observer.length), np.uint8),
        rewards=np.zeros((games, observer.seats), np.float32),
        points=np.zeros((games, observer.seats), np.float32),
        reasons=np.zeros(games, np.int8),
        to_move=np.full(games, NOBODY, np.int8),
        done=np.zeros(games, np.bool_),
    )


def desks_of(game: Game, count: int) -> Desk:
    """Room for so many threads."""
    record = game.record
    return Desk(records(count, CHANCE), records(count, record.STATE), np.zeros((count, record.MOST_MOVES), np.int32))


class Batch:
    """Games of one kind, stepped together; see docs/learning.md for what the arrays hold."""

    device = "cpu"

    def __init__(  # noqa: PLR0913 (an argument per choice)
        self,
        game: Game | str,
        games: int,
        seats: int | None = None,
        seed: int = 0,
        *,
        options: Mapping[str, Value] | None = None,
        edition: Edition | str | None = None,
        threads: int | None = None,
        auto_reset: bool = True,
        illegal: str = "refuse",
        observing: bool = True,
    ) -> None:
        self.observer = Observer(game, seats, options, edition)
        self.game, self.seats, self.games = self.observer.game, self.observer.seats, checked_count(games, "games")
        self.seed, self.illegal = checked_seed(seed), checked_choice(illegal)
        self.auto_reset, self.observing = auto_reset, observing
        self.threads = checked_count(usable_cores() if threads is None else threads, "threads")
        self._kernel = kernel_of(self.game)
        self.common, self.rows = common_of(self.observer, auto_reset, observing), rows_of(self.observer, self.games)
        self._drawn: Any = np.zeros(self.games, np.int32)
        self._seen: Any = None  # what one seat sees in all games, once somebody has asked
        self._settle()
        self.reset()

    def _settle(self) -> None:
        """Divide the games among threads."""
        self._slices = slices_of(self.games, self.threads)
        self._desks = [desks_of(self.game, 1) for _ in self._slices]
        self._pool = ThreadPoolExecutor(len(self._slices) - 1, "batch") if len(self._slices) > 1 else None

    # --- arrays ------------------------------------------------------------------------------------------------------

    @property
    def legal_mask(self) -> Any:
        """games × actions: what the seat to move may choose."""
        return self.rows.mask

    @property
    def observation(self) -> Any:
        """games × length: what the seat to move sees; the same as observe()."""
        return self.observe()

    @property
    def to_move(self) -> Any:
        """The seat that is asked in each game; -1 where the game is over and there is no auto-reset."""
        return self.rows.to_move

    @property
    def rewards(self) -> Any:
        """games × seats: what this step gave. 0 but at the end, when they sum to 0 in each game."""
        return self.rows.rewards

    @property
    def points(self) -> Any:
        """games × seats: the points of each game's last finished episode."""
        return self.rows.points

    @property
    def done(self) -> Any:
        """Whether this step ended an episode; without auto-reset: whether the game is over."""
        return self.rows.done

    @property
    def plies(self) -> Any:
        """Decisions made in each running episode."""
        return self.rows.plies

    @property
    def episodes(self) -> Any:
        """How many episodes each game has begun."""
        return self.rows.episodes

    @property
    def seeds(self) -> Any:
        """Each game's own seed."""
        return self.rows.seeds

    @property
    def states(self) -> Any:
        """The whole states, with everything that is secret: to look into, and not for players."""
        return self.rows.states

    # --- verbs -------------------------------------------------------------------------------------------------------

    def reset(self, seeds: Any = None) -> None:
        """Begin all games anew: with their own seeds, or with these, one for each game."""
        if seeds is None:
            self._run("seed", self.seed)
        else:
            self.rows.seeds[:] = self._taken(checked_seeds(seeds, self.games))
        self._serve(RESET)

    def step(self, actions: Any) -> None:
        """One action in every game, by the seat to move. All are checked before any is made."""
        chosen = self._chosen(actions)
        if self.illegal == REFUSE:
            number = self._first_illegal(chosen)
            if number != NOBODY:
                raise self._refusal(number, int(chosen[number]))
        self._serve(STEP, actions=chosen)

    def sample(self, mask: Any = None) -> Any:
        """A legal action in each game by lot, or one of those in a mask; 0 where there is none."""
        if mask is None:
            self._run("draw", self._drawn)
            return self._drawn
        marked = self._taken(mask)
        if marked.shape != self.rows.mask.shape or np.dtype(marked.dtype) != np.bool_:
            expected = f"{self.rows.mask.shape} of bool was expected"
            raise GameError(f"mask: {marked.shape} of {marked.dtype} was given; {expected}")
        self._run("choose", marked, self._drawn)
        return self._drawn

    def roll(self, plies: int) -> None:
        """So many random moves in every game, as repeated sample() and step() make them; no rewards are told."""
        self._serve(ROLL, checked_count(plies, "plies"))

    def observe(self, seat: int | None = None) -> Any:
        """What the seat to move sees in each game, or what one seat sees in all of them."""
        if seat is None and self.observing:
            return self.rows.observation
        if seat is not None and not 0 <= seat < self.seats:
            raise GameError(f"seat {seat} is not in this game; seats go from 0 to {self.seats - 1}")
        if self._seen is None:
            self._seen = self._taken(np.zeros((self.games, self.observer.length), np.uint8))
        self._serve(OBSERVE, NOBODY if seat is None else seat, out=self._seen)
        return self._seen

    # --- inside ------------------------------------------------------------------------------------------------------

    def _serve(self, what: int, number: int = 0, actions: Any = None, out: Any = None) -> None:
        """Let the rules be asked about every game."""
        chosen, seen = self._drawn if actions is None else actions, self.rows.observation if out is None else out
        self._run("serve", what, number, chosen, seen)

    def _run(self, what: str, *arguments: Any) -> None:
        """Let each thread do its slice; this one does the first. Machine code runs without the GIL."""
        work = getattr(self._kernel, f"{what}_slice")
        jobs = [
            (self.common, self.rows, desk, begin, end, *arguments)
            for desk, (begin, end) in zip(self._desks, self._slices, strict=True)
        ]
        others = [self._pool.submit(work, *job) for job in jobs[1:]] if self._pool else []
        work(*jobs[0])
        for other in others:
            other.result()

    def _chosen(self, actions: Any) -> Any:
        """Somebody's actions, as the kernels want them: other types would be compiled anew."""
        given = np.asarray(actions)
        check_actions(given, self.games)
        if given.dtype != np.int32:  # what does not fit is no action, and stays none
            given = np.clip(given, NOBODY, MOST_ACTION)
        return np.ascontiguousarray(given, np.int32)

    def _taken(self, given: Any) -> Any:
        """Somebody's array, where the games are."""
        return np.ascontiguousarray(given)

    def _first_illegal(self, chosen: Any) -> int:
        return int(self._kernel.first_illegal(self.rows, chosen))

    def _state(self, number: int) -> Any:
        return self.rows.states[number]

    def _refusal(self, number: int, action: int) -> IllegalAction:
        observer = self.observer
        if not 0 <= action < observer.actions:
            return IllegalAction(number, action, f" (of {observer.actions})", None)
        move, seat = observer.move_of(action), int(self.to_move[number])
        refused = int(self.game.rules.refusal(observer.e, self._state(number), seat, move))
        return IllegalAction(number, action, f" ({observer.text_of(action)})", self.game.rule_id(refused))


def open_batch(device: str, *settings: Any, **more: Any) -> Batch:
    """A batch on the processor or on a graphics card."""
    if device == "cpu":
        return Batch(*settings, **more)
    if device != "cuda":
        raise GameError(f"device: {device!r} is not one of cpu, cuda")
    from lumitheque.kernels.cuda_batches import CudaBatch

    return CudaBatch(*settings, **more)


def usable_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def slices_of(games: int, threads: int) -> list[tuple[int, int]]:
    """Where each thread's games begin and end."""
    count = max(1, min(threads, games // LEAST_SLICE))
    ends = [games * number // count for number in range(count + 1)]
    return list(itertools.pairwise(ends))


def check_actions(given: Any, games: int) -> None:
    if given.shape != (games,) or np.dtype(given.dtype).kind not in "iu":
        raise GameError(f"actions: one whole number for each of {games} games was expected")


def checked_count(count: int, what: str) -> int:
    if count < 1:
        raise GameError(f"{what}: {count} was asked for; at least one")
    return int(count)


def checked_choice(illegal: str) -> int:
    if illegal not in ILLEGAL:
        raise GameError(f"illegal: {illegal!r} is not one of {', '.join(ILLEGAL)}")
    return ILLEGAL[illegal]


def checked_seed(seed: int) -> int:
    if not 0 <= seed < MOST_SEED:
        raise GameError(f"seed: {seed} is not a number from 0 to 2**63 - 1")
    return int(seed)


def checked_seeds(seeds: Any, games: int) -> Any:
    given = np.asarray(seeds)
    if given.shape != (games,) or given.dtype.kind not in "iu" or (given < 0).any() or (given >= MOST_SEED).any():
        raise GameError(f"seeds: one whole number from 0 to 2**63 - 1 for each of {games} games was expected")
    return given.astype(np.int64)
