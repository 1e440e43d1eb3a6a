"""Pacing: how long bots let people watch. Several in a row take no longer together than a person wants to watch."""

from typing import NamedTuple

from lumitheque.tables import Table
from lumitheque.tables.terms import PACES, Pace


class Pacing(NamedTuple):
    """Seconds, thinking included. A bot that thinks longer than its share is not waited for on top of it."""

    decision: float  # that one decision takes,
    run: float  # and all decisions until a person is to move


PACINGS: dict[Pace, Pacing] = {"calm": Pacing(1.2, 4.0), "brisk": Pacing(0.5, 2.0), "at_once": Pacing(0.0, 0.0)}


def seconds_to_watch(table: Table, seat: int, now: int) -> float:
    """How long the decision that a bot makes now should take: what is usual, or an even share of what is left of the
    run. One share is kept back, because many bots decide more than once. Where only bots play, nobody waits for a turn.
    """
    pacing, run = PACINGS[PACES[table.terms.pace]], table.bot_run
    bots = table.places.played_by_bots
    if len(bots) == table.terms.seats:
        return pacing.decision
    shares = len((bots - run.moved) | {seat}) + 1
    left = pacing.run - (now - run.since) / 1000
    return max(0.0, min(pacing.decision, left / shares))
