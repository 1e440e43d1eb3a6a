"""One house on several machines: any node takes any move, workers think, and each of them may die at any moment."""

import asyncio
import contextlib
import itertools
import signal
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from kept_houses import Postgres, opened
from lumitheque.tables import BOT, Entry, Table, read_entry
from lumitheque.tables.events import Played
from nodes.cluster import Cluster
from nodes.players import Player, ask, command, introduce, open_table

pytestmark = pytest.mark.slow

THINKS_LONG = "procyon"  # a second or so, as long as a test needs to see it
QUICK_ANSWERS = 6  # that may come before anybody saw who thinks
TAKEN_OVER = 120.0  # seconds; alone on a machine it is five or six
TOO_LATE = {"stale", "not_your_turn", "not_playing", "over", "refused"}  # what the slower one of two may be answered
TOO_FAST = {"said_too_fast"}  # and somebody who talks without a pause


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    postgres = Postgres()
    cluster = Cluster(postgres.fresh(), tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.end()
    postgres.remove()


@contextlib.asynccontextmanager
async def at_play(*players: Player, playing: bool = True) -> AsyncIterator[None]:
    """Everybody is there, and plays by themselves or not, as long as this lasts."""
    lines = [asyncio.create_task(player.live()) for player in players]
    games = [asyncio.create_task(player.play_on()) for player in players] if playing else []
    try:
        yield
        for game in games:
            if game.done():
                game.result()
    finally:
        for task in (*games, *lines):
            task.cancel()
        await asyncio.gather(*games, *lines, return_exceptions=True)


async def log_of(cluster: Cluster, table: str) -> list[Entry]:
    async with opened(cluster.address) as store:
        return [read_entry(data) for data in await store.entries(table)]


def bots_moves(log: list[Entry]) -> list[str | None]:
    """The keys under which bots played."""
    return [entry.key for entry in log if entry.by == BOT and isinstance(entry.event, Played)]


def test_a_worker_dies_while_it_thinks(cluster: Cluster) -> None:
    """Another makes the move, once; and one that was only asleep comes too late with its own."""

    async def evening() -> None:
        node, (first, second) = cluster.nodes[0], cluster.workers
        await cluster.start(node, first)
        cookie, person = await introduce(node, "Ada")
        table = await open_table(node, cookie, sit=[0], bots={1: THINKS_LONG})
        ada = Player([node], cookie, person, table, "ada")
        async with at_play(ada, playing=False):
            await move_and_wait(ada)  # everything is loaded now
            await one_is_killed(cluster, ada)
            await one_falls_asleep(cluster, ada)
            await move_and_wait(ada)
        log = await log_of(cluster, table)
        seats = [entry.event.seat for entry in log if isinstance(entry.event, Played)]
        assert len(seats) >= 8 and all(one != next_one for one, next_one in itertools.pairwise(seats))
        assert bots_moves(log) == list(dict.fromkeys(bots_moves(log)))
        assert "exception" not in second.told().lower(), second.told()
        assert first.stop() == second.stop() == 0
        assert first.told().endswith("over\n")

    asyncio.run(evening())


async def one_is_killed(cluster: Cluster, ada: Player) -> None:
    first, second = cluster.workers
    await cluster.start(second)
    second.signal(signal.SIGSTOP)  # so that it is the first who thinks
    moved = await move_until_taken(cluster, ada)
    first.kill()
    second.signal(signal.SIGCONT)
    began = time.monotonic()
    await ada.until(lambda: ada.state.get("legal"), TAKEN_OVER)
    print(f"\na worker was killed: the move was made by another {time.monotonic() - began:.1f} s later")
    assert [entry["event"]["event"] for entry in ada.entries if entry["seq"] > moved] == ["played"]


async def one_falls_asleep(cluster: Cluster, ada: Player) -> None:
    first, second = cluster.workers
    moved = await move_until_taken(cluster, ada)
    second.signal(signal.SIGSTOP)
    await cluster.start(first)
    await ada.until(lambda: ada.state.get("legal"), TAKEN_OVER)
    second.signal(signal.SIGCONT)  # and now it comes to its own move
    await asyncio.sleep(2.0)
    assert ada.seq == moved + 1


async def move_and_wait(player: Player) -> None:
    assert await player.play()
    moved = player.state["seq"]
    await player.until(lambda: player.state.get("legal") and player.state["seq"] > moved, TAKEN_OVER)


async def move_until_taken(cluster: Cluster, player: Player) -> int:
    """A move, and a worker that has begun to think about the answer; the move's number."""
    for _ in range(QUICK_ANSWERS):
        assert await player.play()
        if await cluster.is_taken(player.table) and not player.state.get("legal"):
            return max(player.acked.values())
    raise AssertionError("nobody thinks, or the bot was too quick each time")


def test_nodes_and_workers_die_in_turn(cluster: Cluster) -> None:
    async def evening() -> None:
        gone = [member for member in (*cluster.nodes, *cluster.workers) if not member.is_alive()]
        await cluster.start(*gone)
        guests = [await introduce(cluster.nodes[number % 2], f"Guest {number}") for number in range(5)]
        players = [
            *await two_people(cluster, guests[0], guests[1]),
            *await two_people(cluster, guests[2], guests[3]),
            *await one_and_a_bot(cluster, guests[4]),
        ]
        tables = list(dict.fromkeys(player.table for player in players))
        tables.append(await open_table(cluster.nodes[1], guests[0][0], sit=[], bots={0: "greedy", 1: "greedy"}))
        async with at_play(*players):
            await die_in_turn(cluster)
        async with at_play(*players, playing=False):
            await same_key_twice(players[0], players[1])
            await everybody_knows_everything(players)
            check_presence(players)
            await check_nodes(cluster, guests[0][0], tables)
        for table in tables:
            check_log(table, await log_of(cluster, table), [player for player in players if player.table == table])
        moves = [sum(isinstance(e.event, Played) for e in await log_of(cluster, table)) for table in tables]
        report(players, moves)
        assert min(moves) >= 10, "somebody did not get to play"

    asyncio.run(evening())


async def die_in_turn(cluster: Cluster) -> None:
    for node, worker in zip(cluster.nodes, cluster.workers, strict=True):
        await asyncio.sleep(1.5)
        worker.kill()
        await asyncio.sleep(0.5)
        node.kill()
        await asyncio.sleep(1.0)
        await cluster.start(node, worker)
    await asyncio.sleep(1.0)


def report(players: list[Player], moves: list[int]) -> None:
    lost, second = sum(player.lost for player in players), sum(len(player.denied) for player in players)
    paused = sum(player.paused for player in players)
    print(f"\nmoves {moves}; {second} came second; {lost} lines were lost; {paused} times the house was paused")


async def two_people(cluster: Cluster, *guests: tuple[str, str]) -> list[Player]:
    """A table of two, each with a window at either node, which play against each other for the same seat."""
    here, there = cluster.nodes
    (one, _), (other, _) = guests
    table = await open_table(here, one, sit=[0], bots={}, start=False)
    await command(there, other, table, do="sit", seat=1)
    await command(there, one, table, do="start")
    return windows(cluster, table, *guests)


async def one_and_a_bot(cluster: Cluster, guest: tuple[str, str]) -> list[Player]:
    table = await open_table(cluster.nodes[1], guest[0], sit=[0], bots={1: "greedy"})
    return windows(cluster, table, guest)


def windows(cluster: Cluster, table: str, *guests: tuple[str, str]) -> list[Player]:
    here, there = cluster.nodes
    return [
        Player(order, cookie, person, table, f"{person[:4]}{name}")
        for cookie, person in guests
        for name, order in (("a", [here, there]), ("b", [there, here]))
    ]


async def same_key_twice(one: Player, other: Player) -> None:
    """The same command, sent through both nodes, happens once and is answered twice."""
    assert one.person == other.person
    for attempt in range(5):  # the first may come too soon after what this person said before
        key = f"twice {attempt}"
        answers = await asyncio.gather(*(player.act(key, do="say", text="hello") for player in (one, other)))
        if not any(answer.get("fault", {}).get("code") == "said_too_fast" for answer in answers):
            break
        await asyncio.sleep(1.5)
    assert answers[0] == answers[1] and answers[0]["t"] == "ack", answers


async def everybody_knows_everything(players: list[Player]) -> None:
    """All windows of a table have heard the same."""
    async with asyncio.timeout(20):
        while True:
            told = {player.table: set[int]() for player in players}
            for player in players:
                told[player.table].add(player.seq)
            if all(len(seqs) == 1 for seqs in told.values()) and all(len(p.presence) for p in players):
                break
            await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)  # presence comes a moment later


