"""Rules in bulk: playouts, perft, batches on the CPU and on CUDA.

walking.py   walks through a game's states; compiled per game
loading.py   load_for: loads such a file once per game
playouts.py  random games by the thousand, on one core
perft.py     counts sequences of moves
observing.py Observer: what learners see of a game, and the actions they answer with
batches.py   Batch: thousands of games as arrays, on all cores; memory.py: the arrays
batching.py  steps of one game and of many; compiled per game
cuda.py      playouts on a graphics card, a thread per game; cuda_batches.py: batches there, with the kernels of
             cuda_kernels.py
"""

from lumitheque.kernels.loading import Kernels, kernels

__all__ = ["Kernels", "kernels"]
