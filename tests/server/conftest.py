"""One open house for the tests of a file; whoever needs another opens their own."""

from collections.abc import Iterator

import pytest

from open_house import OpenHouse


@pytest.fixture(scope="module")
def house() -> Iterator[OpenHouse]:
    with OpenHouse() as opened:
        yield opened
