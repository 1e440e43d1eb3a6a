"""A game from the real box: chance is asked for when it shows, and no earlier.

A tape wants the whole order of a shuffle, and nobody at a table knows it. So the order is whole at any time: places
that were seen hold what was seen, the others hold what is left, in any order. A place that nobody can see may hold
anything, by the law of knowledge: worlds that differ only there give the seats to move the same views and moves. That
is how `copy_game` finds what to ask: a card shows if its name is in one of their views; where values repeat, it
exchanges what is not seen, and looks whether anything changes for them. What can only be one thing is not asked."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from lumitheque.games import GameError
from lumitheque.reception.shapes import Asked, Shown
from lumitheque.referee import GameRecord, Referee
from lumitheque.referee.chance_log import ChanceError
from lumitheque.referee.referee import open_record

STAND_IN = "0" * 32  # a seed: what it deals fills the places that nobody has seen
PARTNERS = 12  # places that one is exchanged with, to tell which of the two shows
MOST_SEATS = 8
Event = tuple[str, Any]
Seen = list[list[int]]  # by event, the places of its outcome that were seen; a single value is place 0
Path = list[str | int]  # names and numbers that lead to a part of a view
Change = Mapping[int, Any]  # places of one event, and what they hold instead


class Copied(NamedTuple):
    """A game as it was copied so far: all its chance, what of it was seen, and what shows now and was not told."""

    chance: list[Event]
    seen: Seen
    asked: Asked | None


def copy_game(record: GameRecord, seen: Seen, shown: Shown | None = None) -> Copied:
    """Take in what was shown, fill in what nobody has seen, and find what to ask next. GameError if it cannot be."""
    deal = Deal.of(record, seen)
    if shown is not None:
        deal = Deal.of(msgspec.structs.replace(record, chance=deal.told(shown)), deal.seen)
        deal.seen[shown.number].append(shown.place)
    asked = None
    if deal.play(deal.chance).waiting():  # when it is over, what was never seen does not matter any more
        asked = next(filter(None, map(deal.ask_about, deal.order())), None)
    return Copied(deal.chance, deal.seen, asked)


class Deal:
    """The chance of a game that is being copied."""

    def __init__(self, record: GameRecord, chance: list[Event], seen: Seen) -> None:
        self._record, self.chance, self.seen = record, chance, seen
        self._now: object = None
        self._paths: Mapping[Any, Path] = {}

    @classmethod
    def of(cls, record: GameRecord, seen: Seen) -> "Deal":
        """With chance for every event that happened; new ones are filled in, and not seen."""
        chance = play_with(record, seen, -1).chance()
        known = [sorted(set(places)) for places in seen[: len(chance)]]
        return cls(record, chance, known + [[] for _ in range(len(chance) - len(known))])

    def play(self, chance: list[Event], fixed: int = -1) -> Referee:
        return play_with(msgspec.structs.replace(self._record, chance=chance), self.seen, fixed)

    def order(self) -> list[int]:
        """In which order to ask: as it happened; but where cards are shuffled again, the last shuffle comes first."""
        again: list[int] = []
        others: list[int] = []
        for number, event in enumerate(self.chance):
            values = set(map(str, values_of(event)))
            shared = any(values & set(map(str, values_of(one))) for one in self.chance if one is not event)
            is_again = shared and isinstance(event[1], list) and is_unique(event[1])
            (again if is_again else others).append(number)
        return others + again[::-1]

    def look(self, chance: list[Event], fixed: int = -1) -> object:
        """What everybody and the seats to move are shown; None if it cannot be."""
        try:
            return sight(self.play(chance, fixed))
        except GameError:
            return None

    def unseen(self, number: int) -> list[int]:
        """The places of an event that may hold something else: not seen here, nor is what they hold seen later."""
        outcome = values_of(self.chance[number])
        later: set[Any] = set()
        if is_unique(outcome):
            for at in range(number + 1, len(self.chance)):
                values = values_of(self.chance[at])
                later |= {values[place] for place in self.seen[at] if is_unique(values)}
        return [place for place, value in enumerate(outcome) if place not in self.seen[number] and value not in later]

    def changed(self, number: int, change: Change) -> list[Event]:
        """Other chance: an event with other values, and later shuffles of the same cards accordingly."""
        outcome = values_of(self.chance[number])
        renamed = {outcome[place]: value for place, value in change.items()} if is_unique(outcome) else {}
        told = list(self.chance)
        told[number] = put(told[number], {**dict(enumerate(outcome)), **change})
        for at in range(number + 1, len(told)):
            values = values_of(told[at])
            if is_unique(values):
                free = {place: renamed.get(values[place], values[place]) for place in range(len(values))}
                told[at] = put(told[at], {**free, **{place: values[place] for place in self.seen[at]}})
        return told

    def told(self, shown: Shown) -> list[Event]:
        """The chance in which a place holds what was shown there."""
        number, place, value = shown.number, shown.place, shown.value
        if number >= len(self.chance) or not 0 <= place < len(values_of(self.chance[number])):
            raise GameError("chance has no such place")
        outcome = values_of(self.chance[number])
        if outcome[place] == value:
            return self.chance
        if not isinstance(self.chance[number][1], list) or is_coins(outcome):
            return self.changed(number, {place: value})
        other = next((one for one in self.unseen(number) if one != place and outcome[one] == value), None)
        if other is not None:
            return self.changed(number, {place: value, other: outcome[place]})
        return self._fetched(shown)

    def _fetched(self, shown: Shown) -> list[Event]:
        """A card that an earlier shuffle put elsewhere changes places with one that may be anywhere, and is told."""
        outcome = values_of(self.chance[shown.number])
        own, held = {outcome[place] for place in self.unseen(shown.number)}, outcome[shown.place]
        for number in range(shown.number):
            outcome, free = values_of(self.chance[number]), self.unseen(number)
            wanted = next((one for one in free if outcome[one] == shown.value), None)
            trades = sorted((one for one in free if outcome[one] in own), key=lambda one: outcome[one] != held)
            traded = next(iter(trades), None)  # rather the one that lies there: the two may be of one sort
            if wanted is not None and traded is not None and is_unique(outcome):
                told = self.changed(number, {wanted: outcome[traded], traded: outcome[wanted]})
                return Deal(self._record, told, self.seen).told(shown)
        raise GameError(f"{shown.value!r} cannot be there")

    # --- what to ask -------------------------------------------------------------------------------------------------

    def ask_about(self, number: int) -> Asked | None:
        """The first place of an event that shows and was not told."""
        label, outcome = self.chance[number]
        if not isinstance(outcome, list):
            choices = [] if self.seen[number] else self._single_choices(number)
            return Asked(number, label, 0, choices) if len(choices) > 1 else None
        free = self.unseen(number)
        choices = [0, 1] if is_coins(outcome) else sorted({outcome[place] for place in free}, key=str)
        if not free:
            return None
        for place, where in self._cards(outcome, free) if is_unique(outcome) else self._repeated(number, free):
            told = (Shown(number, place, value) for value in self._choices(number, choices))
            possible = [shown.value for shown in told if self._can_be(shown)]
            if len(possible) > 1:
                return Asked(number, label, place, possible, where)
        return None

    def _cards(self, outcome: list[Any], free: list[int]) -> Iterator[tuple[int, Path]]:
        """The places whose cards are to be seen, and where in a view."""
        self._paths = self._paths or self._find_paths()
        yield from ((place, self._paths[outcome[place]]) for place in free if outcome[place] in self._paths)

    def _find_paths(self) -> Mapping[Any, Path]:
        """Every text in the views of the seats to move, and in everybody's."""
        referee = self.play(self.chance)
        found: dict[Any, Path] = {}
        for seat in (*referee.waiting(), None):
            found = dict(texts(referee.view(seat))) | found
        return found

    def _repeated(self, number: int, free: list[int]) -> Iterator[tuple[int, Path]]:
        """The places that show, of an event whose values repeat."""
        outcome = values_of(self.chance[number])
        self._now = self._now or self.look(self.chance)
        if self.look(self.changed(number, turned(outcome, free))) == self._now:
            return  # the quick way: nothing that was not seen shows
        now = self._told_now(self.chance)
        for place in self._suspects(number, free):
            if self._shows(number, place, free):
                worlds = exchanges(outcome, place, free)
                found = (difference(now, self._told_now(self.changed(number, other))) for other in worlds)
                yield place, next(filter(None, found), [])

    def _suspects(self, number: int, free: list[int]) -> Iterator[int]:
        """The places that may show: halves in which every value can change unnoticed hold none."""
        outcome = values_of(self.chance[number])
        most = max((sum(outcome[one] == outcome[other] for other in free) for one in free), default=0)
        if len(free) > 2 and most * 2 <= len(free):  # else some value could not change
            if self.look(self.changed(number, turned(outcome, free))) == self._now:
                return
        elif len(free) <= 2 or is_coins(outcome):
            yield from free
            return
        half = len(free) // 2
        yield from self._suspects(number, free[:half])
        yield from self._suspects(number, free[half:])

    def _told_now(self, chance: list[Event]) -> Any:
        """The view of the first seat to move, as JSON."""
        try:
            referee = self.play(chance)
        except GameError:
            return None
        return referee.view(referee.waiting()[0])

    def _can_be(self, shown: Shown) -> bool:
        try:
            self.play(self.told(shown), shown.number)
        except GameError:
            return False
        return True

    def _shows(self, number: int, place: int, free: list[int]) -> bool:
        """Whether every exchange with another place is noticed."""
        changes = list(exchanges(values_of(self.chance[number]), place, free))
        return bool(changes) and all(self.look(self.changed(number, one)) != self._now for one in changes)

    def _choices(self, number: int, own: list[Any]) -> list[Any]:
        """What may be there: what the event has left, and cards of earlier shuffles that nobody has seen."""
        if not is_unique(values_of(self.chance[number])):
            return own
        found = set(own)
        for earlier in range(number):
            outcome, free = values_of(self.chance[earlier]), self.unseen(earlier)
            if is_unique(outcome) and any(outcome[place] in found for place in free):
                found |= {outcome[place] for place in free}
        return sorted(found)

    def _single_choices(self, number: int) -> list[Any]:
        """Seats, or cards that were dealt before."""
        if isinstance(self.chance[number][1], int):
            tried: list[Any] = list(range(MOST_SEATS))
        else:
            dealt = (value for event in self.chance[:number] for value in values_of(event))
            tried = sorted({value for value in dealt if isinstance(value, str)})
        return [value for value in tried if self.look(self.changed(number, {0: value}), number) is not None]


