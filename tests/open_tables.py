"""Tables for tests: people who ask, a clock and dice that can be told, and a log that is always folded anew."""

import random
from typing import Any

import msgspec
import pytest

import lumitheque as lt
from lumitheque.referee import Referee
from lumitheque.tables import (
    BOT,
    Actor,
    AnyCommand,
    Denied,
    Entry,
    Event,
    Obeyed,
    Table,
    TableTerms,
    Viewer,
    decide,
    open_table,
    read_entry,
    tell_entry,
    tell_state,
    write_entry,
)
from lumitheque.tables.commands import Play, Sit, Start

NAMES = ("ann", "bob", "cyd", "dan", "eve", "fay")  # by seat, where nothing else is said
RANDOM_SETUP = {"galax": {"setup": "random"}, "sirius": {"setup": "random"}}


class CountedDice:
    """Tokens that tests can foretell."""

    def __init__(self, seed: int = 0) -> None:
        self._source = random.Random(seed)

    def token(self) -> str:
        return f"{self._source.getrandbits(128):032x}"


class Sitting:
    """A table with its log."""

    def __init__(self, terms: TableTerms, host: str = "ann", seed: int = 0) -> None:
        self.dice, self.now = CountedDice(seed), 1_000_000
        self.table, self.log = Table("a-table"), list[Entry]()
        self.enter(Obeyed(open_table(terms, host, self.dice)), Actor.of(host), None)

    def enter(self, obeyed: Obeyed, actor: Actor, key: str | None) -> list[Event]:
        for entry in self.table.entries_for(obeyed.events, actor, key, self.now):
            self.log.append(read_entry(write_entry(entry)))  # as it comes back from the disk
            self.table.evolve(self.log[-1], obeyed.trial)
        return obeyed.events

    def do(self, who: str | Actor, command: AnyCommand, key: str | None = None) -> list[Event]:
        """A command is given and obeyed."""
        actor = Actor.of(who) if isinstance(who, str) else who
        return self.enter(decide(self.table, actor, command, self.now, self.dice), actor, key)

    def denied(self, who: str | Actor, command: AnyCommand) -> Denied:
        """A command is given and denied; nothing changes by it."""
        before = fingerprint(self.table)
        with pytest.raises(Denied) as denied:
            self.do(who, command)
        assert fingerprint(self.table) == before
        assert all(denied.value.sentence(language) for language in ("fr", "en"))
        return denied.value

    def why_not(self, who: str | Actor, command: AnyCommand) -> str:
        return self.denied(who, command).code

    def play(self, seat: int, *moves: str) -> list[Event]:
        """The seat's person plays, or its bot."""
        bots = self.table.places.level(seat) is not None
        return self.do(BOT if bots else self.table.places.person(seat), Play(seat, list(moves)))

    def play_any(self, chooser: random.Random, seat: int | None = None) -> int:
        """Somebody who may makes a legal move, or the whole of a secret decision; which seat."""
        seat = chooser.choice(self.table.waiting) if seat is None else seat
        self.play(seat, *any_moves(self.table, seat, chooser))
        return seat

    def told_all(self, viewer: Viewer) -> bytes:
        """Everything that a viewer is told who comes now: every entry, and how things stand."""
        entries = [tell_entry(self.table, entry, viewer) for entry in self.log]
        return msgspec.json.encode((entries, tell_state(self.table, viewer)))


def seated(game: str, seats: int | None = None, seed: int = 0, **terms: Any) -> Sitting:
    """A table at which all seats are taken: ann, bob, cyd …"""
    if game in RANDOM_SETUP and "options" not in terms and "position" not in terms:
        terms["options"] = RANDOM_SETUP[game]
    sitting = Sitting(TableTerms(game=game, seats=seats, **terms), seed=seed)
    for seat in range(sitting.table.terms.seats):
        sitting.do(NAMES[seat], Sit())
    return sitting


def started(game: str, seats: int | None = None, seed: int = 0, **terms: Any) -> Sitting:
    """A table at which the game has begun."""
    sitting = seated(game, seats, seed, **terms)
    sitting.do("ann", Start())
    return sitting


def started_with_bots(game: str, seats: int | None = None, **terms: Any) -> Sitting:
    """ann alone with bots."""
    sitting = Sitting(TableTerms(game=game, seats=seats, **({"options": RANDOM_SETUP.get(game, {})} | terms)))
    sitting.do("ann", Sit())
    for _ in range(1, sitting.table.terms.seats):
        sitting.do("ann", Sit(bot="greedy"))
    sitting.do("ann", Start())
    return sitting


def any_moves(table: Table, seat: int, chooser: random.Random) -> list[str]:
    """A legal move; where several decide in secret, all that the seat has to decide."""
    if not table.deciding:
        return [chooser.choice(table.game.legal(seat))]
    world, moves = copied(table.game), list[str]()
    before = world.view_record(None).tobytes()
    while world.view_record(None).tobytes() == before:
        moves.append(chooser.choice(world.legal(seat)))
        world.play(moves[-1], seat)
    return moves


def copied(referee: Referee) -> Referee:
    return lt.load(referee.game_record())


def fingerprint(table: Table) -> str:
    """Everything that a table is, and its referee and clocks."""
    parts = {name: getattr(table, name) for name in Table.__slots__ if name not in ("referee", "places", "clocks")}
    parts["places"] = [table.places[seat] for seat in range(len(table.places))]
    if table.clocks is not None:
        parts["clocks"] = [getattr(table.clocks, name) for name in table.clocks.__slots__]
    if (referee := table.referee) is not None:
        parts["state"], parts["decisions"] = referee.state.tobytes().hex(), list(referee.decisions)
        parts["chance"], parts["left_over"] = list(referee.chance()), referee.chance_left_over()
        parts["events"], parts["record"] = int(referee._log.chance.number), referee.game_record()
    return repr(parts)
