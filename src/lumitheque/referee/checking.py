"""Check records, trace them, and play random games."""

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
    """Replay a record; return the game at its end. Raise ReplayError if a move, the chance, the seed, the deal or the
    ending does not hold."""
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


def trace(record: GameRecord, views: bool = True) -> Iterator[dict[str, Any]]:
    """Yield every state of a recorded game, as JSON, before each move and after the last; without views if not asked
    for: they are most of the text."""
    referee = open_record(record)
    events = list(referee.chance())
    for ply, (seat, text) in enumerate(record.moves):
        yield tell_state(referee, ply, events, views)
        events = replay_move(referee, ply, seat, text)
    agree_on_ending(referee, record)
    yield tell_state(referee, len(record.moves), events, views)


def tell_state(referee: Referee, ply: int, events: list[Event], views: bool = True) -> dict[str, Any]:
    """Describe a state in full; `events` are the chance events since the last one."""
    waiting = referee.waiting()
    seen = {str(seat): referee.view(seat) for seat in range(referee.seats)} if views else {}
    return {
        "game": referee.game.name,
        "ply": ply,
        "waiting": waiting,
        "legal": {str(seat): referee.legal(seat) for seat in waiting},
        "chance": events,
        "position": referee.position(),
        **({"views": seen | {"spectator": referee.view(None)}} if views else {}),
        "ending": referee.ending(),
    }


def game_seed(seed: str, number: int) -> str:
    """Derive the seed of game `number` from the seed of all games: 32 hex digits."""
    return _digest(f"{seed}:{number}")


def dice(seed: str, number: int) -> random.Random:
    """Make the generator that chooses the moves of a random game; independent of the one that deals its cards."""
    return random.Random(int(_digest(f"moves:{seed}:{number}"), 16))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).digest()[:16].hex()


def random_move(referee: Referee, seat: int, chooser: random.Random) -> int:
    """Choose one of a seat's legal moves, each with the same probability."""
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
    """Play a game to its end: any seat that may act, then any of its legal moves. Deterministic for a seed."""
    referee = new(game, seats, game_seed(seed, number), options, edition)
    chooser = dice(seed, number)
    while waiting := referee.waiting():
        seat = waiting[int(chooser.random() * len(waiting))]
        referee.play_number(random_move(referee, seat, chooser), seat)
    return referee
