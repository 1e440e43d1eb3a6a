"""The two types of the house as files that a PDF or a PNG can be set in.

The page has them as variable WOFF2; Typst and resvg read neither. Each cut is made once out of the page's own files, by
fontTools, and kept beside the machine code, under a digest of what it was made from.
"""

import hashlib
import os
from pathlib import Path
from typing import Any, NamedTuple

from lumitheque.games.game import GameError
from lumitheque.games.machine_code import cache_root

PAGE = Path(__file__).parent.parent / "server" / "web" / "assets"
VERSION = "2"  # of how cuts are made
ADVICE = "pip install 'lumitheque[print]'"


class Cut(NamedTuple):
    """One weight of a type: the page's file begins with `file`."""

    file: str
    family: str
    style: str
    weight: int


CUTS = (
    Cut("fraunces-latin-wght-normal", "Fraunces", "Regular", 450),
    Cut("fraunces-latin-wght-normal", "Fraunces", "Bold", 700),
    Cut("atkinson-hyperlegible-next-latin-wght-normal", "Atkinson Hyperlegible Next", "Regular", 400),
    Cut("atkinson-hyperlegible-next-latin-wght-normal", "Atkinson Hyperlegible Next", "Bold", 700),
)
WEIGHTS = {"Regular": 400, "Bold": 700}  # what a cut is called by


def font_folder() -> Path:
    """The folder of the cuts, made now if this is the first time."""
    sources = {cut: _source(cut) for cut in CUTS}
    digest = hashlib.sha256(VERSION.encode())
    for source in sources.values():
        digest.update(source.read_bytes())
    folder = cache_root() / "fonts" / digest.hexdigest()[:16]
    for cut, source in sources.items():
        place = folder / f"{cut.family.replace(' ', '')}-{cut.style}.ttf"
        if not place.is_file():
            folder.mkdir(parents=True, exist_ok=True)
            beside = place.with_suffix(f".{os.getpid()}.part")
            _make(cut, source, beside)
            beside.replace(place)
    return folder


def _source(cut: Cut) -> Path:
    found = sorted(PAGE.glob(f"{cut.file}-*.woff2"))
    if not found:
        raise GameError("the page is not built, and its types are needed: run `make web`")
    return found[0]


def _make(cut: Cut, source: Path, place: Path) -> None:
    """Take one weight out of a variable type, and give it the name that a family calls it by."""
    try:
        from fontTools.ttLib import TTFont  # noqa: PLC0415 - an extra, imported when it is used
        from fontTools.varLib import instancer  # noqa: PLC0415

        font = TTFont(source)
    except ImportError:
        raise GameError(f"printing needs an extra: {ADVICE}") from None
    font.flavor = None
    still = instancer.instantiateVariableFont(font, {"wght": cut.weight}, inplace=False)
    _stand_figures_on_the_line(still)
    named = {
        1: cut.family,
        2: cut.style,
        4: f"{cut.family} {cut.style}",
        6: f"{cut.family}-{cut.style}".replace(" ", ""),
    }
    for number in (16, 17, 21, 22, 25):
        still["name"].removeNames(nameID=number)
    for number, said in named.items():
        still["name"].setName(said, number, 3, 1, 0x409)
        still["name"].setName(said, number, 1, 0, 0)
    still["OS/2"].usWeightClass = WEIGHTS[cut.style]
    bold = cut.style == "Bold"
    still["OS/2"].fsSelection = 0x20 if bold else 0x40
    still["head"].macStyle = int(bold)
    still.save(place)


def _stand_figures_on_the_line(font: Any) -> None:
    """Make lining figures the usual ones, where a type has others: neither Typst's pictures nor resvg ask for them."""
    table = font["GSUB"].table if "GSUB" in font else None
    if table is None:
        return
    lookups = {
        n for one in table.FeatureList.FeatureRecord if one.FeatureTag == "lnum" for n in one.Feature.LookupListIndex
    }
    swaps: dict[str, str] = {}
    for number in lookups:
        for sub in table.LookupList.Lookup[number].SubTable:
            swaps |= getattr(getattr(sub, "ExtSubTable", sub), "mapping", {})
    for encoding in font["cmap"].tables:
        for sign, glyph in encoding.cmap.items():
            encoding.cmap[sign] = swaps.get(glyph, glyph)
