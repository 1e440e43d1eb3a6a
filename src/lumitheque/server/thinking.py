"""How a bot comes to its move: a turn is all it may know, and it thinks in a thread of low priority."""

import asyncio
import logging
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from lumitheque.bots import Bot, Budget, Player, Sight, find_player
from lumitheque.games.edition import blank, record_from
from lumitheque.referee.chance_log import playout_chance
from lumitheque.server.house import House
from lumitheque.server.sharing import FairQueue, Share, Thought
from lumitheque.tables import BOT, HOUSE, USUAL_SUBSTITUTE, Denied, Dice, Play, ReplaceBot, Table

HUMAN_PACE = 1.2  # seconds that a decision takes at least where the table wants to follow it
STEPS_BACK = 5  # of 19
BOTS_KEPT = 16  # with what they thought last
TRIES = 3  # to come to a move that is legal, before a bot of another level plays on
AT_ONCE = 0.01  # seconds that a bot is given which has no time left
BOTS_ALONE = 0.25  # the weight of a table where nobody sits who waits for its bots
FIRST_GUESS = {"random": 0.01, "greedy": 0.01}  # seconds that a bot thinks, by kind, before it was seen; others: 1
STEADY = 0.8  # how much of what was expected stays when it was different
STUCK = 1_000  # decisions remembered that no bot can make
ILLEGAL = frozenset(("refused", "shown", "incomplete", "how_many_moves"))  # otherwise a move was only late
log = logging.getLogger("lumitheque.server")


class BotFailedError(Exception):
    """A bot came to no move, or to an illegal one; its cause says why."""


class Turn(NamedTuple):
    """A decision that a bot has to make, and all it may know."""

    table: str
    seat: int
    level: str
    instead: str | None  # the level that plays on if this one cannot; None: there is none left
    sight: Sight
    edition: Any
    seed: int
    key: str  # thought about twice, it is played once
    after: int | None
    number: int  # of the decision
    together: bool  # several decide at the same time, in secret: the whole part is one play
    pace: bool
    payer: str  # whose share of the thinking it is
    weight: float


def next_turn(table: Table, dice: Dice) -> Turn | None:
    """The decision that a bot has to make at a table; None if there is none."""
    seat = next((seat for seat in table.waiting if seat in table.places.played_by_bots), None)
    referee = table.referee
    if seat is None or referee is None:
        return None
    level = table.places.level(seat)
    assert level is not None
    together = bool(table.deciding)
    return Turn(
        table=table.id,
        seat=seat,
        level=level,
        instead=level_instead(table, level),
        sight=Sight.of(referee.game, referee.e, referee.view_record(seat), seat, referee.seats),
        edition=referee.edition,
        seed=int(dice.token(), 16) % (1 << 62),
        key=f"bot:{table.seq}:{seat}",
        after=None if together else table.seq,
        number=table.moves(),
        together=together,
        pace=table.terms.pace,
        payer=payer(table),
        weight=1.0 if table.places.people else BOTS_ALONE,
    )


def payer(table: Table) -> str:
    """Whoever opened the table, unless they only opened it for others who sit there now."""
    people, host = table.places.people, table.terms.host
    return host if host in people or not people else people[0]


def level_instead(table: Table, level: str) -> str | None:
    """Who plays on where a level cannot: the table's own substitute, and then ever simpler bots."""
    simpler = [*dict.fromkeys((table.terms.substitute or USUAL_SUBSTITUTE, USUAL_SUBSTITUTE, "random"))]
    after = simpler.index(level) + 1 if level in simpler else 0
    return simpler[after] if after < len(simpler) else None


