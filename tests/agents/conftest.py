"""The command line, run in this process."""

from command_line import lumitheque

__all__ = ["lumitheque"]
