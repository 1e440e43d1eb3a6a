"""What records of Luminis tell: the spires that win, how builds are paid, how long it takes."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scripts.reporting.gathering import Played, turns_by_seat
from scripts.reporting.numbers import Mean, Rate, mean_of, rate_of

from lumitheque.referee import GameRecord

TURN = ("draw", "build", "bonus", "spire", "pass")
KINDS = {"IV-01": "■", "IV-02": "■", "IV-03": "●", "IV-04": "●", "IV-05": "▲", "IV-06": "▲"}  # LM-04, our deck


@dataclass(frozen=True)
class Paid:
    """A card placed from the hand, and how many others were given for it."""

    seat: int
    card: str
    discards: int
    number: int  # of the seat's builds, from 0

    @property
    def level(self) -> str:
        return self.card.partition("-")[0]


def builds(record: GameRecord) -> list[Paid]:
    """LM-10, LM-14: every placement from a hand."""
    found: list[Paid] = []
    counts = [0] * record.seats
    for seat, text in record.moves:
        verb, _, rest = text.partition(" ")
        if verb == "build":
            found.append(Paid(seat, rest.partition("@")[0], 0, counts[seat]))
            counts[seat] += 1
        elif verb == "discard":
            found[-1] = replace(found[-1], discards=found[-1].discards + 1)
    return found


def spire(record: GameRecord) -> str | None:
    """The kind of the spire that won; None if none was built."""
    verb, _, rest = record.moves[-1][1].partition(" ")
    return KINDS[rest.partition("@")[0]] if verb == "spire" else None


@dataclass(frozen=True)
class Payments:
    builds: int
    by_discard: Rate  # builds for which at least one card was given; the interval takes builds for independent
    per_build: float  # cards
    by_level: dict[str, Rate | None]
    foundation: Rate | None  # the same, of the first card of each seat,
    later: Rate | None  # and of all others
    payers: Rate | None  # victories of seats that paid so at least once
    others: Rate | None  # victories of those that never did
    payer_share: Rate | None  # seats that did
    givers: Rate | None  # victories of the seat that gave more cards than any other


def payments(games: Sequence[Played]) -> Payments:
    paid = [(game, builds(game.record)) for game in games]
    every = [build for _, found in paid for build in found]
    seats = [(game, seat, _pays(found, seat)) for game, found in paid for seat in range(game.result.seats)]
    by_discard = rate_of(build.discards > 0 for build in every)
    assert by_discard
    return Payments(
        builds=len(every),
        by_discard=by_discard,
        per_build=sum(build.discards for build in every) / len(every),
        by_level={
            level: rate_of(build.discards > 0 for build in every if build.level == level)
            for level in ("I", "II", "III")
        },
        foundation=rate_of(build.discards > 0 for _, found in paid for build in found if build.number == 0),
        later=rate_of(build.discards > 0 for _, found in paid for build in found if build.number > 0),
        payers=rate_of(game.share(seat) for game, seat, pays in seats if pays),
        others=rate_of(game.share(seat) for game, seat, pays in seats if not pays),
        payer_share=rate_of(pays for _, _, pays in seats),
        givers=rate_of(
            game.share(seat) for game, found in paid if (seat := _giver(found, game.result.seats)) is not None
        ),
    )


def _pays(found: Iterable[Paid], seat: int) -> bool:
    return any(build.seat == seat and build.discards for build in found)


def _giver(found: Iterable[Paid], seats: int) -> int | None:
    """The seat that gave the most cards; None between equals."""
    given = [0] * seats
    for build in found:
        given[build.seat] += build.discards
    return given.index(max(given)) if given.count(max(given)) == 1 else None


def spires(games: Iterable[Played]) -> Counter[str]:
    """Victories by kind of spire."""
    return Counter(kind for game in games if (kind := spire(game.record)))


def turns_each(games: Iterable[Played]) -> Mean | None:
    """Turns per player, the mean over the seats of a game."""
    return mean_of(turns_per_player(game.record) for game in games)


def turns_per_player(record: GameRecord) -> float:
    return sum(turns_by_seat(record, TURN)) / record.seats
