"""What a record of Galax or Sirius tells: when the first pawn reached the far row, and what came of it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scripts.reporting.gathering import Played
from scripts.reporting.numbers import Mean, Rate, mean_of, rate_of

from lumitheque.referee import GameRecord

STEP = re.compile(r"[a-j]\d+[-x][a-j](\d+)")  # c3-d4, and in Sirius c3xd4
FAR_ROW = {True: "10", False: "1"}  # for white, for brown


@dataclass(frozen=True)
class Crowning:
    """The first pawn that becomes a champion."""

    seat: int
    half_turn: int  # counted from 1 after the set-up
    lead: int | None  # pieces that the side had more than the other just before; None where takings are not written


@dataclass(frozen=True)
class Story:
    white: int  # the seat
    half_turns: int
    crowning: Crowning | None
    huffs: int = 0  # pieces removed because they had not taken


def half_turns(record: GameRecord) -> Iterator[tuple[int, int, str]]:
    """GX-14: every move after the set-up, with the number of its half-turn: what a side does until the other acts."""
    number, last = 0, None
    for seat, text in record.moves:
        if "=" in text:
            continue
        number += seat != last
        last = seat
        yield number, seat, text


def tell(record: GameRecord) -> Story:
    white = int(next(outcome for label, outcome in record.chance if label == "white"))
    written = record.options.get("captures") != "automatic"
    taken = [0] * record.seats
    number, crowning = 0, None
    for number, seat, text in half_turns(record):
        step = STEP.fullmatch(text)
        if crowning is None and step and step[1] == FAR_ROW[seat == white]:
            crowning = Crowning(seat, number, taken[seat] - taken[1 - seat] if written else None)
        taken[seat] += "x" in text or text.startswith("huff")
    return Story(white, number, crowning, sum(text.startswith("huff") for _, text in record.moves))


@dataclass(frozen=True)
class Champions:
    """What the first champions did in the games of a study; a drawn game counts a half."""

    games: int
    drawn: Rate
    length: Mean  # half-turns
    white: Rate
    huffs: Mean  # per game
    crowned: Rate  # games with a champion
    first: Rate | None  # points of the side that had the first one
    first_not_ahead: Rate | None  # the same, where it had no more pieces than the other
    when: Mean | None  # half-turn of the first one
    share: Mean | None  # of the game's length, in percent
    after: Mean | None  # half-turns from there to the end
    shares: tuple[float, ...]  # all of them, for a plot


def sum_up(games: Iterable[Played]) -> Champions:
    told = [(game, tell(game.record)) for game in games]
    crowned = [(game, story, story.crowning) for game, story in told if story.crowning]
    level = [(game, crown) for game, _, crown in crowned if crown.lead is not None and crown.lead <= 0]
    drawn = rate_of(len(game.result.winners) > 1 for game, _ in told)
    length = mean_of(story.half_turns for _, story in told)
    white = rate_of(game.share(story.white) for game, story in told)
    with_champion = rate_of(story.crowning is not None for _, story in told)
    huffs = mean_of(story.huffs for _, story in told)
    assert drawn and length and white and huffs and with_champion, "a study without games"
    shares = tuple(100 * crown.half_turn / story.half_turns for _, story, crown in crowned)
    return Champions(
        games=len(told),
        drawn=drawn,
        length=length,
        white=white,
        huffs=huffs,
        crowned=with_champion,
        first=rate_of(game.share(crown.seat) for game, _, crown in crowned),
        first_not_ahead=rate_of(game.share(crown.seat) for game, crown in level),
        when=mean_of(crown.half_turn for _, _, crown in crowned),
        share=mean_of(shares),
        after=mean_of(story.half_turns - crown.half_turn for _, story, crown in crowned),
        shares=shares,
    )
