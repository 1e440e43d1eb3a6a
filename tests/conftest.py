"""How the tests are run: rules compiled unless LUMITHEQUE_RULES says otherwise, and the same examples every time."""

import asyncio
import os
from collections.abc import Iterable, Iterator
from typing import Any

os.environ.setdefault("LUMITHEQUE_RULES", "compiled")  # read when the first rule is made, so before any import of ours

import pytest
from hypothesis import settings

EVERYTHING = bool(os.environ.get("LUMITHEQUE_TEST_ALL"))  # `make test-all`
in_test_all = pytest.mark.skipif(not EVERYTHING, reason="runs in make test-all")


def few_of(cases: Iterable[Any], *few: Any) -> list[Any]:
    """All cases, but few of them outside `make test-all`: for what takes long and differs little."""
    return [case if case in few else pytest.param(case, marks=in_test_all) for case in cases]


settings.register_profile("house", deadline=None, derandomize=not EVERYTHING, print_blob=True)
settings.load_profile("house")


@pytest.fixture(autouse=True)
def own_event_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let a test start an event loop although a browser is open in this process: Playwright keeps its own loop, paused,
    for the session, and `asyncio.run` would take it for a running one."""
    paused = None if "browser" in request.fixturenames else asyncio._get_running_loop()
    if paused is None:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(paused)