def texts(view: Any) -> Iterator[tuple[Any, Path]]:
    """Every text in a view, names included, and what leads there; the last of equal ones counts."""
    pairs = view.items() if isinstance(view, dict) else enumerate(view) if isinstance(view, list) else ()
    for key, value in pairs:
        yield key, [key]
        yield from ((text, [key, *rest]) for text, rest in texts(value))
    if isinstance(view, str):
        yield view, []


def difference(one: Any, other: Any) -> Path:
    """Where two views begin to differ: the names and numbers that lead there."""
    if isinstance(one, dict) and isinstance(other, dict):
        pairs: list[tuple[str | int, Any, Any]] = [(key, one[key], other.get(key)) for key in one]
    elif isinstance(one, list) and isinstance(other, list):
        pairs = [(at, *both) for at, both in enumerate(zip(one, other, strict=False))]
    else:
        return []
    return next(([key, *difference(left, right)] for key, left, right in pairs if left != right), [])


def play_through(record: GameRecord) -> Referee:
    referee = open_record(msgspec.structs.replace(record, seed=STAND_IN, ending=msgspec.UNSET))
    for seat, text in record.moves:
        referee.play(text, seat)
    return referee


def play_with(record: GameRecord, seen: Seen, fixed: int) -> Referee:
    """Events after a fixed one that no longer fit what came before them are dealt anew, if nobody has seen them."""
    try:
        return play_through(record)
    except ChanceError as error:
        if error.number <= fixed or any(seen[error.number :]):
            raise
        return play_through(msgspec.structs.replace(record, chance=record.chance[: error.number]))


