"""The systemd units, and the command lines that units and image start the house with."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import in_test_all
from packaged import PACKAGING, changed, program
from source_tree import ROOT

UNITS = sorted(PACKAGING.glob("*.service"))
PLACE = "/opt/lumitheque/bin/lumitheque"
MOST_EXPOSED = 2.0  # of 10; systemd calls that OK
READS = re.compile(r"[\x27\"](LUMITHEQUE_[A-Z]+)[\x27\"]")


def started_by(file: Path) -> list[str]:
    """What a unit or the image gives `lumitheque`."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".service":
        (line,) = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
        return shlex.split(line)[1:]
    (line,) = re.findall(r"^CMD (\[.*\])$", text, re.MULTILINE)
    words: list[str] = json.loads(line)
    return words


@pytest.mark.parametrize("file", [*UNITS, PACKAGING / "Dockerfile"], ids=lambda path: path.name)
def test_the_command_line_knows_what_it_is_started_with(file: Path) -> None:
    from lumitheque.cli.app import app

    _, bound, _ = app.parse_args(started_by(file), exit_on_error=False, print_error=False)
    assert bound.signature


@pytest.mark.parametrize("file", [*UNITS, PACKAGING / "Dockerfile"], ids=lambda path: path.name)
def test_every_variable_is_one_that_the_house_reads(file: Path) -> None:
    said = set(re.findall(r"LUMITHEQUE_[A-Z]+", file.read_text(encoding="utf-8")))
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    assert said and said <= {name for text in sources for name in READS.findall(text)}


def installed(unit: Path, folder: Path) -> Path:
    """A copy that names a program that is there."""
    copy = folder / unit.name
    copy.write_text(changed(unit, {PLACE: sys.executable}), encoding="utf-8")
    return copy


@in_test_all
@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_systemd_finds_nothing_wrong(unit: Path, tmp_path: Path) -> None:
    verify = [program("systemd-analyze"), "verify", "--man=no", "--recursive-errors=no", installed(unit, tmp_path)]
    told = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")


@in_test_all
@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_a_unit_may_do_little(unit: Path, tmp_path: Path) -> None:
    ask = [program("systemd-analyze"), "security", "--offline=yes", "--no-pager", installed(unit, tmp_path)]
    told = subprocess.run(ask, capture_output=True, text=True, check=True, env=os.environ | {"LC_ALL": "C.UTF-8"})
    (level,) = re.findall(r"Overall exposure level for \S+: ([0-9.]+)", told.stdout)
    assert float(level) <= MOST_EXPOSED, told.stdout
