"""docs/observations.md: what every byte of an observation is, of every game. `make observations` writes it."""

from pathlib import Path

from lumitheque.games import SHELF
from lumitheque.games.game import Game
from lumitheque.kernels.observing import Observer, observation_of

PAGE = Path(__file__).parents[1] / "docs" / "observations.md"
HEAD = """# Observations, byte by byte

Written by `make observations` from each game's `observation.py`; [learning](learning.md) says how they are used. Every
byte is a number from 0 to 255, larger numbers are told as 255. Planes come first, each row by row from the bottom, a row
from the left. Seats are counted from the one that looks: "own", then "1 after", which is the next in turn order.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(section(game) for game in SHELF.values())])


def section(game: Game) -> str:
    """One game: its sizes, then its planes and facts in order."""
    observer, written = Observer(game), observation_of(game)
    channels, high, wide = observer.planes
    planes, facts = f"{channels} planes of {high} × {wide}", f"{observer.length - observer.cells} bytes of facts"
    lines = [
        f"## {game.words('en')['title']}",
        "",
        f'`Observer("{game.name}")`: {observer.length} bytes, {planes} and {facts}; {observer.actions} actions.',
        "",
        "| bytes | what | meaning |",
        "| --- | --- | --- |",
    ]
    at = 0
    for thing, size in [
        *((channel, high * wide) for channel in written.CHANNELS),
        *((fact, fact.size) for fact in written.FACTS),
    ]:
        place = str(at) if size == 1 else f"{at}–{at + size - 1}"
        lines.append(f"| {place} | {thing.name} | {thing.meaning} |")
        at += size
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
