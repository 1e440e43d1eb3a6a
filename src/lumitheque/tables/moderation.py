"""Moderation: how much each person may say at a table, and whom its opener allows to sit, talk and watch."""

from typing import NamedTuple

from msgspec import Struct

from lumitheque.tables.events import Locked, Muted, Removed, Slowed

Ruling = Locked | Muted | Removed | Slowed  # of the opener of a table


class Allowance(NamedTuple):
    """How much one person may say."""

    sentences: int  # in all
    pause_ms: int  # between two sentences, on average,
    at_once: int  # after so many without a pause


AT_THE_TABLE = Allowance(500, 1_000, 10)
LOOKING_ON = Allowance(50, 4_000, 3)
MOST_KIBITZED = 500  # sentences of all spectators together
MOST_NAMED = 100  # people whom an opener can mute, or remove
SLOWEST = 600  # seconds


class Moderation(Struct):
    """The state of the chat, derived from the log. What somebody says never counts against anybody else."""

    spoken: dict[str, tuple[int, int]] = {}  # sentences of a person, and when the next is due (milliseconds)
    kibitzed: int = 0
    slow: int = 0  # seconds between two sentences of one person, if the opener wants it so
    quiet: bool = False  # those who look on may not talk
    locked: bool = False  # nobody new may sit
    muted: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def said(self, person: str, kibitz: bool, now: int) -> None:
        count, due = self.spoken.get(person, (0, 0))
        self.spoken[person] = (count + 1, max(now, due) + self._pause(kibitz))
        self.kibitzed += kibitz

    def follow(self, ruling: Ruling) -> None:
        """Apply a ruling of the table's opener."""
        if isinstance(ruling, Locked):
            self.locked = ruling.on
        elif isinstance(ruling, Slowed):
            self.slow = ruling.seconds
        elif isinstance(ruling, Removed):
            self.removed = with_or_without(self.removed, ruling.person, ruling.on)
        elif ruling.person is None:
            self.quiet = ruling.on
        else:
            self.muted = with_or_without(self.muted, ruling.person, ruling.on)

    def has_said_enough(self, person: str, kibitz: bool) -> bool:
        return self.spoken.get(person, (0, 0))[0] >= (LOOKING_ON if kibitz else AT_THE_TABLE).sentences

    def seconds_to_wait(self, person: str, kibitz: bool, now: int) -> int:
        """Until this person may say the next sentence; 0: now."""
        at_once = 1 if self.slow else (LOOKING_ON if kibitz else AT_THE_TABLE).at_once
        early = self.spoken.get(person, (0, 0))[1] - (at_once - 1) * self._pause(kibitz) - now
        return max(0, -(-early // 1000))

    def _pause(self, kibitz: bool) -> int:
        return max(self.slow * 1000, (LOOKING_ON if kibitz else AT_THE_TABLE).pause_ms)


def with_or_without(people: tuple[str, ...], person: str, on: bool) -> tuple[str, ...]:
    others = tuple(one for one in people if one != person)
    return (*others, person) if on else others
