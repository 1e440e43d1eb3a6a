"""What the tests of the command line share."""

from command_line import lumitheque

__all__ = ["lumitheque"]
