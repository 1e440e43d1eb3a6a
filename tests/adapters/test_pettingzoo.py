"""PettingZoo's own tests of environments, on every game with as few and as many seats as it allows; and our laws."""

import pickle
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import lumitheque
from conftest import EVERYTHING
from lumitheque.games import SHELF, GameError

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'lumitheque[learning]'")

from gymnasium import spaces
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from lumitheque.adapters import pettingzoo

FEWEST = [(name, game.seats[0]) for name, game in SHELF.items()]
MOST = [(name, game.seats[-1]) for name, game in SHELF.items() if len(game.seats) > 1]
ALL = [(name, seats) for name, game in SHELF.items() for seats in game.seats] if EVERYTHING else FEWEST + MOST
CYCLES = 1000 if EVERYTHING else 100
ALTERNATING = {"sirius": {"setup": "random"}, "galax": {"setup": "random"}}  # a move each, at least for some time

# PettingZoo keeps a list of its own environments that may observe in dictionaries, and warns of all others.
in_dictionaries = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be gymnasium:UserWarning"),
]


def play(env: Any, seed: int, moves: int = 10_000) -> Any:
    """Play at random until the game is over, or for some moves; the rewards that each seat was told in the end."""
    env.reset(seed=seed)
    dice, told = np.random.default_rng(seed), {}
    for agent in env.agent_iter(moves):
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            told[agent] = reward
            env.step(None)
        else:
            env.step(int(dice.choice(np.flatnonzero(observation["action_mask"]))))
    return told


@pytest.mark.parametrize(("name", "seats"), ALL)
class TestPeers:
    pytestmark = in_dictionaries

    def test_api(self, name: str, seats: int) -> None:
        api_test(pettingzoo.env(name, seats), num_cycles=CYCLES)

    def test_seeds(self, name: str, seats: int) -> None:
        seed_test(lambda: pettingzoo.env(name, seats), num_cycles=CYCLES)

    def test_parallel(self, name: str, seats: int) -> None:
        parallel_api_test(pettingzoo.parallel_env(name, seats), num_cycles=CYCLES)

    def test_parallel_seeds(self, name: str, seats: int) -> None:
        """It samples without masks, so the games are short: they end with the first illegal action."""
        parallel_seed_test(lambda: pettingzoo.parallel_env(name, seats), num_cycles=CYCLES)


@pytest.mark.parametrize("name", ALTERNATING)
def test_max_cycles(name: str) -> None:
    """PettingZoo's test acts without masks and wants each seat to act as often as the others: that holds where seats
    alternate, if sampling is legal."""

    class Legal(spaces.Discrete):
        env: Any

        def sample(self, mask: Any = None, probability: Any = None) -> Any:
            agent = self.env.agent_selection
            return super().sample(mask=self.env.observe(agent)["action_mask"])

    def raw(max_cycles: int) -> Any:
        env = pettingzoo.raw_env(name, options=ALTERNATING[name], max_cycles=max_cycles)
        for agent in env.possible_agents:
            env._action_spaces[agent] = Legal(env.action_space(agent).n, seed=1)
            env._action_spaces[agent].env = env
        return env

    class InRounds:
        """A parallel step in which every seat acts once."""

        def __init__(self, env: Any) -> None:
            self.env, self.action_space = env, env.action_space

        def reset(self) -> Any:
            self.env.reset(seed=1)
            self.agents = self.env.agents
            return {}, {}

        def step(self, actions: Any) -> Any:
            for _ in actions:
                self.env.step(self.env.action_space(self.env.agent_selection).sample())
            return {}, {}, dict(self.env.terminations), dict(self.env.truncations), {}

    max_cycles_test(SimpleNamespace(env=raw, parallel_env=lambda max_cycles: InRounds(raw(max_cycles))))


@pytest.mark.parametrize("name", SHELF)
def test_truncation(name: str) -> None:
    env = pettingzoo.raw_env(name, max_cycles=2)
    assert play(env, seed=1) == dict.fromkeys(env.possible_agents, 0)
    assert len(env.episodes.referee.decisions) == 2 * env.episodes.seats and not env.agents


