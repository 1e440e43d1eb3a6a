"""Luminis (Guillaume Besançon, Don't Panic Games): cathedrals of stained glass, and the race to the spire."""

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
    options=(
        Option("game", ("basic", "advanced")),
        Option("support", ("column", "pyramid")),
    ),
    editions=("reconstruction",),
    rule_numbers=tuple(range(1, 22)),
)
