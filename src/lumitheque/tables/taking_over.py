"""A game from a device, decided anew by the house that takes it over.

A device sends the log of a table. The house believes nothing in it. It traces each event back to the command it came
from and decides that command again, with the device's own secret and nonces; the same events must come of it. So
whatever the house keeps was legal, and chance gave it.
"""

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from lumitheque.games import GameError
from lumitheque.tables import commands as ask
from lumitheque.tables import events as happened
from lumitheque.tables.deciding import decide, open_table
from lumitheque.tables.denied import Denied
from lumitheque.tables.events import Entry, Event, Opened, Played, Sat, TimeGiven
from lumitheque.tables.people import BOT, CLOCK, HOUSE, Actor, BotPlayer, Human
from lumitheque.tables.seating import NONCE
from lumitheque.tables.table import Table
from lumitheque.tables.terms import CommonTerms, EditionChoice, TableTerms, fields_of

MOST_ENTRIES = 5_000


class NotAsDecided(GameError):
    """These rules do not lead to this log: it was changed, or made by another version of the house."""


class SameTokens:
    """The dice of a device: they give what they gave there."""

    def __init__(self) -> None:
        self.drawn = ""

    def put(self, token: str | None) -> None:
        if token is None or not NONCE.fullmatch(token):
            raise NotAsDecided("a token is missing, or is none")
        self.drawn = token

    def token(self) -> str:
        return self.drawn


def _sit(event: Sat) -> ask.Sit:
    if isinstance(event.sitter, BotPlayer):
        return ask.Sit(event.seat, bot=event.sitter.level)
    return ask.Sit(event.seat, event.nonce, name=event.name)


def is_late(event: Event) -> bool:
    """Whether it came about because somebody's time was out."""
    by_time = isinstance(event, happened.HandedToBot) and event.asked_by == "time"
    return by_time or isinstance(event, happened.TimedOut)


# Which command an event came from. What else it led to follows it in the log.
COMMANDS: dict[type, Callable[[Any], ask.AnyCommand]] = {
    Sat: _sit,
    happened.Left: lambda event: ask.Leave(event.seat),
    happened.Started: lambda _: ask.Start(),
    Played: lambda event: ask.Play(event.seat, event.moves or [], hurried=event.hurried),
    happened.TakenBack: lambda event: ask.TakeBack(event.seat),
    happened.DrawOffered: lambda event: ask.OfferDraw(event.seat),
    happened.Resigned: lambda event: ask.Resign(event.seat),
    happened.TimedOut: lambda _: ask.TimeOut(),
    TimeGiven: lambda event: ask.GiveTime(event.ms, event.until or None),
    happened.HandedToBot: lambda event: ask.TimeOut() if is_late(event) else ask.HandToBot(event.seat, event.level),
    happened.HandedBack: lambda event: ask.HandBack(event.seat),
    happened.BotReplaced: lambda event: ask.ReplaceBot(event.seat, event.level, event.before),
    happened.Closed: lambda _: ask.Close(),
}
# What was said, and the way to the next table, stays on the device.
LEFT_BEHIND = (happened.Said, happened.RematchWanted, happened.Rematched, happened.Locked, happened.Slowed)


def decide_anew(table_id: str, log: Sequence[Entry], person: str, now: int) -> list[Entry]:
    """The log of the same game at a table of this house, opened by `person`, who sits wherever people sat.

    NotAsDecided if it does not come out as it was told.
    """
    if not 0 < len(log) <= MOST_ENTRIES or not isinstance(log[0].event, Opened):
        raise NotAsDecided("not the log of a table, or far too long")
    if min(entry.at for entry in log) < 0:
        raise NotAsDecided("a time before all times")
    early = min(0, now - log[-1].at)  # a device whose clock is fast
    again = _Again(table_id, person, log[0].event, log[0].at + early)
    told = [entry for entry in log[1:] if not isinstance(entry.event, LEFT_BEHIND)]
    while told:
        count = again.follow([entry.event for entry in told[:8]], told[0].at + early)
        told = told[count:]
    again.give_time(now)
    return again.entries


