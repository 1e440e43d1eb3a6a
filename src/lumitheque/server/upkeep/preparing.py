"""Games compiled while the house is open: until a game has its machine code its rules are interpreted, and the bots
that search wait. Its tables go over to machine code by themselves."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from lumitheque.bots import levels
from lumitheque.games import SHELF
from lumitheque.games.game import Game
from lumitheque.games.machine_code import ahead_of_others, do_without, take_up
from lumitheque.reception.faults import HouseFault
from lumitheque.server.upkeep import compiling
from lumitheque.server.upkeep.warming import warm_up_game
from lumitheque.storage import StorageTrouble, Store

AT_ONCE = 2  # processes, of low priority
QUICK = ("random", "greedy")  # kinds of bots that answer within a second where rules are interpreted
log = logging.getLogger("lumitheque.server")


class Preparation:
    """Which games are compiled, and who waits for them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._done = {name: asyncio.Event() for name, game in SHELF.items() if not game.prepared}
        self.on_done: list[Callable[[str, str | None], None]] = []  # told which game is done, and why it failed if so

    def to_come(self) -> list[str]:
        """The games that are not compiled yet."""
        return [name for name, event in self._done.items() if not event.is_set()]

    async def wait_for_all(self) -> None:
        """Return when no game is to be compiled any more."""
        for done in self._done.values():
            await done.wait()

    async def wait_for(self, game: Game, level: str) -> None:
        """Return when a bot may think: at once, or when its game is compiled or will never be."""
        if game.name in self._done and level in later_levels(game):
            await self._done[game.name].wait()

    async def wait_until_prepared(self, game: Game) -> None:
        """Return when its searches may be asked: at once, or when it is compiled or will never be."""
        if game.name in self._done and not game.prepared:
            await self._done[game.name].wait()

    async def run(self) -> None:
        """Compile what is to be compiled, the most used game first."""
        waiting = await self._by_use()

        async def work() -> None:
            while waiting:
                await self._prepare(SHELF[waiting.pop(0)])

        async with asyncio.TaskGroup() as tasks:
            for _ in range(AT_ONCE):
                tasks.create_task(work())

    async def _by_use(self) -> list[str]:
        """The games with the most tables in play first, the others as they stand on the shelf."""
        used: Counter[str] = Counter()
        with suppress(StorageTrouble):
            used.update(note.game for note in await self._store.notes(status="playing", limit=1000))
        return sorted(self.to_come(), key=lambda name: -used[name])

    async def _prepare(self, game: Game) -> None:
        problem = await compile_apart(game.name) or await asyncio.to_thread(load, game)
        if problem is None:
            take_up(game.folder)
        else:
            log.error("%s cannot be compiled, so its rules stay interpreted: %s", game.name, problem)
            do_without(game.folder)
        self._done[game.name].set()
        for tell in self.on_done:
            tell(game.name, problem)


async def compile_apart(game: str) -> str | None:
    """Compile a game in a process of its own; why it failed, or None. The process ends with whoever waits for it."""
    how = compiling.command(game)
    pipe, out = asyncio.subprocess.PIPE, asyncio.subprocess.STDOUT
    process = await asyncio.create_subprocess_exec(
        *how["args"], env=how["env"], stdout=pipe, stderr=out, start_new_session=True
    )  # in a session of its own: Ctrl-C is for the house, which then ends it
    try:
        said, _ = await process.communicate()
    except asyncio.CancelledError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        raise
    status = process.returncode or 0
    return compiling.complaint(said, status) if status else None


def load(game: Game) -> str | None:
    """Load a game's machine code while other threads interpret on; why that failed, or None."""
    try:
        with ahead_of_others():
            warm_up_game(game)
    except Exception as error:  # noqa: BLE001 (whatever it is: the game can still be played interpreted)
        return f"{type(error).__name__}: {error}"
    return None


def later_levels(game: Game) -> list[str]:
    """The levels that are offered when the game is compiled: interpreted, their searches would take minutes."""
    if game.prepared:
        return []
    return [name for name, level in levels(game).items() if level.bot not in QUICK]


def check_prepared(game: str, level: str) -> None:
    """HouseFault if a bot of this level cannot be had yet."""
    if game in SHELF and level in later_levels(SHELF[game]):
        raise HouseFault("not_prepared")
