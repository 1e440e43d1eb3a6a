"""LadderRoom: how strong guest bots are, game by game. Worked out from the notes of their finished games; kept nowhere.

What counts: a game that was played to its end (or given up), as the rules and the house set it up: no other position,
edition or deal of a device (departures). Against whom: people, other guest bots, levels of the house, whose strength is
measured and stays. What does not count: games with nobody but the bot's owner and the owner's other bots.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Iterable

from msgspec import Struct

from lumitheque.bots import levels
from lumitheque.games import SHELF
from lumitheque.server.access.guest_bots import HOUSE_BOTS, Bot, GuestBots
from lumitheque.server.guests.rating import SURE, Rating, after
from lumitheque.server.house import House
from lumitheque.tables import TableNote
from lumitheque.tables.notes import SeatRated

MOST_GAMES = 1_000  # of one bot, the latest
STALE = 60.0  # seconds after which it is worked out anew even if this node heard of no game
SOON = 1.0  # seconds for which it is not, whatever happens
USUAL_SPREAD = 200  # of a level that has none


class LadderLine(Struct, frozen=True):
    """How a guest bot stands in one game."""

    bot: str
    name: str
    author: str
    games: int
    victories: int  # shared ones, too
    rating: int  # points above a player who moves at random; 400 are 10 to 1
    low: int  # in which interval it lies with 95 %
    high: int


class Ladder(Struct, frozen=True):
    game: str
    lines: list[LadderLine]  # the strongest first


class LadderRoom:
    def __init__(self, house: House, bots: GuestBots) -> None:
        self._house, self._bots = house, bots
        self._ladders: list[Ladder] = []
        self._made_at, self._is_news = -STALE, True
        self._making = asyncio.Lock()
        house.on_change.append(self._note)

    def _note(self, note: TableNote) -> None:
        self._is_news |= bool(note.guests) and note.status == "over"

    async def ladders(self) -> list[Ladder]:
        """Of all games in which guest bots played."""
        async with self._making:
            age = time.monotonic() - self._made_at
            if age > STALE or (self._is_news and age > SOON):
                self._is_news, self._made_at = False, time.monotonic()
                known = self._bots.all()
                owners = {bot: self._bots.owner_of(bot) or "" for bot in known}
                notes = await self._finished(known)
                self._ladders = await asyncio.to_thread(count, notes, known, owners)
            return self._ladders

    async def _finished(self, bots: Iterable[str]) -> list[TableNote]:
        notes = dict[str, TableNote]()
        for bot in bots:
            for note in await self._house.store.notes(person=bot, status="over", limit=MOST_GAMES):
                notes[note.id] = note
        return sorted(notes.values(), key=lambda note: (note.touched_at, note.id))


def count(notes: Iterable[TableNote], bots: dict[str, Bot], owners: dict[str, str]) -> list[Ladder]:
    """The ladders that follow from these games, in the order in which they were over."""
    ratings: dict[str, dict[str, Rating]] = defaultdict(dict)
    tallies: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for note in notes:
        if not counts(note, owners):
            continue
        _rate(note, owners, ratings[note.game])
        winners = won(note)
        for seat, one in enumerate(note.guests):
            tally = tallies[note.game, one.who]
            tally[0], tally[1] = tally[0] + 1, tally[1] + (seat in winners)
    found = []
    for game, rated in sorted(ratings.items()):
        lines = [_line(bot, bots[bot], rated[bot], tallies[game, bot]) for bot in rated if bot in bots]
        found.append(Ladder(game, sorted(lines, key=lambda line: (-line.rating, line.name, line.bot))))
    return [ladder for ladder in found if ladder.lines]


def counts(note: TableNote, owners: dict[str, str]) -> bool:
    """Whether a game says something about strength."""
    if note.ending is None or note.departures or note.game not in SHELF or len(note.guests) < 2:
        return False
    return len({behind(one, owners) for one in note.guests}) > 1  # not one person's bots among themselves


def behind(one: SeatRated, owners: dict[str, str]) -> str:
    """Who answers for what a seat does: a bot's owner. Bots that the host made for others answer for themselves."""
    owner = one.who if one.level else owners.get(one.who, one.who)
    return one.who if owner == HOUSE_BOTS else owner


def won(note: TableNote) -> set[int]:
    """The seats that won; whoever left their seat to a bot of the house did not."""
    winners = (note.ending or {}).get("winners") or []
    return {seat for seat in winners if seat < len(note.guests) and not note.guests[seat].stood_in}


def score(note: TableNote, seat: int, other: int) -> float | None:
    """What a game says of a seat against another one: 1 victory, ½ draw, 0 defeat; None: nothing. Whoever left their
    seat to a bot of the house has lost against those who stayed; what that bot did says nothing of anybody."""
    winners = set((note.ending or {}).get("winners") or [])
    left, other_left = note.guests[seat].stood_in, note.guests[other].stood_in
    if left:
        return None if other_left else 0.0
    if other_left:
        return 1.0 if seat in winners else None
    if winners and winners.isdisjoint({seat, other}):
        return None  # both lost against a third one
    return 0.5 + 0.5 * ((seat in winners) - (other in winners))


def _rate(note: TableNote, owners: dict[str, str], ratings: dict[str, Rating]) -> None:
    """Take one game into account: each seat against each other one, by what was known before."""
    before = [_rating(note.game, one, ratings) for one in note.guests]
    who = [behind(one, owners) for one in note.guests]
    for seat, one in enumerate(note.guests):
        own = before[seat]
        if one.level or own is None:
            continue
        found = [
            (theirs, score(note, seat, other))
            for other, theirs in enumerate(before)
            if theirs is not None and who[other] != who[seat]
        ]
        results = [(theirs, points) for theirs, points in found if points is not None]
        ratings[one.who] = after(ratings.get(one.who, own), results)


def _rating(game: str, one: SeatRated, ratings: dict[str, Rating]) -> Rating | None:
    """None: nobody has measured that level."""
    if not one.level:
        return ratings.get(one.who, Rating())
    if one.who == "random":
        return Rating(0.0, 1.0)
    level = levels(SHELF[game]).get(one.who)
    if level is None or level.strength is None:
        return None
    return Rating(level.strength, (level.spread or USUAL_SPREAD) / SURE)


def _line(key: str, bot: Bot, rating: Rating, tally: list[int]) -> LadderLine:
    low, high = rating.interval
    return LadderLine(key, bot.name, bot.author, tally[0], tally[1], round(rating.points), round(low), round(high))
