"""Fault: how a house refuses, over HTTP and on the WebSocket alike: a code for programs, a sentence for people in
the language asked for, and the id of the rule if a move breaks one."""

from typing import Any

import msgspec

from lumitheque.languages import Catalogue, fill
from lumitheque.tables import Denied

WORDS = Catalogue("server")
# HTTP statuses by code. Every other code is 409: the command conflicts with the state of the table.
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
    "bad_link": 400,
    "bad_record": 400,
    "unfinished_record": 400,
    "unknown_review": 404,
    "not_your_review": 403,
    "enough_reviews": 429,
    "no_reviews": 503,
    "unknown_appraisal": 404,
    "not_your_appraisal": 403,
    "enough_appraisals": 429,
    "no_judge": 503,
    "bad_edition": 400,
    "no_editions": 404,
    "unknown_edition": 404,
    "no_such_frame": 404,
    "unknown_table": 404,
    "unknown_game": 404,
    "unknown_person": 404,
    "unknown_channel": 404,
    "unknown_device": 404,
    "unknown_link": 404,
    "unknown_bot": 404,
    "unknown_token": 404,
    "token_wanted": 401,
    "bad_token": 401,
    "bots_only": 403,
    "watching_token": 403,
    "not_invited": 403,
    "too_many_tables": 429,
    "too_many_streams": 429,
    "unknown_sharer": 404,
    "too_many_sharers": 409,
    "pin_wanted": 403,
    "wrong_pin": 403,
    "pin_pause": 429,
    "bad_key": 403,
    "unknown_passkey": 404,
    "bad_passkey": 403,
    "late_passkey": 403,
    "too_many_passkeys": 409,
    "signed_out": 403,
    "bad_address": 400,
    "bad_webhook": 400,
    "bad_holiday": 400,
    "too_many_holidays": 400,
    "long_quiet": 400,
    "undelivered": 502,
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
    "not_prepared": 503,
}


class Fault(msgspec.Struct, omit_defaults=True):
    """Why something was not done."""

    code: str
    sentence: str
    rule: str | None = None


class HouseFault(Exception):
    """A refusal by the house itself, before the table decides."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts

    def fault(self, language: str) -> Fault:
        return say_fault(self.code, language, **self.facts)

    @property
    def status(self) -> int:
        return STATUSES.get(self.code, 409)


def say_fault(code: str, language: str, **facts: Any) -> Fault:
    return Fault(code, fill(WORDS.words(language)["faults"][code], language, facts))


def say_denied(denied: Denied, language: str) -> Fault:
    return Fault(denied.code, denied.sentence(language), denied.rule_id)
