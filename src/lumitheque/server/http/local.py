"""/local: what a device needs to play without the house (upkeep/device_files.py)."""

import functools
import gzip
import re
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from lumitheque.server.http.routing import Services, get
from lumitheque.server.upkeep.device_files import INDEX

NAME = re.compile(r"[\w-]+\.[0-9a-f]{16}\.(wasm|json)", re.ASCII)
WASM = "application/wasm"  # browsers compile it as it comes only under this name


@get("/local/{name:str}", include_in_schema=False, sync_to_thread=False)
def device_file(request: Request[Any, Any, Any], services: Services, name: FromPath[str]) -> Response[bytes]:
    """A file, packed if the browser can unpack it. Names have digests; only the index is asked for again each time."""
    folder = services.device_files.folder
    if folder is None or not (name == INDEX or NAME.fullmatch(name)) or not (folder / name).is_file():
        raise NotFoundException
    plain, packed = read_packed(folder / name)
    headers = {"vary": "accept-encoding"}
    if is_packed := "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
    kind = WASM if name.endswith(".wasm") else MediaType.JSON
    return Response(packed if is_packed else plain, media_type=kind, headers=headers)


@functools.lru_cache(maxsize=64)
def read_packed(path: Path) -> tuple[bytes, bytes]:
    """A file and its packed form: packed once, as nothing in such a folder ever changes."""
    plain = path.read_bytes()
    return plain, gzip.compress(plain, 9, mtime=0)


ROUTES = [device_file]
