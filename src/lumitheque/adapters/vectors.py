"""Thousands of games at once as one Gymnasium vector environment, over `lt.batch`.

    import gymnasium
    import lumitheque.adapters.gymnasium
    envs = gymnasium.make_vec("lumitheque/Fromages-v0", num_envs=1024, vectorization_mode="vector_entry_point")

Each game has one seat for the learner and begins anew in the step that ends it. As no game is ever truncated, nobody
needs to judge a last position: `final_obs` is not told.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from lumitheque.adapters.episodes import Array
from lumitheque.bots.players import Player, find_player
from lumitheque.bots.protocol import Sight
from lumitheque.games.edition import blank
from lumitheque.games.game import GameError, Value
from lumitheque.kernels.batches import Batch

Policy: TypeAlias = Callable[[Array, Array], Array]  # observations and masks of many games in, an action for each out
NOBODY = -1
MOST_SEED = 2**63


class LumithequeVectorEnv(VectorEnv[Array, Array, Array]):
    """Many games, each against players by name.

    `opponents`: a name for all other seats, or a function from observations and masks to actions, such as an earlier
    learner. `random` and functions act in all games at once; other players think game by game. `seat`: the learner's,
    or one for each game; without it game number i gives it seat i modulo the number of seats. The rest is as for
    `lumitheque.batch`.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012 - so Gymnasium declares it

    def __init__(  # noqa: PLR0913 (an argument per choice)
        self,
        game: str,
        num_envs: int = 1,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        edition: str | None = None,
        *,
        opponents: str | Policy = "random",
        seat: int | Sequence[int] | None = None,
        threads: int | None = None,
    ) -> None:
        self.batch = Batch(game, num_envs, seats, options=options, edition=edition, threads=threads, illegal="lose")
        self.num_envs, self._at = num_envs, np.arange(num_envs)
        self.seat = seats_of_learners(seat, num_envs, self.batch.seats)
        self._answer: Policy | None = opponents if callable(opponents) else None
        self._player: Player | None = None
        if isinstance(opponents, str) and opponents != "random":
            self._player = find_player(self.batch.game, opponents)
            self._bot = self._player.bot()
        length, actions = self.batch.observer.length, self.batch.observer.actions
        self.single_observation_space = spaces.Box(0, 255, (length,), np.uint8)
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = spaces.Box(0, 255, (num_envs, length), np.uint8)
        self.action_space = spaces.MultiDiscrete(np.full(num_envs, actions))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin all games anew."""
        super().reset(seed=seed, options=options)
        self.batch.reset(self.np_random.integers(MOST_SEED, size=self.num_envs, dtype=np.int64))
        rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        self._let_others_play(rewards, ended)
        return self.batch.observation.copy(), self._infos(None)

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Make the learner's move in every game, and let the others play until it is its turn again."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise GameError(f"actions: one whole number for each of {self.num_envs} games was expected")
        refusals = self._refusals(chosen)
        rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        self._step(np.ones(self.num_envs, np.bool_), chosen, rewards, ended)
        self._let_others_play(rewards, ended)
        infos = self._infos(ended)
        if refusals:
            infos["refusal"] = np.full(self.num_envs, None, object)
            infos["refusal"][list(refusals)] = list(refusals.values())
            infos["_refusal"] = infos["refusal"] != None  # noqa: E711 - of an array
        return self.batch.observation.copy(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> Array:
        """num_envs × actions: what is legal, as truth values."""
        return np.array(self.batch.legal_mask)

    def _infos(self, ended: Array | None) -> dict[str, Any]:
        """What goes with observations, in Gymnasium's way: a key says of whom it tells by its twin with a dash."""
        everybody = np.ones(self.num_envs, np.bool_)
        infos = {"action_mask": self.batch.legal_mask.astype(np.int8), "_action_mask": everybody}
        if ended is not None and ended.any():
            infos |= {"points": self.batch.points.copy(), "_points": ended.copy()}
        return infos

    # --- moves in some of the games ------------------------------------------------------------------------------

    def _step(self, here: Array, actions: Array, rewards: Array, ended: Array) -> None:
        """Step in some games, while the others are held: nobody is asked there, so they stay as they are."""
        asked = self.batch.to_move.copy()
        self.batch.to_move[~here] = NOBODY
        self.batch.step(np.where(here, actions, 0))
        self.batch.to_move[~here] = asked[~here]
        over = here & self.batch.done & ~ended
        rewards[over] = self.batch.rewards[self._at, self.seat][over]
        ended |= over

    def _let_others_play(self, rewards: Array, ended: Array) -> None:
        while (others := self.batch.to_move != self.seat).any():
            self._step(others, self._answers(others), rewards, ended)

    def _answers(self, others: Array) -> Array:
        """What the opponents play in these games."""
        if self._answer is not None:
            answers = np.zeros(self.num_envs, np.int64)
            answers[others] = self._answer(self.batch.observation[others], self.batch.legal_mask[others])
            if not self.batch.legal_mask[self._at, answers][others].all():
                raise GameError("opponents: the function chose an action that the mask forbids")
            return answers
        if self._player is None:
            return np.array(self.batch.sample())
        answers = np.zeros(self.num_envs, np.int64)
        for i in np.flatnonzero(others):
            answers[i] = self._thought(int(i), self._player)
        return answers

    def _thought(self, i: int, player: Player) -> int:
        """What a player by name does in game i, from its view."""
        batch, seat = self.batch, int(self.batch.to_move[i])
        view = blank(batch.game.record.STATE)
        batch.game.knowledge.view(batch.observer.e, batch.states[i], seat, view)
        sight = Sight(batch.game, batch.observer.e, view, seat, batch.seats)
        advice = self._bot.choose(sight, player.budget, int(self.np_random.integers(2**31)))
        return batch.observer.action_of(advice.move)

    def _refusals(self, actions: Array) -> dict[int, str]:
        """By game: the rule that an action breaks which is not legal."""
        batch, found = self.batch, {}
        inside = (actions >= 0) & (actions < batch.observer.actions)
        if not inside.all():
            raise GameError(f"actions go from 0 to {batch.observer.actions - 1}")
        for i in np.flatnonzero(~batch.legal_mask[self._at, actions]).tolist():
            move = batch.observer.move_of(int(actions[i]))
            broken = batch.game.rules.refusal(batch.observer.e, batch.states[i], int(self.seat[i]), move)
            found[i] = batch.game.rule_id(int(broken))
        return found


def seats_of_learners(seat: int | Sequence[int] | None, games: int, seats: int) -> Array:
    """The learner's seat in each game."""
    given = np.arange(games) % seats if seat is None else np.asarray(seat)
    if given.dtype.kind not in "iu" or given.shape not in ((), (games,)) or (given < 0).any() or (given >= seats).any():
        raise GameError(f"seat: one from 0 to {seats - 1} was expected, or one for each of {games} games")
    return np.broadcast_to(given, (games,)).astype(np.int64)
