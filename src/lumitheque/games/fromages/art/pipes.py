"""The cards of La chasse aux fromages as SVG: bricks, pipes, cheeses, rats. A card is a square of 100."""

from collections.abc import Iterator
from typing import Any

from lumitheque.art.palette import Palette
from lumitheque.art.shapes import shapes_of
from lumitheque.art.svg import Attribute, circle, group, path, rect, tag, text
from lumitheque.games.fromages.network import half_turn
from lumitheque.games.fromages.record import BOTTOM, HOME_SIDES, LEFT, RIGHT, START_SIDES, TOP

EDGES = {TOP: (50, 0), RIGHT: (100, 50), BOTTOM: (50, 100), LEFT: (0, 50)}
TURNS = {TOP: 0, RIGHT: 90, BOTTOM: 180, LEFT: 270}  # of a collar, which is drawn for the top
BENDS = (TOP | RIGHT, RIGHT | BOTTOM, BOTTOM | LEFT, LEFT | TOP)
PULL = 12  # how far a cheese is from the middle of a bend
BRICKS = "fromages-brick"
BIG = 5  # points of the big cheese
PLUMBER = {  # what the parts of the plumber are filled with
    "dungarees": "#3f6aa5",
    "face": "#f0bf97",
    "cap": "#c9463c",
    "brim": "#c9463c",
    "hair": "#5a3019",
    "wrench": "#b7c0c4",
}


def open_sides(sides: int) -> list[int]:
    return [side for side in EDGES if sides & side]


def pipe_path(sides: int, *, end: bool) -> str:
    """A pipe leaves its card at the very middle of its edges, so that two cards meet."""
    points = [EDGES[side] for side in open_sides(sides)]
    if sides in BENDS and not end:
        (x, y), (to_x, to_y) = points
        return f"M{x} {y}Q50 50 {to_x} {to_y}"
    return "".join(f"M50 50L{x} {y}" for x, y in points)


def heart(sides: int) -> tuple[float, float]:
    """Where a cheese or a face sits: on the pipe, which is not quite the middle of a bend."""
    if sides not in BENDS:
        return 50, 50
    return 50 + (PULL if sides & RIGHT else -PULL), 50 + (PULL if sides & BOTTOM else -PULL)


def bricks(palette: Palette) -> str:
    """The wall that cards are drawn on."""
    wall = rect(0, 0, 40, 24, fill=palette("brick"))
    joints = path("M0 0h40M0 12h40M10 0v12M30 12v12", fill="none", stroke=palette("mortar"), stroke_width=1.6)
    return tag("pattern", wall, joints, id=BRICKS, width=40, height=24, patternUnits="userSpaceOnUse")


