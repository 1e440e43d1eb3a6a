"""The programme of the benchmark: which games an agent plays, against whom, on which deals. The seed decides all of it.

    quick     each game in each seat once, against `random` and `greedy`; with more players against `greedy`
    standard  ten deals in every seat, against levels of the game, too

A deal and its board or deck follow from the seed, which is not told to the agent: whoever knows it could work out what
is hidden. A result can be checked by everybody once the seed is published with it.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

import msgspec

from lumitheque.agents.decks import new_edition
from lumitheque.agents.dice import KeyedDice
from lumitheque.agents.shapes import AgentOpening
from lumitheque.agents.table import AgentTable
from lumitheque.bots import levels
from lumitheque.games import SHELF, GameError, find
from lumitheque.games.game import Game, Value
from lumitheque.tables import EditionChoice

PLAIN = ("random", "greedy")
DEALS = {"quick": 1, "standard": 10}  # programmes, and the deals of each pairing
CROWD = 4  # players, in games for that many
SHORT: dict[str, dict[str, Value]] = {"galax": {"patience": 40}, "sirius": {"patience": 40}}  # in the quick programme
REFUSALS = 3  # refused moves in one decision that an agent is forgiven, before a stand-in decides


class AgentError(GameError):
    """A benchmark that cannot be played or reported: told in one line."""


class Bout(msgspec.Struct, frozen=True):
    """One game to be played."""

    id: str
    game: str
    seats: int
    seat: int  # the agent's
    opponent: str  # in all other seats
    number: int  # of the deal
    options: dict[str, Value]


class Programme(msgspec.Struct, frozen=True):
    name: str
    seed: str
    games: tuple[str, ...]
    refusals: int = REFUSALS

    def bouts(self) -> list[Bout]:
        return [bout for name in self.games for bout in _bouts_of(find(name), self.name)]

    def digest(self, agent: str) -> str:
        """Stands for all that decides what is played: results of another programme are not mixed with these."""
        rules = [find(name).rules_version for name in self.games]
        decisive = (self.name, self.seed, self.games, self.refusals, rules, agent)
        return hashlib.sha256(msgspec.json.encode(decisive)).hexdigest()[:16]

    def open(self, bout: Bout) -> AgentTable:
        """The table of a bout, at its beginning."""
        game, deal = find(bout.game), f"{bout.game}:{bout.seats}:{bout.number}"
        edition = new_edition(game, self._secret(deal).hex())
        opening = AgentOpening(
            game=bout.game,
            seats=bout.seats,
            seat=bout.seat,
            opponents=[bout.opponent],
            options=bout.options,
            edition=None if edition is None else EditionChoice(f"new-{bout.number}", edition.text),
            refusals=self.refusals,
        )
        return AgentTable.open(opening, KeyedDice(self._secret("deals"), f"{deal}:{bout.seat}"))

    def _secret(self, word: str) -> bytes:
        return hmac.digest(self.seed.encode(), word.encode(), "sha256")


def read_programme(name: str, seed: str, games: Sequence[str] = (), refusals: int = REFUSALS) -> Programme:
    """AgentError or GameError if there is none such."""
    if name not in DEALS:
        raise AgentError(f"there is no programme {name!r}; there are: {', '.join(DEALS)}")
    if refusals < 0:
        raise AgentError("refusals: none or more")
    chosen = tuple(dict.fromkeys(games)) or tuple(SHELF)
    for one in chosen:
        find(one)
    return Programme(name, seed, chosen, refusals)


def _bouts_of(game: Game, programme: str) -> Iterator[Bout]:
    deals, few = DEALS[programme], game.seats[0]
    short = SHORT.get(game.name, {}) if programme == "quick" else {}
    for opponent in opponents_of(game, programme):
        yield from _pairing(game, few, opponent, range(few), deals, short)
    if CROWD in game.seats and few != CROWD:
        seats = range(CROWD) if programme == "standard" else range(0, CROWD, 2)
        yield from _pairing(game, CROWD, "greedy", seats, max(1, deals // 2), short)


def opponents_of(game: Game, programme: str) -> list[str]:
    """Whom an agent meets: plain bots; and of the levels the weakest, the middle one and the strongest."""
    known = list(levels(game))
    if programme == "quick" or not known:
        return [*PLAIN]
    return list(dict.fromkeys([*PLAIN, known[0], known[len(known) // 2], known[-1]]))


def _pairing(
    game: Game, seats: int, opponent: str, own: Sequence[int], deals: int, terms: dict[str, Value]
) -> Iterator[Bout]:
    for number in range(deals):
        for seat in own:
            name = f"{game.name}-{seats}-{opponent}-{number}-{seat}"
            yield Bout(name, game.name, seats, seat, opponent, number, set_up(game, number + seat) | terms)


def set_up(game: Game, number: int) -> dict[str, Value]:
    """Where there is no board or deck to change, the set-up is drawn at random every second time."""
    option = next((one for one in game.options if one.name == "setup" and "random" in one.values), None)
    return {"setup": "random"} if option is not None and not game.editions and number % 2 == 0 else {}
