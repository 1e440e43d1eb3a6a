"""Three Lights: six decisions with secrets and chance in them, to see that a sixth game needs nothing but itself."""

from lumitheque.games.game import Game, Minutes, Option

GAME = Game(
    name="lights",
    letters="TL",
    rules_version=1,
    seats=range(2, 4),
    package=__name__,
    age=6,
    minutes=Minutes(2, 2),
    secrets=True,
    options=(Option("goal", ("bright", "dim")),),
    rule_numbers=tuple(range(1, 5)),
)
