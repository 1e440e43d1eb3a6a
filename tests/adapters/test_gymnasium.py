"""Gymnasium's own check of environments, run on every game, and our laws of playing against players by name."""

# ruff: noqa: E402  Gymnasium need not be there

from typing import Any

import numpy as np
import pytest

import lumitheque
from conftest import EVERYTHING
from lumitheque.bots.protocol import BotError
from lumitheque.games import SHELF, GameError, join
from toy import GAME as LIGHTS

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'lumitheque[learning]'")

from gymnasium.utils.env_checker import check_env

from lumitheque.adapters import gymnasium as ours

FEWEST = [(name, game.seats[0]) for name, game in SHELF.items()]
MOST = [(name, game.seats[-1]) for name, game in SHELF.items() if len(game.seats) > 1]
ALL = [(name, seats) for name, game in SHELF.items() for seats in game.seats] if EVERYTHING else FEWEST + MOST
OPPONENTS = ("random", "greedy", "tree@20") if EVERYTHING else ("random",)


def make(name: str, **arguments: Any) -> Any:
    return gymnasium.make(f"lumitheque/{name.capitalize()}-v0", **arguments)


def play(env: Any, seed: int, **arguments: Any) -> tuple[float, dict[str, Any], int]:
    """A game of random moves: what it brought, the last info, and how many moves the learner made."""
    observation, info = env.reset(seed=seed, **arguments)
    dice, moves, terminated, reward = np.random.default_rng(seed), 0, False, 0.0
    while not terminated:
        assert observation in env.observation_space and reward == 0
        assert np.array_equal(info["action_mask"], env.unwrapped.action_masks())
        action = dice.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, terminated, truncated, info = env.step(action)
        assert not truncated
        moves += 1
    return reward, info, moves


@pytest.mark.parametrize("opponents", OPPONENTS)
@pytest.mark.parametrize(("name", "seats"), ALL)
def test_gymnasiums_check(name: str, seats: int, opponents: str) -> None:
    check_env(make(name, seats=seats, opponents=opponents).unwrapped)


@pytest.mark.parametrize(("name", "seats"), FEWEST + MOST)
def test_rewards_follow_from_the_ending(name: str, seats: int) -> None:
    env = make(name, seats=seats, options={"patience": 40} if name in ("sirius", "galax") else None)
    reward, info, _ = play(env, seed=5)
    ending = lumitheque.load(env.unwrapped.episodes.referee.record()).ending()
    assert info["winners"] == ending["winners"] and info["points"] == ending["points"]
    assert (reward >= 0) == (info["seat"] in ending["winners"])
    assert info["action_mask"].all()  # nobody is refused anything any longer
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.unwrapped.step(np.int64(0))


def test_the_same_seed_gives_the_same_games() -> None:
    env, again = make("luminis", opponents="greedy"), make("luminis", opponents="greedy")
    played = []
    for one in (env, again):
        games = [play(one, seed=8)[0]]
        one.reset()
        games.append(one.unwrapped.episodes.referee.record())
        played.append(games)
    assert played[0] == played[1]


def test_the_seat_is_drawn_or_chosen() -> None:
    env = make("fromages", seats=4)
    drawn = {env.reset(seed=seed)[1]["seat"] for seed in range(40)}
    assert drawn == {0, 1, 2, 3}
    assert env.reset(seed=1, options={"seat": 2})[1]["seat"] == 2
    env = make("fromages", seats=4, seat=3)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(5)} == {3}
    with pytest.raises(GameError, match="there is no seat 4; seats go from 0 to 3"):
        make("fromages", seats=4, seat=4)
    with pytest.raises(GameError, match="there is no seat 'first'"):
        env.reset(options={"seat": "first"})


def test_opponents_sit_in_their_order() -> None:
    env = make("fromages", seats=3, opponents=["greedy", "random"], seat=1).unwrapped
    sat: list[tuple[int, str]] = []
    for bot, player in zip(env._bots, env._players, strict=True):
        choose = bot.choose
        bot.choose = lambda sight, budget, seed, c=choose, p=player: (
            sat.append((sight.seat, p.name)) or c(sight, budget, seed)
        )
    play(env, seed=1)
    assert set(sat) == {(2, "greedy"), (0, "random")}
    with pytest.raises(GameError, match="opponents: 3 are named, and 2 seats are not the learner's"):
        make("fromages", seats=3, opponents=["greedy"] * 3)
    with pytest.raises(BotError, match="fromages has no player 'grim'; there are: "):
        make("fromages", opponents="grim")


def test_opponents_are_given_sights_only() -> None:
    """What they are shown is a copy of their own view, with no way to the game."""
    env, hidden = make("luminis", seats=2, seat=0).unwrapped, 0
    choose = env._bots[0].choose

    def watch(sight: Any, budget: Any, seed: int) -> Any:
        nonlocal hidden
        state = env.episodes.referee.state
        held = int(state.held[0])
        assert sight.seat == 1 and not np.shares_memory(sight.view, state)
        hidden += int((sight.view.hands[0, :held] != state.hands[0, :held]).sum())
        return choose(sight, budget, seed)

    env._bots[0].choose = watch
    play(env, seed=2)
    assert hidden > 10


def refused(env: Any) -> int:
    """An action that is not legal now: a step onto an own piece."""
    episodes = env.unwrapped.episodes
    mask = episodes.mask(env.unwrapped.seat)
    return next(a for a in range(len(mask)) if not mask[a] and episodes.refusal(env.unwrapped.seat, a) == "SI-03")


def test_an_illegal_action_loses_and_says_why() -> None:
    env = make("sirius", options={"setup": "random"}, seat=0)
    env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(refused(env))
    assert (reward, terminated, truncated, info["refusal"]) == (-1.0, True, False, "SI-03")
    assert observation in env.observation_space
    raw = env.unwrapped
    raw.reset(seed=1)
    with pytest.raises(gymnasium.error.InvalidAction):
        raw.step(-1)


def test_a_sixth_game_can_be_registered() -> None:
    join(LIGHTS)
    try:
        ours.register("lights")
        check_env(make("lights", seats=3).unwrapped, skip_render_check=True)  # nobody drew it for the eye
        env = make("lights", render_mode="ansi")
        env.reset(seed=1)
        assert isinstance(env.render(), str)
    finally:
        del SHELF[LIGHTS.name]
        gymnasium.registry.pop("lumitheque/Lights-v0", None)
