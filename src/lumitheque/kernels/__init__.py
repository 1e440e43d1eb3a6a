"""Rules in bulk: playouts, perft, batches on the CPU and on CUDA."""

from lumitheque.kernels.loading import Kernels, kernels

__all__ = ["Kernels", "kernels"]