def sight(referee: Referee) -> object:
    seats = referee.waiting()
    views = [referee.view_record(seat).tobytes() for seat in (None, *seats)]
    return views, [referee.legal(seat) for seat in seats]


def values_of(event: Event) -> list[Any]:
    return event[1] if isinstance(event[1], list) else [event[1]]


def put(event: Event, values: Mapping[int, Any]) -> Event:
    held = [values[place] for place in range(len(values))]
    return event[0], held if isinstance(event[1], list) else held[0]


def is_coins(outcome: list[Any]) -> bool:
    return all(type(value) is int and value in (0, 1) for value in outcome)


def is_unique(outcome: list[Any]) -> bool:
    """Whether these are cards, of which there is one each."""
    return all(isinstance(value, str) for value in outcome) and len(set(outcome)) == len(outcome)


def turned(outcome: list[Any], free: list[int]) -> Change:
    """Every value that was not seen, exchanged for another."""
    if is_coins(outcome):
        return {place: 1 - outcome[place] for place in free}
    ranked = sorted(free, key=lambda place: str(outcome[place]))
    most = max(sum(outcome[one] == outcome[other] for other in free) for one in free)
    # by as many places as the commonest value has: no value meets itself
    return {place: outcome[ranked[(at + most) % len(ranked)]] for at, place in enumerate(ranked)}


def exchanges(outcome: list[Any], place: int, free: list[int]) -> Iterator[Change]:
    if is_coins(outcome):
        yield {place: 1 - outcome[place]}
        return
    others = [other for other in free if outcome[other] != outcome[place]]
    step = max(1, len(others) // PARTNERS)
    for other in others[::step][:PARTNERS]:
        yield {place: outcome[other], other: outcome[place]}


__all__ = ["Copied", "Seen", "copy_game"]