def check_presence(players: list[Player]) -> None:
    """Everybody at a table sees everybody, whichever node they came in by."""
    for player in players:
        here = {other.person for other in players if other.table == player.table}
        assert set(player.presence["here"]) == here, (player.name, player.presence)
        assert not player.presence.get("spectators")


async def check_nodes(cluster: Cluster, cookie: str, tables: list[str]) -> None:
    """Both nodes show the same lobby and the same tables."""

    def faces(lobby: Any) -> dict[str, Any]:
        return {note["id"]: (note["status"], note.get("people"), note.get("free")) for note in lobby["tables"]}

    lobbies = [faces(await ask(node, cookie, "/api/tables")) for node in cluster.nodes]
    assert lobbies[0] == lobbies[1] and lobbies[0].keys() >= set(tables)
    for table in tables[:-1]:
        one, other = [(await ask(node, cookie, f"/api/tables/{table}"))["table"] for node in cluster.nodes]
        assert one["state"] == other["state"]


def check_log(table: str, log: list[Entry], players: list[Player]) -> None:
    assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
    Table.of(table, log)  # every move in it is legal where it stands
    keys = [(entry.by, entry.key) for entry in log if entry.key]
    assert len(keys) == len(set(keys)), "a command happened twice"
    found = {(entry.by.person, entry.key): entry.seq for entry in log if entry.by and entry.key}
    for player in players:
        assert player.wrong == []
        assert set(player.denied.values()) <= TOO_LATE | TOO_FAST
        for key, seq in player.acked.items():
            assert found[player.person, key] == seq, f"{player.name}: {key} was acknowledged and is not in the log"
        assert not any((player.person, key) in found for key in player.denied)
        assert [entry["seq"] for entry in player.entries] == [entry.seq for entry in log[1 : player.seq]]
        assert [entry["at"] for entry in player.entries] == [entry.at for entry in log[1 : player.seq]]
    told = bots_moves(log)
    assert len(told) == len(set(told))
