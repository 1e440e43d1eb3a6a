"""Reviewing: a review under way, step by step. It can be stopped anywhere, and taken up with the parts made so far."""

from collections.abc import Iterable

from msgspec import Struct

from lumitheque.bots.compiled import skill_of
from lumitheque.games.game import Game
from lumitheque.referee import GameRecord
from lumitheque.reviews.chances import Line
from lumitheque.reviews.parts import Part, Task, is_judged, make_part
from lumitheque.reviews.past import Past, ReviewError
from lumitheque.reviews.searching import Searcher, rehearses
from lumitheque.reviews.seats import review_seat
from lumitheque.reviews.shapes import Review
from lumitheque.reviews.verdicts import verdict_on

VERSION = 2  # raise it when the same record, simulations and seed give another review
SEED = "0"
STANDARD = 600  # simulations of one search, where a game's skill does not say


class Plan(Struct, kw_only=True):
    """How a game is reviewed. The same plan gives the same review on any machine."""

    simulations: int | None = None  # of one search; None: as many as the game's skill says
    seats: list[int] | None = None  # whose review; None: everybody's
    seed: str = SEED
    known: bool = False  # also "if you had known", in a block of its own


def standard_simulations(game: Game, seats: int) -> int:
    """How many simulations a search of this game's reviews has: REVIEWED of its skill, REHEARSED where it rehearses."""
    skill = skill_of(game)
    most = getattr(skill, "REVIEWED", STANDARD)
    return int(getattr(skill, "REHEARSED", most) if rehearses(game, seats) else most)


class Reviewing:
    """Give each of `todo()` to `make`, in any order, anywhere; `add` what comes back; `finish` when nothing is left.

    `make` may run in several threads, each with a searcher of its own.
    """

    def __init__(self, record: GameRecord, plan: Plan | None = None, made: Iterable[Part] = ()) -> None:
        self.plan = plan or Plan()
        self.past = Past(record)
        given = self.plan.simulations
        self.simulations = standard_simulations(self.past.game, self.past.seats) if given is None else given
        judged = [is_judged(self.past, moment) for moment in self.past.moments]
        self.lines = [Line(self.past, seat, judged) for seat in self._seats()]
        self._parts: dict[Task, Part] = {}
        self._wanted: dict[Task, None] = dict.fromkeys(task for line in self.lines for task in line.tasks())
        for part in made:
            self.add(part)

    def _seats(self) -> list[int]:
        seats = list(range(self.past.seats)) if self.plan.seats is None else sorted(set(self.plan.seats))
        for seat in seats:
            if not 0 <= seat < self.past.seats:
                raise ReviewError(f"there is no seat {seat}; seats go from 0 to {self.past.seats - 1}")
        if self.simulations < 1:
            raise ReviewError("simulations: at least one")
        return seats

    def searcher(self) -> Searcher:
        """A searcher for one thread."""
        return Searcher(self.past.game, self.past.seats)

    def todo(self) -> list[Task]:
        """What is still to be searched. It grows once all choices are known, if "if you had known" is asked for."""
        return [task for task in self._wanted if task not in self._parts]

    @property
    def progress(self) -> tuple[int, int]:
        """How many parts are made, and of how many."""
        return len(self._parts), len(self._wanted)

    def make(self, searcher: Searcher, task: Task) -> Part:
        return make_part(self.past, searcher, task, self.simulations, self.plan.seed)

    def add(self, part: Part) -> None:
        """Note what was found. Parts that are not wanted are ignored: they may be left from another plan."""
        task = Task(part.kind, part.number, part.viewer)
        if task not in self._wanted and part.kind != "known":
            return
        self._parts[task] = part
        self._wanted[task] = None
        if self.plan.known and self.past.game.secrets and part.kind == "choice":
            self._want_truth(task, part)

    def _want_truth(self, task: Task, part: Part) -> None:
        """A mistake of somebody whose review is made is also looked at as if everything had been known."""
        if any(line.seat == task.viewer for line in self.lines):
            if verdict_on(part, self.past.moments[task.number].move):
                self._wanted[Task("known", task.number, task.viewer)] = None

    @property
    def parts(self) -> list[Part]:
        """All that was made, to be kept and handed to another Reviewing."""
        return list(self._parts.values())

    def finish(self) -> Review:
        """Put everything together."""
        assert not self.todo(), "some parts are still to be made"
        past = self.past
        return Review(
            game=past.game.name,
            rules=past.rules,
            seats=past.seats,
            options=past.options,
            digest=past.digest,
            simulations=self.simulations,
            seed=self.plan.seed,
            version=VERSION,
            reviews=[review_seat(line, self._parts) for line in self.lines],
        )
