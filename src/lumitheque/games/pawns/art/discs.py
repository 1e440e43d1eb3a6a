"""The discs of Galax and Sirius, and the compass that says who takes whom, as SVG."""

from lumitheque.art.palette import Palette
from lumitheque.art.shapes import shapes_of
from lumitheque.art.svg import circle, group, path

CHAMPION = "C"
WOODS = {"w": "pale", "b": "dark"}
SPOTS = (("S", 0.0, -58.0), ("M", 54.0, 36.0), ("T", -54.0, 36.0))  # where suns, moons and stars are on the compass


def glyph(kind: str, fill: str) -> str:
    """A sun, moon, star or crown, in a box from -32 to 32."""
    return path(shapes_of("pawns")["glyphs"][kind], fill=fill)


def disc(side: str, kind: str, palette: Palette) -> str:
    """A turned wooden disc of one side with its inlay, in a box from -50 to 50; a champion wears a halo."""
    wood, shapes = WOODS[side], shapes_of("pawns")
    edge, cut = palette(f"{wood}-edge"), palette(f"{wood}-cut")
    gleam, vein, lathe = (
        ("#fffaebd9", "#92622847", "#6e461973") if side == "w" else ("#00000073", "#1e0a0059", "#ffd69666")
    )
    halo = (
        circle(0, 0, 46, fill=palette("halo-glow"), stroke=palette("halo"), stroke_width=3.5),
        path(shapes["disc"]["rays"], stroke=palette("halo"), stroke_width=4, stroke_linecap="round"),
    )
    inlay = shapes["glyphs"][kind]
    return group(
        *(halo if kind == CHAMPION else ()),
        circle(0, 2.5, 40, fill=edge),
        circle(0, 0, 40, fill=palette(wood), stroke=edge, stroke_width=3),
        path(shapes["disc"]["grain"], fill="none", stroke=vein, stroke_width=2),
        circle(0, 0, 34.5, fill="none", stroke=lathe, stroke_width=1.5),
        path(inlay, fill=gleam, transform="translate(0 1.6)"),
        path(inlay, fill=cut),
        class_="disc",
    )


def compass(palette: Palette) -> str:
    """Sun takes moon takes star takes sun, in a box from -96 -100 to 96 80."""
    metal, shapes = palette("metal"), shapes_of("pawns")["compass"]
    coins = [
        group(
            circle(0, 0, 34, fill=palette("coin"), stroke=metal, stroke_width=3),
            glyph(kind, palette("on-coin")),
            at=(x, y),
            scale=0.85,
        )
        for kind, x, y in SPOTS
    ]
    return group(
        circle(0, 5, 72, fill="none", stroke=metal, stroke_opacity=0.3, stroke_dasharray="1 7", stroke_width=2),
        path(shapes["needle"], fill=metal, opacity=0.55),
        path(shapes["arrows"], fill="none", stroke=metal, stroke_width=4, stroke_linecap="round"),
        path(shapes["heads"], fill=metal, stroke=metal, stroke_width=2, stroke_linejoin="round"),
        *coins,
    )
