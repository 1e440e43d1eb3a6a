"""Learn the cheese hunt by self-play: PPO with masks over `lt.batch`, a network of one hidden layer, NumPy alone.

    python examples/learn.py                 a hundred updates, three million decisions
    python examples/learn.py --updates 20    a first impression

The same seed and number of updates give the same player.
"""

import argparse
import os
import time
from typing import Any

import numpy as np

os.environ.setdefault("LUMITHEQUE_RULES", "compiled")  # rules become machine code the first time, which takes minutes
import lumitheque as lt
from lumitheque.bots.players import find_player
from lumitheque.bots.protocol import Sight

GAME, OPTIONS, OPPONENTS = "fromages", {"rounds": 1}, ("random", "greedy")
GAMES, PLIES, EPOCHS, PART = 512, 64, 3, 2048  # games at once, decisions of each in an update, passes, a step's share
HIDDEN, RATE, CLIP, ENTROPY, TRACE = 256, 1e-3, 0.2, 0.01, 0.95
Array = np.ndarray[Any, Any]


class Player:
    """Chances of all actions and a judgement from -1 to 1, out of an observation."""

    def __init__(self, length: int, actions: int, dice: np.random.Generator) -> None:
        first = dice.normal(0, length**-0.5, (length, HIDDEN))
        self.weights = [first, np.zeros(HIDDEN), dice.normal(0, 0.01, (HIDDEN, actions + 1)), np.zeros(actions + 1)]
        self.weights = [weight.astype(np.float32) for weight in self.weights]
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.steps = 0

    def think(self, seen: Array, mask: Array) -> tuple[Array, Array, Array, Array]:
        scaled = np.minimum(seen, 16).astype(np.float32) * np.float32(0.5)
        hidden = np.maximum(scaled @ self.weights[0] + self.weights[1], 0)
        out = hidden @ self.weights[2] + self.weights[3]
        legal = np.where(mask, out[:, :-1], -np.inf)
        raised = np.exp(legal - legal.max(1, keepdims=True))
        return raised / raised.sum(1, keepdims=True), np.tanh(out[:, -1]), hidden, scaled

    def learn(self, part: list[Array], rate: float) -> None:
        """One step of PPO on a share of the decisions, with Adam."""
        seen, mask, chosen, before, gain, worth = part
        chances, judged, hidden, scaled = self.think(seen, mask)
        at, count = np.arange(len(chosen)), np.float32(1 / len(chosen))
        ratio = chances[at, chosen] / before
        pushed = np.where((gain > 0) & (ratio > 1 + CLIP) | (gain < 0) & (ratio < 1 - CLIP), 0, gain * ratio)
        logs = np.log(np.maximum(chances, 1e-9))
        slope = np.empty((len(chosen), chances.shape[1] + 1), np.float32)
        slope[:, :-1] = chances * (pushed[:, None] + ENTROPY * (logs - (chances * logs).sum(1, keepdims=True)))
        slope[at, chosen] -= pushed
        slope[:, -1] = (judged - worth) * (1 - judged**2)
        slope *= count
        back = (slope @ self.weights[2].T) * (hidden > 0)
        self.descend([scaled.T @ back, back.sum(0), hidden.T @ slope, slope.sum(0)], rate)

    def descend(self, slopes: list[Array], rate: float) -> None:
        self.steps += 1
        for weight, mean, square, slope in zip(self.weights, self.means, self.squares, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            scale = rate * (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
            weight -= np.float32(scale) * mean / (np.sqrt(square) + np.float32(1e-8))


def draw(chances: Array, dice: np.random.Generator) -> Array:
    """An action for each row."""
    sums = chances.cumsum(1)
    return (sums < (1 - dice.random((len(sums), 1))) * sums[:, -1:]).sum(1)


def update(player: Player, games: Any, dice: np.random.Generator, rate: float) -> None:
    """Play some plies of all games against itself, and learn from them."""
    told: list[tuple[Array, ...]] = []
    for _ in range(PLIES):
        seat, seen, mask = games.to_move.copy(), games.observation.copy(), games.legal_mask.copy()
        chances, judged, *_ = player.think(seen, mask)
        chosen = draw(chances, dice)
        games.step(chosen)
        before = chances[np.arange(GAMES), chosen]
        told.append(
            (seen, mask, chosen, before, judged, seat, games.rewards[np.arange(GAMES), seat], games.done.copy())
        )
    seen, mask, chosen, before, judged, seat, reward, done = (np.stack(part) for part in zip(*told, strict=True))
    # What is good for the next to move is bad for who moves now, unless that is the same seat.
    after, gain = player.think(games.observation, games.legal_mask)[1], np.zeros_like(judged)
    following, coming, later = games.to_move, after, np.zeros(GAMES, np.float32)
    for ply in reversed(range(PLIES)):
        sign = np.where(done[ply], 0, np.where(following == seat[ply], 1, -1)).astype(np.float32)
        later = reward[ply] + sign * coming - judged[ply] + TRACE * sign * later
        gain[ply], coming, following = later, judged[ply], seat[ply]
    parts = [part.reshape(PLIES * GAMES, *part.shape[2:]) for part in (seen, mask, chosen, before, gain, gain + judged)]
    parts[4] = (parts[4] - parts[4].mean()) / (parts[4].std() + 1e-6)
    for _ in range(EPOCHS):
        for some in dice.permutation(PLIES * GAMES).reshape(-1, PART):
            player.learn([part[some] for part in parts], rate)


def compare(player: Player, opponent: str, count: int, seed: int) -> float:
    """The share of games that the player wins against a bot by name, half on each seat; a shared victory is half."""
    games = lt.batch(GAME, count, 2, seed, options=OPTIONS, auto_reset=False)
    named, own, won = find_player(games.game, opponent), np.arange(count) % 2, np.zeros(count)
    bot, view = named.bot(), np.zeros(1, games.game.record.STATE).view(np.recarray)
    while not games.done.all():
        chosen = player.think(games.observation, games.legal_mask | games.done[:, None])[0].argmax(1)
        for i in np.flatnonzero((games.to_move != own) & ~games.done):
            seat, view[:] = int(games.to_move[i]), 0
            games.game.knowledge.view(games.observer.e, games.states[i], seat, view[0])
            sight = Sight.of(games.game, games.observer.e, view[0], seat, 2)
            chosen[i] = games.observer.action_of(bot.choose(sight, named.budget, seed + int(games.plies[i])).move)
        games.step(chosen)
        won += games.rewards[np.arange(count), own]
    return float((won + 1).mean() / 2)


def learn(updates: int, seed: int, every: int = 20) -> Player:
    """Play against oneself for some updates, with a report now and then."""
    dice, begun = np.random.default_rng(seed), time.monotonic()
    games = lt.batch(GAME, GAMES, 2, seed, options=OPTIONS)
    player = Player(games.observer.length, games.observer.actions, dice)
    for number in range(updates):
        update(player, games, dice, RATE * (1 - number / updates))
        if (number + 1) % every == 0 or number + 1 == updates:
            shares = ", ".join(f"{compare(player, name, 200, seed):.1%} against {name}" for name in OPPONENTS)
            played, minutes = (number + 1) * PLIES * GAMES, (time.monotonic() - begun) / 60
            print(
                f"update {number + 1}/{updates}, {played:,} decisions, {minutes:.1f} minutes: wins {shares}", flush=True
            )
    return player


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    words.add_argument("--updates", type=int, default=100, help=f"of {PLIES * GAMES} decisions each; %(default)s")
    words.add_argument("--seed", type=int, default=1, help="fixes all chance; %(default)s")
    words.add_argument("--games", type=int, default=1000, help="of the last comparison; %(default)s")
    asked = words.parse_args()
    player = learn(asked.updates, asked.seed)
    for name in OPPONENTS:
        print(f"{compare(player, name, asked.games, asked.seed + 1):.1%} of {asked.games} games against {name}")


if __name__ == "__main__":
    main()
