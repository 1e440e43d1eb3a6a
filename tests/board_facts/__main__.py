"""Writes the facts that the boards are tested with: `make board-facts`, or `GAME=sirius make board-facts`."""

import sys

from board_facts import DRAWN, FOLDER, HOUSE, written

for game in sys.argv[1:] or [*HOUSE, DRAWN]:
    text = written(game)
    (FOLDER / f"{game}.json").write_text(text, encoding="utf-8")
    print(f"{game}: {len(text.splitlines()) - 2} facts, {len(text) / 1000:.0f} kB")
