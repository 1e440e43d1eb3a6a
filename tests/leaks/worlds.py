"""Couple: the log of a table, and a log of the same table in another world that looks the same to X.

X sits in a seat or looks on. Where X cannot look, the other world is different: chance gave other things, other moves
were made in secret, other nonces were brought, the secret behind the deal is another one. As the game goes on, things
are shown; then the other world is changed so that it could have been this one all along, and is different elsewhere.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import structs

from lumitheque.games import SHELF, GameError
from lumitheque.games.edition import blank
from lumitheque.games.rule import SPECTATOR
from lumitheque.referee import Referee
from lumitheque.tables import Entry, Event, Table
from lumitheque.tables.dealing import begin_game
from lumitheque.tables.events import Opened, Played, Said, Sat, Started, TakenBack
from lumitheque.testkit.coupling import Change, changed, propose, touched
from open_tables import copied

TRIES_AT_START, TRIES = 60, 6  # proposals for changes: when the game starts, and after each entry
PROPOSALS, OFTEN = 30, 3  # until one is promising; until a thing is taken to be in sight
AHEAD = 3  # moves that X could try at once
Chance = list[tuple[str, Any]]
VIEWS = {name: game.knowledge.view for name, game in SHELF.items()}  # as they are before anybody plants a leak
OTHER_OUTCOMES: dict[str, Callable[[dict[str, Any]], list[Any]]] = {
    "theft": lambda position: [card for hand in position["hands"] for card in hand],
}


def seen(referee: Referee | None, seat: int | None) -> bytes:
    """What X may know of the game: by the rule book, whatever the house says."""
    if referee is None:
        return b""
    out = blank(referee.game.record.STATE)
    VIEWS[referee.game.name](referee.e, referee.state, SPECTATOR if seat is None else seat, out)
    known: bytes = out.tobytes()
    return known + bytes(referee.waiting())


def chance_of(event: Event) -> Chance:
    return event.chance if isinstance(event, Started | Played) else []


def secret_moves(referee: Referee, seat: int, dice: random.Random) -> list[str]:
    """All that a seat has to decide while several decide in secret: up to where others see that it has decided."""
    world, moves = copied(referee), list[str]()
    before = world.view_record(None).tobytes()
    while world.view_record(None).tobytes() == before:
        moves.append(dice.choice(world.legal(seat)))
        world.play(moves[-1], seat)
    return moves


class Couple:
    def __init__(self, table_id: str, seat: int | None, secret: str, nonces: Sequence[str]) -> None:
        self._seat, self._secret, self._nonces = seat, secret, nonces
        self._dice = random.Random(f"{table_id} {seat}")
        self.here = Table(table_id)
        self.log: list[Entry] = []  # of the first house
        self.other: list[Entry] = []  # of the second
        self.said: dict[int, str] = {}  # what those who look on say over there, by the number of the entry
        self._there: Referee | None = None  # the game over there
        self._seen: list[bytes] = []
        self._first: list[int] = []  # for each entry, the number of its first event of chance
        self._events: list[tuple[int, tuple[str, Any]]] = []
        self._shown: set[int] = set()  # entries that everybody knew all of at some time
        self._choices: dict[int, list[Any]] = {}
        self._changes: list[Change] = []
        self._noticed = Counter[object]()
        self._settled: set[object] = set()
        self._decided: dict[tuple[int, bytes], list[str]] = {}  # other moves that are made in secret over there

    @property
    def differs(self) -> bool:
        here, there = self.here.referee, self._there
        return here is not None and there is not None and here.state.tobytes() != there.state.tobytes()

    def tell_apart(self, seat: int, first: Sequence[str], texts: Sequence[str]) -> list[str]:
        """Moves of which the last is refused here, and over there not or by another rule; if there are none, any."""
        assert self._there is not None
        here, there, made = copied(self.here.game), copied(self._there), list[str]()
        while seat in here.waiting() and len(made) < len(first) + AHEAD:
            made.append(first[len(made)] if len(made) < len(first) else self._dice.choice(here.legal(seat)))
            here.play(made[-1], seat)
            if there.refusal(made[-1], seat):
                break
            there.play(made[-1], seat)
            for text in dict.fromkeys([*there.legal(seat), *texts]) if len(made) >= len(first) else ():
                refused = here.refusal(text, seat)
                if refused and refused != there.refusal(text, seat):
                    return [*made, text]
        return [*made, self._dice.choice(texts)]

    def go_on(self, entries: Sequence[Entry]) -> None:
        """The first house went on; the other world is made to follow, up to the end, when everything is shown."""
        for entry in entries:
            self._note_chance(entry.event)
            self.here.evolve(entry)
            self.log.append(entry)
            self._seen.append(seen(self.here.referee, self._seat))
            self._shown |= {one.seq for one in self.log if one.seq not in self.here.under_wraps}
        if self.here.status == "over":
            return
        built = self._build(self._changes)
        if built is None:
            self._changes = self._still_unnoticed(self._changes, [])
            built = self._build(self._changes)
        assert built is not None, "the same world does not look the same"
        self.other, self._there = built
        if self.here.referee is not None:
            self._settle()
        starts = any(isinstance(entry.event, Started) for entry in entries)
        for _ in range(0 if not self._events else TRIES_AT_START if starts else TRIES):
            self._try_one_more()

    def _note_chance(self, event: Event) -> None:
        referee = self.here.referee
        first = 0 if referee is None else len(referee.chance())
        self._first.append(first)
        for number, (label, outcome) in enumerate(chance_of(event), first):
            self._events.append((number, (label, outcome)))
            if label in OTHER_OUTCOMES and referee is not None:
                self._choices[number] = OTHER_OUTCOMES[label](referee.position())

    def _try_one_more(self) -> None:
        change: Change | None = None
        for _ in range(PROPOSALS):
            change = change or self._promising()
        if change is None:
            return
        built = self._build([*self._changes, change])
        if built is None:
            self._noticed.update(touched(change))
        elif self._is_news(built[1]):
            self._changes.append(change)
            self._settled |= touched(change)
            self.other, self._there = built

    def _promising(self) -> Change | None:
        """A change that is about nothing that was changed already, or that X sees, or noticed again and again."""
        change = propose(self._events, self._dice, self._choices)
        if change is None or not touched(change).isdisjoint(self._settled):
            return None
        return None if any(self._noticed[thing] >= OFTEN for thing in touched(change)) else change

    def _settle(self) -> None:
        """What proposals need not be about."""
        told = str(self.here.game.view(self._seat))
        names = {name for _, (_, outcome) in self._events if isinstance(outcome, list) for name in outcome}
        self._settled = {name for name in names if isinstance(name, str) and f"'{name}'" in told}
        self._settled.update(*map(touched, self._changes))

    def _is_news(self, referee: Referee | None) -> bool:
        before = self._there
        return referee is not None and before is not None and referee.state.tobytes() != before.state.tobytes()

    def _still_unnoticed(self, changes: list[Change], kept: list[Change]) -> list[Change]:
        """As many of the changes as X can still not notice."""
        if not changes or self._build([*kept, *changes]) is not None:
            return [*kept, *changes]
        if len(changes) == 1:
            return kept
        middle = len(changes) // 2
        return self._still_unnoticed(changes[middle:], self._still_unnoticed(changes[:middle], kept))

    # --- the other world ---------------------------------------------------------------------------------------------

    def _build(self, changes: list[Change]) -> tuple[list[Entry], Referee | None] | None:
        """The log of a world with these changes, and the game there; None if it is not one, or X would notice."""
        log, referee = list[Entry](), None
        try:
            for number, (entry, referee) in enumerate(self._happen(changes)):
                log.append(entry)
                if seen(referee, self._seat) != self._seen[number]:
                    return None
        except GameError:
            return None
        return log, referee

    def _happen(self, changes: list[Change]) -> Iterator[tuple[Entry, Referee | None]]:
        """Entry by entry, what happens in a world with these changes. GameError where it cannot."""
        referee: Referee | None = None
        terms = None
        for number, entry in enumerate(self.log):
            event = self._event(number, entry, referee, changes)
            if isinstance(event, Opened):
                terms = event
            elif isinstance(event, Started) and terms is not None:
                referee = begin_game(terms, self._nonces, event.chance)
            elif isinstance(event, Played) and referee is not None:
                referee.tell_chance(event.chance)
                for text in event.moves or []:
                    referee.play(text, event.seat)
            elif isinstance(event, TakenBack) and referee is not None:
                for _ in range(event.decisions):
                    referee.take_back()
            yield structs.replace(entry, event=event), referee

    def _event(self, number: int, entry: Entry, referee: Referee | None, changes: list[Change]) -> Event:
        event, first = entry.event, self._first[number]
        if isinstance(event, Opened):
            return structs.replace(event, secret=self._secret)
        if isinstance(event, Sat):
            return structs.replace(event, nonce=self._nonces[event.seat])
        if isinstance(event, Said) and entry.seq in self.said:
            return structs.replace(event, text=self.said[entry.seq])
        if not isinstance(event, Started | Played):
            return event
        chance = [changed(first + i, one, changes) for i, one in enumerate(event.chance)]
        if isinstance(event, Played) and entry.seq not in self._shown and event.seat != self._seat:
            assert referee is not None
            return structs.replace(event, chance=chance, moves=self._secret_moves(entry.seq, referee, event.seat))
        return structs.replace(event, chance=chance)

    def _secret_moves(self, seq: int, referee: Referee, seat: int) -> list[str]:
        """Moves that nobody but their seat knows yet: other ones than here, if there are any, and always the same."""
        place = seq, referee.state.tobytes()
        if place not in self._decided:
            self._decided[place] = secret_moves(referee, seat, random.Random(f"over there {seq}"))
        return self._decided[place]
