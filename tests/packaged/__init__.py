"""What `packaging/` holds, run with the real programs: `make test-all` installs them where it may.

images.py    the container image: built by buildah on a base made by mmdebstrap, run with a read-only root
proxies.py   nginx and Caddy with our configurations, in front of a house, and guests who come through them

The folder is not called `packaging`: tests are on the path, and that is a library of this name.
"""

import os
import shutil
from pathlib import Path

import pytest

from source_tree import ROOT

PACKAGING = ROOT / "packaging"


def program(name: str) -> str:
    """The path of a program; the test is skipped where it is not installed."""
    found = shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed; as root on Debian, make test-all installs it")
    return found


def changed(file: Path, changes: dict[str, str]) -> str:
    """The text of a file of ours with what this machine needs otherwise: ports, paths."""
    text = file.read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text, f"{file.name} has no {old!r} that the test could change"
        text = text.replace(old, new)
    return text


def child(process: int) -> int:
    """The only child of a process."""
    return int(Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii"))
