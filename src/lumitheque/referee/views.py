"""What seats know of a game, as JSON, written once for all who know the same."""

import functools

import msgspec

from lumitheque.games.rule import SPECTATOR
from lumitheque.referee.referee import Referee, new

_encode = msgspec.json.Encoder().encode


@functools.cache
def tells_alike(game: str) -> bool:
    """Whether viewers with equal views get equal JSON. Not in Luminis: its positions name the viewer."""
    begun = new(game)
    write = begun.game.notation.write_position
    first, *others = (write(begun.edition, begun.state, viewer) for viewer in (*range(begun.seats), SPECTATOR))
    return all(other == first for other in others)


class Views:
    """The views of one game at one moment, encoded once for viewers whose view records are equal byte for byte: so
    nobody can be given more than they know."""

    __slots__ = ("_alike", "_for_all", "_referee", "_texts")

    def __init__(self, referee: Referee) -> None:
        self._referee, self._alike = referee, tells_alike(referee.game.name)
        self._texts: dict[tuple[bytes, int | None], bytes] = {}
        self._for_all: bytes | None = None

    def text(self, seat: int | None) -> bytes:
        """Return `Referee.view` as JSON bytes."""
        if self._alike and not self._texts and self._for_all is None:
            self._look()
        return self._for_all or self._text_for(seat)

    def _look(self) -> None:
        """Share one text among all if even the spectator sees everything."""
        seen = self._referee.view_record(None)
        if seen.tobytes() == self._referee.state.tobytes():
            self._for_all = _encode(self._referee.write_view(seen, None))

    def _text_for(self, seat: int | None) -> bytes:
        referee = self._referee
        known = referee.view_record(seat)
        kind = known.tobytes(), None if self._alike else seat
        text = self._texts.get(kind)
        if text is None:
            text = self._texts[kind] = _encode(referee.write_view(known, seat))
        return text
