"""What an exercise is about, by facts of its position: a module for each game.

`themes(spot)` names the themes, keys of `themes` in the game's `words/LANGUAGE/exercises.toml`. A module may have
`effect(move)`, what a move is without what does not matter in it.

sirius.py    baits, huffs, champions
galax.py     chains, shelters, champions
luminis.py   paying by discard, stealing, patience
fromages.py  leaving or turning, clogging, ways home
lumens.py    counting out a room, covering, corridors
"""

import importlib
from types import ModuleType


def module_of(game: str) -> ModuleType:
    return importlib.import_module(f"scripts.mining.themes.{game}")
