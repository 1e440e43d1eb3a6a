"""Rules in bulk: playouts, perft, batches on the CPU and on CUDA.

walking.py   walks through a game's states; compiled per game
loading.py   load_for: loads such a file once per game
playouts.py  random games by the thousand, on one core
perft.py     counts sequences of moves
observing.py Observer: what learners see of a game, and the actions they answer with
cuda.py      the same on a graphics card, a thread per game
"""

from lumitheque.kernels.loading import Kernels, kernels

__all__ = ["Kernels", "kernels"]
