"""A review that a node had begun when it was killed: another takes it up and finishes it, once."""

import asyncio
import os
import time
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest

import lumitheque as lt
from kept_houses import Postgres, opened
from lumitheque.referee.checking import random_game
from nodes.cluster import Cluster, Node
from nodes.players import introduce

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not os.environ.get("LUMITHEQUE_TEST_ALL"), reason="waits for a dead node's hold to lapse: make test-all"
    ),
]

PLAYED = 16  # decisions: more than a node reviews between two signs of life
LONG = 600.0  # seconds; alone on a machine it is ten, and thirty until the dead node's hold has lapsed
Told = dict[str, Any]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    postgres = Postgres()
    cluster = Cluster(postgres.fresh(), tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.end()
    postgres.remove()


def given_up() -> Any:
    """The record of a random game that somebody resigned."""
    whole = random_game("lumens", 2, "7").game_record()
    short = lt.load(msgspec.structs.replace(whole, moves=whole.moves[:PLAYED], ending=None))
    short.close("resigned", [0], seat=1)
    return msgspec.to_builtins(short.game_record())


async def asked(node: Node, cookie: str, method: str, path: str, body: Any = None) -> Told:
    async with httpx.AsyncClient(base_url=node.url, headers={"Cookie": cookie}, timeout=60) as client:
        answer = await client.request(method, path, json=body)
        assert answer.status_code == 200, answer.text
        told: Told = answer.json()
        return told


async def until(node: Node, cookie: str, path: str, *standings: str, percent: int = 0) -> list[Told]:
    """All that is answered until the review stands so, and is so far."""
    answers: list[Told] = []
    end = time.monotonic() + LONG
    while not answers or answers[-1]["standing"] not in standings or answers[-1]["percent"] < percent:
        assert time.monotonic() < end, f"{answers[-1:]}\n{node.told()[-2000:]}"
        answers.append(await asked(node, cookie, "GET", path))
        await asyncio.sleep(0.1)
    return answers


def test_a_node_dies_while_it_looks_back(cluster: Cluster) -> None:
    async def evening() -> None:
        first, second = cluster.thinkers
        await cluster.start(first)
        cookie, _ = await introduce(first, "Ada")
        wish = ("POST", "/api/study/review", {"record": given_up()})
        subject = (await asked(first, cookie, *wish))["subject"]
        path = f"/api/study/review/{subject}"
        begun = (await until(first, cookie, path, "working", "done", percent=1))[-1]
        assert begun["standing"] == "working", "it was done before anybody saw it begin"
        await cluster.start(second)
        first.kill()
        assert (await asked(second, cookie, *wish))["subject"] == subject, "wished again, it is the same review"
        seen = await until(second, cookie, path, "done")
        told = [one["percent"] for one in seen if one["standing"] == "working"]
        assert min(told, default=100) >= begun["percent"], "what was kept is not searched again"
        await cluster.start(first)
        answers = [await asked(node, cookie, "GET", path) for node in (first, second)]
        assert answers[0] == answers[1] and len(answers[0]["review"]["reviews"]) == 2
        async with opened(cluster.address) as store:
            assert await store.unfinished_reviews() == []
            kept = await store.review(subject)
            assert kept is not None and kept.review is not None and kept.tries == 2, "begun twice, finished once"
        assert "exception" not in second.told().lower(), second.told()

    asyncio.run(evening())
