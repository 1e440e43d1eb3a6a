"""Luminis (Guillaume Besançon, Don't Panic Games): cathedrals of stained glass, and the race to the spire.

dealing.py    the set-up: spires, piles, level I cards
hands.py      cards going into hands and out of them, and who has seen it
placing.py    where a card may stand and what it may be paid with
judging.py    what is legal, and which rule an illegal move breaks
edition.py    a deck from its file
positions.py  positions as JSON; reading.py reads them back and checks them
"""

from lumitheque.games.game import Game, Minutes, Option

GAME = Game(
    name="luminis",
    letters="LM",
    rules_version=1,
    seats=range(2, 6),
    package=__name__,
    age=10,
    minutes=Minutes(45, 45),
    secrets=True,
    standing=("draw 1", "draw 2", "draw 3", "draw 4", "draw 5", "pass"),
    options=(
        Option("game", ("basic", "advanced")),
        Option("support", ("column", "pyramid")),
    ),
    editions=("reconstruction",),
    rule_numbers=tuple(range(1, 22)),
)
