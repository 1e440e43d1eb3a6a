"""Guest bots while the house is killed and streams break off: nothing that was acknowledged is lost or doubled, nothing
is told twice or left out."""

import os
from pathlib import Path

import pytest

from faults.reporting import FULL
from faults.visitors import Plan, tell_story

SECONDS = float(os.environ.get("LUMITHEQUE_GUEST_SECONDS", "600" if FULL else "60"))
KILLS_A_MINUTE = 2

pytestmark = pytest.mark.skipif(
    not (FULL or os.environ.get("LUMITHEQUE_TEST_ALL")), reason="takes long: make test-all, make faults"
)


def test_fifty_bots_at_once(tmp_path: Path) -> None:
    plan = Plan(bots=50, seconds=SECONDS, kills=max(1, round(SECONDS / 60 * KILLS_A_MINUTE)))
    found = tell_story(tmp_path / "house", tmp_path, plan)
    print(found)
    assert found.faults == []
    assert found.kills == plan.kills and found.broken_off > plan.bots
    assert found.finished >= plan.bots / 2 and found.acknowledged > 10 * found.finished
