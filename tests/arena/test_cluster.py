"""A local cluster of two workers, one of them killed while it plays: every result is there, none twice."""

import json
import os
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena_players import Assassin, find_toy, toy_fixtures, toy_table
from lumitheque.arena import ArenaError
from lumitheque.arena.match import Result
from lumitheque.arena.result_file import RESULTS
from lumitheque.arena.results import Ledger
from lumitheque.arena.running import Umpire, hold

distributed = pytest.importorskip("distributed")
pytestmark = [pytest.mark.slow]
TABLE = toy_table()


@pytest.fixture(scope="module")
def cluster() -> Iterator["distributed.LocalCluster"]:
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as made:
        yield made


def written(folder: Path) -> Counter[str]:
    return Counter(json.loads(line)["id"] for line in (folder / RESULTS).read_text(encoding="utf-8").splitlines())


def test_a_worker_killed_from_outside(cluster: "distributed.LocalCluster", tmp_path: Path) -> None:
    from lumitheque.arena.cluster import on_cluster

    fixtures = toy_fixtures(TABLE, 40, "slow-random", "last")
    before = {worker.pid for worker in cluster.workers.values()}
    victim = min(before)

    def kill_in_the_middle(result: Result) -> bool:
        if len(ledger.results) == 10:
            os.kill(victim, signal.SIGKILL)
        return False

    with Ledger(tmp_path, TABLE) as ledger:
        hold(fixtures, Umpire(TABLE, find_toy), on_cluster(cluster.scheduler_address), ledger, kill_in_the_middle)
    assert written(tmp_path) == Counter(fixture.id for fixture in fixtures)
    assert victim not in {worker.pid for worker in cluster.workers.values()}


def test_a_worker_that_dies_of_its_game(cluster: "distributed.LocalCluster", tmp_path: Path) -> None:
    """In the middle of a game: that one is played again."""
    from lumitheque.arena.cluster import on_cluster

    (tmp_path / "knife").touch()
    fixtures = toy_fixtures(TABLE, 10, "random", "last")
    umpire = Umpire(TABLE, Assassin(str(tmp_path / "knife")))
    with Ledger(tmp_path, TABLE) as ledger:
        hold(fixtures, umpire, on_cluster(cluster.scheduler_address), ledger, lambda _: False)
    assert not (tmp_path / "knife").exists() and written(tmp_path) == Counter(fixture.id for fixture in fixtures)


def test_enough_is_enough(cluster: "distributed.LocalCluster", tmp_path: Path) -> None:
    from lumitheque.arena.cluster import on_cluster

    with Ledger(tmp_path, TABLE) as ledger:
        fixtures = toy_fixtures(TABLE, 1000, "random", "last")
        runner = on_cluster(cluster.scheduler_address)
        hold(fixtures, Umpire(TABLE, find_toy), runner, ledger, lambda _: len(ledger.results) == 8)
    assert sum(written(tmp_path).values()) == 8


def test_nobody_at_that_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from lumitheque.arena import cluster

    monkeypatch.setattr(cluster, "PATIENCE", 1)
    with Ledger(tmp_path, TABLE) as ledger, pytest.raises(ArenaError, match="no scheduler answers there"):
        hold(
            toy_fixtures(TABLE, 2, "random"),
            Umpire(TABLE, find_toy),
            cluster.on_cluster("tcp://127.0.0.1:9"),
            ledger,
            bool,
        )
