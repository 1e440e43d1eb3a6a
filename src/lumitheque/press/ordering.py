"""PrintOrder: what is to be printed, on which paper, how large."""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import NamedTuple

from lumitheque.art.boxes import Box
from lumitheque.art.palette import Palette
from lumitheque.games.edition import Edition
from lumitheque.games.game import Game, GameError

PARTS = ("board", "cards", "tokens", "aid", "score", "rules")
FLIPS = ("long", "short")
LARGER = 1.35  # large print: pieces, boards and words


class Paper(NamedTuple):
    width: float  # mm, upright
    height: float


PAPERS = {"a4": Paper(210, 297), "a3": Paper(297, 420), "letter": Paper(215.9, 279.4)}


class PrintOrder(NamedTuple):
    """`what` empty: everything that the game has."""

    game: Game
    edition: Edition | None
    what: tuple[str, ...] = ()
    paper: str = "a4"
    duplex: bool = False  # backs on the sheet that follows; else backs are only for what has two faces in play
    flip: str = "long"  # the edge that the printer turns a sheet over
    large: bool = False
    grey: bool = False
    language: str = "fr"
    house: str | None = None  # where a game just played is entered

    @property
    def scale(self) -> float:
        return LARGER if self.large else 1.0

    @property
    def palette(self) -> Palette:
        return Palette(self.game.name, "day", grey=self.grey)


def can_print(game: Game | None = None) -> bool:
    """Whether the extra is installed, and the game has a box to print."""
    there = find_spec("typst") is not None and find_spec("fontTools") is not None
    return there and (game is None or has_box(game))


def has_box(game: Game) -> bool:
    return (game.folder / "art" / "box.py").is_file()


def box_of(order: PrintOrder) -> Box:
    """What lies in the game's box."""
    if not has_box(order.game):
        raise GameError(f"{order.game.name} cannot be printed yet: nobody wrote {order.game.name}/art/box.py")
    box: Box = order.game.part("art.box").box(order.edition, order.palette)
    return box


def parts_there(box: Box) -> tuple[str, ...]:
    """What of PARTS a game has."""
    there = {"board": box.boards, "cards": box.decks, "tokens": box.tokens, "score": box.score}
    return tuple(part for part in PARTS if there.get(part, True))


def wanted(order: PrintOrder, box: Box) -> tuple[str, ...]:
    """What is printed, in order; GameError if something is asked for that there is not."""
    there = parts_there(box)
    for part in order.what:
        if part not in PARTS:
            raise GameError(f"--what: {part!r} is not one of {', '.join(PARTS)}")
        if part not in there:
            raise GameError(f"{order.game.name} has no {part}; it has: {', '.join(there)}")
    return tuple(part for part in there if not order.what or part in order.what)


def check(order: PrintOrder) -> None:
    """GameError if an order cannot be meant."""
    if order.paper not in PAPERS:
        raise GameError(f"--paper: {order.paper!r} is not one of {', '.join(PAPERS)}")
    if order.flip not in FLIPS:
        raise GameError(f"--flip: {order.flip!r} is not one of {', '.join(FLIPS)}")
    if order.house is not None and not order.house.startswith(("http://", "https://")):
        raise GameError(f"--house: {order.house!r} is not an address such as https://games.example")


def read_what(text: str | None) -> tuple[str, ...]:
    """`board,cards` as parts."""
    parts: Sequence[str] = [part.strip() for part in (text or "").split(",")]
    return tuple(part for part in parts if part)
