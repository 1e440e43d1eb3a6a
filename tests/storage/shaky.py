"""A house on a disk that becomes full, or read-only. Run by tests as root of a mount namespace of its own."""

import asyncio
import subprocess
import sys
from pathlib import Path

from kept_houses import add, lines
from lumitheque.storage import StorageTrouble, Store, open_store


def run(*words: str) -> None:
    subprocess.run(words, check=True)


async def reason(wish: object) -> str | None:
    try:
        await wish
    except StorageTrouble as trouble:
        return trouble.reason
    return None


async def full(store: Store, disk: Path) -> None:
    """Until it is full, and on when there is room again."""
    await add(store, "t", 0)
    ballast = disk / "ballast"
    ballast.write_bytes(bytes(3_300_000))
    seq, met = 1, None
    while met is None and seq < 2_000:
        met = await reason(add(store, "t", seq, 20, text="x" * 300))
        seq += 20 if met is None else 0
    assert met == "full", met
    assert await reason(add(store, "u", 0, 200, text="x" * 300)) == "full"
    assert len(await store.entries("t")) == seq and await store.entries("u") == []
    outcomes = await asyncio.gather(*[reason(add(store, f"v{n}", 0, 20, text="x" * 300)) for n in range(50)])
    assert set(outcomes) == {"full"}, outcomes
    ballast.unlink()
    assert await reason(store.healthy()) is None
    await add(store, "t", seq, 20, text="x" * 300)
    assert await store.entries("t") == lines(0) + lines(1, seq + 19, "x" * 300)
    assert await store.count() == 1


async def readonly(store: Store, disk: Path) -> None:
    """Another disk comes in its place that cannot be written, and goes again."""
    await add(store, "t", 0)
    twin = disk.with_name("twin")
    twin.mkdir()
    run("mount", "-t", "tmpfs", "none", str(twin))
    run("cp", "-a", f"{disk}/.", str(twin))
    run("mount", "-o", "remount,ro", str(twin))
    run("mount", "--bind", str(twin), str(disk))
    run("mount", "-o", "remount,bind,ro", str(disk))
    assert await reason(add(store, "t", 1)) == "readonly"
    assert await reason(store.healthy()) == "readonly"
    other = open_store(disk)
    assert await reason(other.start()) == "readonly"
    run("umount", str(disk))
    await add(store, "t", 1)
    assert await store.entries("t") == lines(0, 2)


async def main(what: str, disk: Path) -> None:
    run("mount", "-t", "tmpfs", "-o", "size=4m", "none", str(disk))
    store = open_store(disk)
    await store.start()
    await (full if what == "full" else readonly)(store, disk)
    await store.stop()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
