"""Writes the facts that the boards are tested with: `make board-facts`."""

from board_facts import FACTS, FOLDER, written

for game in FACTS:
    text = written(game)
    (FOLDER / f"{game}.json").write_text(text, encoding="utf-8")
    print(f"{game}: {len(text.splitlines()) - 2} facts, {len(text) / 1000:.0f} kB")
