"""Three Lights: six decisions with secrets and chance in them, to see that a sixth game needs nothing but itself."""

from lumitheque.games.game import Game, Option

GAME = Game(
    name="lights",
    letters="TL",
    rules_version=1,
    seats=range(2, 4),
    package=__name__,
    secrets=True,
    options=(Option("goal", ("bright", "dim")),),
    rule_numbers=tuple(range(1, 5)),
)
