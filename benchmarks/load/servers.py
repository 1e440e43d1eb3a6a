"""The servers that are measured: started on their core, asked for their memory and their time, and ended."""

import contextlib
import os
import platform
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import psutil

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "bench-server"
PEERS = ROOT / "build" / "peers"
OUR_PEERS = ROOT / "benchmarks" / "peers"
PATIENCE = 300.0  # seconds until a server is given up that does not get ready: it may have to compile


class Cores:
    """Which core is whose. Where there is only one, all share it, and the report says so."""

    server, driver = 0, 1

    @classmethod
    def choose(cls, server: int, driver: int) -> None:
        there = os.sched_getaffinity(0) | set(range(os.cpu_count() or 1))
        cls.server, cls.driver = (core if core in there else 0 for core in (server, driver))


@contextlib.contextmanager
def on_core(core: int) -> Iterator[None]:
    """What is started in here stays on that core, with all its threads and children."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


@dataclass
class Running:
    """A server process."""

    name: str
    process: subprocess.Popen[bytes]
    port: int
    ready_after: float = 0.0
    log: Path = field(default_factory=Path)

    def rss(self) -> int:
        """Bytes of memory, its children's too."""
        return sum(each.memory_info().rss for each in self.family())

    def cpu(self) -> float:
        """Seconds of CPU so far, its children's too."""
        return sum(sum(each.cpu_times()[:2]) for each in self.family())

    def family(self) -> list[psutil.Process]:
        whole = psutil.Process(self.process.pid)
        return [whole, *whole.children(recursive=True)]

    def stop(self) -> None:
        if self.process.poll() is not None:
            return
        family = self.family()
        self.process.send_signal(signal.SIGTERM)
        _, left = psutil.wait_procs(family, timeout=10)
        for each in left:
            each.kill()
        self.process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def start(name: str, command: list[str], port: int, ready: str, environment: dict[str, str] | None = None) -> Running:
    """A server on the server's core; returns when `ready` is answered with success."""
    KEPT.mkdir(parents=True, exist_ok=True)
    log = KEPT / f"{name}.log"
    with on_core(Cores.server), log.open("wb") as out:
        begun = time.perf_counter()
        process = subprocess.Popen(command, stdout=out, stderr=out, cwd=ROOT, env=os.environ | (environment or {}))
    running = Running(name, process, port, log=log)
    while not answers(f"http://127.0.0.1:{port}{ready}"):
        if process.poll() is not None or time.perf_counter() - begun > PATIENCE:
            running.stop()
            raise SystemExit(f"{name} did not start; see {log}\n{log.read_text(errors='replace')[-2000:]}")
        time.sleep(0.01)
    running.ready_after = time.perf_counter() - begun
    return running


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return bool(answer.status < 300)
    except (urllib.error.URLError, OSError):
        return False


def peers_installed() -> str | None:
    """None when boardgame.io can be run, else the reason why it cannot."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return "node and npm are not installed here, so boardgame.io was not measured"
    PEERS.mkdir(parents=True, exist_ok=True)
    wanted, have = OUR_PEERS / "package.json", PEERS / "package.json"
    if have.exists() and have.read_bytes() == wanted.read_bytes() and (PEERS / ".installed").exists():
        return None
    print("installing boardgame.io into build/peers", flush=True)
    shutil.copy(wanted, have)
    told = subprocess.run(
        [npm, "install", "--omit=dev", "--no-audit", "--no-fund", "--no-package-lock"],
        cwd=PEERS,
        capture_output=True,
        text=True,
        check=False,
    )
    if told.returncode:
        return f"boardgame.io could not be installed ({told.stderr.strip()[-200:]}), so it was not measured"
    (PEERS / ".installed").touch()
    return None


def boardgame_io(database: tuple[str, str] | None = None) -> Running:
    """The peer's server, in memory or on a database (the folder of its socket, and its name)."""
    port = free_port()
    command = ["node", str(OUR_PEERS / "server.cjs"), str(port), *(database or ())]
    environment = {"NODE_PATH": str(PEERS / "node_modules"), "NODE_ENV": "production"}
    return start("boardgame.io", command, port, "/games", environment)


def echo() -> Running:
    """A bare Litestar application that says back what it is told."""
    port = free_port()
    command = [sys.executable, str(ROOT / "benchmarks" / "load" / "echo.py"), str(port)]
    return start("echo", command, port, "/ready")


def house(place: str) -> Running:
    """Our own house on a folder (SQLite) or a postgresql:// address."""
    port = free_port()
    command = [sys.executable, str(ROOT / "benchmarks" / "load" / "open_house.py"), str(port), place]
    return start("house", command, port, "/ready")


def serve(folder: Path) -> Running:
    """The house as everybody opens it."""
    port = free_port()
    words = ["serve", "--host", "127.0.0.1", "--port", str(port), "--data", str(folder)]
    return start("serve", [sys.executable, "-m", "lumitheque", *words], port, "/ready")


def machine() -> str:
    """What this runs on, in words."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        model = platform.processor()
    memory = psutil.virtual_memory().total / 2**30
    python = f"Python {platform.python_version()}" + (" of the system" if sys.base_prefix == "/usr" else "")
    return f"{model}, {os.cpu_count()} cores, {memory:.0f} GiB, {python}, {node_version()}"


def node_version() -> str:
    node = shutil.which("node")
    if node is None:
        return "no node"
    return "node " + subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
