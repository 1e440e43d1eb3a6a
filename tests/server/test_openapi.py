"""Whatever the description of the interface allows, and a good deal that it does not, breaks nothing."""

import asyncio
import os
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance

from lumitheque.server.app import create_app
from lumitheque.server.live.schema import describe
from open_house import Guest, OpenHouse
from open_house import settings as house_settings

EXAMPLES = 200 if os.environ.get("LUMITHEQUE_TEST_ALL") else 12


class Visit:
    """A house with tables that are there, a guest, and its host."""

    def __init__(self, house: OpenHouse) -> None:
        self.house, self.guest, self.host = house, house.guest("Ada"), house.guest("Host")
        services = house.app.services
        code = asyncio.run_coroutine_threadsafe(services.admission.host_link(), services._tasks[0].get_loop()).result(
            10
        )
        self.host.http.post("/api/host/enter", json={"code": code}).raise_for_status()
        self.refresh()

    def refresh(self) -> None:
        self.table = self.host.open("lumens", sit=[0, 1], start=True)

    def known(self, path: dict[str, Any]) -> dict[str, Any]:
        """A table and a person that are there, in place of those that were made up."""
        there = {"table_id": self.table, "person": self.guest.id, "game": "lumens"}
        return {name: there.get(name, value) for name, value in path.items()}


@pytest.fixture(scope="module")
def visit() -> Iterator[Visit]:
    with OpenHouse() as house:
        yield Visit(house)


DESCRIPTION = msgspec.to_builtins(describe(create_app(house_settings()).routes))
schema = schemathesis.openapi.from_dict(DESCRIPTION)
thoroughly = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
quickly = settings(thoroughly, max_examples=EXAMPLES // 3, phases=[Phase.generate])


def ask(case: Any, who: Guest, visit: Visit) -> None:
    case.headers = {**(case.headers or {}), "Cookie": who.cookies()}
    answer = case.call(base_url=visit.house.url)
    told_apart = not case.path.endswith("/record")  # of a game that goes on, it can be read as either kind of record
    case.validate_response(answer, checks=[not_a_server_error, *([response_schema_conformance] if told_apart else [])])
    if answer.status_code >= 400:
        assert answer.json().keys() >= {"code", "sentence"}


@schema.parametrize()
@quickly
def test_a_guest_may_ask_anything(case: Any, visit: Visit) -> None:
    ask(case, visit.guest, visit)


@schema.exclude(path_regex="/(remove|leave|enter)$").parametrize()
@thoroughly
def test_the_host_may_ask_anything_of_what_is_there(case: Any, visit: Visit) -> None:
    if case.path_parameters:
        case.path_parameters = visit.known(case.path_parameters)
    if visit.host.http.get(f"/api/tables/{visit.table}").status_code != 200:  # it was deleted, as it was asked
        visit.refresh()
    ask(case, visit.host, visit)


def test_the_description_has_everything(visit: Visit) -> None:
    told = visit.guest.http.get("/schema/openapi.json").json()
    assert told == DESCRIPTION
    schemas = told["components"]["schemas"]
    for name in ("TableTold", "StateTold", "EntryTold", "Play", "Sit", "Fault", "GameTold", "HintTold", "TableTerms"):
        assert any(key.endswith(name) for key in schemas), name
    verbs = [words for path in told["paths"].values() for words in path.values()]
    assert all(words.get("summary") or words.get("description") for words in verbs)
    assert all("Fault" in str(words["responses"].get("4XX", words["responses"])) for words in verbs)