class _Again:
    """The table as it comes into being once more."""

    def __init__(self, table_id: str, person: str, opened: Opened, at: int) -> None:
        self.table, self.person, self.dice = Table(table_id), Actor.of(person), SameTokens()
        self.entries: list[Entry] = []
        self.dice.put(opened.secret)
        try:
            [first] = open_table(terms_of(opened), person, self.dice)
        except Denied as denied:
            raise NotAsDecided(denied.sentence("en")) from None
        assert isinstance(first, Opened)
        if (first.rules, first.commitment) != (opened.rules, opened.commitment):
            raise NotAsDecided("other rules, or another secret")
        self._evolve([replace(first, on_device=True)], self.person, at)

    def follow(self, told: Sequence[Event], at: int) -> int:
        """Decide the first of these events anew; returns how many of them came of it."""
        if type(told[0]) not in COMMANDS:
            raise NotAsDecided("an event that no device writes")
        command = COMMANDS[type(told[0])](told[0])
        if isinstance(told[0], Sat):
            self.dice.put(told[0].nonce)
        try:
            obeyed = decide(self.table, self._actor(told[0]), command, at, self.dice)
        except Denied as denied:
            raise NotAsDecided(denied.sentence("en")) from None
        if not obeyed.events or [self._as_here(event) for event in told[: len(obeyed.events)]] != obeyed.events:
            raise NotAsDecided("these rules lead to something else")
        self._evolve(obeyed.events, self._actor(told[0]), at)
        return len(obeyed.events)

    def give_time(self, now: int) -> None:
        """No clock ran on the way here."""
        if self.table.clocks is not None and self.table.status == "playing" and now > self.table.at:
            self._evolve([TimeGiven(now - self.table.at, now)], HOUSE, now)

    def _actor(self, event: Event) -> Actor:
        if isinstance(event, TimeGiven | happened.BotReplaced):
            return HOUSE
        if is_late(event):
            return CLOCK
        if isinstance(event, happened.Closed) and event.by == "house":
            return HOUSE
        by_bot = isinstance(event, Played) and event.seat in self.table.places.played_by_bots
        return BOT if by_bot else self.person

    def _as_here(self, event: Event) -> Event:
        """The person of the device is the one who brings the game."""
        if isinstance(event, Sat) and isinstance(event.sitter, Human) and self.person.person is not None:
            return replace(event, sitter=Human(self.person.person))
        return event

    def _evolve(self, events: list[Event], actor: Actor, at: int) -> None:
        entries = self.table.entries_for(events, actor, None, at)
        for entry in entries:
            self.table.evolve(entry)
        self.entries += entries


def terms_of(opened: Opened) -> TableTerms:
    """What was agreed on the device. Only whoever brings the table finds it."""
    edition = opened.edition
    agreed = fields_of(opened, CommonTerms) | {"listed": False}
    return TableTerms(
        **agreed,
        game=opened.game,
        seats=opened.seats,
        options=opened.options,
        edition=None if edition is None else EditionChoice(edition.name, edition.text),
        position=opened.position,
    )


def what_is_new(known: Sequence[Entry], told: Sequence[Entry]) -> list[Entry] | None:
    """What the house lacks of a log that it is told once more, numbered to follow what it knows.

    None if the game went on in both places, and not in the same way.
    """
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(_story(known), _story(told), strict=False)))
    if shared == len(_story(told)):
        return []
    if shared < len(_story(known)):
        return None
    passed = iter(told)
    for _ in range(shared):
        while isinstance(next(passed).event, TimeGiven):
            pass
    return [replace(entry, seq=seq) for seq, entry in enumerate(passed, len(known) + 1)]


def _story(log: Sequence[Entry]) -> list[Event]:
    """A log without what the house does to clocks by itself: it gives time back, and stops clocks for holidays."""
    return [entry.event for entry in log if not isinstance(entry.event, TimeGiven | happened.ClockStopped)]
