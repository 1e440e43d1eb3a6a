"""Where Numba keeps the machine code of one function. Numba loads this module by name while `@rule` decorates.

Numba's own locators put the path and the time stamp of the source file into the cache, so a second checkout of the
same sources would compile everything again. Our folders are named after a digest of the sources (see rule.py): whatever
lies in one fits, wherever the sources lie.
"""

from pathlib import Path
from typing import Any

from numba import config
from numba.core.caching import _CacheLocator


class FolderLocator(_CacheLocator):  # type: ignore[misc]
    """Keeps everything in the folder that `numba.config.CACHE_DIR` named when the function was decorated."""

    def __init__(self, folder: str, first_line: int) -> None:
        self._folder, self._first_line = folder, first_line

    def get_cache_path(self) -> str:
        return self._folder

    def get_source_stamp(self) -> str:
        return Path(self._folder).name  # holds the digest of the sources

    def get_disambiguator(self) -> str:
        return str(self._first_line)

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> "FolderLocator":  # noqa: ARG003 (Numba passes it)
        return cls(config.CACHE_DIR, py_func.__code__.co_firstlineno)
