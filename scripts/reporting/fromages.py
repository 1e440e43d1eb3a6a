"""What records of La chasse aux fromages tell, round by round."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scripts.reporting.numbers import Mean, Rate, mean_of, rate_of

from lumitheque.bots.simple_bots import chance_for
from lumitheque.games.edition import record_from
from lumitheque.referee import GameRecord, Referee
from lumitheque.referee.decisions import Decision, before_change
from lumitheque.referee.referee import open_record

TURN = ("draw", "plumber", "flush", "pass")
NOBODY = -1


@dataclass(frozen=True)
class Round:
    dealer: int
    turns: int  # of all seats together
    home: int | None  # who was home first
    points: tuple[int, ...]  # by seat


def rounds(record: GameRecord) -> list[Round]:
    """The rounds of a game, replayed."""
    referee, turns, found = open_record(record), 0, []
    for seat, text in record.moves:
        number, dealer = int(referee.state.round_number), int(referee.state.dealer)
        turns += text.partition(" ")[0] in TURN
        referee.play(text, seat)
        over = not referee.waiting()
        if over or int(referee.state.round_number) > number:
            home = int(referee.state.cheese) if over else first_home(referee, referee.decisions[-1])
            points = tuple(int(points) for points in referee.state.scores[number - 1][: record.seats])
            found.append(Round(dealer, turns, None if home == NOBODY else home, points))
            turns = 0
    return found


def first_home(referee: Referee, last: Decision) -> int:
    """FR-20: who had the big cheese when a round was over. The next one is dealt already, so the round's last move is
    made once more, as if it were the last of the game."""
    state = record_from(before_change(referee.state.tobytes(), last.undo), referee.game.record.STATE)
    state.rounds = state.round_number
    move = referee.game.notation.read_move(referee.edition, state, last.text)
    referee.game.rules.apply_move(referee.e, state, last.seat, move, chance_for(0))
    return int(state.cheese)


@dataclass(frozen=True)
class Rounds:
    """The rounds of a study."""

    count: int
    turns: Mean  # per player and round
    home: Rate  # rounds in which somebody got home
    dealer_wins: Rate  # rounds in which the dealer has most points; shared among equals
    dealer_home: Rate | None  # of the big cheeses, how many the dealer takes
    points: Mean  # of a seat in a round
    scores: tuple[int, ...]  # all of them, for a plot
    lengths: tuple[float, ...]  # turns per player, for a plot


def sum_up(found: Iterable[Round]) -> Rounds:
    found = list(found)
    lengths = tuple(one.turns / len(one.points) for one in found)
    scores = tuple(points for one in found for points in one.points)
    turns, points = mean_of(lengths), mean_of(scores)
    home = rate_of(one.home is not None for one in found)
    dealer = rate_of(best_share(one, one.dealer) for one in found)
    assert turns and points and home and dealer, "a study without games"
    return Rounds(
        count=len(found),
        turns=turns,
        home=home,
        dealer_wins=dealer,
        dealer_home=rate_of(one.home == one.dealer for one in found if one.home is not None),
        points=points,
        scores=scores,
        lengths=lengths,
    )


def best_share(one: Round, seat: int) -> float:
    """A seat's share of having the most points of a round."""
    best = [other for other, points in enumerate(one.points) if points == max(one.points)]
    return 1 / len(best) if seat in best else 0.0


def all_rounds(records: Iterable[GameRecord]) -> Iterator[Round]:
    for record in records:
        yield from rounds(record)
