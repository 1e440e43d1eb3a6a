"""Requests and messages that nobody would send, by the thousand: no 5xx, no traceback, and the house goes on.

`make test` takes a share of seconds; `make test-all` sends 50,000 of each.
"""

import itertools
import logging
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, get_args

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from msgspec import inspect
from websockets.exceptions import ConnectionClosed

from at_tables import HOUSE
from lumitheque.reception.messages import ClientMessage
from lumitheque.server.app import create_app
from lumitheque.server.live.schema import describe
from lumitheque.tables import AnyCommand
from open_house import Guest, Line, OpenHouse
from open_house import settings as house_settings

EVERYTHING = bool(os.environ.get("LUMITHEQUE_TEST_ALL"))
REQUESTS, MESSAGES = (50_000, 50_000) if EVERYTHING else (400, 2_000)
SIGNS = itertools.count()
BATCH = 20  # messages between two signs of life


class Complaints(logging.Handler):
    """What was logged that nobody should ever read."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info or record.levelno >= logging.ERROR:
            self.heard.append(self.format(record))


@contextmanager
def nothing_is_logged() -> Iterator[None]:
    complaints = Complaints()
    loggers = [logging.getLogger(name) for name in ("", "uvicorn", "uvicorn.error")]
    for logger in loggers:
        logger.addHandler(complaints)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(complaints)
    assert complaints.heard == []


# --- requests --------------------------------------------------------------------------------------------------------

DESCRIPTION = msgspec.to_builtins(describe(create_app(house_settings()).routes))
schema = schemathesis.openapi.from_dict(DESCRIPTION)
OPERATIONS = [result.ok() for result in schema.get_all_operations()]
CASES = st.one_of([operation.as_strategy() for operation in OPERATIONS])


@pytest.mark.slow
def test_no_request_breaks_anything() -> None:
    with OpenHouse() as house, nothing_is_logged():
        guests = [house.guest("Ada"), house.guest("Eve")]
        tables = [guests[0].open(game, sit=[0]) for game in HOUSE]
        asked: list[int] = []

        @seed(15)
        @settings(
            max_examples=REQUESTS, deadline=None, database=None, phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(case=CASES, who=st.sampled_from(guests), there=st.sampled_from([*tables, None]))
        def ask(case: Any, who: Guest, there: str | None) -> None:
            if there and case.path_parameters and "table_id" in case.path_parameters:
                case.path_parameters = {**case.path_parameters, "table_id": there}
            case.headers = {**(case.headers or {}), "Cookie": who.cookies()}
            answer = case.call(base_url=house.url)
            asked.append(answer.status_code)
            assert answer.status_code < 500, (case.method, case.path, answer.text)

        ask()
        assert len(asked) >= REQUESTS * 0.95
        assert guests[1].http.get("/health").status_code == 200


# --- messages --------------------------------------------------------------------------------------------------------

ODD: list[Any] = [
    *(None, True, -1, 0, 1 << 31, 1 << 63, 1 << 70, 0.5, 1e308, "", "\0", "\u202e", "é" * 70, "x" * 5000, "'; --"),
    *([], [[]], {}, {"do": "sit"}, [None] * 100, ["a3-a4"] * 300, {"\ud800": 1}),
]


class Fuzzer:
    """Messages made from the very types that they are read with, and then spoilt a little, or altogether."""

    def __init__(self, number: int, tables: list[str], people: list[str]) -> None:
        self.dice, self.tables, self.people = random.Random(number), tables, people
        self.legal: list[str] = ["pass", "face 1"]
        self._heard = inspect.multi_type_info([*get_args(ClientMessage), *get_args(AnyCommand)])

    def message(self) -> str | bytes:
        dice = self.dice
        text = msgspec.json.encode(self._struct(dice.choice(self._heard[: len(get_args(ClientMessage))])))
        match dice.randrange(12):
            case 0:
                return dice.randbytes(dice.randrange(1, 80))
            case 1:
                place = dice.randrange(len(text))
                return text[:place] + dice.randbytes(dice.randrange(3)) + text[place + dice.randrange(3) :]
            case 2:
                return b"[" * dice.choice((10, 2_000, 30_000))
            case 3:
                return text  # in a binary frame
        return text.decode()

    def _struct(self, told: Any) -> dict[str, Any]:
        made = {told.tag_field: told.tag}
        for field in told.fields:
            if field.required or self.dice.random() < 0.7:
                made[field.encode_name] = self._value(field.encode_name, field.type)
        if self.dice.random() < 0.05:
            made[self.dice.choice(("do", "id", "", "unknown"))] = self._odd()
        return made

    def _odd(self) -> Any:
        found = self.dice.choice(ODD)
        return {"surrogate": 1} if found == {"\ud800": 1} else found

    def _value(self, name: str, kind: Any) -> Any:
        dice = self.dice
        if dice.random() < 0.05:
            return self._odd()
        if name == "table":
            return dice.choice(self.tables)
        if name == "person":
            return dice.choice(self.people)
        if name == "moves":
            return [dice.choice(self.legal) for _ in range(dice.randrange(4))]
        match kind:
            case inspect.Metadata():
                return self._value("", kind.type)
            case inspect.UnionType():
                return self._value("", dice.choice(kind.types))
            case inspect.StructType():
                return self._struct(kind)
            case inspect.IntType():
                return dice.choice((0, 1, 2, 5, 30, -1, 600, dice.randrange(1 << 40)))
            case inspect.BoolType():
                return dice.random() < 0.5
            case inspect.StrType():
                return dice.choice((f"k{dice.randrange(1 << 30)}", "greedy", "hello", "bonjour à tous"))
        return None


class Fuzzed:
    """Somebody who sends such messages, comes back when sent away, and reads all that is answered."""

    def __init__(self, guest: Guest, fuzzer: Fuzzer) -> None:
        self.guest, self.fuzzer, self.line = guest, fuzzer, guest.live()

    def send_some(self) -> None:
        try:
            for _ in range(BATCH):
                self.line.socket.send(self.fuzzer.message())
            self._read_up_to(f"sign of life {next(SIGNS)}")
        except ConnectionClosed:  # too much nonsense: that is as it should be
            self.line.close()
            self.guest.lines.remove(self.line)
            self.line: Line = self.guest.live()

    def _read_up_to(self, key: str) -> None:
        """Everything is answered in its order: whatever was sent before is done with when this is denied."""
        self.line.say("act", id=key, table="nowhere", command={"do": "start"})
        while (told := self.line.next()).get("id") != key:
            assert told.get("fault", {}).get("code") != "broken", told
            state = told.get("state") or told.get("table", {})
            if isinstance(state, dict) and state.get("legal"):
                self.fuzzer.legal = [*self.fuzzer.legal[:2], *state["legal"][:20]]


@pytest.mark.slow
def test_no_message_breaks_anything() -> None:
    with OpenHouse() as house, nothing_is_logged():
        guests = [house.guest(name) for name in ("Ada", "Eve", "Bob")]
        people = [guest.id for guest in guests]
        tables = [guests[0].open(game, sit=[0]) for game in HOUSE]
        crowd = [Fuzzed(guest, Fuzzer(number, tables, people)) for number, guest in enumerate(guests)]
        tally = house.app.services.house.tally
        while tally.messages < MESSAGES:  # that were heard
            for one in crowd:
                one.send_some()
            if all(guests[0].look(table)["state"]["status"] in ("over", "closed") for table in tables):
                tables[:] = [guests[0].open(game, sit=[0]) for game in HOUSE]
        assert guests[1].http.get("/health").status_code == 200


def test_the_fuzzer_knows_every_message() -> None:
    """What is made from the types can be read by them, when it is not spoilt."""
    from lumitheque.reception.messages import read_message

    fuzzer, read = Fuzzer(1, ["t"], ["p"]), set()
    for _ in range(3_000):
        try:
            heard = read_message(fuzzer.message())
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue
        read.add(type(getattr(heard, "command", heard)))
    assert {*get_args(AnyCommand)} <= read and len(read) >= len(get_args(AnyCommand)) + 4
