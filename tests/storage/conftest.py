"""Every kind of store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kept_houses import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.remove()


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return _address(request, tmp_path)


@pytest.fixture(params=["sqlite", "postgresql"])
def durable(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of what outlives a process."""
    return _address(request, tmp_path)


def _address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgres").fresh())
    return "memory:" if request.param == "memory" else str(tmp_path / "data")
