"""Lueur: lights on a small sky. A light outshines its dimmer neighbours; whoever lit the most wins."""

from lumitheque.games.game import Game, Minutes, Option

GAME = Game(
    name="lueur",
    letters="XX",
    rules_version=1,
    seats=range(2, 5),
    package=__name__,
    age=7,
    minutes=Minutes(5, 10),
    secrets=True,
    options=(Option("reach", ("cross", "star")),),  # the first value is the default
    rule_numbers=tuple(range(1, 8)),
)
