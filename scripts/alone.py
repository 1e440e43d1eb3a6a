"""Run a command while no other process runs one in this folder: `python scripts/alone.py COMMAND …`. Others wait."""

import os
import subprocess
import sys
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: nobody waits there
    fcntl = None  # type: ignore[assignment]

LOCK = Path("build") / "setup.lock"
HELD = "LUMITHEQUE_SETUP"  # in the environment of the command: it may run this script again


def main(command: list[str]) -> int:
    if os.environ.get(HELD) or fcntl is None:
        return subprocess.run(command, check=False).returncode
    LOCK.parent.mkdir(exist_ok=True)
    with LOCK.open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another make is setting things up here: waiting for it", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        return subprocess.run(command, env=os.environ | {HELD: "1"}, check=False).returncode


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except OSError as error:
        sys.exit(f"{LOCK}: {error.strerror}")
    except KeyboardInterrupt:
        sys.exit(130)
