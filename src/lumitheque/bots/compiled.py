"""CompiledGame: loads each file of `search/` once per game, with the game's rules and skill bound to it."""

import functools
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from lumitheque.bots.search import default_skill
from lumitheque.games.game import Game
from lumitheque.kernels.loading import HERE as KERNELS
from lumitheque.kernels.loading import kernels, load_for

HERE = Path(__file__).parent / "search"


class CompiledGame(NamedTuple):
    skill: ModuleType
    playouts: ModuleType  # playouts without search, one-ply evaluation
    tree: ModuleType  # tree search
    alpha_beta: ModuleType
    rollouts: ModuleType | None  # moves played through to the end of a chapter; None where a game has no chapters


def skill_of(game: Game) -> ModuleType:
    """Return the game's own skill, or the default one."""
    return game.skill if (game.folder / "skill" / "__init__.py").exists() else default_skill


@functools.cache
def compiled_for(game: Game) -> CompiledGame:
    bound = {"rules": game.rules, "knowledge": game.knowledge, "skill": skill_of(game)}
    sources = (game.folder / "skill", KERNELS)  # that the machine code depends on, too
    playouts = load_for(game, HERE / "playouts.py", *sources, **bound, walking=kernels(game))
    tree = load_for(game, HERE / "tree.py", *sources, **bound, playouts=playouts)
    alpha_beta = load_for(game, HERE / "alpha_beta.py", *sources, **bound, playouts=playouts, tree=tree)
    rollouts = None
    if hasattr(bound["skill"], "chapter"):
        rollouts = load_for(game, HERE / "rollouts.py", *sources, **bound, playouts=playouts)
    return CompiledGame(bound["skill"], playouts, tree, alpha_beta, rollouts)
