"""Galax (Martial Tramond, Ludate 1976): suns, moons and stars that take all they touch.

reach.py  where a piece can step and what it can take
"""

from lumitheque.games.game import Game, Minutes, Option

GAME = Game(
    name="galax",
    letters="GX",
    rules_version=1,
    seats=range(2, 3),
    package=__name__,
    age=8,
    minutes=Minutes(30, 30),
    secrets=True,
    drawable=True,
    plannable=True,
    standing=("pass",),
    options=(
        Option("setup", ("secret", "open", "random", "random_mirrored")),
        Option("directions", (8, 4)),
        Option("captures", ("by_hand", "automatic")),
        Option("patience", (100, 40, 200)),
        Option("adjudicate", ("draw", "pieces")),
    ),
    rule_numbers=tuple(range(1, 16)),
)