@pytest.mark.parametrize("name", SHELF)
def test_a_game_through_pettingzoo_is_our_game(name: str) -> None:
    """Every move played is one that the referee knows, rewards follow from its ending, and add up to 0."""
    env = pettingzoo.env(name, options={"patience": 40} if name in ("sirius", "galax") else None)
    told = play(env, seed=3)
    record = env.unwrapped.episodes.referee.record()
    again = lumitheque.load(record)
    winners = again.ending()["winners"]
    assert set(told) == set(env.possible_agents) and sum(told.values()) == pytest.approx(0)
    assert [seat for seat, agent in enumerate(told) if told[agent] >= 0] == winners


@pytest.mark.parametrize(("name", "seats"), MOST)
def test_observations_are_made_of_views(name: str, seats: int) -> None:
    """In another world that a seat cannot tell apart, it is told the same."""
    env = pettingzoo.env(name, seats)
    differing = 0
    for moves in (0, 7, 20):
        play(env, seed=moves, moves=moves)
        episodes = env.unwrapped.episodes
        table, game = episodes.referee, episodes.game
        for seat, agent in enumerate(env.agents):
            before, real = env.observe(agent), table.state
            table.state = imagined(game, table, seat)
            differing += table.state.tobytes() != real.tobytes()
            episodes._happened()
            after = env.observe(agent)
            table.state = real
            episodes._happened()
            assert all(np.array_equal(before[key], after[key]) for key in before)
    assert differing > 0


def imagined(game: Any, table: Any, seat: int) -> Any:
    from lumitheque.referee.chance_log import playout_chance

    view = table.view_record(seat)
    world = view.copy()
    game.knowledge.imagine(table.e, view, seat, playout_chance(5), world)
    return world


def test_masks_are_the_legal_moves() -> None:
    env = pettingzoo.env("lumens")
    env.reset(seed=1)
    table, observer = env.unwrapped.episodes.referee, env.unwrapped.episodes.observer
    assert table.waiting() == [0, 1]  # both choose in secret: both have actions, and seat 0 is asked first
    for seat, agent in enumerate(env.agents):
        legal = np.flatnonzero(env.observe(agent)["action_mask"])
        assert [observer.text_of(action) for action in legal] == table.legal(seat)
    assert env.agent_selection == "seat_0"
    play(env, seed=1, moves=5)
    waiting = env.unwrapped.episodes.waiting
    assert len(waiting) == 1 and not env.observe(f"seat_{1 - waiting[0]}")["action_mask"].any()


def test_an_illegal_action_loses_and_says_why() -> None:
    env = pettingzoo.env("sirius", options={"setup": "random"})
    env.reset(seed=1)
    observer, first = env.unwrapped.episodes.observer, env.agent_selection
    action = observer.action_of_text("a1-a2")  # a piece stands there
    env.step(action)
    rewards = {}
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        assert terminated and truncated
        rewards[agent] = reward
        assert info == ({"refusal": "SI-03"} if agent == first else {})
        env.step(None)
    assert rewards == {first: -1, "seat_1" if first == "seat_0" else "seat_0": 0}
    raw = pettingzoo.raw_env("sirius", options={"setup": "random"})
    raw.reset(seed=1)
    with pytest.raises(GameError, match="refused by SI-03"):
        raw.step(action)
    env.reset(seed=2)
    assert env.infos == {"seat_0": {}, "seat_1": {}} and len(play(env, 2, 5)) == 0


@pytest.mark.parametrize("name", SHELF)
def test_pictures(name: str) -> None:
    def drawn(render_mode: str | None) -> Any:
        return pettingzoo.env(name, render_mode=None if render_mode == "human" else render_mode)

    render_test(drawn, {"svg": lambda text: text.startswith("<svg")})
    with pytest.raises(GameError, match="render_mode 'human' is not one of ansi, svg, rgb_array"):
        pettingzoo.env(name, render_mode="human")


def test_an_environment_can_be_sent_to_another_process() -> None:
    env = pettingzoo.raw_env("fromages", 3, options={"rounds": 2}, max_cycles=9)
    again = pickle.loads(pickle.dumps(env))
    env.reset(seed=4)
    again.reset(seed=4)
    assert again.max_cycles == 9 and again.episodes.referee.record() == env.episodes.referee.record()


def test_what_cannot_be_opened_says_why() -> None:
    with pytest.raises(GameError, match="sirius is for 2 players, not 3"):
        pettingzoo.env("sirius", 3)
    with pytest.raises(GameError, match="max_cycles is at least 1, not 0"):
        pettingzoo.env("sirius", max_cycles=0)
