"""The mind of a game: how it is played, thought through and calculated, compiled for its rules and its skill."""

import functools
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from lumitheque.bots.thinking import unskilled
from lumitheque.games.game import Game
from lumitheque.kernels.loading import load_for

HERE = Path(__file__).parent / "thinking"


class Mind(NamedTuple):
    skill: ModuleType
    playing: ModuleType  # moves without thinking, one look ahead
    tree: ModuleType  # tree search
    deepening: ModuleType  # alpha-beta


def skill_of(game: Game) -> ModuleType:
    """The game's own skill, or none."""
    return game.skill if (game.folder / "skill" / "__init__.py").exists() else unskilled


@functools.cache
def mind(game: Game) -> Mind:
    bound = {"rules": game.rules, "knowledge": game.knowledge, "skill": skill_of(game)}
    skills = (game.folder / "skill",)
    playing = load_for(game, HERE / "playing.py", *skills, **bound)
    tree = load_for(game, HERE / "tree.py", *skills, **bound, playing=playing)
    deepening = load_for(game, HERE / "deepening.py", *skills, **bound, playing=playing, tree=tree)
    return Mind(bound["skill"], playing, tree, deepening)
