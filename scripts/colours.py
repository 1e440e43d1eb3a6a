"""Read the page's colours out of its styles, for pictures and print: `python scripts/colours.py`."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web" / "src"
WRITTEN = ROOT / "src" / "lumitheque" / "art" / "colours.json"
STYLES = {  # whose colours, and where they are: the first of two words with one name counts
    "house": ["tokens.css"],
    "lumens": ["games/lumens/lamplight.css", "games/lumens/Board.svelte"],
    "luminis": ["games/luminis/stained.css", "games/luminis/Board.svelte"],
    "fromages": ["games/fromages/underworld.css"],
    "galax": ["games/galax/Board.svelte"],
    "sirius": ["games/sirius/Board.svelte"],
}
VARIABLE = re.compile(r"--([\w-]+):\s*([^;{}]+);")
COLOUR = re.compile(
    r"light-dark\(\s*((?:[^(),]|\([^()]*\))+),\s*((?:[^(),]|\([^()]*\))+)\)|(#[0-9a-f]{3,8}\b|rgb\([^()]*\))"
)


def colours() -> dict[str, dict[str, list[list[str]]]]:
    """By game and variable: its colours, each once for day and night or in both."""
    found: dict[str, dict[str, list[list[str]]]] = {}
    for owner, files in STYLES.items():
        own = found.setdefault(owner, {})
        for file in files:
            for name, value in VARIABLE.findall((WEB / file).read_text(encoding="utf-8")):
                if told := list(colours_in(value)):
                    own.setdefault(name, told)
    return found


def colours_in(value: str) -> Iterator[list[str]]:
    """Every colour of a value, by day and by night."""
    for day, night, plain in COLOUR.findall(re.sub(r"/\*.*?\*/", "", value)):
        yield [hexadecimal(plain)] if plain else [hexadecimal(day), hexadecimal(night)]


def hexadecimal(colour: str) -> str:
    """#abc, rgb(1 2 3 / 0.5), transparent: as #rrggbb or #rrggbbaa."""
    colour = colour.strip()
    if colour == "transparent":
        return "#00000000"
    if colour.startswith("#"):
        return colour if len(colour) > 5 else "#" + "".join(digit * 2 for digit in colour[1:])
    red, green, blue, *opacity = re.findall(r"[\d.]+", colour)
    seen = f"{round(float(opacity[0]) * 255):02x}" if opacity else ""
    return "#" + "".join(f"{int(part):02x}" for part in (red, green, blue)) + seen


def written() -> str:
    return json.dumps(colours(), indent=1) + "\n"


if __name__ == "__main__":
    WRITTEN.write_text(written(), encoding="utf-8")
