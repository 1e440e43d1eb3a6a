"""Appends as fast as it can and says what was acknowledged, until it is killed. Run by tests.

storm.py ADDRESS TABLES         for every line on stdin a child that appends without end: its process, then each
                                acknowledged entry (table, seq, word), and, when it was killed, `over`
storm.py ADDRESS marked on|off  appends five entries one after another, with marks around each; off: without syncing
"""

import asyncio
import os
import sys

from kept_houses import note
from lumitheque.storage import Store, open_store, sqlite_file
from lumitheque.tables import Actor, Entry, write_entry
from lumitheque.tables.events import Said

STDOUT = 1


async def storm(store: Store, tables: int) -> None:
    async def appender(table: str) -> None:
        known = await store.note(table)
        seq = known.seq if known else 0
        while True:
            seq += 1
            word = os.urandom(8).hex()
            entry = write_entry(Entry(seq, 1_000 + seq, Said("anna", word), Actor("person", "anna")))
            await store.append(table, seq - 1, [entry], note(table, seq))
            os.write(STDOUT, f"{table} {seq} {word}\n".encode())  # a pipe takes so little whole

    await asyncio.gather(*[appender(f"t{number}") for number in range(tables)])


async def marked(store: Store) -> None:
    for seq in range(1, 6):
        entry = write_entry(Entry(seq, 1_000 + seq, Said("anna", "word"), Actor("person", "anna")))
        os.write(STDOUT, f"asked {seq}\n".encode())
        await store.append("t", seq - 1, [entry], note("t", seq))
        os.write(STDOUT, f"granted {seq}\n".encode())


async def main(address: str, what: str, syncs: str = "on") -> None:
    if syncs == "off":
        sqlite_file.WRITER_PRAGMAS = ("PRAGMA synchronous = OFF", *sqlite_file.WRITER_PRAGMAS[1:])
    store = open_store(address)
    await store.start()
    await (marked(store) if what == "marked" else storm(store, int(what)))
    await store.stop()


def breed() -> None:
    """A child for every line: they need not import everything again."""
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            asyncio.run(main(*sys.argv[1:]))
        os.write(STDOUT, f"process {child}\n".encode())
        os.waitpid(child, 0)
        os.write(STDOUT, b"over\n")


if __name__ == "__main__":
    if "marked" in sys.argv:
        asyncio.run(main(*sys.argv[1:]))
    else:
        breed()
