"""Three ways to run the same rules agree: interpreted, compiled, compiled with every index checked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lumitheque.games import SHELF

ROOT = Path(__file__).parent.parent


def run_python(mode: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LUMITHEQUE_RULES": mode}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def story(mode: str, name: str) -> list[str]:
    # Interpreted, NumPy warns of every overflow: none may happen, so warnings are errors there.
    strict = ["-W", "error"] if mode == "interpreted" else []
    done = run_python(mode, *strict, "-m", "tests.parity", name)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("name", list(SHELF))
@pytest.mark.parametrize("mode", ["interpreted", "checked"])
def test_ways_to_run_agree(name: str, mode: str) -> None:
    compiled, other = story("compiled", name), story(mode, name)
    assert len(compiled) > 50
    for one, two in zip(compiled, other, strict=True):
        assert one == two


PLANTED = """
import numpy as np
from lumitheque.games.rule import rule

@rule
def beyond(values, at):
    return values[at]

print(beyond(np.zeros(3, np.int8), 7) * 0)
"""


@pytest.mark.parametrize(("mode", "raises"), [("checked", True), ("interpreted", True)])
def test_a_bad_index_raises(mode: str, raises: bool, tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text(PLANTED)
    done = run_python(mode, str(planted))
    assert (done.returncode != 0) == raises
    assert "IndexError" in done.stderr
