"""The mind of a game: how it is played, thought through and calculated, compiled for its rules and its skill."""

import functools
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from lumitheque.bots.thinking import unskilled
from lumitheque.games.game import Game
from lumitheque.kernels.loading import HERE as KERNELS
from lumitheque.kernels.loading import kernels, load_for

HERE = Path(__file__).parent / "thinking"


class Mind(NamedTuple):
    skill: ModuleType
    playing: ModuleType  # moves without thinking, one look ahead
    tree: ModuleType  # tree search
    deepening: ModuleType  # alpha-beta
    rehearsal: Any  # moves played through to the end of a chapter; None where a game has no chapters


def skill_of(game: Game) -> ModuleType:
    """The game's own skill, or none."""
    return game.skill if (game.folder / "skill" / "__init__.py").exists() else unskilled


@functools.cache
def mind(game: Game) -> Mind:
    bound = {"rules": game.rules, "knowledge": game.knowledge, "skill": skill_of(game)}
    sources = (game.folder / "skill", KERNELS)  # that the machine code depends on, too
    playing = load_for(game, HERE / "playing.py", *sources, **bound, walking=kernels(game))
    tree = load_for(game, HERE / "tree.py", *sources, **bound, playing=playing)
    deepening = load_for(game, HERE / "deepening.py", *sources, **bound, playing=playing, tree=tree)
    rehearsal = None
    if hasattr(bound["skill"], "chapter"):
        rehearsal = load_for(game, HERE / "rehearsal.py", *sources, **bound, playing=playing)
    return Mind(bound["skill"], playing, tree, deepening, rehearsal)
