"""Turn, BotThread: a bot's decision. A turn holds all that the bot may know; it thinks in a low-priority thread."""

import asyncio
import logging
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from lumitheque.bots import Bot, Player
from lumitheque.bots.levels import QUICK_KINDS
from lumitheque.engines.engine_bot import EngineBot
from lumitheque.engines.players import let_go
from lumitheque.engines.program import EngineFault
from lumitheque.engines.stories import Story
from lumitheque.reception.turns import Haste, Turn, choose_moves, next_turn
from lumitheque.server.bots.fair_queue import FairQueue, Share, Thought
from lumitheque.server.bots.pacing import let_watch
from lumitheque.server.house import House
from lumitheque.tables import BOT, HOUSE, Denied, Dice, Table, TableNote
from lumitheque.tables.commands import Play, ReplaceBot

STEPS_BACK = 5  # of 19: the niceness of bot threads
BOTS_KEPT = 16  # bots whose search state is kept between their turns
TRIES = 3  # attempts at a legal move before a bot of another level takes over
FIRST_GUESS = dict.fromkeys(QUICK_KINDS, 0.01)  # seconds that a bot thinks, by kind, before it was seen; others: 1
STEADY = 0.8  # the share of the old value in the moving average of thinking times
STUCK = 1_000  # decisions that no bot can make, remembered so as not to try again
ILLEGAL = frozenset(("refused", "shown", "incomplete", "how_many_moves"))  # otherwise a move was only late
Answer = TypeVar("Answer")
log = logging.getLogger("lumitheque.server")


class BotFailedError(Exception):
    """A bot came to no move, or to an illegal one; its cause says why."""


