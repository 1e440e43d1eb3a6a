"""The page about learning environments says what happens, and the example learns."""

import doctest
import re
import sys
from types import ModuleType

import pytest

from conftest import in_test_all
from source_tree import ROOT

PAGE = ROOT / "docs" / "learning-environments.md"


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """examples/learn.py as a module."""
    monkeypatch.syspath_prepend(ROOT / "examples")
    monkeypatch.delitem(sys.modules, "learn", raising=False)
    import learn

    return learn


@pytest.mark.slow
def test_the_page() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'lumitheque[learning]'")
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0))
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.slow
def test_the_example_learns_at_all(example: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    """A few short updates are better than chance already."""
    example.OPPONENTS, example.GAMES, example.PLIES, example.PART = ("random",), 128, 32, 512
    example.learn(updates=12, seed=3, every=12)
    share = re.search(r"([\d.]+)% against random", capsys.readouterr().out)
    assert share is not None and float(share[1]) > 60


@pytest.mark.slow
def test_the_same_seed_gives_the_same_player(example: ModuleType) -> None:
    example.OPPONENTS, example.GAMES, example.PLIES, example.PART = (), 64, 8, 256
    players = [example.learn(updates=3, seed=3) for _ in range(2)]
    assert all((a == b).all() for a, b in zip(players[0].weights, players[1].weights, strict=True))


@in_test_all
def test_the_example_beats_chance(example: ModuleType) -> None:
    """The issue's aim, in a part of the usual number of updates: at least 95 % of games against `random`."""
    player = example.learn(updates=40, seed=1)
    assert example.compare(player, "random", 1000, seed=2) >= 0.95
    assert example.compare(player, "greedy", 200, seed=2) > 0.1


@in_test_all
def test_torchrl_takes_the_environments() -> None:
    """Only where TorchRL is installed already: it brings gigabytes, so nothing of ours asks for it."""
    pytest.importorskip("torchrl", reason="TorchRL is not installed; it is never installed on its account")
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper
    from torchrl.envs.utils import check_env_specs

    from lumitheque.adapters import pettingzoo

    check_env_specs(PettingZooWrapper(pettingzoo.env("lumens"), use_mask=True))