class Thinker:
    """Bots with their threads. What they decide goes through the house's door, as a person's move does."""

    def __init__(self, house: House, at_once: int, begin: Callable[[], None]) -> None:
        self._house = house
        limits = house.settings.limits
        self._threads = ThreadPoolExecutor(at_once + 1, "bot", begin)  # one more for short thoughts
        self._queue = FairQueue(Share(at_once, house.settings.answer_seconds, limits.thoughts, limits.address_thoughts))
        house.tally.thoughts_waiting = lambda: self._queue.waiting
        self._expected: dict[tuple[str, str], float] = {}  # seconds, by game and level
        self._bots: OrderedDict[tuple[str, int, str], tuple[Player, Bot]] = OrderedDict()
        self._thinking: set[Haste] = set()
        self._stuck: OrderedDict[tuple[str, int, int], None] = OrderedDict()  # decisions that no bot can make

    async def decide(self, table_id: str) -> bool:
        """Make one decision that is a bot's to make; False if there is none. Denied if it came too late."""
        while (done := await self._decide(table_id)) is None:
            pass  # a bot of another level has its seat now
        return done

    async def _decide(self, table_id: str) -> bool | None:
        """The same; None if the bot had to be replaced."""
        house = self._house
        for number in range(TRIES):
            turn = await house.look(table_id, lambda table: next_turn(table, house.settings.dice))
            if turn is None or (turn.table, turn.seat, turn.number) in self._stuck:
                return False
            try:
                await self._move(turn)
            except BotFailedError as failure:
                house.tally.bot_failures += 1
                if number == 0:
                    self._report(turn, failure)
                if number == TRIES - 1:
                    await self._replace(turn)
            else:
                house.tally.bot_moves += 1
                return True
        return None

    async def _move(self, turn: Turn) -> None:
        try:
            moves = await self._think(turn)
        except Exception as error:
            raise BotFailedError from error
        try:
            await self._house.command(turn.table, BOT, Play(turn.seat, moves, turn.after), turn.key)
        except Denied as denied:
            if denied.code in ILLEGAL:
                raise BotFailedError from denied
            raise

    def _report(self, turn: Turn, failure: BotFailedError) -> None:
        who = f"{turn.sight.game.name} {turn.level}"
        then = "nobody can" if turn.instead is None else f"{turn.instead} plays on"
        text = "bot %s cannot move at table %s, seat %d; if it fails %d times, %s"
        log.error(text, who, turn.table[:6], turn.seat, TRIES, then, exc_info=failure.__cause__)

    async def _replace(self, turn: Turn) -> None:
        """Another level plays on, and everybody at the table is told. If there is none left, nobody tries again."""
        if turn.instead is None:
            self._stuck[turn.table, turn.seat, turn.number] = None
            while len(self._stuck) > STUCK:
                self._stuck.popitem(last=False)
            return
        replace = ReplaceBot(turn.seat, turn.instead, turn.level)
        await self._house.command(turn.table, HOUSE, replace, f"replace:{turn.key}")
        self._house.tally.bots_replaced += 1

    async def _think(self, turn: Turn) -> list[str]:
        came, tally = time.monotonic(), self._house.tally
        thought = self._thought(turn)
        async with self._queue.place(thought) as seconds:
            begun = time.monotonic()
            tally.thought_waits.note(begun - came)
            player, bot = self._take(turn)
            thought.hurry = haste = Haste(bot, seconds)
            self._thinking.add(haste)
            try:
                loop = asyncio.get_running_loop()
                moves = await loop.run_in_executor(self._threads, choose_moves, player, bot, turn, haste)
            finally:
                self._thinking.discard(haste)
            self._keep(turn, player, bot)
            took = time.monotonic() - begun
        self._learn(thought, turn, took, haste.mattered)
        tally.thinking.note(took)
        if turn.pace:
            await asyncio.sleep(max(0.0, HUMAN_PACE - took))
        return moves

    def _thought(self, turn: Turn) -> Thought:
        player = find_player(turn.sight.game, turn.level)
        guess = self._expected.get((player.game.name, player.name), FIRST_GUESS.get(player.kind, 1.0))
        address = self._house.whereabouts.of(turn.payer)
        return Thought(turn.payer, turn.table, address, guess, turn.weight)

    def _learn(self, thought: Thought, turn: Turn, took: float, cut: bool) -> None:
        """How long a level thinks where nobody is in a hurry."""
        if cut:
            self._house.tally.thoughts_cut += 1
            return
        self._expected[turn.sight.game.name, turn.level] = STEADY * thought.cost + (1 - STEADY) * took

    def _take(self, turn: Turn) -> tuple[Player, Bot]:
        """The bot of a seat, with its thoughts of the last time if they are still there. Nobody else has it now."""
        found = self._bots.pop((turn.table, turn.seat, turn.level), None)
        if found is None:
            player = find_player(turn.sight.game, turn.level)
            found = player, player.bot()
        return found

    def _keep(self, turn: Turn, player: Player, bot: Bot) -> None:
        self._bots[turn.table, turn.seat, turn.level] = player, bot
        while len(self._bots) > BOTS_KEPT:
            self._bots.popitem(last=False)

    def hurry(self) -> None:
        """Whoever thinks answers soon."""
        for haste in list(self._thinking):
            haste()

    def stop(self) -> None:
        self.hurry()
        self._threads.shutdown(wait=True, cancel_futures=True)


class Haste:
    """How long a bot may still think. Called, it makes the bot answer soon."""

    def __init__(self, bot: Bot, seconds: float | None) -> None:
        self._bot = bot
        self._end = None if seconds is None else time.monotonic() + seconds
        self.mattered = False  # the bot thought less than it wanted to

    def __call__(self) -> None:
        self._end = time.monotonic()
        self._bot.stop()

    def budget(self, wanted: Budget) -> Budget:
        """For the next decision."""
        if self._end is None:
            return wanted
        left = max(AT_ONCE, self._end - time.monotonic())
        return wanted if wanted.seconds is not None and wanted.seconds <= left else replace(wanted, seconds=left)

    def look_back(self) -> None:
        self.mattered |= self._end is not None and time.monotonic() >= self._end


def choose_moves(player: Player, bot: Bot, turn: Turn, haste: Haste) -> list[str]:
    """What a bot plays. In a thread of its own, from its sight alone."""
    sight, game = turn.sight, turn.sight.game
    write = game.notation.write_move
    if not turn.together:
        move = bot.choose(sight, haste.budget(player.budget), turn.seed).move
        haste.look_back()
        return [write(turn.edition, sight.view, move)]
    # A secret part is played through in a world that agrees with the sight, as far as this seat decides.
    e, seat = sight.e, sight.seat
    world = record_from(sight.view.tobytes(), game.record.STATE)
    chance = playout_chance(turn.seed | 1)
    game.knowledge.imagine(e, sight.view, seat, chance, world)
    moves: list[str] = []
    while (int(game.rules.waiting(e, world)) >> seat) & 1:
        view = blank(game.record.STATE)
        game.knowledge.view(e, world, seat, view)
        seen = Sight.of(game, e, view, seat, sight.seats)
        move = bot.choose(seen, haste.budget(player.budget), turn.seed + len(moves)).move
        haste.look_back()
        moves.append(write(turn.edition, view, move))
        if game.rules.apply_move(e, world, seat, move, chance):
            break  # the part is over: what comes next depends on what was shown
    return moves


def step_back() -> None:
    """Bots think when people's moves leave time for it, but not only when the whole machine has nothing else to do.

    Far back (15) a thread is owed a thirtieth of a core that anything else is busy on: bots all but stop. And as they
    hold the interpreter's lock now and then, a bot that is given no time keeps it from the house itself. At 5 it is a
    quarter of the core.
    """
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), STEPS_BACK)
