"""guest-bot and token: a bot joins a running house, plays, comes back after a break, and leaves well."""

import shlex
import sys
import threading
import time
from pathlib import Path
from typing import Self

import httpx
import pytest

from command_line import Run, lumitheque
from guest_bots import Robot
from lumitheque.guest.door import Pauses, Refused, _seconds
from lumitheque.guest.visit import Visit
from lumitheque.server.settings import Limits
from open_house import Guest, OpenHouse, settings, wait_for

LONGEST_GAME = 120.0  # seconds, on a busy machine; a bot that lost its house comes back after a while

__all__ = ["lumitheque"]


class Said:
    """What a visit says of itself."""

    def __init__(self) -> None:
        self.keys: list[str] = []

    def __call__(self, key: str, **_: object) -> None:
        self.keys.append(key)


class Visiting:
    """A visit in a thread, between `with`."""

    def __init__(self, house: OpenHouse, token: str, player: str = "random") -> None:
        self.said = Said()
        self.visit = Visit(house.url, token, player, self.said)
        self.thread = threading.Thread(target=self.visit.stay, daemon=True)

    def __enter__(self) -> Self:
        self.thread.start()
        wait_for(lambda: "hello" in self.said.keys)
        return self

    def __exit__(self, *_: object) -> None:
        self.visit.give_up()
        self.thread.join(20)
        assert not self.thread.is_alive()


def invite(guest: Guest, robot: Robot, game: str, **words: object) -> str:
    table = guest.open(game, sit=[0], **words)
    answer = guest.http.post(f"/api/tables/{table}/invite_bot", json={"bot": robot.id})
    assert answer.status_code == 200, answer.text
    wait_for(lambda: robot.id in str(guest.look(table)["state"]["sitters"]))
    guest.must(table, "start")
    return table


def play_out(guest: Guest, table: str) -> dict[str, object]:
    """The guest's part of a game: the first legal move, to the end."""
    end = time.monotonic() + LONGEST_GAME
    while time.monotonic() < end:
        state = guest.look(table)["state"]
        if state["status"] == "over":
            return state
        if state.get("legal"):
            guest.ask(table, "play", moves=state["legal"][:1])
        else:
            time.sleep(0.01)
    raise AssertionError("the game does not end")


def test_a_bot_of_ours_is_invited_and_plays_to_the_end() -> None:
    with OpenHouse() as house:
        ada = house.guest("Ada")
        robot = Robot(house, house.guest("Bob"))
        with Visiting(house, robot.token) as visiting:
            table = invite(ada, robot, "lumens")
            state = play_out(ada, table)
            assert state["ending"]
            wait_for(lambda: "over" in visiting.said.keys)
            (ladder,) = ada.http.get("/api/bots/ladder").json()
            (line,) = ladder["lines"]
            assert (ladder["game"], line["bot"], line["games"]) == ("lumens", robot.id, 1)
            assert line["low"] < line["rating"] < line["high"]
            assert line["victories"] == (1 in state["ending"]["winners"])  # type: ignore[index]


@pytest.mark.slow
def test_a_secret_set_up_is_one_move() -> None:
    with OpenHouse() as house:
        robot = Robot(house, ada := house.guest("Ada"))
        with Visiting(house, robot.token) as visiting:
            invite(ada, robot, "galax")
            wait_for(lambda: "moved" in visiting.said.keys)


ENGINE = Path(__file__).parents[2] / "src"


@pytest.mark.slow
def test_any_engine_is_a_guest() -> None:
    with OpenHouse() as house:
        robot = Robot(house, ada := house.guest("Ada"))
        engine = shlex.join([sys.executable, str(Path(__file__).with_name("first_move.py"))])
        with Visiting(house, robot.token, f"engine:{engine}") as visiting:
            table = invite(ada, robot, "lumens")
            assert play_out(ada, table)["ending"]
            wait_for(lambda: "over" in visiting.said.keys)
            assert "refused" not in visiting.said.keys


def test_a_bot_comes_back_when_the_house_does(tmp_path: Path) -> None:
    with OpenHouse(settings(str(tmp_path))) as house:
        ada, robot = house.guest("Ada"), None
        robot = Robot(house, ada)
        visiting = Visiting(house, robot.token)
        visiting.__enter__()
        table = invite(ada, robot, "lumens")
        cookies = dict(ada.http.cookies)
    wait_for(lambda: "away" in visiting.said.keys)
    with OpenHouse(settings(str(tmp_path)), port=house.port) as again:
        guest = again.guest()
        guest.http.cookies = httpx.Cookies(cookies)
        assert play_out(guest, table)["ending"]
        visiting.__exit__()


