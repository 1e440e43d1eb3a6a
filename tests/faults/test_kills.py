"""The house is killed while people play: nothing that was acknowledged is lost, nothing is doubled, all come back."""

import signal
from pathlib import Path

import pytest

from faults.databases import postgres
from faults.houses import cores
from faults.kills import Plan, Story, tell_story
from faults.reporting import FULL, keep
from faults.robots import Pace
from faults.two_nodes import tell_story_of_two

KILLS = 100
SMALL = Plan(tables=20, kills=3, pace=Pace(0.05, 0.4, 0.1), longest_peace=1.5)


def plan() -> Plan:
    """`make faults` takes its time; otherwise a small one."""
    return Plan(200, KILLS, house_core=cores()[0], robots_core=cores()[1]) if FULL else SMALL


def check(story: Story) -> None:
    keep(f"kills-{story.store.lower().replace(', ', '-').replace(' ', '-')}", story)
    found, befell = story.found, len(story.kills) + sum(story.mishaps.values())
    assert found.faults == []
    assert found.timed_out == 0, "somebody lost on time because the house was away"
    assert found.acknowledged > story.tables * befell, "hardly anything was played"
    assert found.bot_moves > befell, "bots did not go on"
    assert found.shown > found.acknowledged
    assert found.positions >= len(story.kills) * story.clients * 0.9
    assert story.exit_status in (0, -signal.SIGTERM), "it does not stop when it is asked to"


@pytest.mark.slow
def test_killed_on_sqlite(tmp_path: Path) -> None:
    check(tell_story(tmp_path / "house", tmp_path, plan(), seed=1))


@pytest.mark.slow
def test_killed_on_postgresql(tmp_path: Path) -> None:
    chosen = plan()
    with postgres(chosen.robots_core) as database:
        check(tell_story(database.fresh(), tmp_path, chosen, seed=2))


@pytest.mark.slow
def test_two_nodes_killed_frozen_and_their_clocks_set_wrong(tmp_path: Path) -> None:
    chosen = plan()
    with postgres(chosen.robots_core) as database:
        check(tell_story_of_two(database.fresh(), tmp_path, chosen, seed=3))
