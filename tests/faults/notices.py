"""Tables over days, with every notice counted, while the house is killed again and again."""

import asyncio
import random
import time
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from counterparts import Receiver
from faults.correspondents import Post, pairs_at
from faults.houses import House
from lumitheque.storage import Notice, open_store

SETTINGS = {"notice_grace": 0, "private_targets": True}
SETTLING = 10.0  # seconds: longer than a notice is held by a node that was killed


class NoticeStory(Struct):
    """Everything that came of it. Times are seconds."""

    store: str
    tables: int
    kills: int
    turns: int
    owed: int  # notices
    sent: int  # of them, at least once
    unasked: int  # that told somebody something that was not so
    doubles: int
    doubles_without_kill: int  # between the first and the second time
    waiting: int  # due and still not sent at the end
    delays: list[float]  # from owed to sent; from readiness, if the house was killed meanwhile


class Course(NamedTuple):
    """What happened while people played."""

    post: Post
    turns: int
    killed: list[float]  # when
    ready: list[float]  # again


async def correspond(nodes: list[House], tables: int, kills: int, peace: float, pause: float) -> Course:
    """Play; kill a node `kills` times, after at most `peace` seconds each; then wait until all is sent."""
    dice, killed, ready = random.Random(len(nodes)), list[float](), list[float]()
    with Receiver() as receiver:
        post = Post(receiver)
        pairs = pairs_at(nodes, post, tables, pause)
        async with asyncio.TaskGroup() as tasks:
            for pair in pairs:
                tasks.create_task(pair.live())
            await asyncio.sleep(2 * peace)
            for _ in range(kills):
                await asyncio.sleep(dice.uniform(0, peace))
                node = dice.choice(nodes)
                node.kill()
                killed.append(time.monotonic())
                node.start()
                ready.append(await node.ready())
            await asyncio.sleep(2 * peace)
            for pair in pairs:
                pair.done.set()
        await asyncio.sleep(1.0)  # whatever was sent twice arrives
    return Course(post, sum(pair.turns for pair in pairs), killed, ready)


async def tell(nodes: list[House], *, tables: int, kills: int, peace: float, pause: float) -> NoticeStory:
    for node in nodes:
        await node.ready()
    post, turns, killed, ready = await correspond(nodes, tables, kills, peace, pause)
    for node in nodes:
        node.stop()
    doubles = post.doubles
    return NoticeStory(
        store="PostgreSQL, two nodes" if len(nodes) > 1 else "SQLite",
        tables=tables,
        kills=kills,
        turns=turns,
        owed=post.expected.total(),
        sent=len(post.delays),
        unasked=len(post.unasked),
        doubles=len(doubles),
        doubles_without_kill=sum(
            not any(first.at - SETTLING < moment < second.at for moment in killed) for first, second, *_ in doubles
        ),
        waiting=len([one for one in await left_behind(nodes[0].place) if is_due(one)]),
        delays=[came - max([owed, *(at for at in ready if at < came)]) for owed, came in post.delays],
    )


async def left_behind(place: str) -> list[Notice]:
    store = open_store(place)
    await store.start()
    try:
        return await store.owing(limit=10_000)
    finally:
        await store.stop()


def is_due(notice: Notice) -> bool:
    return notice.due_at is not None and notice.due_at <= time.time_ns() // 1_000_000


def open_nodes(place: str | Path, folder: Path, count: int, core: int | None = None) -> list[House]:
    return [House(place, folder / f"node-{number}.log", core, settings=SETTINGS) for number in range(count)]
