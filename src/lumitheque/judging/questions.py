"""What is asked of a game, and from which figure on the answer is a finding.

Limits were chosen by eye, after a look at raw figures of our own editions and of several of the planted ones
(tests/judged_editions.py), with room to spare between the two. So those editions show that the judge tells such things
apart; they do not show how often it would be right about others. docs/judge.md says so, too.

A question has up to two limits, and both must be known to be passed: one for the figure itself, and one for its
distance from ours.
"""

from typing import NamedTuple

from lumitheque.games import find
from lumitheque.games.edition import edition_record
from lumitheque.games.lumens import record as lumens
from lumitheque.games.luminis import record as luminis
from lumitheque.judging.playing import Sides, edition_of
from lumitheque.judging.watching import cell_name, pipe_kind_of

ERROR = 0.05  # the probability that anything sound is flagged at all, in one appraisal
EVEN_GIVE = 0.05  # from an even share of victories
STRONG_CARD = 0.35  # above an even share: whoever builds the card wins so often

GRAVE = frozenset({"order", "start", "blocked", "starved", "strength", "card_wins"})


class Question(NamedTuple):
    """One figure and its limits. `above`: large figures are the finding; else small ones."""

    kind: str
    subject: str
    above: bool
    limit: float | None  # of the figure itself
    apart: float | None = None  # of its difference from ours
    clear: float | None = None  # a difference on this side of which nothing needs to be looked into any more

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.subject}" if self.subject else self.kind


def questions(sides: Sides) -> tuple[list[Question], list[Question]]:
    """Those about the whole game, and those about one card or room each."""
    game, seats = sides.mine.game, sides.mine.seats
    even = 1 / seats
    whole = [Question("order", str(place + 1), True, even + EVEN_GIVE, 0.03, 0.10) for place in range(seats)]
    if game == "lumens":
        whole += [Question("start", name, True, even + EVEN_GIVE, 0.03, 0.10) for name in starts(seats)]
    if sides.mine.edition is not None:
        whole.append(Question("blocked", "", True, 0.10, 0.03, 0.10))
    if game not in NO_POINTS:
        whole += [Question(kind, "", True, 0.5) for kind in ("starved", "lavish", "spread")]
    whole += [Question(kind, "", True, 0.5) for kind in ("long", "short")]
    whole.append(Question("drawn", "", True, 0.15, 0.03, 0.10))
    whole.append(Question("strength", "", False, None, -0.10, -0.10))
    return whole, items(sides)


NO_POINTS = frozenset({"luminis", "galax", "sirius"})  # their points are the victory


def starts(seats: int) -> list[str]:
    return [cell_name(cell) for cell in lumens.STARTS[seats - 2][:seats]]


def items(sides: Sides) -> list[Question]:
    game, seats = sides.mine.game, sides.mine.seats
    if game == "lumens":
        rooms = lumens.ROOMS_OF[lumens.SMALL if seats == 2 else lumens.LARGE]
        return [Question("room", chr(ord("A") + room), False, 0.20) for room in range(rooms)]
    if game == "luminis":
        names = cards_below_spires(sides)
        never = [Question("card_never", name, False, 0.10) for name in names]
        first = [Question("card_first", name, True, 0.93) for name in names]
        return never + first + [Question("card_wins", name, True, 1 / seats + STRONG_CARD) for name in names]
    if game == "fromages":
        return [Question("card_never", kind, False, 0.40) for kind in kinds_of_pipes(sides)]
    return []


def cards_below_spires(sides: Sides) -> list[str]:
    edition = edition_of(sides.mine.game, sides.mine.edition)
    assert edition is not None
    return [name for card, name in enumerate(edition.cards) if int(edition.record.level[card]) != luminis.SPIRE_LEVEL]


def kinds_of_pipes(sides: Sides) -> list[str]:
    e = edition_record(find("fromages"), edition_of("fromages", sides.mine.edition))
    return sorted({pipe_kind_of(e, card) for card in range(1, len(e.sides))})
