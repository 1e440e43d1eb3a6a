"""What is said about records: checked, traced, and random games made."""

import hashlib
import random
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from lumitheque.games.game import Value
from lumitheque.referee.chance_log import Event
from lumitheque.referee.deal import check_deal
from lumitheque.referee.records import GameRecord, ReplayError
from lumitheque.referee.referee import Referee, agree_on_ending, new, open_record, replay_move

SHOWN = 60  # characters of an outcome in a message


def check_record(record: GameRecord) -> Referee:
    """The game at its end, if every move, the chance, the seed, the deal and the ending hold; ReplayError says what
    does not."""
    referee = open_record(record)
    for ply, (seat, text) in enumerate(record.moves):
        replay_move(referee, ply, seat, text)
    if left := referee.chance_left_over():
        number = len(referee.chance())
        raise ReplayError(
            f"chance {number} ({record.chance[number][0][:40]}): told, but it never happens ({left} left over)"
        )
    agree_on_ending(referee, record)
    if record.deal is not msgspec.UNSET:
        check_deal(record, record.deal)
    if record.seed is not None:
        _check_seed(record, referee)
    return referee


def _check_seed(record: GameRecord, told: Referee) -> None:
    """Replay a second time from the seed alone, and compare event by event, before a wrong one makes a move illegal."""
    again = Referee(record, told.edition, from_seed=True)
    _compare(0, again.chance(), told.chance())
    for ply, (seat, text) in enumerate(record.moves):
        first = len(again.chance())
        replay_move(again, ply, seat, text)
        _compare(first, again.chance(), told.chance())


def _compare(first: int, dealt: list[Event], told: list[Event]) -> None:
    for number in range(first, len(dealt)):
        if number >= len(told) or dealt[number] != told[number]:
            label, outcome = dealt[number]
            record_says = _shown(told[number][1]) if number < len(told) else "nothing"
            raise ReplayError(
                f"chance {number} ({label}): the seed gives {_shown(outcome)}, the record says {record_says}"
            )


def _shown(outcome: Any) -> str:
    text = str(outcome)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def trace(record: GameRecord) -> Iterator[dict[str, Any]]:
    """Every state of a recorded game, as JSON, before each move and after the last."""
    referee = open_record(record)
    events = list(referee.chance())
    for ply, (seat, text) in enumerate(record.moves):
        yield tell_state(referee, ply, events)
        events = replay_move(referee, ply, seat, text)
    agree_on_ending(referee, record)
    yield tell_state(referee, len(record.moves), events)


def tell_state(referee: Referee, ply: int, events: list[Event]) -> dict[str, Any]:
    """All that can be said of a state; `events` are those since the last one."""
    waiting = referee.waiting()
    return {
        "game": referee.game.name,
        "ply": ply,
        "waiting": waiting,
        "legal": {str(seat): referee.legal(seat) for seat in waiting},
        "chance": events,
        "position": referee.position(),
        "views": {str(seat): referee.view(seat) for seat in range(referee.seats)} | {"spectator": referee.view(None)},
        "ending": referee.ending(),
    }


def game_seed(seed: str, number: int) -> str:
    """The seed of one of many games: 32 hex digits made from the seed of all and the game's number."""
    return _digest(f"{seed}:{number}")


def dice(seed: str, number: int) -> random.Random:
    """What chooses the moves of one of many random games: from the same seed, but apart from what deals its cards."""
    return random.Random(int(_digest(f"moves:{seed}:{number}"), 16))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).digest()[:16].hex()


def random_move(referee: Referee, seat: int, chooser: random.Random) -> int:
    """One of a seat's legal moves, each as likely."""
    moves = referee.legal_numbers(seat)
    return moves[int(chooser.random() * len(moves))]  # unlike choice(), random() gives the same in every Python


def random_game(
    game: str,
    seats: int | None,
    seed: str,
    number: int = 0,
    options: Mapping[str, Value] | None = None,
    edition: str | None = None,
) -> Referee:
    """A game played at random to its end: any seat that may act, then any of its legal moves. The same every time."""
    referee = new(game, seats, game_seed(seed, number), options, edition)
    chooser = dice(seed, number)
    while waiting := referee.waiting():
        seat = waiting[int(chooser.random() * len(waiting))]
        referee.play_number(random_move(referee, seat, chooser), seat)
    return referee
