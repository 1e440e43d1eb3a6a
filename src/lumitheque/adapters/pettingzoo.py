"""Every game of the shelf as a PettingZoo environment.

    from lumitheque.adapters import pettingzoo
    env = pettingzoo.env("sirius", options={"setup": "random"})

Agents are the seats, `seat_0`, `seat_1` and so on; they stay until the game is over. An observation is a dictionary of
`observation`, made of what the rules let the seat know, and `action_mask`. A victory is worth 1, shared by the winners,
a defeat -1, shared by the others, at the end of the game. Seats that decide at the same time act in their order, and
none sees what another did.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from lumitheque.adapters.episodes import RENDER_MODES, Array, Episodes
from lumitheque.games import GameError
from lumitheque.games.game import Value

ILLEGAL_REWARD = -1.0  # of whoever takes an illegal action, which ends the game
Observation: TypeAlias = dict[str, Array]
Action: TypeAlias = "int | None"


def env(game: str, seats: int | None = None, **arguments: Any) -> AECEnv:
    """Return a game as PettingZoo's classic games come: an illegal action ends it, its seat loses, and the info says
    which rule was broken. `raw_env` has the arguments; it refuses illegal actions with an error."""
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(TerminateIllegal(raw_env(game, seats, **arguments), ILLEGAL_REWARD))
    )


def parallel_env(game: str, seats: int | None = None, **arguments: Any) -> ParallelEnv:
    """Return a game for learners that only know parallel environments: one seat acts in a step, the one whose mask has
    an action and which every info names; what the others answer is ignored."""
    return turn_based_aec_to_parallel(env(game, seats, **arguments))


class LumithequeAECEnv(AECEnv, EzPickle):  # type: ignore[misc]
    """A game as an environment of seats that act one after the other.

    `max_cycles`: the game is truncated after so many moves per seat. The other arguments are those of `lumitheque.new`.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        edition: str | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
    ) -> None:
        EzPickle.__init__(self, game, seats, options, edition, render_mode, max_cycles)
        AECEnv.__init__(self)
        if max_cycles is not None and max_cycles < 1:
            raise GameError(f"max_cycles is at least 1, not {max_cycles}")
        self.episodes = Episodes(game, seats, options, edition, render_mode)
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.metadata = {
            "name": f"lumitheque_{game}_v0",
            "render_modes": RENDER_MODES,
            "render_fps": 1,
            "is_parallelizable": False,  # not with PettingZoo's general wrapper: seats take turns
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.episodes.seats)]
        self.agents: list[str] = []
        self._dice = np.random.default_rng()
        length, actions = self.episodes.observer.length, self.episodes.observer.actions
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(0, 255, (length,), np.uint8),
                action_mask=spaces.Box(0, 1, (actions,), np.int8),
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game. A seed fixes its chance and that of all games after it."""
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        self.episodes.begin(self._dice)
        self._moves = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        mask = self.episodes.mask(seat)
        if self.truncations.get(agent):
            mask[:] = 1  # as when a game is over
        return {"observation": self.episodes.observe(seat), "action_mask": mask}

    def step(self, action: Action) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.episodes.play(self.possible_agents.index(agent), action)
        self._moves += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos = {agent: {} for agent in self.agents}
        self._end_if_over()
        self._select()
        self._accumulate_rewards()

    def _end_if_over(self) -> None:
        if self.episodes.is_over:
            self.rewards = dict(zip(self.agents, self.episodes.results(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: dict(self.episodes.referee.ending() or {}) for agent in self.agents}
        elif self.max_cycles is not None and self._moves == self.max_cycles * self.episodes.seats:
            self.truncations = dict.fromkeys(self.agents, True)

    def _select(self) -> None:
        """The first of the seats that wait; when all is over they leave in their order."""
        waiting = self.episodes.waiting
        self.agent_selection = self.possible_agents[waiting[0] if waiting else 0]

    def render(self) -> Any:
        """The position as the seat sees it whose turn it is; a spectator's view when all is over."""
        waiting = self.episodes.waiting
        return self.episodes.render(waiting[0] if waiting else None)

    def close(self) -> None:
        """Nothing is held open."""


class TerminateIllegal(wrappers.TerminateIllegalWrapper):  # type: ignore[misc]
    """PettingZoo's wrapper, which also says in the infos which rule was broken."""

    def step(self, action: Action) -> None:
        game, agent = self.unwrapped, self.agent_selection
        assert isinstance(game, LumithequeAECEnv)
        if action is not None and not (game.terminations[agent] or game.truncations[agent]):
            broken = game.episodes.refusal(game.possible_agents.index(agent), action)
            game.infos = {one: {} for one in game.agents}
            if broken:
                game.infos[agent]["refusal"] = broken
        super().step(action)


raw_env = LumithequeAECEnv
