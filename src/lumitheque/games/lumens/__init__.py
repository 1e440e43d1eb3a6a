"""Lumens (Jakob Andrusch, Queen Games 2016; in Germany: Glüx): lamps that tell how far the next one may be lit.

ways.py      the cells to which a light leads, and who may place there
edition.py   a board from its file
position.py  positions as JSON
"""

from lumitheque.games.game import Game, Minutes, Option

GAME = Game(
    name="lumens",
    letters="LU",
    rules_version=1,
    seats=range(2, 5),
    package=__name__,
    age=8,
    minutes=Minutes(30, 30),
    secrets=True,
    options=(
        Option("end", ("empty_bags", "played_out")),
        Option("places", ("lot", "seats"), later=True),
    ),
    editions=("reconstruction",),
    rule_numbers=tuple(range(1, 22)),
)
