"""doctor: is a house whole, and what can be saved of it?"""

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from lumitheque.cli import FAILED, FINE, complain
from lumitheque.cli.keeping import (
    Bar,
    Data,
    Database,
    Missed,
    existing,
    existing_file,
    house_address,
    opened,
    plainly,
    total_of,
)
from lumitheque.cli.reading import compile_if_need_be
from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    from lumitheque.storage import Store
    from lumitheque.storage.integrity import Health


def doctor(
    *,
    data: Data = None,
    database: Database = None,
    rescue: Annotated[str | None, Parameter(metavar="FILE", help="Save what is whole into this new file.")] = None,
    lang: Language = None,
) -> int:
    """Check a house: the file, every log, every summary. Nothing is changed.

    With --rescue, what is whole goes into a new file. Exit status 1 if something is not as it should be.
    """
    say, address = Speech(lang), house_address(data, database)
    compile_if_need_be(say)
    with plainly(say):
        faults = _faults(address, say)
        target = _new_file(rescue, say) if rescue else None
        with Bar(say("doctor.examining")) as bar:
            missed, health = asyncio.run(_examine(existing(address, say), target, bar))
    problems = [*faults, *missed.told]
    for problem in problems:
        complain(problem, say.language)
    found = _counts(health, say)
    if problems:
        print(say("doctor.ill", **found, problems=say.count("doctor.problems", len(problems))))
    else:
        print(say("doctor.whole", **found))
    if target is not None:
        print(say("doctor.saved", **found, file=target))
    return FAILED if problems else FINE


def _counts(health: "Health", say: Speech) -> dict[str, str]:
    return {
        "people": say.count("keeping.people", health.people),
        "tables": say.count("keeping.tables", health.tables),
        "entries": say.count("doctor.entries", health.entries),
    }


def _faults(address: str, say: Speech) -> list[str]:
    """Return the faults of a SQLite file; PostgreSQL has tools of its own."""
    from lumitheque.storage.integrity import faults_of_file

    return faults_of_file(existing_file(address, say)) if "://" not in address else []


def _new_file(name: str, say: Speech) -> Path:
    from lumitheque.games.game import GameError

    path = Path(name)
    if path.exists():
        raise GameError(say("doctor.exists", file=path))
    return path


async def _examine(address: str, target: Path | None, bar: Bar) -> "tuple[Missed, Health]":
    async with opened(address) as store:
        if target is None:
            return await _go_through(store, None, bar)
        return await _save(store, target, bar)


async def _save(store: "Store", target: Path, bar: Bar) -> "tuple[Missed, Health]":
    """Rescue into a temporary file, check it, then rename it to the target."""
    from lumitheque.storage import StorageTrouble
    from lumitheque.storage.integrity import faults_of_file
    from lumitheque.storage.sqlite import SqliteStore

    beside = target.with_name(f".{target.name[:100]}.{os.getpid()}.part")
    try:
        new = SqliteStore(beside)
        await new.start()
        try:
            found = await _go_through(store, new, bar)
        finally:
            await new.stop()
        if faults := faults_of_file(beside):
            raise StorageTrouble("damaged", f"{target}: {faults[0]}")
        beside.replace(target)
    finally:
        for leftover in (beside, *(beside.with_name(beside.name + ending) for ending in ("-wal", "-shm"))):
            leftover.unlink(missing_ok=True)
    return found


async def _go_through(store: "Store", target: "Store | None", bar: Bar) -> "tuple[Missed, Health]":
    from lumitheque.storage.integrity import Health, examine

    missed, health = Missed(), Health()
    total = await total_of(store)
    async for done in examine(store, missed, health, target):
        bar.reach(done, total)
    return missed, health
