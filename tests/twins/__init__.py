"""Slow twins: each game once more, written from its rules alone in the plainest Python, to be compared with the engine."""
