"""Sirius (Martial Tramond, Bütehorn/Buchholz): suns, moons and stars, and champions.

reach.py   what a piece can take, and how far it gets
faults.py  SI-08: who is at fault when nothing is taken
"""

from lumitheque.games.game import Game, Minutes, Option

GAME = Game(
    name="sirius",
    letters="SI",
    rules_version=1,
    seats=range(2, 3),
    package=__name__,
    age=8,
    minutes=Minutes(40, 40),
    secrets=True,
    drawable=True,
    plannable=True,
    standing=("pass",),
    options=(
        Option("setup", ("secret", "open", "random", "random_mirrored")),
        Option("directions", (8, 4)),
        Option("champion_safe", (True, False)),
        Option("champion_takes", ("everything", "champions_only")),
        Option("champion_path", ("straight", "bent")),
        Option("captures", ("huff", "enforced", "free")),
        Option("patience", (100, 40, 200)),
        Option("adjudicate", ("draw", "pieces")),
    ),
    rule_numbers=tuple(range(1, 12)),
)
