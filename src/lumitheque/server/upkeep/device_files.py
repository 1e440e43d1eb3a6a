"""DeviceFiles: what devices need to play without the house. A wheel carries the files; elsewhere a process of low
priority makes them while the house is open, and the house serves them from then on."""

import asyncio
import logging
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

from lumitheque.games.machine_code import cache_root
from lumitheque.server.built_page import WEB
from lumitheque.server.upkeep.compiling import complaint
from lumitheque.server.upkeep.preparing import Preparation

CARRIED = WEB / "local"  # in a wheel
INDEX = "index.json"
QUIET = 5.0  # seconds before anything is made: a house that opens has better things to do
MAKING = "lumitheque.browser.device_files"  # run in a process of its own: the house never imports LLVM
log = logging.getLogger("lumitheque.server")


class DeviceFiles:
    """Where the files are: None until there are any."""

    def __init__(self, preparation: Preparation, wanted: bool) -> None:
        self._preparation, self._wanted = preparation, wanted
        self.folder: Path | None = CARRIED if (CARRIED / INDEX).is_file() else None

    async def run(self) -> None:
        """Have the files made unless they are there. Whoever plays comes first: games are compiled before."""
        if self.folder is not None or not self._wanted:
            return
        await self._preparation.wait_for_all()
        await asyncio.sleep(QUIET)
        said, status = await make_apart()
        if status:
            log.warning("devices cannot play without the house: %s", complaint(said, status))
        else:
            self.folder = Path(said.decode().strip().splitlines()[-1])


async def make_apart() -> tuple[bytes, int]:
    """Make the files; what the process said, and its status. All that was started ends with whoever waits for it."""
    own = os.environ | {"LUMITHEQUE_RULES": "interpreted", "LUMITHEQUE_CACHE": str(cache_root())}
    pipe, out = asyncio.subprocess.PIPE, asyncio.subprocess.STDOUT
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", MAKING, env=own, stdout=pipe, stderr=out, start_new_session=True
    )
    try:
        said, _ = await process.communicate()
    except asyncio.CancelledError:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
        raise
    return said, process.returncode or 0
