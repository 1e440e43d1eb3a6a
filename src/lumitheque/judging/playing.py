"""One deal, played with what is judged and with what it is compared with; a worker anywhere can do it.

Equal bots play it once each way; on every STRENGTH_EVERY-th deal a strong one meets a weak one, in every seat. What
counts is the seed: the same deal gives the same samples on any machine.
"""

import functools
import hashlib

import msgspec

from lumitheque.arena.schedule import LineUp, Terms, rotations
from lumitheque.bots.players import find_player
from lumitheque.bots.protocol import Bot, Sight
from lumitheque.games import find
from lumitheque.games.edition import Edition
from lumitheque.judging.watching import Samples, watcher_for
from lumitheque.referee import GameRecord, Referee
from lumitheque.referee.checking import game_seed
from lumitheque.referee.records import EditionNote, noted_edition

EQUAL = "greedy"  # who plays against itself
WEAK = "greedy%25"  # overlooks three moves of four
STRENGTH_EVERY = 4  # deals
BATCH = 10  # deals that a worker plays at once

LONGER, FEWER, WIDER = 1.5, 0.5, 2.0  # times: a much longer game, much fewer points, a much wider gap


class Sides(msgspec.Struct, frozen=True):
    """What is judged, and what it is compared with."""

    mine: Terms
    ours: Terms


class Batch(msgspec.Struct, frozen=True):
    """A few deals in a row."""

    id: str
    number: int  # from 0
    deals: tuple[str, ...]  # seeds


class DealPlayed(msgspec.Struct, frozen=True):
    mine: Samples
    ours: Samples
    games: int


class BatchPlayed(msgspec.Struct, frozen=True):
    id: str
    number: int
    deals: list[DealPlayed]


def batches(sides: Sides, deals: int, seed: str) -> list[Batch]:
    """All deals in order; the last batch may be smaller."""
    about = hashlib.sha256(msgspec.json.encode((sides, seed))).hexdigest()[:16]
    seeds = [game_seed(seed, number) for number in range(deals)]
    return [
        Batch(f"{about}-{at}", number, tuple(seeds[at : at + BATCH]))
        for number, at in enumerate(range(0, deals, BATCH))
    ]


class Playing:
    """Plays batches; pickled and sent to worker processes."""

    def __init__(self, sides: Sides) -> None:
        self.sides = sides

    def __call__(self, batch: Batch) -> BatchPlayed:
        first = batch.number * BATCH
        played = [play_deal(self.sides, seed, first + i) for i, seed in enumerate(batch.deals)]
        return BatchPlayed(batch.id, batch.number, played)


def play_deal(sides: Sides, seed: str, number: int) -> DealPlayed:
    mine = play_one(sides.mine, seed, (EQUAL,) * sides.mine.seats)
    ours = mine if sides.mine == sides.ours else play_one(sides.ours, seed, (EQUAL,) * sides.ours.seats)
    compared = compare(mine, ours)
    games = 2
    strength_mine: Samples = {}
    strength_ours: Samples = {}
    if number % STRENGTH_EVERY == 0:
        strength_mine, played = try_strength(sides.mine, seed)
        strength_ours, _ = (strength_mine, 0) if sides.mine == sides.ours else try_strength(sides.ours, seed)
        games += 2 * played
    return DealPlayed(told(mine) | compared | strength_mine, told(ours) | strength_ours, games)


class GamePlayed(msgspec.Struct, frozen=True):
    samples: Samples
    points: list[float]
    winners: list[int]
    plies: int
    reason: str


def told(game: GamePlayed) -> Samples:
    return game.samples | {"drawn": float(len(game.winners) > 1), f"ending:{game.reason}": 1.0}


def compare(mine: GamePlayed, ours: GamePlayed) -> Samples:
    """How the same deal went with both: whether one game is much longer, poorer or more lopsided."""
    compared = {
        "long": float(mine.plies > LONGER * ours.plies),
        "short": float(LONGER * mine.plies < ours.plies),
    }
    if max(ours.points) > 1:  # points that are counted, not a victory by another name
        compared["starved"] = float(sum(mine.points) < FEWER * sum(ours.points))
        compared["lavish"] = float(FEWER * sum(mine.points) > sum(ours.points))
        compared["spread"] = float(gap(mine.points) > WIDER * max(1, gap(ours.points)))
    return compared


def gap(points: list[float]) -> float:
    """How far the first is ahead of the second."""
    first, second, *_ = sorted(points, reverse=True)
    return first - second


def try_strength(terms: Terms, seed: str) -> tuple[Samples, int]:
    """The share of victories of the strong, sitting in turn with the weak, on every rotation; and the games played."""
    line_up: LineUp = tuple(WEAK if seat % 2 else EQUAL for seat in range(terms.seats))
    won, turned = 0.0, rotations(line_up)
    for players in turned:
        game = play_one(terms, seed, players)
        won += sum(players[seat] == EQUAL for seat in game.winners) / len(game.winners)
    return {"strength": won / len(turned)}, len(turned)


def play_one(terms: Terms, seed: str, players: LineUp) -> GamePlayed:
    """One game; each bot is given what its seat sees."""
    game = find(terms.game)
    note = terms.edition
    record = GameRecord(
        game=terms.game, rules=terms.rules, seats=terms.seats, options=terms.options, edition=note, seed=seed
    )
    referee = Referee(record, edition_of(terms.game, note), from_seed=True)
    watcher = watcher_for(terms.game)
    seated: list[Bot] = [find_player(game, name).bot() for name in players]
    budget = find_player(game, EQUAL).budget
    while waiting := referee.waiting():
        seat, ply = waiting[0], len(referee.decisions)
        sight = Sight.of(game, referee.e, referee.view_record(seat), seat, referee.seats)
        move = seated[seat].choose(sight, budget, decision_seed(seed, ply)).move
        watcher.see(referee, seat, move)
        referee.play_number(move, seat)
    ending = referee.ending()
    assert ending is not None
    return GamePlayed(
        watcher.tell(referee), list(ending["points"]), list(ending["winners"]), len(referee.decisions), ending["reason"]
    )


@functools.lru_cache(maxsize=8)
def _edition(game: str, name: str, sha256: str, text: str | None) -> Edition | None:
    return noted_edition(find(game), EditionNote(name, sha256, text))


def edition_of(game: str, note: EditionNote | None) -> Edition | None:
    """Read once in a process, not for every game."""
    return _edition(game, note.name, note.sha256, note.text) if note else None


def decision_seed(deal: str, ply: int) -> int:
    """Independent of the deal, so that no bot can infer hidden cards from it."""
    return int.from_bytes(hashlib.sha256(f"judged decision:{deal}:{ply}".encode()).digest()[:8]) >> 1
