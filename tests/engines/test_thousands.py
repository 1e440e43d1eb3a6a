"""A thousand arena games of each game among engines that crash, babble, sleep and cheat: no game is stuck, no process
is left, and every failure is counted with its reason. `make test-all` plays them; a dozen otherwise."""

import os
import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import every_game
from engines.seated import MISBEHAVING, new_mark, none_left
from lumitheque.arena.failures import count_failures
from lumitheque.arena.match import Result
from lumitheque.arena.results import Ledger
from lumitheque.arena.running import Umpire, hold, on_cores
from lumitheque.arena.schedule import lay_table, line_ups, schedule
from lumitheque.engines.commands import usual_limits
from lumitheque.engines.pool import POOL

EVERYTHING = bool(os.environ.get("LUMITHEQUE_TEST_ALL"))
GAMES = 1000 if EVERYTHING else 12
KINDS = {"crasher": "crashed", "babbler": "nonsense", "sleeper": "too_slow", "cheater": "illegal_move"}
HASTE = {"LUMITHEQUE_ENGINE_GRACE": "0.05", "LUMITHEQUE_ENGINE_STOP": "0.05", "LUMITHEQUE_ENGINE_START": "120"}


@pytest.fixture
def haste(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let nobody wait long, here and in the processes that play."""
    for name, value in HASTE.items():
        monkeypatch.setenv(name, value)
    usual_limits.cache_clear()
    yield
    usual_limits.cache_clear()


@every_game
@pytest.mark.slow
def test_arena_among_misbehaving_engines(game: str, tmp_path: Path, haste: None) -> None:
    if not EVERYTHING and game != "luminis":
        pytest.skip("in `make test-all`")
    mark, table = new_mark(), lay_table(game, 2)
    players = [
        f"engine:{shlex.join([sys.executable, '-I', '-S', str(MISBEHAVING), kind, mark])}@0.02s" for kind in KINDS
    ]
    fixtures = schedule(table, line_ups(players, 2), GAMES, "0" * 32)
    with Ledger(tmp_path, table) as ledger:
        hold(fixtures, Umpire(table), on_cores(2 if EVERYTHING else 1), ledger, lambda _: False)
        results = list(ledger.results.values())
    POOL.close()
    none_left(mark)
    assert len(results) == len(fixtures) >= GAMES
    print(f"\n{game}: {len(results)} games, {dict(counted(results))}")
    for player, kind in zip(players, KINDS.values(), strict=True):
        counts = {one.kind: one.seats for one in count_failures(results) if one.player == player}
        sat = sum(name == player for result in results for name in result.players)
        assert sum(counts.values()) == sat, "each of them failed in each of its games"
        # A machine under load may find another one asleep, too.
        assert counts.keys() <= {kind, "too_slow"} and (kind in counts)


def counted(results: list[Result]) -> Counter[str]:
    return Counter(failure.kind for result in results for failure in result.failures)
