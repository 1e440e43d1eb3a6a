"""What a benchmark says: strength against each opponent, illegal moves by rule, cost and time."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from lumitheque.agents.contest import BoutResult
from lumitheque.agents.programme import PLAIN, Programme
from lumitheque.arena.scores import Share, clustered
from lumitheque.games import find
from lumitheque.games.speech import say_refusal


class Pairing(msgspec.Struct, frozen=True):
    """An agent against one opponent at one size of table."""

    game: str
    seats: int
    opponent: str
    share: Share  # of the victories, with its interval
    even: float  # the share of equals


class Overall(msgspec.Struct, frozen=True):
    """An agent against one opponent in all games together, one against one."""

    opponent: str
    share: Share


class Conduct(msgspec.Struct, frozen=True):
    """How an agent got on with the rules of a game."""

    game: str
    games: int
    decisions: int
    illegal: int  # moves that were refused
    stood_in: int  # decisions that a stand-in made
    failures: dict[str, int]
    cost: float | None  # tokens for a decision; None if none were told


class BrokenRule(msgspec.Struct, frozen=True):
    rule: str
    times: int
    sentence: str


class Pace(msgspec.Struct, frozen=True):
    """Apart from all else, for it is another on every machine."""

    game: str
    seconds: float  # for a decision


class Score(msgspec.Struct, frozen=True):
    agent: str
    programme: str
    seed: str
    digest: str
    refusals: int
    games: int
    scheduled: int
    overall: list[Overall]
    pairings: list[Pairing]
    conduct: list[Conduct]
    illegal: list[BrokenRule]  # the most frequent first
    paces: list[Pace]


def add_up(programme: Programme, agent: str, digest: str, results: Iterable[BoutResult]) -> Score:
    played = sorted(results, key=lambda one: one.id)
    games = [game for game in programme.games if any(one.game == game for one in played)]
    by_game = {game: [one for one in played if one.game == game] for game in games}
    return Score(
        agent=agent,
        programme=programme.name,
        seed=programme.seed,
        digest=digest,
        refusals=programme.refusals,
        games=len(played),
        scheduled=len(programme.bouts()),
        overall=_overall(played),
        pairings=_pairings(programme, played),
        conduct=[_conduct(game, of) for game, of in by_game.items()],
        illegal=_broken(played),
        paces=[_pace(game, of) for game, of in by_game.items()],
    )


def _pairings(programme: Programme, played: Sequence[BoutResult]) -> list[Pairing]:
    order = dict.fromkeys((bout.game, bout.seats, bout.opponent) for bout in programme.bouts())
    found = []
    for game, seats, opponent in order:
        shares = [(one.share, 1.0) for one in played if (one.game, one.seats, one.opponent) == (game, seats, opponent)]
        if shares:
            found.append(Pairing(game, seats, opponent, clustered(shares), 1 / seats))
    return found


def _overall(played: Sequence[BoutResult]) -> list[Overall]:
    """Against the bots that play every game."""
    shares = {name: [(one.share, 1.0) for one in played if one.opponent == name and one.seats == 2] for name in PLAIN}
    return [Overall(name, clustered(of)) for name, of in shares.items() if of]


def _conduct(game: str, played: Sequence[BoutResult]) -> Conduct:
    failures: Counter[str] = Counter()
    for one in played:
        failures.update(one.failures)
    decisions, cost = sum(one.decisions for one in played), sum(one.cost for one in played)
    return Conduct(
        game=game,
        games=len(played),
        decisions=decisions,
        illegal=sum(sum(one.illegal.values()) for one in played),
        stood_in=sum(one.stood_in for one in played),
        failures=dict(sorted(failures.items())),
        cost=round(cost / decisions, 1) if cost and decisions else None,
    )


def _broken(played: Sequence[BoutResult]) -> list[BrokenRule]:
    count: Counter[tuple[str, str]] = Counter()
    for one in played:
        for rule, times in one.illegal.items():
            count[one.game, rule] += times
    ordered = sorted(count.items(), key=lambda item: (-item[1], item[0]))
    return [BrokenRule(rule, times, say_refusal(find(game), rule, "en")) for (game, rule), times in ordered]


def _pace(game: str, played: Sequence[BoutResult]) -> Pace:
    return Pace(game, round(sum(one.seconds for one in played) / max(1, sum(one.decisions for one in played)), 4))
