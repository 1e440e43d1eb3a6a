"""What is noticed while a game is played: samples between 0 and 1, by what they are of.

The judge is no player: it looks at states, and nobody at the table hears of it. What bots are given is in playing.py.
"""

from collections.abc import Callable
from typing import Any, Protocol

from lumitheque.games.fromages import record as fromages
from lumitheque.games.fromages.edition import FORMS
from lumitheque.games.lumens import record as lumens
from lumitheque.games.luminis import record as luminis
from lumitheque.referee import Referee

Samples = dict[str, float]  # "kind:subject" or "kind", each at most once in a game


class Watcher(Protocol):
    """The protocol of who watches one game."""

    def see(self, referee: Referee, seat: int, move: int) -> None:
        """A seat is about to make a move."""

    def tell(self, referee: Referee) -> Samples:
        """The game is over."""


def share(referee: Referee, seat: int) -> float:
    """A seat's share of the victory."""
    ending = referee.ending()
    assert ending is not None
    return 1 / len(ending["winners"]) if seat in ending["winners"] else 0.0


def in_order(referee: Referee, first: int) -> Samples:
    """The victories by the place in the order of play."""
    return {f"order:{place + 1}": share(referee, (first + place) % referee.seats) for place in range(referee.seats)}


class PlainWatcher:
    """For games without an edition: who begins is seat 0."""

    def see(self, referee: Referee, seat: int, move: int) -> None: ...

    def tell(self, referee: Referee) -> Samples:
        return in_order(referee, 0)


class LumensWatcher:
    """Start places, and the rooms that are fought over."""

    def see(self, referee: Referee, seat: int, move: int) -> None: ...

    def tell(self, referee: Referee) -> Samples:
        s = referee.state
        side = lumens.SMALL if referee.seats == 2 else lumens.LARGE
        samples = in_order(referee, int(s.first))
        for seat in range(referee.seats):
            samples[f"start:{cell_name(int(s.start[seat]))}"] = share(referee, seat)
        for room in range(1, lumens.ROOMS_OF[side] + 1):
            seats_lit = sum(int(strength) > 0 for strength in s.strength[room, : referee.seats])
            samples[f"room:{chr(ord('A') + room - 1)}"] = float(seats_lit > 1)
        samples["blocked"] = float(any(int(left) > 0 for left in s.in_bag[: referee.seats]))
        return samples


def cell_name(cell: int) -> str:
    return f"{chr(ord('a') + cell % lumens.WIDE)}{cell // lumens.WIDE + 1}"


class LuminisWatcher:
    """Cards: who held them, who could build them, who did, and whether that won."""

    def __init__(self) -> None:
        self._held: set[int] = set()
        self._could: dict[int, bool] = {}  # whether it was built when it could be for the first time
        self._built: dict[int, int] = {}  # by which seat

    def see(self, referee: Referee, seat: int, move: int) -> None:
        s, built = referee.state, card_built(move)
        if int(s.phase) != luminis.TURN:
            return
        self._held.update(map(int, s.hands[seat, : int(s.held[seat])]))
        for card in {card_built(legal) for legal in referee.legal_numbers(seat)}:
            if card is not None:
                self._could.setdefault(card, card == built)
        if built is not None:
            self._built[built] = seat

    def tell(self, referee: Referee) -> Samples:
        s, e = referee.state, referee.e
        assert referee.edition is not None
        names = referee.edition.cards
        samples = in_order(referee, int(s.first))
        for card in sorted(self._held | self._could.keys()):
            if int(e.level[card]) != luminis.SPIRE_LEVEL:
                samples[f"card_never:{names[card]}"] = float(card in self._built)
        for card, at_once in sorted(self._could.items()):
            if int(e.level[card]) != luminis.SPIRE_LEVEL:
                samples[f"card_first:{names[card]}"] = float(at_once)
        for card, seat in sorted(self._built.items()):
            if int(e.level[card]) != luminis.SPIRE_LEVEL:
                samples[f"card_wins:{names[card]}"] = share(referee, seat)
        samples["blocked"] = float(int(s.reason) == luminis.EXHAUSTED)
        return samples


def card_built(move: int) -> int | None:
    """The card that a move builds: from the hand or as a bonus."""
    if luminis.BUILD <= move < luminis.CROWN:
        card = (move - luminis.BUILD) % luminis.CARD_ENDS
        return None if card == luminis.NO_SUCH_CARD else card
    return None


class FromagesWatcher:
    """Pipes: which kinds are laid and which thrown away; rounds in which nobody comes home."""

    def __init__(self) -> None:
        self._first: int | None = None
        self._used: dict[str, bool] = {}

    def see(self, referee: Referee, seat: int, move: int) -> None:  # noqa: ARG002 (of the protocol)
        s = referee.state
        if self._first is None:
            self._first = int(s.dealer)
        if int(s.phase) == fromages.HELD:
            kind = pipe_kind_of(referee.e, int(s.held))
            self._used[kind] = self._used.get(kind, False) or move != fromages.TOSS

    def tell(self, referee: Referee) -> Samples:
        s = referee.state
        samples = in_order(referee, self._first or 0)
        samples |= {f"card_never:{kind}": float(used) for kind, used in sorted(self._used.items())}
        arrivals = [int(arrived) > 0 for arrived in s.arrivals[: int(s.round_number)]]
        samples["blocked"] = 1 - sum(arrivals) / len(arrivals)
        return samples


def pipe_kind_of(e: Any, card: int) -> str:
    """What a pipe is: its form, as its file calls it, and its cheese or that it is clogged."""
    form = next(name for name, sides in FORMS.items() if sides == int(e.sides[card]))
    return f"{form} clogged" if int(e.clogged[card]) else f"{form} {int(e.cheese[card])}"


WATCHERS: dict[str, Callable[[], Watcher]] = {
    "lumens": LumensWatcher,
    "luminis": LuminisWatcher,
    "fromages": FromagesWatcher,
}


def watcher_for(game: str) -> Watcher:
    return WATCHERS.get(game, PlainWatcher)()
