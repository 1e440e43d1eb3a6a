"""A web space on a plain file server, as `python -m http.server` is one, with a site in a folder of it."""

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from lumitheque.browser.device_files import kept_device_files
from lumitheque.games import SHELF
from lumitheque.server.site import LOCAL, begin_site, finish_site


class Files(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """A browser that leaves a page hangs up in the middle of a file."""


def write_site(folder: Path) -> None:
    """As `lumitheque site` does, with modules out of the user's cache."""
    begin_site(folder)
    shutil.copytree(kept_device_files(), folder / LOCAL)
    finish_site(folder, SHELF.values())


@contextmanager
def served(space: Path) -> Iterator[str]:
    """The address of a web space, while it is served."""
    with Server(("127.0.0.1", 0), partial(Files, directory=str(space))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
