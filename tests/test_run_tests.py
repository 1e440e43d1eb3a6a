"""What fails on a busy machine is tried once more, alone; what fails twice fails."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parent.parent / "scripts" / "run_tests.py"
UNSTEADY = """
from pathlib import Path

def test_unsteady():
    mark = Path(__file__).with_name("tried")
    first = not mark.exists()
    mark.touch()
    assert not first

def test_steady():
    pass
"""
BROKEN = "def test_broken():\n    assert False\n"


def run(folder: Path, text: str) -> tuple[int, str]:
    (folder / "test_some.py").write_text(text)
    done = subprocess.run([sys.executable, SCRIPT, "-q"], cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_what_passes_alone_is_named_and_passes(tmp_path: Path) -> None:
    status, said = run(tmp_path, UNSTEADY)
    assert status == 0
    assert said.splitlines()[-2:] == ["Unsteady, passed alone; mend the cause:", "  test_some.py::test_unsteady"]


def test_what_fails_twice_fails(tmp_path: Path) -> None:
    status, said = run(tmp_path, UNSTEADY + BROKEN)
    assert status == 1
    assert "2 failed among others" in said
    assert "Unsteady" not in said


def test_many_failures_are_not_tried_again(tmp_path: Path) -> None:
    many = "".join(BROKEN.replace("broken", f"broken_{number}") for number in range(7))
    status, said = run(tmp_path, many)
    assert status == 1
    assert "once more" not in said
