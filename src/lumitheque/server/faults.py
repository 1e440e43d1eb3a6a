"""How the house says no: a code for programs, a sentence in French and one in English for people, a rule if one is
broken. The same over HTTP and on the WebSocket."""

import functools
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from lumitheque.storage import StorageTrouble
from lumitheque.tables import Denied

# HTTP statuses by code; whatever is not here is 409: it does not go with how things stand at the table.
STATUSES = {
    "unreadable": 400,
    "bad_request": 400,
    "bad_name": 400,
    "bad_code": 403,
    "forbidden_origin": 403,
    "house_code": 403,
    "host_only": 403,
    "removed": 403,
    "no_spectators": 403,
    "no_hint": 403,
    "not_over": 403,
    "bad_record": 400,
    "no_such_frame": 404,
    "unknown_table": 404,
    "unknown_game": 404,
    "unknown_person": 404,
    "not_found": 404,
    "no_such_method": 405,
    "too_slow": 408,
    "too_large": 413,
    "other_name": 421,
    "websocket_only": 426,
    "too_many": 429,
    "paused": 503,
    "damaged": 503,
    "not_ready": 503,
    "busy": 503,
}


class Fault(msgspec.Struct, omit_defaults=True):
    """Why something was not done."""

    code: str
    sentence_fr: str
    sentence_en: str
    rule: str | None = None


class HouseFault(Exception):
    """Something that the house itself refuses, before the table is asked."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts

    def fault(self) -> Fault:
        return say_fault(self.code, **self.facts)

    @property
    def status(self) -> int:
        return STATUSES.get(self.code, 409)


@functools.cache
def words(language: str) -> dict[str, Any]:
    with (Path(__file__).parent / "words" / f"{language}.toml").open("rb") as file:
        return tomllib.load(file)


def say_fault(code: str, **facts: Any) -> Fault:
    french, english = (words(language)["faults"][code].format(**facts) for language in ("fr", "en"))
    return Fault(code, french, english)


def say_trouble(trouble: StorageTrouble) -> Fault:
    return say_fault("damaged" if trouble.reason == "damaged" else "paused")


def say_denied(denied: Denied) -> Fault:
    return Fault(denied.code, denied.sentence("fr"), denied.sentence("en"), denied.rule_id)
