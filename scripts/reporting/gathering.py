"""The results and records of a study, as far as it has been played."""

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scripts.reporting.numbers import Rate, rate_of
from scripts.reporting.studies import ROOT, Study

from lumitheque.arena.match import Result
from lumitheque.arena.result_file import RECORDS, RESULTS
from lumitheque.arena.results import read_results
from lumitheque.arena.scores import in_order
from lumitheque.referee import GameRecord, read_record


@dataclass(frozen=True)
class Played:
    """One game of a study."""

    result: Result
    record: GameRecord

    def lot(self, label: str) -> Any:
        """What chance gave under a label, the first time."""
        return next(outcome for name, outcome in self.record.chance if name == label)

    def share(self, seat: int) -> float:
        return self.result.share(seat)


@functools.cache
def gather(study: Study) -> tuple[Played, ...]:
    """The games of a study in the order of the schedule; none if nothing was played."""
    folder = ROOT / study.folder
    found = []
    for result in in_order(read_results(folder / RESULTS).values()):
        record = read_record((folder / RECORDS / f"{result.id}.json").read_bytes(), result.id)
        found.append(Played(result, record))
    return tuple(found)


def shares_from(games: Iterable[Played], label: str) -> list[Rate | None]:
    """Each place's share of victories, counted round the table from the seat that the lot chose."""
    games = list(games)
    seats = games[0].result.seats if games else 0
    return [rate_of(game.share((int(game.lot(label)) + place) % seats) for game in games) for place in range(seats)]


def turns_by_seat(record: GameRecord, beginnings: tuple[str, ...]) -> list[int]:
    """How many turns each seat had: moves whose first word begins a turn."""
    turns = [0] * record.seats
    for seat, text in record.moves:
        turns[seat] += text.partition(" ")[0] in beginnings
    return turns