def test_leaving_well() -> None:
    with OpenHouse() as house:
        ada = house.guest("Ada")
        robot = Robot(house, ada)
        with Visiting(house, robot.token) as visiting:
            table = invite(ada, robot, "lumens")
            wait_for(lambda: visiting.visit.playing == 1)
            assert visiting.visit.take_no_more() == 1
            later = ada.open("lumens", sit=[0])
            ada.http.post(f"/api/tables/{later}/invite_bot", json={"bot": robot.id})
            assert play_out(ada, table)["ending"]
            visiting.thread.join(20)
            assert not visiting.thread.is_alive()
            assert robot.id not in str(ada.look(later)["state"]["sitters"])


def test_whoever_wants_a_rematch_gets_one() -> None:
    with OpenHouse() as house:
        ada = house.guest("Ada")
        robot = Robot(house, ada)
        with Visiting(house, robot.token) as visiting:
            table = invite(ada, robot, "lumens")
            wait_for(lambda: visiting.visit.playing == 1)
            ada.must(table, "resign")
            wait_for(lambda: "over" in visiting.said.keys and not visiting.visit.playing)
            assert not ada.look(table)["state"].get("rematch")  # a bot asks for none
            ada.must(table, "rematch")
            wait_for(lambda: bool(ada.look(table)["state"].get("next_table")))
            again = ada.look(table)["state"]["next_table"]
            assert robot.id in str(ada.look(again)["state"]["sitters"])
            ada.must(again, "start")
            wait_for(lambda: visiting.visit.playing == 1)


def test_an_invitation_waits_until_there_is_room() -> None:
    limits = Limits.none()._replace(bot_tables=1)
    with OpenHouse(settings(limits=limits)) as house:
        ada = house.guest("Ada")
        robot = Robot(house, ada)
        with Visiting(house, robot.token) as visiting:
            first, second = ada.open("lumens", sit=[0]), ada.open("lumens", sit=[0])
            for table in (first, second):
                assert ada.http.post(f"/api/tables/{table}/invite_bot", json={"bot": robot.id}).status_code == 200
            wait_for(lambda: "refused" in visiting.said.keys)
            ada.must(first, "start")  # heard while the other waits
            wait_for(lambda: visiting.visit.playing == 1)
            assert robot.id not in str(ada.look(second)["state"]["sitters"])
            ada.must(first, "resign")
            wait_for(lambda: robot.id in str(ada.look(second)["state"]["sitters"]))


def test_a_date_to_come_again_is_no_number() -> None:
    assert [_seconds(said) for said in (None, "7", "Fri, 31 Dec 1999 23:59:59 GMT", "-3")] == [None, 7.0, 0.0, 0.0]
    assert all(60.0 <= Pauses().next(60.0) <= 90.0 for _ in range(20))  # never sooner than the house said


def test_a_second_interruption_resigns() -> None:
    with OpenHouse() as house:
        ada = house.guest("Ada")
        robot = Robot(house, ada)
        with Visiting(house, robot.token) as visiting:
            table = invite(ada, robot, "lumens")
            wait_for(lambda: visiting.visit.playing == 1)
        assert "resigned" in visiting.said.keys
        assert ada.look(table)["state"]["status"] == "over"


def test_a_token_that_opens_nothing_ends_the_visit() -> None:
    with OpenHouse() as house, pytest.raises(Refused) as refused:
        Visit(house.url, "lumibot_" + "0" * 32, "random", Said()).stay()
    assert refused.value.code == "bad_token"


def test_wrong_words_are_said_in_a_line(lumitheque: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUMITHEQUE_TOKEN", raising=False)
    assert "which bot?" in lumitheque("guest-bot", "--house", "http://localhost:1").err
    told = lumitheque("guest-bot", "--house", "ftp://x", "--token", "t")
    assert told.status != 0 and "is not an address" in told.err
    both = lumitheque("guest-bot", "--house", "http://x", "--token", "t", "--player", "greedy", "--", "./bot")
    assert "do not go together" in both.err


def test_the_host_makes_and_revokes_tokens_beside_an_open_house(lumitheque: Run, tmp_path: Path) -> None:
    with OpenHouse(settings(str(tmp_path), sweep_seconds=0.1)) as house:
        made = lumitheque("token", "make", "Rollo", "--author", "Ada", "--data", str(tmp_path))
        assert made.status == 0, made.err
        headers = {"Authorization": f"Bearer {made.out.strip()}"}
        me = httpx.get(f"{house.url}/api/bot/me", headers=headers)
        assert me.json()["name"] == "Rollo (bot, Ada)"
        listed = lumitheque("token", "list", "--data", str(tmp_path)).out
        assert me.json()["id"] in listed and made.out.strip() not in listed
        told = lumitheque("token", "revoke", me.json()["id"], "--data", str(tmp_path))
        assert told.status == 0, told.err
        wait_for(lambda: httpx.get(f"{house.url}/api/bot/me", headers=headers).status_code == 401)
    assert "no bot of this name" in lumitheque("token", "revoke", "bot-0", "--data", str(tmp_path)).err
