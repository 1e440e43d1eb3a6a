"""What is true of every state of Sirius."""

from lumitheque.games.pawns.audit import audit

__all__ = ["audit"]
