"""Slow twins: each game once more, written from its rules alone in plain Python, to be compared with the engine."""
