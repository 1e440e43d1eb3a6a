"""The laws every game obeys, for the games of the house and for yours.

from lumitheque.testkit import LAWS, obey, settings
obey(game, seats, options, seed)      a random game, every law at every step; AssertionError names the law broken

walks.py        random games, and which options to try
near_misses.py  texts that are almost moves
laws.py         the laws themselves
coupling.py     the same game with other chance where somebody cannot see it
fair_play.py    what bots choose follows from what their seat sees
perft.py        the tree of moves counted, and divided by first moves
"""

from lumitheque.testkit.laws import LAWS, obey
from lumitheque.testkit.walks import all_settings, pairwise_settings, random_walk

__all__ = ["LAWS", "all_settings", "obey", "pairwise_settings", "random_walk"]
