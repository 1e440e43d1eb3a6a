"""What the module of a game exports: the verbs, chance, and every search and skill function that bots call."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from lumitheque.bots.compiled import CompiledGame, compiled_for
from lumitheque.bots.search.layouts import (
    CALCULATION,
    ENTRY,
    FRAME,
    NODE,
    ROOT,
    THOUGHT,
    AlphaBetaWorkspace,
    TreeWorkspace,
)
from lumitheque.browser.kinds import INT, KEY, Kind, Memory, Workspace, numbers
from lumitheque.games.chance import CHANCE, below
from lumitheque.games.game import Game
from lumitheque.kernels import kernels

CODES, MOVES, REALS = numbers(np.int64), numbers(np.int32), numbers(np.float64)
SEARCH_LAYOUTS = {
    "THOUGHT": THOUGHT,
    "NODE": NODE,
    "CALCULATION": CALCULATION,
    "FRAME": FRAME,
    "ENTRY": ENTRY,
    "ROOT": ROOT,
}
C = Memory("CHANCE", CHANCE)


class Export(NamedTuple):
    """A rule, the name by which JavaScript calls it, and what it takes. `result` where it is not the usual one."""

    name: str
    rule: Any
    kinds: tuple[Kind, ...]
    result: str | None = None


def layouts_of(game: Game) -> dict[str, "np.dtype[Any]"]:
    return {"STATE": game.record.STATE, "EDITION": game.record.EDITION, "CHANCE": CHANCE, **SEARCH_LAYOUTS}


def records(name: str, dimensions: int = 0) -> Memory:
    return Memory(name, SEARCH_LAYOUTS[name], dimensions)


def words_of(game: Game) -> Memory:
    """States as rows of whole numbers; workspaces.as_words says how wide they are."""
    return numbers(np.uint32 if game.record.STATE.itemsize % 4 == 0 else np.uint16, 2)


def tree_workspace(game: Game) -> Workspace:
    states = Memory("STATE", game.record.STATE, 1)
    arrays = (MOVES, MOVES, MOVES, REALS)
    return Workspace(TreeWorkspace, (records("THOUGHT"), records("NODE", 1), states, words_of(game), C, *arrays))


def alpha_beta_workspace(game: Game) -> Workspace:
    states = Memory("STATE", game.record.STATE, 1)
    tables = (numbers(np.int32, 2), numbers(np.float64, 2), records("ENTRY", 1), numbers(np.float32, 2), REALS)
    first = (records("CALCULATION"), records("FRAME", 1), states, words_of(game))
    return Workspace(AlphaBetaWorkspace, (*first, *tables, C, records("ROOT", 1)))


def is_calculable(game: Game, skill: Any) -> bool:
    """Whether alpha-beta ever plays it: for two, and with nothing hidden or left to chance at times."""
    return 2 in game.seats and bool(skill.CALCULABLE)


def exports_of(game: Game) -> list[Export]:
    e, s = Memory("EDITION", game.record.EDITION), Memory("STATE", game.record.STATE)
    return [*verbs(game, e, s), *searches(game, compiled_for(game), e, s)]


def verbs(game: Game, e: Memory, s: Memory) -> Iterator[Export]:
    rules, states, chances = game.rules, Memory("STATE", s.dtype, 1), Memory("CHANCE", CHANCE, 1)
    yield Export("setup", rules.setup, (e, s, INT, CODES, C))
    yield Export("waiting", rules.waiting, (e, s))
    yield Export("legal_moves", rules.legal_moves, (e, s, INT, MOVES))
    yield Export("refusal", rules.refusal, (e, s, INT, INT))
    yield Export("apply_move", rules.apply_move, (e, s, INT, INT, C))
    yield Export("ending", rules.ending, (e, s))
    yield Export("points", rules.points, (e, s, REALS))
    yield Export("winners", rules.winners, (e, s))
    yield Export("view", game.knowledge.view, (e, s, INT, s))
    yield Export("imagine", game.knowledge.imagine, (e, s, INT, C, s))
    yield Export("below", below, (C, INT))
    yield Export("play_out_all", kernels(game).play_out_all, (e, states, chances, MOVES, INT))


def searches(game: Game, compiled: CompiledGame, e: Memory, s: Memory) -> Iterator[Export]:
    skill, playouts, tree, d = compiled.skill, compiled.playouts, compiled.tree, tree_workspace(game)
    yield Export("by_heart", skill.by_heart, (e, s, INT, C))
    yield Export("is_certain", skill.is_certain, (e, s))
    yield Export("judge", skill.judge, (e, s, REALS))
    yield Export("weigh", skill.weigh, (e, s, INT, INT))
    yield Export("look_ahead", playouts.look_ahead, (e, d, MOVES, INT, REALS))
    yield Export("present_hope", playouts.present_hope, (e, d))
    yield Export("best_reply", playouts.best_reply, (e, d, INT, INT))
    yield Export("fingerprint", tree.fingerprint, (numbers(words_of(game).dtype),), "i64")
    yield Export("find_key", tree.find_key, (d, KEY))
    yield Export("begin_thought", tree.begin_thought, (d, KEY))
    yield Export("take_up", tree.take_up, (d, INT, records("NODE", 1)))
    yield Export("think", tree.think, (e, d, MOVES, INT))
    if is_calculable(game, skill):
        deep = alpha_beta_workspace(game)
        yield Export("begin_depth", compiled.alpha_beta.begin_depth, (deep, INT))
        yield Export("calculate", compiled.alpha_beta.calculate, (e, deep, INT))
        yield Export("place_of", compiled.alpha_beta.place_of, (records("ENTRY", 1), KEY))
    if compiled.rollouts is not None:
        kept, sums, notes = CODES, numbers(np.float64, 2), numbers(np.float64, len(np.atleast_1d(skill.NOTES)))
        yield Export("rehearse", compiled.rollouts.rehearse, (e, d, MOVES, kept, INT, sums, notes))
        yield Export("foresee", compiled.rollouts.foresee, (e, d, INT, notes))
