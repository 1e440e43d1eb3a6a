"""Every game of the shelf as a Gymnasium environment: importing this file registers them.

    import gymnasium
    import lumitheque.adapters.gymnasium
    env = gymnasium.make("lumitheque/Sirius-v0", opponents="greedy")

The learner has one seat, players by name have the others. `info["action_mask"]` marks the legal actions, and so does
`env.unwrapped.action_masks()`, where sb3-contrib looks for it. An action that is not legal loses the game at once, and
`info["refusal"]` says which rule it broke.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from lumitheque.adapters.episodes import RENDER_MODES, Array, Episodes
from lumitheque.bots.players import find_player
from lumitheque.games import SHELF, GameError
from lumitheque.games.game import Value

NAMESPACE = "lumitheque"
LOSS = -1.0
Step = tuple[Array, float, bool, bool, dict[str, Any]]


def check_seat(seat: int | None, seats: int) -> int | None:
    if seat is not None and (type(seat) is not int or seat not in range(seats)):
        raise GameError(f"there is no seat {seat!r}; seats go from 0 to {seats - 1}")
    return seat


class LumithequeEnv(gymnasium.Env[Array, np.int64]):
    """A game against players by name.

    `opponents`: one name for all (`random`, `greedy`, a level of the game, `tree@500`), or a name for each other seat,
    in their order from the learner's on. `seat`: the learner's; without one it is drawn for each game. A player that
    thinks for a time, not for a number of simulations, does not play the same game again from the same seed.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 - so Gymnasium declares it

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        edition: str | None = None,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.episodes = Episodes(game, seats, options, edition, render_mode)
        self.render_mode = render_mode
        others = self.episodes.seats - 1
        names = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(names) != others:
            raise GameError(f"opponents: {len(names)} are named, and {others} seats are not the learner's")
        self._players = [find_player(self.episodes.game, name) for name in names]
        self._bots = [player.bot() for player in self._players]
        self._seat = check_seat(seat, self.episodes.seats)
        self.seat = 0  # the learner's in this game
        self._playing = False
        observer = self.episodes.observer
        self.observation_space = spaces.Box(0, 255, (observer.length,), np.uint8)
        self.action_space = spaces.Discrete(observer.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin a game; `options={"seat": 1}` says which seat the learner has in it."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(self.episodes.seats))
        asked = check_seat((options or {}).get("seat", self._seat), self.episodes.seats)
        self.seat = drawn if asked is None else asked
        self.episodes.begin(self.np_random)
        self._let_others_play()
        self._playing = not self.episodes.is_over
        return self.episodes.observe(self.seat), self._info()

    def step(self, action: np.int64) -> Step:
        """Make the learner's move, and let the others play until it is the learner's turn again."""
        if not self._playing:
            raise gymnasium.error.ResetNeeded("the game is over, or none has begun: call reset")
        if not self.action_space.contains(action):
            raise gymnasium.error.InvalidAction(f"{action!r} is not one of {self.action_space}")
        broken = self.episodes.refusal(self.seat, int(action))
        if broken:
            self._playing = False
            return self.episodes.observe(self.seat), LOSS, True, False, {**self._info(), "refusal": broken}
        self.episodes.play(self.seat, int(action))
        self._let_others_play()
        over = self.episodes.is_over
        self._playing = not over
        reward = self.episodes.results()[self.seat] if over else 0.0
        return self.episodes.observe(self.seat), reward, over, False, self._info()

    def action_masks(self) -> Array:
        """The legal actions, as truth values."""
        return self.episodes.mask(self.seat).astype(bool)

    def _info(self) -> dict[str, Any]:
        ending = self.episodes.referee.ending() or {}
        return {"action_mask": self.episodes.mask(self.seat), "seat": self.seat, **ending}

    def _let_others_play(self) -> None:
        episodes = self.episodes
        while episodes.waiting and self.seat not in episodes.waiting:
            self._play_for(episodes.waiting[0])

    def _play_for(self, seat: int) -> None:
        at = (seat - self.seat) % self.episodes.seats - 1
        thought = int(self.np_random.integers(2**31))
        advice = self._bots[at].choose(self.episodes.sight(seat), self._players[at].budget, thought)
        self.episodes.play_move(seat, advice.move)

    def render(self) -> Any:
        """The position as the learner sees it."""
        return self.episodes.render(self.seat)


def register(name: str) -> None:
    """Register a game of the shelf with Gymnasium as lumitheque/Name-v0."""
    gymnasium.register(
        f"{NAMESPACE}/{name.capitalize()}-v0",
        entry_point=f"{__name__}:LumithequeEnv",
        vector_entry_point="lumitheque.adapters.vectors:LumithequeVectorEnv",
        kwargs={"game": name},
    )


for _name in SHELF:
    register(_name)