class BotThread:
    """Bots and their threads. Their moves are commands to the house, like a person's."""

    def __init__(self, house: House, at_once: int, begin: Callable[[], None]) -> None:
        self._house = house
        limits = house.settings.limits
        self._threads = ThreadPoolExecutor(at_once + 1, "bot", begin)  # one more for short thoughts
        self._queue = FairQueue(Share(at_once, house.settings.answer_seconds, limits.thoughts, limits.address_thoughts))
        house.on_commit.append(self._over)
        house.tally.thoughts_waiting = lambda: self._queue.waiting
        self._expected: dict[tuple[str, str], float] = {}  # seconds, by game and level
        self._bots: OrderedDict[tuple[str, int, str], tuple[Player, Bot]] = OrderedDict()
        self._thinking: set[Haste] = set()
        self._stuck: OrderedDict[tuple[str, int, int], None] = OrderedDict()  # decisions that no bot can make

    async def decide(self, table_id: str) -> bool:
        """Make one bot's decision; False if there is none to make. Denied if the move came too late."""
        while (done := await self._decide(table_id)) is None:
            pass  # a bot of another level has its seat now
        return done

    async def _decide(self, table_id: str) -> bool | None:
        """Like `decide`; None if the bot had to be replaced."""
        house = self._house
        clock, dice = house.settings.clock, house.settings.dice
        for number in range(TRIES):
            looked = await house.look(table_id, lambda table: self._look(table, dice, clock.now()))
            if looked is None or (looked[0].table, looked[0].seat, looked[0].number) in self._stuck:
                return False
            turn, story = looked
            try:
                await self._move(turn, story)
            except BotFailedError as failure:
                house.tally.bot_failures += 1
                if number == 0:
                    self._report(turn, failure)
                if number == TRIES - 1 or isinstance(failure.__cause__, EngineFault):  # an engine had its chances
                    await self._replace(turn)
            else:
                house.tally.bot_moves += 1
                return True
        return None

    def _look(self, table: Table, dice: Dice, now: int) -> tuple[Turn, Story | None] | None:
        """The decision that a bot has to make, and what an engine is told besides; None if there is none."""
        turn = next_turn(table, dice, now)
        if turn is None:
            return None
        return turn, self._house.programs.story(table.referee, turn.table, turn.seat, turn.level)

    async def _move(self, turn: Turn, story: Story | None) -> None:
        try:
            moves, hurried = await self._think(turn, story)
        except Exception as error:
            raise BotFailedError from error
        try:
            play = Play(turn.seat, moves, turn.after, hurried=hurried)
            await self._house.command(turn.table, BOT, play, turn.key)
        except Denied as denied:
            if denied.code in ILLEGAL:
                raise BotFailedError from denied
            raise

    def _report(self, turn: Turn, failure: BotFailedError) -> None:
        who = f"{turn.sight.game.name} {turn.level}"
        then = "nobody can" if turn.instead is None else f"{turn.instead} plays on"
        if isinstance(failure.__cause__, EngineFault):
            where = turn.table[:6], turn.seat
            log.error("engine %s fails at table %s, seat %d; %s: %s", who, *where, then, failure.__cause__.reason)
            return
        text = "bot %s cannot move at table %s, seat %d; if it fails %d times, %s"
        log.error(text, who, turn.table[:6], turn.seat, TRIES, then, exc_info=failure.__cause__)

    async def _replace(self, turn: Turn) -> None:
        """Put a bot of another level on the seat. If there is none left, mark the decision as stuck."""
        if turn.instead is None:
            self._stuck[turn.table, turn.seat, turn.number] = None
            while len(self._stuck) > STUCK:
                self._stuck.popitem(last=False)
            return
        replace = ReplaceBot(turn.seat, turn.instead, turn.level)
        await self._house.command(turn.table, HOUSE, replace, f"replace:{turn.key}")
        self._house.tally.bots_replaced += 1

    async def _think(self, turn: Turn, story: Story | None) -> tuple[list[str], bool]:
        """The bot's moves, and whether its time was cut."""
        await self._house.preparation.wait_for(turn.sight.game, turn.level)
        came, tally = time.monotonic(), self._house.tally
        thought = self._thought(turn)
        async with self._queue.place(thought) as seconds:
            begun = time.monotonic()
            tally.thought_waits.observe(begun - came)
            player, bot = self._take(turn)
            if story is not None and isinstance(bot, EngineBot):
                bot.hear(story)
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
        tally.thinking.observe(took)
        if turn.watched > took:
            await let_watch(self._house.at(turn.table), turn.watched - took, turn.since)
        return moves, haste.mattered

    async def work_patiently(self, person: str, subject: str, cost: float, work: Callable[[], Answer]) -> Answer:
        """Do a piece of work in a bot's thread when the bots leave time for it."""
        async with self._queue.place(Thought.patient(person, subject, cost)):
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _thought(self, turn: Turn) -> Thought:
        player = self._house.programs.find(turn.sight.game, turn.level)
        guess = self._expected.get((player.game.name, player.name), FIRST_GUESS.get(player.kind, 1.0))
        address = self._house.whereabouts.of(turn.payer)
        return Thought(turn.payer, turn.table, address, guess, turn.weight)

    def _learn(self, thought: Thought, turn: Turn, took: float, cut: bool) -> None:
        """Note how long a level thinks when it is not cut short."""
        if cut:
            self._house.tally.thoughts_cut += 1
            return
        self._expected[turn.sight.game.name, turn.level] = STEADY * thought.cost + (1 - STEADY) * took

    def _take(self, turn: Turn) -> tuple[Player, Bot]:
        """Take the bot of a seat out of the cache, with its search state, or make a new one."""
        found = self._bots.pop((turn.table, turn.seat, turn.level), None)
        if found is None:
            player = self._house.programs.find(turn.sight.game, turn.level)
            found = player, self._house.programs.bot(player)
        return found

    def _keep(self, turn: Turn, player: Player, bot: Bot) -> None:
        self._bots[turn.table, turn.seat, turn.level] = player, bot
        while len(self._bots) > BOTS_KEPT:
            _, (_, idle) = self._bots.popitem(last=False)
            let_go([idle], None)

    def _over(self, note: TableNote) -> None:
        """A table is no longer played: engines that sat there are free."""
        if note.status != "playing":
            for key in [key for key in self._bots if key[0] == note.id]:
                let_go([self._bots.pop(key)[1]], note.ending)

    def hurry(self) -> None:
        """Make running bots answer soon."""
        for haste in list(self._thinking):
            haste()

    def stop(self) -> None:
        self.hurry()
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._house.programs.close()


def step_back() -> None:
    """Lower the priority of this thread, so that bots think when the house leaves time for it.

    Not by much: at niceness 15 a thread gets a thirtieth of a busy core, and a bot that is preempted while it holds the
    GIL would block the house. At 5 it gets a quarter.
    """
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), STEPS_BACK)
