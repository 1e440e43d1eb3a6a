"""The house is killed while notices are under way: whoever is owed one gets it, and nobody gets one that is not so."""

import asyncio
from pathlib import Path

import pytest

from faults.databases import postgres
from faults.houses import House, cores, on_core
from faults.notices import NoticeStory, open_nodes, tell
from faults.reporting import FULL, keep

TABLES, KILLS, PEACE, PAUSE = (100, 20, 4.0, 4.0) if FULL else (10, 2, 0.5, 0.2)


def story_of(nodes: list[House], kills: int) -> NoticeStory:
    try:
        for node in nodes:
            node.start()
        with on_core(cores()[1] if FULL else None):
            return asyncio.run(tell(nodes, tables=TABLES, kills=kills, peace=PEACE, pause=PAUSE))
    finally:
        for node in nodes:
            if node.process is not None and node.process.poll() is None:
                node.kill()


def check(story: NoticeStory) -> None:
    kind = "without kills" if not story.kills else "killed"
    keep(f"notices-{story.store.lower().replace(', ', '-').replace(' ', '-')}-{kind.replace(' ', '-')}", story)
    assert story.sent == story.owed, "a notice was lost"
    assert story.unasked == 0 and story.waiting == 0
    assert story.doubles_without_kill == 0
    assert story.owed > story.tables * (story.kills + 1), "hardly anything was told"


@pytest.mark.slow
@pytest.mark.parametrize("kills", [0, KILLS] if FULL else [KILLS])
def test_notices_on_sqlite(tmp_path: Path, kills: int) -> None:
    check(story_of(open_nodes(tmp_path / "house", tmp_path, 1, cores()[0] if FULL else None), kills))


@pytest.mark.slow
def test_notices_of_two_nodes(tmp_path: Path) -> None:
    with postgres(cores()[1] if FULL else None) as database:
        check(story_of(open_nodes(database.fresh(), tmp_path, 2, cores()[0] if FULL else None), KILLS))
