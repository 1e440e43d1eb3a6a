"""Fault: how the house refuses, over HTTP and on the WebSocket alike: a code for programs, a sentence for people in
the language asked for, and the id of the rule if a move breaks one."""

from lumitheque.reception.faults import Fault, say_fault
from lumitheque.storage import StorageTrouble


def say_trouble(trouble: StorageTrouble, language: str) -> Fault:
    return say_fault("damaged" if trouble.reason == "damaged" else "paused", language)
