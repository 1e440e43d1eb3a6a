"""The searches, written once and compiled for each game by compiled.py.

alpha_beta.py     alpha-beta with iterative deepening
default_skill.py  the skill of a game that brings none
layouts.py        the records that searches keep: nodes, frames, table entries, workspaces
playouts.py       moves without search: playouts, one look ahead
rollouts.py       moves played through to the end of a chapter
tree.py           tree search over what a seat knows
"""
