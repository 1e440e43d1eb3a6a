"""What lies in a game's box, at its real size in millimetres. The art of a game says it in `box.py`; `press` prints it.

A drawing is the inside of an SVG, with the box that it is drawn in: it is scaled to the size that its piece has.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from lumitheque.art.svg import Picture


@dataclass(frozen=True)
class Drawing:
    """The look of one piece; `defs` are the gradients and patterns that it refers to."""

    inside: str
    box: tuple[float, float, float, float]  # left, top, width, height
    defs: tuple[tuple[str, str], ...] = ()

    def svg(self, bleed: float = 0, ground: str | None = None) -> str:
        """The drawing as a file; with a bleed, the ground goes on beyond its edges by so much of its own measure."""
        left, top, width, height = self.box
        picture = Picture(
            width + 2 * bleed, height + 2 * bleed, left=left - bleed, top=top - bleed, defs=dict(self.defs)
        )
        if ground is not None:
            side = (picture.left, picture.top, picture.width, picture.height)
            picture.add('<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>'.format(*side, ground))
        picture.add(self.inside)
        return picture.svg()


@dataclass(frozen=True)
class Board:
    """A board, or one side of it. `cells` is how many columns and rows of `cell` millimetres it has."""

    name: str
    drawing: Drawing
    width: float
    height: float
    cells: tuple[int, int]
    cell: float


@dataclass(frozen=True)
class Card:
    name: str
    face: Drawing
    back: Drawing | None
    ground: str  # what the bleed is filled with
    back_ground: str = "#ffffff"


@dataclass(frozen=True)
class Deck:
    """Cards of one size."""

    name: str
    width: float
    height: float
    cards: Sequence[Card]


@dataclass(frozen=True)
class Token:
    name: str
    face: Drawing
    back: Drawing | None = None


@dataclass(frozen=True)
class Tokens:
    """Pieces of one size, to be glued on card and cut out: discs, or squares. `standing` ones are folded in the middle:
    the same drawing twice, head to head, and a foot at each end."""

    name: str
    width: float
    height: float
    tokens: Sequence[Token]
    round: bool = True
    standing: bool = False


@dataclass(frozen=True)
class ScorePad:
    """What is written down: a line for each of `rows`, a column for each of `columns`, so many times on a sheet."""

    rows: Sequence[str]
    columns: Sequence[str]
    total: bool = True


@dataclass(frozen=True)
class Box:
    """Everything in a box. Rules and aids are written elsewhere, for all games alike."""

    boards: Sequence[Board] = ()
    decks: Sequence[Deck] = ()
    tokens: Sequence[Tokens] = ()
    score: ScorePad | None = None
    notes: Sequence[str] = field(default=())  # keys of words: what a player should know before cutting
