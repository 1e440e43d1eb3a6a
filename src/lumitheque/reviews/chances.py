"""The chances of one seat over a game: how what was searched is put together, so that it adds up exactly.

Between two choices of others a seat's chance changes only by what it gave away and by its luck; so one search says
where such a stretch begins, and the rest follows. What the searches understood later than they could have is found
where the next stretch begins, and counts as others' choices: never as luck, never as the seat's own fault. The last
stretch ends with the result and is followed backwards.
"""

from typing import Literal, NamedTuple

from lumitheque.games.rule import SPECTATOR
from lumitheque.reviews.parts import Part, Task
from lumitheque.reviews.past import Moment, Past
from lumitheque.reviews.shapes import MILLION
from lumitheque.reviews.verdicts import lost

Concern = Literal["own", "still", "others"]


class Chances(NamedTuple):
    """Of one decision."""

    before: int
    made: int
    after: int


def within(chance: int) -> int:
    return min(MILLION, max(0, chance))


class Line:
    """What concerns one seat in each decision of a game, and what must be searched to follow its chances."""

    def __init__(self, past: Past, seat: int, judged: list[bool]) -> None:
        self.past, self.seat, self.judged = past, seat, judged
        self.kinds: list[Concern] = [self._kind(moment) for moment in past.moments]

    def _kind(self, moment: Moment) -> Concern:
        """`still`: another decided, and this seat could not see what."""
        if moment.seat == self.seat:
            return "own"
        hidden = moment.secret and not moment.completes
        unseen = self.past.known(moment.number, self.seat) == self.past.known(moment.number + 1, self.seat)
        return "still" if hidden or unseen else "others"

    def has_choice(self, number: int) -> bool:
        return self.kinds[number] == "own" and self.judged[number]

    def last_stretch(self) -> int:
        """Where the last stretch begins that the rules ended: it is followed backwards from the result."""
        if self.past.cut_short:
            return self.past.length + 1
        number = self.past.length
        while number > 0 and self.kinds[number - 1] != "others":
            number -= 1
        return number

    def anchored(self, number: int) -> bool:
        """Whether a search says what the chance is before this decision."""
        if number == 0:
            return self.past.length > 0 or self.past.cut_short
        return self.kinds[number - 1] == "others" and number < min(self.last_stretch(), self.past.length + 1)

    def anchor(self, number: int) -> Task:
        """What says so: the seat's own choice, that of another who sees as much, or the position."""
        if number < self.past.length:
            decider, judged = self.past.moments[number].seat, self.judged[number]
            public = self.past.eye(number, self.seat) == SPECTATOR == self.past.eye(number, decider)
            if judged and (decider == self.seat or (public and not self.past.moments[number].secret)):
                return Task("choice", number, decider)
        return Task("value", number, self.past.eye(number, self.seat))

    def luck(self, number: int) -> list[Task]:
        """What says how much chance or a reveal changed here. What a secret decision reveals is what others chose.

        Another who knew more when it decided did not decide by chance: what it showed by that is valued as it saw it
        itself, together with how it came to know, as soon as all of that is open.
        """
        moment = self.past.moments[number]
        if moment.secret:
            return []
        if self.kinds[number] != "own" and self.past.eye(number + 1, moment.seat) != SPECTATOR:
            return [] if self._will_open(number) else self._own_luck(number)
        if self.kinds[number] != "own" and self.past.eye(number, moment.seat) != SPECTATOR:
            return [Task("luck", earlier, moment.seat) for earlier in range(self._closed_since(number), number + 1)]
        return self._own_luck(number)

    def _own_luck(self, number: int) -> list[Task]:
        """By what this seat saw itself."""
        if self.kinds[number] == "still":
            return []
        eyes = {self.past.eye(number, self.seat), self.past.eye(number + 1, self.seat)}
        return [Task("luck", number, SPECTATOR if eyes == {SPECTATOR} else self.seat)]

    def _closed_since(self, number: int) -> int:
        """The decision by which the seat that decides came to know more than everybody, if it alone decided since."""
        seat, first = self.past.moments[number].seat, number
        while first > 0 and self.past.eye(first, seat) != SPECTATOR and self.past.moments[first - 1].seat == seat:
            first -= 1
        return first if self.past.eye(first, seat) == SPECTATOR else number

    def _will_open(self, number: int) -> bool:
        """Whether all that the seat knows after this decision is open before another decides."""
        seat = self.past.moments[number].seat
        while number < self.past.length and self.past.moments[number].seat == seat:
            number += 1
            if self.past.eye(number, seat) == SPECTATOR:
                return True
        return False

    def tasks(self) -> list[Task]:
        """All that must be searched for this seat."""
        found: list[Task] = []
        for number in range(self.past.length + 1):
            if self.anchored(number):
                found.append(self.anchor(number))
            if number < self.past.length:
                if self.has_choice(number):
                    found.append(Task("choice", number, self.seat))
                found += self.luck(number)
        return found

    # --- putting together --------------------------------------------------------------------------------------------

    def follow(self, parts: dict[Task, Part]) -> list[Chances]:
        """The chances at every decision; each begins where the one before ended."""
        length, last = self.past.length, self.last_stretch()
        lost_by = [self._lost(parts, number) for number in range(length)]
        luck = [self._luck(parts, number) for number in range(length)]
        at = [0] * (length + 1)
        for number in range(min(last, length + 1)):
            if self.anchored(number):
                at[number] = within(parts[self.anchor(number)].hopes[self.seat])
            else:
                at[number] = within(max(0, at[number - 1] - lost_by[number - 1]) + luck[number - 1])
        if last <= length:
            at[length] = self.past.shares[self.seat]
            for number in range(length - 1, last - 1, -1):
                at[number] = within(within(at[number + 1] - luck[number]) + lost_by[number])
        return [self._chances(number, at, lost_by, luck) for number in range(length)]

    def _chances(self, number: int, at: list[int], lost_by: list[int], luck: list[int]) -> Chances:
        before, after = at[number], at[number + 1]
        if self.kinds[number] == "still":
            return Chances(before, before, after)
        if self.kinds[number] == "others":
            return Chances(before, within(after - luck[number]), after)
        backwards = number >= self.last_stretch()
        made = within(after - luck[number]) if backwards else max(0, before - lost_by[number])
        return Chances(before, min(before, made), after)

    def _lost(self, parts: dict[Task, Part], number: int) -> int:
        if not self.has_choice(number):
            return 0
        return lost(parts[Task("choice", number, self.seat)], self.past.moments[number].move)

    def _luck(self, parts: dict[Task, Part], number: int) -> int:
        found = [parts[task].hopes for task in self.luck(number)]
        return sum(hopes[self.seat] for hopes in found if hopes)
