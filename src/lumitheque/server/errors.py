"""Fault: how the house refuses, over HTTP and on the WebSocket alike: a code for programs, a sentence for people in
the language asked for, and the id of the rule if a move breaks one. And when it is worth asking again."""

import math
from typing import Any

from lumitheque.reception.faults import Fault, HouseFault, say_fault
from lumitheque.storage import StorageTrouble

# Seconds after which it is worth asking again, of refusals that pass by themselves and do not know when. A stream whose
# reader is gone is noticed when it says that it is alive.
SOON = {"too_many": 1, "too_many_streams": 15, "paused": 1, "not_ready": 1, "busy": 1, "not_prepared": 60}


class NotYet(HouseFault):
    """A refusal that is over after so many seconds."""

    def __init__(self, code: str, seconds: float, **facts: Any) -> None:
        super().__init__(code, **facts)
        self.seconds = seconds


def say_trouble(trouble: StorageTrouble, language: str) -> Fault:
    return say_fault("damaged" if trouble.reason == "damaged" else "paused", language)


def retry_after(fault: HouseFault | Fault) -> str | None:
    """What the header of this name says; None: waiting alone changes nothing."""
    seconds = fault.seconds if isinstance(fault, NotYet) else SOON.get(fault.code)
    return None if seconds is None else str(max(1, math.ceil(seconds)))
