"""The notebooks of examples/ run to the end and show what they say; they are kept without what they showed."""

import subprocess
import sys
from pathlib import Path

import pytest

from source_tree import ROOT

nbformat = pytest.importorskip("nbformat", reason="the extra notebooks is not installed")
pytest.importorskip("nbclient", reason="the extra notebooks is not installed")

NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_kept_without_outputs(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert [cell.id for cell in notebook.cells if cell.get("outputs") or cell.get("execution_count")] == []


@pytest.mark.slow
def test_notebooks_run(tmp_path: Path) -> None:
    command = [sys.executable, "scripts/run_notebooks.py", str(tmp_path)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    shown: dict[str, list[str]] = {}
    for path in NOTEBOOKS:
        cells = nbformat.read(tmp_path / path.name, as_version=4).cells
        outputs = [output for cell in cells for output in cell.get("outputs", [])]
        assert not [output for output in outputs if output.get("name") == "stderr"]
        shown[path.stem] = [kind for output in outputs for kind in output.get("data", {}) if kind != "text/plain"]
        assert any("lumitheque-replay" in output.get("data", {}).get("text/html", "") for output in outputs)
    assert {name: kinds.count("image/svg+xml") for name, kinds in shown.items()} == {"bots": 2, "play": 2, "review": 1}
