"""Many games as one Gymnasium vector environment: our laws, as Gymnasium has no check for these."""

# ruff: noqa: E402  Gymnasium need not be there

from typing import Any

import numpy as np
import pytest

from conftest import EVERYTHING
from lumitheque.bots.protocol import BotError
from lumitheque.games import SHELF, GameError

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'lumitheque[learning]'")

from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from lumitheque.adapters import gymnasium as ours
from lumitheque.adapters.vectors import LumithequeVectorEnv

FEWEST = [(name, game.seats[0]) for name, game in SHELF.items()]
MOST = [(name, game.seats[-1]) for name, game in SHELF.items() if len(game.seats) > 1]
ALL = [(name, seats) for name, game in SHELF.items() for seats in game.seats] if EVERYTHING else FEWEST + MOST
GAMES, STEPS = 24, 400 if EVERYTHING else 60


def chosen(infos: dict[str, Any], dice: np.random.Generator) -> Any:
    return np.array([dice.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])


def first_legal(seen: Any, mask: Any) -> Any:
    return mask.argmax(1)


def first_illegal(seen: Any, mask: Any) -> Any:
    return mask.argmin(1)


@pytest.mark.parametrize(("name", "seats"), ALL)
def test_the_api(name: str, seats: int) -> None:
    """Shapes, spaces, types; the learner is always the one who is asked; arrays that were given stay as they are."""
    envs = gymnasium.make_vec(
        f"{ours.NAMESPACE}/{name.capitalize()}-v0", GAMES, vectorization_mode="vector_entry_point", seats=seats
    )
    assert isinstance(envs.unwrapped, VectorEnv) and envs.num_envs == GAMES
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    batch, dice = envs.unwrapped.batch, np.random.default_rng(1)
    observations, infos = envs.reset(seed=3)
    for _ in range(STEPS):
        assert observations in envs.observation_space and observations[0] in envs.single_observation_space
        assert np.array_equal(batch.to_move, envs.unwrapped.seat)
        assert np.array_equal(infos["action_mask"], envs.unwrapped.action_masks()) and infos["action_mask"].any(1).all()
        kept, before = observations.copy(), observations
        actions = chosen(infos, dice)
        assert actions in envs.action_space
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert np.array_equal(kept, before)
        assert rewards.shape == terminations.shape == truncations.shape == (GAMES,)
        assert terminations.dtype == truncations.dtype == np.bool_ and not truncations.any()
        assert not rewards[~terminations].any()
        assert ("points" in infos) == terminations.any()
    envs.close()


@pytest.mark.parametrize("seats", [2, 5])
def test_the_same_seed_gives_the_same_games(seats: int) -> None:
    def told() -> list[Any]:
        envs, dice = LumithequeVectorEnv("luminis", GAMES, seats), np.random.default_rng(5)
        observations, infos = envs.reset(seed=4)
        found = [observations]
        for _ in range(STEPS):
            observations, rewards, terminations, _, infos = envs.step(chosen(infos, dice))
            found += [observations, rewards, terminations]
        return [*found, envs.reset()[0]]

    first, again = told(), told()
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert not np.array_equal(first[0], first[-1])


def test_a_game_in_a_batch_is_our_game() -> None:
    """A batch of one, stepped beside: what the learner is told is what `lt.batch` says of the same games."""
    import lumitheque as lt

    envs = LumithequeVectorEnv("fromages", 1, options={"rounds": 1}, seat=1, opponents=first_legal)
    observations, infos = envs.reset(seed=9)
    alone = lt.batch("fromages", 1, options={"rounds": 1})
    alone.reset(envs.batch.seeds)
    ended = 0
    while ended < 3:
        reward = 0.0
        while alone.to_move[0] != 1:
            alone.step(alone.legal_mask.argmax(1))
            reward += alone.rewards[0, 1]
        assert np.array_equal(observations, alone.observation) and np.array_equal(envs.action_masks(), alone.legal_mask)
        actions = np.array([np.flatnonzero(infos["action_mask"][0])[-1]])
        observations, rewards, terminations, _, infos = envs.step(actions)
        alone.step(actions)
        reward = float(alone.rewards[0, 1])
        while alone.to_move[0] != 1:
            alone.step(alone.legal_mask.argmax(1))
            reward += float(alone.rewards[0, 1])
        assert rewards[0] == reward and terminations[0] == (alone.episodes[0] - 1 > ended)
        if terminations[0]:
            assert np.array_equal(infos["points"], alone.points)
        ended += int(terminations[0])


def test_opponents_by_name_are_stronger_than_chance() -> None:
    results = {}
    for opponent in ("random", "greedy"):
        envs = LumithequeVectorEnv("fromages", 16, options={"rounds": 1}, opponents=opponent)
        dice, told = np.random.default_rng(2), []
        _, infos = envs.reset(seed=1)
        while len(told) < 24:
            _, rewards, terminations, _, infos = envs.step(chosen(infos, dice))
            told += rewards[terminations].tolist()
        results[opponent] = np.mean(told)
    assert results["greedy"] < -0.8 < -0.5 < results["random"] < 0.5


def test_gymnasiums_wrappers_go_with_it() -> None:
    envs = RecordEpisodeStatistics(LumithequeVectorEnv("lumens", 4))
    dice = np.random.default_rng(0)
    _, infos = envs.reset(seed=0)
    while "episode" not in infos:
        _, rewards, _, _, infos = envs.step(chosen(infos, dice))
    ended = infos["_episode"]
    assert np.array_equal(infos["episode"]["r"][ended], rewards[ended]) and (infos["episode"]["l"][ended] > 5).all()


def test_an_illegal_action_loses_and_says_why() -> None:
    envs = LumithequeVectorEnv("lumens", 3)
    _, infos = envs.reset(seed=0)
    actions = chosen(infos, np.random.default_rng(0))
    actions[1] = np.flatnonzero(infos["action_mask"][1] == 0)[-1]
    _, rewards, terminations, _, infos = envs.step(actions)
    assert terminations.tolist() == [False, True, False] and rewards.tolist() == [0, -1, 0]
    assert infos["_refusal"].tolist() == [False, True, False] and infos["refusal"][1].startswith("LU-")
    assert envs.batch.episodes.tolist() == [1, 2, 1]
    assert "refusal" not in envs.step(chosen(infos, np.random.default_rng(0)))[-1]


def test_what_cannot_be_done_says_why() -> None:
    with pytest.raises(GameError, match="seat: one from 0 to 1 was expected, or one for each of 4 games"):
        LumithequeVectorEnv("lumens", 4, seat=[0, 1])
    with pytest.raises(BotError, match="lumens has no player 'grim'"):
        LumithequeVectorEnv("lumens", 4, opponents="grim")
    envs = LumithequeVectorEnv("lumens", 4, opponents=first_illegal)
    with pytest.raises(GameError, match="opponents: the function chose an action that the mask forbids"):
        envs.reset(seed=0)
        for _ in range(4):
            envs.step(envs.action_masks().argmax(1))
    envs = LumithequeVectorEnv("lumens", 4)
    envs.reset(seed=0)
    with pytest.raises(GameError, match="actions: one whole number for each of 4 games was expected"):
        envs.step(np.zeros(3, np.int64))
    with pytest.raises(GameError, match="actions go from 0 to "):
        envs.step(np.full(4, -1))
