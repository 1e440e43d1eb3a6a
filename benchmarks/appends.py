"""What an append to a SQLite store costs by itself, without a server: CPU time and bytes written.

python benchmarks/appends.py [TABLES] [MOVES]        this checkout
PYTHONPATH=build/before/src python benchmarks/appends.py …     another one (`git worktree add build/before COMMIT`)
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from lumitheque.storage import Store, open_store
from lumitheque.tables import Actor, Entry, TableNote, write_entry
from lumitheque.tables.events import Played
from lumitheque.tables.notes import Waiting

PEOPLE = [f"{number:032x}" for number in range(2)]


def note(table: str, seq: int) -> TableNote:
    return TableNote(
        id=table, game="sirius", rules=1, status="playing", listed=True, spectators=True, seats=2, seq=seq,
        opener=PEOPLE[0], opened_at=1000, touched_at=1000 + seq, people=PEOPLE, moves=seq,
        waiting=Waiting([seq % 2], [PEOPLE[seq % 2]], 1_700_000_000_000 + seq),
    )  # fmt: skip


async def append(store: Store, table: str, seq: int) -> None:
    entry = Entry(seq, 1_700_000_000_000, Played(seat=seq % 2, moves=["c3-d4"]), Actor("person", PEOPLE[seq % 2]))
    await store.append(table, seq - 1, [write_entry(entry)], note(table, seq))


async def play(store: Store, table: str, moves: int) -> None:
    for seq in range(2, moves + 2):
        await append(store, table, seq)


def bytes_written() -> int:
    lines = Path("/proc/self/io").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("wchar")).split()[1])


async def measure(tables: int, moves: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(folder)
        await store.start()
        names = [f"{number * 7919**5 % (1 << 88):022x}" for number in range(tables)]
        for name in names:
            await append(store, name, 1)
        spent, written = time.process_time(), bytes_written()
        await asyncio.gather(*[play(store, name, moves) for name in names])
        await store.stop()
        count = tables * moves
        cost, size = 1e6 * (time.process_time() - spent) / count, (bytes_written() - written) / count / 1000
        print(f"{tables} tables: {cost:.1f} µs of CPU and {size:.2f} kB per append")


if __name__ == "__main__":
    words = [int(word) for word in sys.argv[1:]] or [200]
    asyncio.run(measure(words[0], words[1] if len(words) > 1 else 20_000 // words[0]))
