"""How strong players are, from results.

Three answers, because they say different things: the share of victories in this arena, with a Wilson interval; a
strength in Elo points, fitted to all games at once; and an openskill rating, as a league would have it.
"""

import math
import statistics
from collections.abc import Sequence

import msgspec
import numpy as np

from lumitheque.arena.match import Result
from lumitheque.arena.scores import Share, Z, clustered, in_order, share_of

ELO = 400 / math.log(10)  # points per unit of log odds: 400 points are ten to one
DOUBT = 1000 / ELO  # standard deviation of a weak prior around the mean; keeps all strengths finite
STEPS, STEADY = 100, 1e-10


class Strength(msgspec.Struct, frozen=True):
    """In Elo points above the middle of the field, or above one player, and half the width of its 95 % interval."""

    elo: float
    give: float


class Skill(msgspec.Struct, frozen=True):
    """An openskill rating: `mu` is the estimate, `sigma` its uncertainty."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A conservative estimate: mu less three sigma."""
        return self.mu - 3 * self.sigma


class RatedPlayer(msgspec.Struct, frozen=True):
    """A player's place."""

    player: str
    games: int
    share: Share
    strength: Strength
    skill: Skill
    seconds: float  # thought per game and seat


class Meeting(msgspec.Struct, frozen=True):
    """One player against another, in the games where both sit: a victory of either counts, others' do not."""

    player: str
    opponent: str
    games: int
    share: Share | None  # of the victories that fell to one of the two; None if none did


def players_of(results: Sequence[Result]) -> list[str]:
    return sorted({name for result in results for name in result.players})


def standings(results: Sequence[Result], zero: str | None = None) -> list[RatedPlayer]:
    """Rate all players, strongest first; strengths are relative to `zero`, if it is named."""
    results = in_order(results)
    names = players_of(results)
    strengths, skills = fit_strengths(results, names, zero), rate_skills(results, names)
    table = []
    for name in names:
        share = share_of(results, lambda result, name=name: seats_of(result, name))  # type: ignore[misc]
        assert share is not None
        games = sum(name in result.players for result in results)
        spent = sum(result.seconds[seat] for result in results for seat in seats_of(result, name))
        table.append(RatedPlayer(name, games, share, strengths[name], skills[name], spent / share.chances))
    return sorted(table, key=lambda standing: (-standing.strength.elo, standing.player))


def seats_of(result: Result, name: str) -> list[int]:
    return [seat for seat, player in enumerate(result.players) if player == name]


# --- a strength for each, fitted to all games at once ----------------------------------------------------------------


def fit_strengths(results: Sequence[Result], names: Sequence[str], zero: str | None = None) -> dict[str, Strength]:
    """Luce's model, which for two seats is Bradley and Terry's: a seat wins with odds e to its player's strength.

    Above the middle of the field, or above one player. A shared victory counts its share for each. The interval is the
    wider of two: the model's own, and one from the spread between deals.
    """
    sat, won = _counts(results, names)
    theta = np.zeros(len(names))
    precision = np.eye(len(names)) / DOUBT**2
    for _ in range(STEPS):
        expected = _expected(sat, theta)
        slope = (won - expected).sum(0) - precision @ theta
        step = np.linalg.solve(_curvature(expected) + precision, slope)
        theta += step * min(1.0, 1.0 / float(np.abs(step).max(initial=STEADY)))  # damped Newton: no step longer than 1
        if np.abs(step).max(initial=0.0) < STEADY:
            break
    expected = _expected(sat, theta)
    inverse = np.linalg.inv(_curvature(expected) + precision)
    scores = _by_deal(results, won - expected)
    level = np.full(len(names), 1 / len(names)) if zero is None else np.array([float(name == zero) for name in names])
    apart = np.eye(len(names)) - level
    spread = [apart @ cov @ apart.T for cov in (inverse, inverse @ (scores.T @ scores) @ inverse)]
    give = Z * ELO * np.sqrt(np.maximum(np.diag(spread[0]), np.diag(spread[1])))
    elo = ELO * apart @ theta
    return {name: Strength(float(elo[at]), float(give[at])) for at, name in enumerate(names)}


def _counts(results: Sequence[Result], names: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return two matrices by game and player: number of seats, and share of the victory."""
    place = {name: at for at, name in enumerate(names)}
    sat, won = np.zeros((2, len(results), len(names)))
    for game, result in enumerate(results):
        for seat, name in enumerate(result.players):
            sat[game, place[name]] += 1
            won[game, place[name]] += result.share(seat)
    return sat, won


def _expected(sat: np.ndarray, theta: np.ndarray) -> np.ndarray:
    odds = sat * np.exp(theta - theta.max())
    shares: np.ndarray = odds / odds.sum(1, keepdims=True)
    return shares


def _curvature(expected: np.ndarray) -> np.ndarray:
    curvature: np.ndarray = np.diag(expected.sum(0)) - expected.T @ expected
    return curvature


def _by_deal(results: Sequence[Result], scores: np.ndarray) -> np.ndarray:
    deals = {deal: at for at, deal in enumerate(dict.fromkeys(result.deal for result in results))}
    summed = np.zeros((len(deals), scores.shape[1]))
    np.add.at(summed, [deals[result.deal] for result in results], scores)
    return summed


# --- openskill -------------------------------------------------------------------------------------------------------


def rate_skills(results: Sequence[Result], names: Sequence[str]) -> dict[str, Skill]:
    """Ratings after all games in their order: winners before all others, who are level.

    Only who won is told, for points mean different things in different games. Somebody who sits on several seats of a
    game gets the mean of what each seat earned; a game of one player alone says nothing.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in names}
    for result in results:
        if len(set(result.players)) == 1:
            continue
        teams = [[ratings[name]] for name in result.players]
        ranks = [0.0 if seat in result.winners else 1.0 for seat in range(result.seats)]
        rated = model.rate(teams, ranks=ranks)
        for name in set(result.players):
            own = [rated[seat][0] for seat in seats_of(result, name)]
            mu, sigma = (sum(getattr(one, part) for one in own) / len(own) for part in ("mu", "sigma"))
            ratings[name] = model.rating(mu=mu, sigma=sigma, name=name)
    return {name: Skill(rating.mu, rating.sigma) for name, rating in ratings.items()}


# --- who beats whom --------------------------------------------------------------------------------------------------


def meetings(results: Sequence[Result]) -> list[Meeting]:
    """Compare every ordered pair of players who have met."""
    results = in_order(results)
    names = players_of(results)
    table = []
    for name in names:
        for other in names:
            met = [result for result in results if name != other and {name, other} <= set(result.players)]
            if met:
                table.append(Meeting(name, other, len(met), _against(met, name, other)))
    return table


def _against(met: Sequence[Result], name: str, other: str) -> Share | None:
    """Return a player's victories per seat as a share of those of both players."""
    deals: dict[str, tuple[float, float]] = {}
    for result in met:
        own, theirs = (statistics.fmean(map(result.share, seats_of(result, one))) for one in (name, other))
        before = deals.get(result.deal, (0.0, 0.0))
        deals[result.deal] = (before[0] + own, before[1] + own + theirs)
    units = [(own, both) for own, both in deals.values() if both > 0]
    return clustered(units) if units else None
