"""What chance and reveals changed: what a seat came to see, against what it might have come to see.

Worlds are imagined from what the viewer knew before the move; in each the move is made and the view after it is valued
exactly like the view that came. What came less the mean of what might have come is luck: whatever such values get
wrong, they get wrong on both sides, so that nobody has good luck on average.
"""

from typing import Any, NamedTuple

from lumitheque.bots.protocol import Sight
from lumitheque.bots.workspaces import playout_stream
from lumitheque.games.chance import CHANCE
from lumitheque.games.edition import blank, record_from
from lumitheque.reviews.past import Past
from lumitheque.reviews.searching import Searcher

WORLDS = 12  # what might have come
TRIES = 25  # for each of them: in some worlds the move made would not have been legal
AGAIN = 4  # how often what came is valued: as one such value is, so are all
SHARE = 16  # each with this part of the simulations
FEWEST = 8  # simulations


class After(NamedTuple):
    """What a viewer sees after the move, in one world."""

    view: bytes
    mover: int  # -1: the game is over
    shares: list[float]  # then


def what_luck_changed(
    past: Past, searcher: Searcher, number: int, viewer: int, simulations: int, seed: int
) -> list[float]:
    """How much more each seat may hope for than it could expect once the move was made, by what the viewer knows; empty
    if the viewer could have told what it would see."""
    before = Imagining(past, number, viewer, seed)
    might = before.sample()
    came = past.known(number + 1, viewer)
    if all(after.view == came for after in might):
        return []
    fewer = max(FEWEST, simulations // SHARE)
    now = before.after_as_it_came()
    values = [before.value(searcher, after, fewer, seed + 2 * i) for i, after in enumerate(might)]
    known = [before.value(searcher, now, fewer, seed + 2 * i + 1) for i in range(AGAIN)]
    return [mean(known, seat) - mean(values, seat) for seat in range(past.seats)]


def mean(values: list[list[float]], seat: int) -> float:
    return sum(value[seat] for value in values) / len(values)


class Imagining:
    """Worlds as a viewer imagines them before a move, and what they show after it."""

    def __init__(self, past: Past, number: int, viewer: int, seed: int) -> None:
        self.past, self.number, self.viewer = past, number, viewer
        self.moment = past.moments[number]
        self.view = past.view(number, viewer)
        self.chance = blank(CHANCE)
        self.chance.stream = playout_stream(seed, 0)

    def sample(self) -> list[After]:
        """Some worlds in which the move was legal; none if there is none among many."""
        found: list[After] = []
        for _ in range(WORLDS * TRIES):
            if len(found) == WORLDS:
                break
            world = self._imagine()
            if int(self.past.game.rules.refusal(self.past.e, world, self.moment.seat, self.moment.move)) == 0:
                self.past.game.rules.apply_move(self.past.e, world, self.moment.seat, self.moment.move, self.chance)
                found.append(self._seen(world))
        return found

    def _imagine(self) -> Any:
        world = record_from(self.view.tobytes(), self.past.game.record.STATE)
        self.past.game.knowledge.imagine(self.past.e, self.view, self.viewer, self.chance, world)
        return world

    def _seen(self, world: Any) -> After:
        """What the viewer sees of a world. Who moves on and who has won is the same in all worlds that look so."""
        seen = blank(self.past.game.record.STATE)
        self.past.game.knowledge.view(self.past.e, world, self.viewer, seen)
        waiting = int(self.past.game.rules.waiting(self.past.e, world))
        if waiting == 0:
            bits = int(self.past.game.rules.winners(self.past.e, world))
            return After(seen.tobytes(), -1, _shares(bits, self.past.seats))
        own = self.viewer >= 0 and (waiting >> self.viewer) & 1
        return After(seen.tobytes(), self.viewer if own else (waiting & -waiting).bit_length() - 1, [])

    def after_as_it_came(self) -> After:
        """What was seen in truth."""
        seen = self.past.view(self.number + 1, self.viewer)
        return self._seen(seen)._replace(view=seen.tobytes())

    def value(self, searcher: Searcher, after: After, simulations: int, seed: int) -> list[float]:
        if after.mover < 0:
            return after.shares
        view = record_from(after.view, self.past.game.record.STATE)
        sight = Sight(self.past.game, self.past.e, view, self.viewer, self.past.seats)
        return searcher.value(sight, after.mover, simulations, seed)


def _shares(bits: int, seats: int) -> list[float]:
    count = bits.bit_count()
    return [(bits >> seat & 1) / count for seat in range(seats)]
