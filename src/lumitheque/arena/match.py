"""Plays one fixture: the referee keeps the game, and each bot is given what its seat sees."""

import hashlib
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from lumitheque.arena import ArenaError
from lumitheque.arena.schedule import Fixture, Terms
from lumitheque.bots.protocol import Bot, Budget, Sight
from lumitheque.engines.players import inform, let_go
from lumitheque.engines.stand_in import Failure
from lumitheque.games.game import Game, Value
from lumitheque.referee import GameRecord, Referee, write_record
from lumitheque.referee.referee import open_record


class Entrant(Protocol):
    """The protocol of a player in the arena."""

    @property
    def name(self) -> str: ...

    @property
    def budget(self) -> Budget: ...

    def bot(self) -> Bot: ...


Finder = Callable[[Game, str], Entrant]  # a player by its spelling


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a fixture ended."""

    id: str
    game: str
    rules: int
    seats: int
    options: dict[str, Value]
    edition: str | None  # its digest
    number: int  # of the deal
    deal: str
    players: tuple[str, ...]  # by seat, and so are points, turns and seconds
    points: tuple[float, ...]
    winners: tuple[int, ...]
    reason: str
    plies: int  # decisions
    turns: tuple[int, ...]  # decisions in a row by one seat are one turn
    seconds: tuple[float, ...]  # spent thinking
    failures: tuple[Failure, ...] = ()  # engines that failed: a stand-in played their seat on

    def share(self, seat: int) -> float:
        """Return a seat's share of the victory."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


class Played(msgspec.Struct, frozen=True):
    result: Result
    record: str | None = None  # the game record, if it was asked for

    @property
    def id(self) -> str:
        return self.result.id


def play(table: Terms, fixture: Fixture, find_player: Finder, with_record: bool = False) -> Played:
    """Play a fixture to its end."""
    referee = open_record(
        GameRecord(
            game=table.game,
            rules=table.rules,  # a worker with other rules refuses
            seats=table.seats,
            options=table.options,
            edition=table.edition,
            seed=fixture.deal,
        )
    )
    entrants = [find_player(referee.game, name) for name in fixture.players]
    bots = [entrant.bot() for entrant in entrants]
    try:
        seconds = _play_to_the_end(referee, fixture, entrants, bots)
    finally:
        failures = let_go(bots, referee.ending())
    record = write_record(referee.game_record()) if with_record else None
    return Played(_result(table, fixture, referee, seconds, failures), record)


def _play_to_the_end(referee: Referee, fixture: Fixture, entrants: list[Entrant], bots: Sequence[Bot]) -> list[float]:
    """Let the bots play to the end; return the seconds that each seat thought."""
    seconds = [0.0] * referee.seats
    while waiting := referee.waiting():
        seat = waiting[0]  # where several decide in secret, the order tells nobody anything
        sight = Sight.of(referee.game, referee.e, referee.view_record(seat), seat, referee.seats)
        inform(bots[seat], referee, seat, fixture.id)
        begun = time.perf_counter()
        advice = bots[seat].choose(sight, entrants[seat].budget, _decision_seed(fixture, len(referee.decisions)))
        seconds[seat] += time.perf_counter() - begun
        if refusal := int(referee.game.rules.refusal(referee.e, referee.state, seat, advice.move)):
            name, rule_id, ply = fixture.players[seat], referee.game.rule_id(refusal), len(referee.decisions)
            raise ArenaError(f"{name} makes move {advice.move}, which {rule_id} forbids: ply {ply}, game {fixture.id}")
        referee.play_number(advice.move, seat)
    return seconds


def _decision_seed(fixture: Fixture, ply: int) -> int:
    """Derive the seed of one decision. It is independent of the deal, so that no bot can infer hidden cards from it."""
    digest = hashlib.sha256(f"decision:{fixture.id}:{ply}".encode()).digest()
    return int.from_bytes(digest[:8]) >> 1


def _result(table: Terms, fixture: Fixture, referee: Referee, seconds: list[float], failures: list[Failure]) -> Result:
    ending = referee.ending()
    assert ending is not None
    return Result(
        id=fixture.id,
        game=table.game,
        rules=table.rules,
        seats=table.seats,
        options=table.options,
        edition=table.edition.sha256 if table.edition else None,
        number=fixture.number,
        deal=fixture.deal,
        players=fixture.players,
        points=tuple(ending["points"]),
        winners=tuple(ending["winners"]),
        reason=ending["reason"],
        plies=len(referee.decisions),
        turns=_turns(referee),
        seconds=tuple(round(spent, 4) for spent in seconds),
        failures=tuple(failures),
    )


def _turns(referee: Referee) -> tuple[int, ...]:
    turns, last = [0] * referee.seats, -1
    for decision in referee.decisions:
        turns[decision.seat] += decision.seat != last
        last = decision.seat
    return tuple(turns)
