"""Elements of SVG as text, and Picture: a whole one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

SERIF = "Fraunces, Georgia, serif"
SANS = "'Atkinson Hyperlegible Next', 'Atkinson Hyperlegible', Verdana, sans-serif"
OPAQUE = 7  # letters of a colour that hides what is under it: #rrggbb

Attribute = str | float | None


def number(value: float) -> str:
    """A number without superfluous digits."""
    return f"{value:.3f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def tag(element: str, *inside: str, **attributes: Attribute) -> str:
    """One element: `tag("rect", width=3, stroke_width=1)`. Attributes that are None are left out."""
    told = "".join(f' {name}="{value}"' for name, value in _written(attributes))
    return f"<{element}{told}>{''.join(inside)}</{element}>" if inside else f"<{element}{told}/>"


def _written(attributes: dict[str, Attribute]) -> Iterable[tuple[str, str]]:
    for key, value in attributes.items():
        if value is None:
            continue
        name = key.rstrip("_").replace("_", "-")
        if not isinstance(value, str):
            yield name, number(value)
        elif name in {"fill", "stroke", "stop-color"} and value.startswith("#") and len(value) > OPAQUE:
            yield name, value[:OPAQUE]  # not everybody who reads SVG knows #rrggbbaa
            opacity = "stop-opacity" if name == "stop-color" else f"{name}-opacity"
            yield opacity, number(int(value[OPAQUE:], 16) / 255)
        else:
            yield name, escape(value)


def group(
    *inside: str, at: tuple[float, float] | None = None, scale: float = 1, turn: float = 0, **more: Attribute
) -> str:
    """Elements together, moved, turned and scaled."""
    steps = []
    if at is not None:
        steps.append(f"translate({number(at[0])} {number(at[1])})")
    if turn:
        steps.append(f"rotate({number(turn)})")
    if scale != 1:
        steps.append(f"scale({number(scale)})")
    return tag("g", *inside, transform=" ".join(steps) or None, **more) if inside else ""


def path(d: str, **attributes: Attribute) -> str:
    return tag("path", d=d, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: Attribute) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, r: float, **attributes: Attribute) -> str:
    return tag("circle", cx=x, cy=y, r=r, **attributes)


def text(  # noqa: PLR0913 (as many as there are things to say of a word)
    said: str,
    x: float,
    y: float,
    size: float,
    fill: str,
    *,
    serif: bool = False,
    bold: bool = False,
    anchor: str = "middle",
) -> str:
    """Words in one of the two types of the house; `y` is the line that they stand on."""
    family, weight = SERIF if serif else SANS, 700 if bold else 400
    figures = "font-variant-numeric:lining-nums" if serif else None
    attributes: dict[str, Attribute] = {"x": x, "y": y, "font_size": size, "fill": fill, "text_anchor": anchor}
    return tag("text", escape(said), **attributes, font_family=family, font_weight=weight, style=figures)


def linear(name: str, colours: Sequence[str], **attributes: Attribute) -> str:
    """A gradient from the first colour to the last; from top to bottom if nothing else is said."""
    stops = [
        tag("stop", offset=place / max(1, len(colours) - 1), stop_color=colour) for place, colour in enumerate(colours)
    ]
    way: dict[str, Attribute] = attributes or {"x1": 0, "y1": 0, "x2": 0, "y2": 1}
    return tag("linearGradient", *stops, id=name, **way)


@dataclass
class Picture:
    """A picture by itself: it needs no style, script or file besides."""

    width: float
    height: float
    title: str = ""
    said: str = ""  # the same in words
    language: str = "en"
    defs: dict[str, str] = field(default_factory=dict)  # by id
    body: list[str] = field(default_factory=list)
    left: float = 0
    top: float = 0

    def add(self, *parts: str) -> None:
        self.body += parts

    def define(self, **elements: str) -> None:
        """What is referred to as url(#name); a name is defined once."""
        self.defs |= elements

    def box(self) -> str:
        return " ".join(map(number, (self.left, self.top, self.width, self.height)))

    def svg(self, width: float | str | None = None, height: float | str | None = None) -> str:
        """The whole file."""
        told = [tag("title", escape(self.title)), tag("desc", escape(self.said))] if self.title else []
        defs = [tag("defs", *self.defs.values())] if self.defs else []
        size: dict[str, Attribute] = {"width": width or self.width, "height": height or self.height}
        spoken: dict[str, Attribute] = {"role": "img", "lang": self.language} if self.title else {}
        return tag(
            "svg", *told, *defs, *self.body, xmlns="http://www.w3.org/2000/svg", **size, viewBox=self.box(), **spoken
        )

    def inside(self, x: float, y: float, width: float, height: float) -> str:
        """The picture as a part of another one."""
        defs = [tag("defs", *self.defs.values())] if self.defs else []
        place: dict[str, Attribute] = {"x": x, "y": y, "width": width, "height": height}
        return tag("svg", *defs, *self.body, **place, viewBox=self.box())
