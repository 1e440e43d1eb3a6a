"""The records that searches keep: nodes of a tree, frames of alpha-beta, counters, and the workspaces of a thread."""

from typing import Any, NamedTuple

import numpy as np

NOBODY = -1  # the seat of a scene and of a root
NONE = 0  # no node; node 0 is never used

NODE = np.dtype(  # 64 bytes: one line of the processor's cache
    [
        ("key", np.int64),  # of what the thinker sees here; 0 if that was not noted (yet)
        ("worth", np.float32),  # what the seat that made this move hoped for afterwards, on average over visits
        ("outlook", np.float32),  # the same for the seat that moves on from here, on average over picks
        ("prior", np.float32),  # how tempting this move is
        ("pull", np.float32),  # how much of that is left after so many visits
        ("scale", np.float32),  # how tempting its own children are together
        ("standing", np.float32),  # what the mover would hope for at the end of its turn; below 0: not looked at
        ("move", np.int32),  # or, of a scene, what tells it apart
        ("visits", np.int32),
        ("picks", np.int32),  # how often a child was picked
        ("available", np.int32),  # how often this move could have been picked
        ("child", np.int32),  # the first of its children, by ascending move
        ("sibling", np.int32),  # the next one
        ("scene", np.int32),  # the first of the scenes that may follow this move
        ("seat", np.int8),  # who made the move
    ],
    align=True,
)

THOUGHT = np.dtype(
    [
        ("explore", np.float64),  # how much an untried tempting move is worth
        ("caution", np.float64),  # how much less than its siblings an untried move is thought to be worth
        ("habit", np.float64),  # how likely the other moves as one look ahead tells
        ("hoped", np.float64, 8),  # sum of each seat's hopes over all simulations
        ("simulations", np.int64),
        ("plies", np.int64),  # moves made in them
        ("used", np.int32),  # nodes
        ("root", np.int32),
        ("glances", np.int32),
        ("horizon", np.int32),
        ("seat", np.int8),  # the thinker
        ("seats", np.int8),
        ("habitual", np.int8),  # in this simulation the other does so
        ("paranoid", np.int8),  # the others are thought to play against the thinker, not for themselves
        ("other", np.int8),  # at the root somebody else moves, by whatever is legal in the world: that seat + 1; or 0
        ("open", np.int8),  # the thinker sees everything: there is nothing to be imagined
    ],
    align=True,
)

FRAME = np.dtype(
    [
        ("alpha", np.float64),  # worth to the seat that moves here: less is refused by it
        ("beta", np.float64),  # more is refused by the other
        ("floor", np.float64),  # alpha as it was at first
        ("best", np.float64),
        ("key", np.int64),
        ("choice", np.int32),  # the best move
        ("tried", np.int32),  # the move that is being tried
        ("n", np.int32),  # moves
        ("next", np.int32),  # how many of them have been tried
        ("depth", np.int16),  # half-turns still to be looked at
        ("attempt", np.int8),  # REDUCED, NARROW or FULL
        ("seat", np.int8),
    ],
    align=True,
)

CALCULATION = np.dtype(
    [
        ("plies", np.int64),
        ("entries", np.int64),  # positions looked at
        ("level", np.int32),  # the frame on top; -1 when the tree of this depth is done
        ("depth", np.int32),
        ("seat", np.int8),
        ("seats", np.int8),
        ("margin", np.float64),  # root moves this much worse than the best are still measured exactly
    ],
    align=True,
)

ENTRY = np.dtype(  # 16 bytes: four to a line of the processor's cache
    [
        ("key", np.int64),
        ("value", np.float32),
        ("move", np.int16),  # no game that is calculated has more moves
        ("depth", np.int8),
        ("bound", np.int8),
    ],
    align=True,
)

ROOT = np.dtype([("value", np.float64), ("visits", np.int64), ("move", np.int32), ("depth", np.int16)], align=True)


class TreeWorkspace(NamedTuple):
    """What one thread of tree search works with."""

    t: Any  # THOUGHT
    nodes: Any
    worlds: Any  # what the thinker sees, the imagined world, and what it may come to
    words: Any  # the same memory as whole numbers, a row per record
    chance: Any
    moves: Any
    rest: Any  # moves by which somebody's turn may be finished
    path: Any
    hopes: Any


class AlphaBetaWorkspace(NamedTuple):
    """What one thread of alpha-beta works with; the table is shared."""

    c: Any  # CALCULATION
    frames: Any  # a row per level in all that follow
    states: Any
    words: Any
    moves: Any
    weights: Any
    table: Any  # of positions, by fingerprint
    history: Any  # how often a move was good, by seat and move
    hopes: Any
    chance: Any
    roots: Any
