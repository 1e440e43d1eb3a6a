"""The container image: built from the Dockerfile, started, stopped, killed, and started again."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import in_test_all
from open_house import Guest
from packaged.images import Container, Image

pytestmark = [pytest.mark.slow, in_test_all]


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    if os.geteuid() != 0:
        pytest.skip("mmdebstrap, buildah and chroot are run as root")
    built = Image(tmp_path_factory.mktemp("image"))
    yield built
    built.remove()


@pytest.fixture
def container(image: Image, tmp_path: Path) -> Container:
    return Container(image, tmp_path / "data")


def test_a_game_survives_stop_and_kill(container: Container) -> None:
    """docker run, play, docker stop; docker start, play, docker kill; docker start."""
    with container.running() as process:
        guest = Guest(container, "Ada")  # type: ignore[arg-type]  # it has an address and a port
        assert "<html" in guest.http.get("/").text
        table = guest.open("lumens", sit=[0, 1], start=True)
        _play(guest, table)
        _check_healthy(container)
        os.kill(process, signal.SIGTERM)
    with container.running() as process:
        assert guest.http.get("/api/me").json()["name"] == "Ada"
        assert guest.look(table)["state"]["moves"] == 1
        _play(guest, table)
        os.kill(process, signal.SIGKILL)
    with container.running() as process:
        assert guest.look(table)["state"]["moves"] == 2
        guest.go()
        os.kill(process, signal.SIGTERM)
    assert "Traceback" not in container.told()


def _play(guest: Guest, table: str) -> None:
    seat = guest.look(table)["state"]["waiting"][0]
    guest.must(table, "play", seat=seat, moves=[guest.look(table, seat=seat)["state"]["legal"][0]])


def _check_healthy(container: Container) -> None:
    """Run the image's own HEALTHCHECK, at the port of this house and at one where nobody is."""
    kind, *words = container.image.config["Healthcheck"]["Test"]
    assert kind == "CMD" and any(":8642/" in word for word in words)
    here, nowhere = ([word.replace(":8642/", f":{port}/") for word in words] for port in (container.port, 9))
    assert container.run(*here).returncode == 0
    assert container.run(*nowhere).returncode == 1


def test_the_house_has_a_user_of_its_own_and_one_folder(container: Container) -> None:
    told = container.run(
        "sh", "-c", "id -u; touch /x /usr/local/bin/x /tmp/x /data/x; grep -c ' / [^ ]* ro,' /proc/mounts"
    )
    assert told.stdout.split() == [str(container.image.user), "1"]
    assert container.image.user >= 1000
    refused = [line for line in told.stderr.splitlines() if "touch" in line]
    assert len(refused) == 2 and all("/x'" in line and "/tmp" not in line for line in refused)
    assert (container.image.root / "data").stat().st_mode & 0o077 == 0  # what a new volume begins as
    assert container.image.config["Volumes"] == {"/data": {}}


def test_the_image_holds_a_worker_too(container: Container) -> None:
    told = container.run("lumitheque", "worker", "--help")
    assert told.returncode == 0 and "--database" in told.stdout
    assert container.run("python", "-c", "import asyncpg, pgqueuer").returncode == 0