class Plumbery:
    """Draws cards in the colours of a palette."""

    def __init__(self, palette: Palette) -> None:
        self.palette, self.shapes = palette, shapes_of("fromages")
        self.ink = palette("outline")

    def _lined(self, d: str, fill: str, width: float = 4) -> str:
        return path(d, fill=fill, stroke=self.ink, stroke_width=width, stroke_linejoin="round", stroke_linecap="round")

    def _stroke(self, d: str, width: float) -> str:
        return path(d, fill="none", stroke=self.ink, stroke_width=width, stroke_linecap="round")

    def _ground(self) -> str:
        return rect(0, 0, 100, 100, fill=f"url(#{BRICKS})", stroke=self.palette("mortar"), stroke_width=1.5)

    def pipework(self, sides: int, *, wet: bool = False, clogged: bool = False, end: bool = False) -> str:
        """A pipe cut open so that the water shows: copper, or blue where it is clogged."""
        metal, way = "clog" if clogged else "copper", pipe_path(sides, end=end)
        layers = [
            (self.ink, 43),
            (self.palette(metal), 35),
            (self.palette(f"{metal}-light"), 27),
            (self.palette("channel"), 20),
        ]
        if wet:
            layers.append((self.palette("water"), 17))
        dark = self.palette(f"{metal}-dark")
        drawn = [path(way, fill="none", stroke=tone, stroke_width=w, stroke_linejoin="round") for tone, w in layers]
        collar = path(self.shapes["pipe"]["collar"], fill=dark, stroke=self.ink, stroke_width=3.5)
        collars = [tag("g", collar, transform=f"rotate({TURNS[side]} 50 50)") for side in open_sides(sides)]
        ripple: dict[str, Attribute] = {"stroke_width": 4, "stroke_linecap": "round", "stroke_dasharray": "9 24"}
        water = path(way, fill="none", stroke=self.palette("water-light"), **ripple) if wet else ""
        return group(drawn[0], *collars, *drawn[1:], water, class_="pipe wet" if wet else "pipe")

    def card(self, sides: int, cheese: int, *, clogged: bool = False, wet: bool = False, muffled: bool = False) -> str:
        """The face of a pipe card as it lies."""
        x, y = heart(sides)
        on = self.cheese(cheese, x, y, reached=wet) if cheese and not muffled else self._sulk(x, y) if clogged else ""
        return group(self._ground(), self.pipework(sides, wet=wet, clogged=clogged), on, class_="card")

    def _sulk(self, x: float, y: float) -> str:
        sulk = self.shapes["sulk"]
        return group(
            circle(0, 0, 21, fill=self.palette("clog"), stroke=self.ink, stroke_width=4.5),
            path(sulk["eyes"], fill=self.palette.tone("#f3f6ff"), stroke=self.ink, stroke_width=2),
            path(sulk["pupils"], fill=self.ink),
            self._stroke(sulk["frown"], 3.4),
            at=(x, y),
        )

    def cheese(self, points: int, x: float, y: float, *, reached: bool = True, size: float = 1) -> str:
        """A piece of cheese with its points; it gleams where a rat can get at it. Five points: the big wheel."""
        shapes, (face, rind) = self.shapes["cheese"], ("cheese", "cheese-dark") if reached else ("stale", "stale-dark")
        fill, dark = self.palette(face), self.palette(rind)
        top = self.palette.mix(fill, "#ffffff", 0.6)
        gleam = path(shapes["gleam"], fill=self.palette("gleam"), stroke=self.ink, stroke_width=1) if reached else ""
        if points == BIG:
            disc = tag("ellipse", cy=-6, rx=27, ry=15, fill=top, stroke=self.ink, stroke_width=4)
            parts = [self._lined(shapes["wheel"], fill), disc, path(shapes["holes"], fill=dark)]
            number = text("5", 0, 9, 24, self.ink, serif=True, bold=True)
        else:
            parts = [
                self._lined(shapes["side"], fill),
                self._lined(shapes["top"], top),
                path(shapes["hole"], fill=dark),
            ]
            number = text(str(points), 0, 16, 22, self.ink, serif=True, bold=True)
        return group(gleam, *parts, number, at=(x, y), scale=size, class_="cheese")

    def lid(self, glance: int = 0) -> str:
        """A card face down: a lid in the street, and somebody under it."""
        lid, look, p = self.shapes["lid"], (-3, 0, 3)[glance % 3], self.palette
        eyes = [tag("ellipse", cx=x, cy=49, rx=7.5, ry=6, fill=p("eye")) for x in (39, 61)]
        dark = p.tone("#120b08")
        return group(
            rect(0, 0, 100, 100, fill=p("street"), stroke=p("mortar"), stroke_width=1.5),
            path(lid["cobbles"], fill="none", stroke=p("cobble"), stroke_width=3, stroke_linecap="round"),
            circle(50, 50, 43, fill=p("iron-dark"), stroke=self.ink, stroke_width=4),
            circle(50, 50, 37, fill=p("iron"), stroke=self.ink, stroke_width=3),
            path(lid["ribs"], fill="none", stroke=p("iron-dark"), stroke_width=4, stroke_linecap="round"),
            path(lid["slot"], fill=dark, stroke=self.ink, stroke_width=3),
            group(*eyes, path(lid["pupils"], fill=dark, transform=f"translate({look / 2} 0)"), at=(look, 0)),
            class_="lid",
        )

    def start(self, rat: str) -> str:
        """Where a rat starts: in front of its grate, with the water behind it."""
        return group(
            self._ground(),
            self.pipework(START_SIDES, wet=True, end=True),
            circle(46, 46, 38, fill=self.palette("channel"), stroke=self.ink, stroke_width=4),
            path(
                self.shapes["start"]["bars"],
                fill="none",
                stroke=self.palette("iron"),
                stroke_width=4,
                stroke_linecap="round",
            ),
            group(self.rat(rat), at=(10, 12), scale=0.72),
            class_="start",
        )

    def home(self, *, wet: bool = False, wheel: bool = False) -> str:
        """A rat's home: a lamp behind the pane when the way is open, the big cheese in front when it was won."""
        house, p = self.shapes["house"], self.palette
        pane = p("gleam") if wet else p("channel")
        return group(
            self._ground(),
            self.pipework(HOME_SIDES, wet=wet, end=True),
            self._lined(house["walls"], p("plaster")),
            self._lined(house["door"], p("door")),
            path(house["planks"], stroke=self.ink, stroke_opacity=0.6, stroke_width=2),
            circle(52, 56, 7, fill=pane, stroke=self.ink, stroke_width=3),
            circle(63, 72, 3, fill=p("cheese")),
            self._lined(house["step"], p("curb"), 3),
            self._lined(house["lantern"], pane, 3),
            self.cheese(BIG, 62, 70, size=0.9) if wheel else "",
            class_="home",
        )

    def rat(self, name: str) -> str:
        """The head of a rat."""
        looks = self.shapes["rats"]
        return group(*self._face(looks.get(name) or looks["Brie"]), class_="rat")

    def _face(self, look: dict[str, Any]) -> Iterator[str]:
        face, fur, pink = self.shapes["face"], self.palette.tone(look["fur"]), self.palette.tone("#e79a8e")
        white = self.palette.tone("#fffdf6")
        yield self._lined(look["ears"], fur)
        yield path(look["inside"], fill=pink)
        yield self._lined(look["head"], fur)
        yield self._stroke(face["whiskers"], 2.2)
        yield self._lined(face["teeth"], white, 2.5)
        if look["eyes"] == "happy":
            yield self._stroke(face["happy"], 3.5)
        else:
            high = 9 if look["eyes"] == "round" else 7
            for x in (35, 65):
                yield tag("ellipse", cx=x, cy=48, rx=7.5, ry=high, fill=white, stroke=self.ink, stroke_width=2.5)
            yield path(face["pupils"], fill=self.ink)
        if look["eyes"] == "sly":
            yield path(face["lids"], fill=fur)
        extra = {"sly": "drooping", "cross": "cross", "old": "old"}.get(look["eyes"])
        if extra:
            yield self._stroke(face[extra], 3.5)
        for mark in look["marks"]:
            lined: dict[str, Attribute] = {"stroke": self.ink, "stroke_width": 4, "stroke_linejoin": "round"}
            edge = lined if mark.get("lined") else {}
            yield path(mark["d"], fill=self.palette.tone(mark["fill"]), fill_rule="evenodd", **edge)
        yield self._lined(face["nose"], pink)

    def tile(self, side: str) -> str:
        """The tile: a plumber with his wrench on one side, a toilet with its chain on the other."""
        card = rect(0, 0, 100, 100, rx=10, fill=self.palette("plaster"), stroke=self.ink, stroke_width=4)
        return group(card, *(self._plumber() if side == "plumber" else self._toilet()), class_="tile")

    def _plumber(self) -> Iterator[str]:
        for one in self.shapes["plumber"]:
            fill = self.palette.tone(PLUMBER[one["part"]]) if one["part"] in PLUMBER else self.ink
            yield self._lined(one["d"], fill, {"hair": 3, "wrench": 3, "ink": 2}.get(one["part"], 4))

    def _toilet(self) -> Iterator[str]:
        toilet, china = self.shapes["toilet"], self.palette.tone("#f7f5ee")
        yield self._lined(toilet["tank"], china)
        yield self._lined(toilet["bowl"], china)
        yield tag("ellipse", cx=50, cy=48, rx=33, ry=10, fill=china, stroke=self.ink, stroke_width=4)
        yield tag("ellipse", cx=50, cy=49, rx=22, ry=5.5, fill=self.palette("water"), stroke=self.ink, stroke_width=3)
        yield self._lined(toilet["foot"], china)
        chain: dict[str, Attribute] = {"stroke_width": 4, "stroke_dasharray": "5 6", "stroke_linecap": "round"}
        yield path(toilet["chain"], fill="none", stroke=self.ink, **chain)
        yield self._lined(toilet["knob"], self.palette.tone("#b8763a"), 3)
        yield self._stroke(toilet["smile"], 2)


def turned_sides(sides: int, turned: bool) -> int:
    """The open sides of a card, one way up or the other."""
    return int(half_turn(sides)) if turned else sides
