"""backup, export, import, replay-all: what keeps a house."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, Self

from cyclopts import Parameter

from lumitheque.cli import FAILED, FINE, complain
from lumitheque.cli.reading import STANDARD, compile_if_need_be, input_name, open_input, spare_the_compiler
from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    from types import TracebackType

    from lumitheque.storage import Store
    from lumitheque.storage.archive import Arrival

PATIENCE = 1.0  # seconds before a progress bar is shown
TROUBLES = {
    "full": "keeping.full",
    "readonly": "keeping.readonly",
    "gone": "keeping.gone",
    "damaged": "keeping.damaged",
    "other": "keeping.trouble",
}

Data = Annotated[
    str | None,
    Parameter(
        metavar="DIR",
        help="The folder that the house is in; by default LUMITHEQUE_DATA, then lumitheque in the user's data folder.",
    ),
]
Database = Annotated[
    str | None,
    Parameter(
        metavar="URL", help="postgresql://… if the house is in PostgreSQL; by default LUMITHEQUE_DATABASE, then none."
    ),
]


def house_address(data: str | None, database: str | None) -> str:
    """Return where the house is: the option, else the environment, else the user's data folder."""
    if found := database or (None if data else os.environ.get("LUMITHEQUE_DATABASE")):
        return found
    if found := data or os.environ.get("LUMITHEQUE_DATA"):
        return found
    home = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return str(Path(home).expanduser() / "lumitheque")


def backup(
    file: Annotated[str | None, Parameter(help="Where to; house-DATE-TIME.db if not said.")] = None,
    /,
    *,
    data: Data = None,
    database: Database = None,
    lang: Language = None,
) -> int:
    """Copy a house, while it is open or not, into one file, and check the copy.

    To go back to it, put the file into an empty data folder under the name house.db. A house in PostgreSQL is copied
    with pg_dump, or with lumitheque export. Exit status 1 if the house is damaged, and so the copy.
    """
    spare_the_compiler(0)
    from lumitheque.storage.backup import copy_house

    say = Speech(lang)
    target = Path(file or f"house-{datetime.now().astimezone():%Y%m%d-%H%M%S}.db")
    with plainly(say), Bar(say("keeping.copying")) as bar:
        place, faults = copy_house(existing_file(house_address(data, database), say), target, bar.reach)
    size = f"{place.stat().st_size / 1e6:.1f}"
    if not faults:
        print(say("keeping.copied", file=target, size=size))
        return FINE
    for fault in faults:
        complain(fault, say.language)
    complain(say("keeping.copied_damaged", file=place, size=size, faults=say.count("keeping.faults", len(faults))))
    return FAILED


def export(
    file: Annotated[str, Parameter(help="Where to; - or none is stdout.")] = STANDARD,
    /,
    *,
    data: Data = None,
    database: Database = None,
    lang: Language = None,
) -> int:
    """Write a whole house as lines of JSON, which `lumitheque import` reads back on any machine and any database.

    Keep the file as safe as the house: it holds what guests are known by, and the deals of games that are not over.
    What cannot be read is named and left out; the exit status is 1 then.
    """
    spare_the_compiler(0)
    say, address = Speech(lang), house_address(data, database)
    garbled = file == STANDARD and sys.stdout.isatty()  # a bar among the lines
    with plainly(say), _whole_file(file) as stream, Bar(say("keeping.writing"), quiet=garbled) as bar:
        tables, missed = asyncio.run(_export(existing(address, say), stream, bar))
    if file != STANDARD:
        print(say("keeping.written", file=file, tables=say.count("keeping.tables", tables)))
    return tell_missed(missed.told, say)


async def _export(address: str, stream: BinaryIO, bar: "Bar") -> "tuple[int, Missed]":
    from lumitheque.storage.archive import write_house

    missed = Missed()
    async with opened(address) as store:
        total, done = await total_of(store), 0
        async for line, is_table in write_house(store, missed):
            stream.write(line + b"\n")
            done += is_table
            bar.reach(done, total)
    return done, missed


def import_house(
    file: Annotated[str, Parameter(help="What `lumitheque export` wrote; - or none is stdin.")] = STANDARD,
    /,
    *,
    data: Data = None,
    database: Database = None,
    lang: Language = None,
) -> int:
    """Read a house back that `lumitheque export` wrote.

    What is there stays as it is, so the same file can be read twice, or again after an interruption. Exit status 1 if
    a table is there already with another log, or if a line cannot be read; the others are.
    """
    spare_the_compiler(0)
    say, address = Speech(lang), house_address(data, database)
    with plainly(say, input_name(file)), open_input(file) as stream, Bar(say("keeping.reading")) as bar:
        size = Path(file).stat().st_size if file != STANDARD else 0
        arrival = asyncio.run(_import(address, stream, size, bar))
    people, tables = say.count("keeping.people", arrival.people), say.count("keeping.tables", arrival.tables)
    print(say("keeping.arrived", people=people, tables=tables))
    for table in arrival.differ:
        complain(say("keeping.differs", table=table))
    return max(tell_missed(arrival.unread, say), FAILED if arrival.differ else FINE)


