"""Run the notebooks of examples/notebooks, all in one kernel, which starts slowly; what they show goes into a folder.

python scripts/run_notebooks.py build/notebooks
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

NOTEBOOKS = Path(__file__).parents[1] / "examples" / "notebooks"
PATIENCE = 600  # seconds for one cell, on a busy machine
AFRESH = "%reset -f"


def notebooks() -> dict[str, nbformat.NotebookNode]:
    """Every notebook by name, as it is kept: without outputs."""
    return {path.stem: nbformat.read(path, as_version=4) for path in sorted(NOTEBOOKS.glob("*.ipynb"))}


def run(kept: dict[str, nbformat.NotebookNode]) -> None:
    """Run the cells of all notebooks, one notebook after the other, each with no names from the one before."""
    cells = [cell for notebook in kept.values() for cell in _afresh(notebook)]
    together = nbformat.v4.new_notebook(cells=cells, metadata=next(iter(kept.values())).metadata)
    NotebookClient(together, timeout=PATIENCE, kernel_name="python3").execute()


def _afresh(notebook: nbformat.NotebookNode) -> Iterator[nbformat.NotebookNode]:
    yield nbformat.v4.new_code_cell(AFRESH)
    yield from notebook.cells


def main() -> int:
    folder, kept = Path(sys.argv[1]), notebooks()
    try:
        run(kept)
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        folder.mkdir(parents=True, exist_ok=True)
        for name, notebook in kept.items():
            nbformat.write(notebook, folder / f"{name}.ipynb")
    return 0


if __name__ == "__main__":
    sys.exit(main())