async def _import(address: str, stream: BinaryIO, size: int, bar: "Bar") -> "Arrival":
    from lumitheque.storage.archive import Arrival, read_house

    arrival = Arrival()
    async with opened(address) as store:
        async for arrival in read_house(store, stream):
            bar.reach(stream.tell() if size else arrival.tables, size)
    return arrival


def replay_all(
    *,
    data: Data = None,
    database: Database = None,
    lang: Language = None,
) -> int:
    """Replay every game of a house by the present rules, and list those that come out otherwise.

    To be done with a new version before it is let in. Exit status 1 if there is one that differs or cannot be read.
    """
    say, address = Speech(lang), house_address(data, database)
    compile_if_need_be(say)
    with plainly(say), Bar(say("keeping.replaying")) as bar:
        tables, differ, missed = asyncio.run(_replay_all(existing(address, say), bar))
    for line in differ:
        print(line)
    print(
        say(
            "keeping.replayed",
            tables=say.count("keeping.tables", tables),
            differ=say.count("keeping.other", len(differ)),
        )
    )
    return max(tell_missed(missed.told, say), FAILED if differ else FINE)


async def _replay_all(address: str, bar: "Bar") -> "tuple[int, list[str], Missed]":
    from lumitheque.storage.archive import every_table
    from lumitheque.storage.integrity import difference

    done, differ, missed = 0, [], Missed()
    async with opened(address) as store:
        total = await total_of(store)
        async for note, entries in every_table(store, missed):
            if wrong := difference(note, entries):
                differ.append(f"{note.id} {note.game}: {wrong}")
            done += 1
            bar.reach(done, total)
    return done, differ, missed


# --- what the commands share ------------------------------------------------------------------------------------------


@contextmanager
def plainly(say: Speech, place: str | None = None) -> Iterator[None]:
    """Turn errors of storage and archives into GameError, one line in the terminal's language."""
    from lumitheque.games.game import GameError
    from lumitheque.storage import StorageTrouble
    from lumitheque.storage.archive import ArchiveError

    try:
        yield
    except StorageTrouble as trouble:
        raise GameError(say(TROUBLES[trouble.reason], detail=say.error(trouble))) from None
    except ArchiveError as error:
        raise GameError(f"{place}: {error}") from None


class Missed:
    """Collects what could not be read, each once."""

    def __init__(self) -> None:
        self._told: dict[str, str] = {}

    def __call__(self, what: str, problem: str) -> None:
        self._told[what] = problem

    @property
    def told(self) -> list[str]:
        return [f"{what}: {problem}" for what, problem in self._told.items()]


def tell_missed(missed: list[str], say: Speech) -> int:
    """Name and count what could not be read; return the exit status."""
    for line in missed:
        complain(line, say.language)
    if missed:
        complain(say("keeping.missed", things=say.count("keeping.things", len(missed))))
    return FAILED if missed else FINE


@asynccontextmanager
async def opened(address: str) -> "AsyncIterator[Store]":
    from lumitheque.storage import open_store

    store = open_store(address)
    await store.start()
    try:
        yield store
    finally:
        await store.stop()


async def total_of(store: "Store") -> int:
    """Count the tables, for the progress bar; 0 if that is not possible."""
    from lumitheque.storage import StorageTrouble

    try:
        return await store.count()
    except StorageTrouble as trouble:
        if trouble.reason != "damaged":
            raise
        return 0


def existing(address: str, say: Speech) -> str:
    """Return the address; raise if there is no house: a mistyped folder must not become an empty house."""
    if "://" not in address:
        existing_file(address, say)
    return address


def existing_file(address: str, say: Speech) -> Path:
    from lumitheque.games.game import GameError
    from lumitheque.storage.opening import house_file

    if "://" in address:
        raise GameError(say("keeping.elsewhere"))
    path = house_file(address)
    if not path.is_file():
        raise GameError(say("keeping.nobody", place=path))
    return path


@contextmanager
def _whole_file(file: str) -> Iterator[BinaryIO]:
    """Write to a temporary file, readable by its owner only, and rename it when it is complete."""
    if file == STANDARD:
        yield sys.stdout.buffer
        return
    path = Path(os.path.realpath(file))  # a link stays one
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:  # a pipe or a device stays what it is; a folder raises
            yield stream
        return
    beside = path.with_name(f".{path.name[:100]}.{os.getpid()}.part")
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


class Bar:
    """A progress bar on stderr, if that is a terminal and the work takes long."""

    def __init__(self, title: str, quiet: bool = False) -> None:
        self.title, self.shown = title, False
        self.begun = time.monotonic() if sys.stderr.isatty() and not quiet else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: "TracebackType | None"
    ) -> None:
        if self.shown:
            self.progress.stop()

    def reach(self, done: int, total: int) -> None:
        """Show how far the work is; a total of 0 means unknown."""
        if self.begun is None or (not self.shown and time.monotonic() - self.begun < PATIENCE):
            return
        if not self.shown:
            self._show()
        self.progress.update(self.task, completed=done, total=total or None)

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import Progress

        self.progress = Progress(console=Console(stderr=True), transient=True)
        self.task = self.progress.add_task(self.title, total=None)
        self.progress.start()
        self.shown = True
