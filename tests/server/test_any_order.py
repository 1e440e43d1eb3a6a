"""Anything that anybody may say on a WebSocket, in any order: nothing breaks, nothing hangs, nothing is let out."""

import json
import os
import random
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from lumitheque.games import SHELF
from open_house import Guest, Line, OpenHouse

PEOPLE = st.integers(0, 3)
SEATS = st.none() | st.integers(-1, 3)
GAMES = st.sampled_from(["lumens", "galax", "fromages"])
PLAIN = [
    "start",
    "take_back",
    "resign",
    "offer_draw",
    "rematch",
    "hand_to_bot",
    "hand_back",
    "time_out",
    "close",
    "leave",
]
WORDS = st.dictionaries(
    st.sampled_from(["do", "table", "id", "seat", "after", "command", "on", "moves", "level", "text", "agrees", "ms"]),
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.lists(st.text(max_size=4), max_size=3),
    max_size=5,
)
SECRETS = ("secret", "seed", "chance", "nonce")
EXAMPLES = 200 if os.environ.get("LUMITHEQUE_TEST_ALL") else 12
HOUSES: list[OpenHouse] = []


class Company(RuleBasedStateMachine):
    """Four guests, two at the table at most, each with a socket."""

    @initialize(game=GAMES, spectators=st.booleans())
    def gather(self, game: str, spectators: bool) -> None:
        house = HOUSES[0]
        self.guests: list[Guest] = [house.guest() for _ in range(4)]
        self.lines: list[Line] = [guest.live() for guest in self.guests]
        self.game = SHELF[game]
        self.table = self.guests[0].open(game, seats=2, sit=[0], spectators=spectators)
        self.last = [0] * 4
        self.dice = random.Random(1)

    def teardown(self) -> None:
        for guest in getattr(self, "guests", []):
            guest.go()

    def answer(self, who: int, do: str, **words: Any) -> dict[str, Any]:
        """Every command is answered, and what is heard on the way is looked at."""
        line = self.lines[who]
        line.heard.clear()
        told = line.act(self.table, do, **words)
        assert told["t"] == "ack" or told["fault"]["sentence"], told
        assert "fault" not in told or told["fault"]["code"] not in ("broken", "unreadable"), told
        for message in line.heard:
            self.overhear(who, message)
        return told

    def overhear(self, who: int, message: dict[str, Any]) -> None:
        """Nobody is told what is secret, nor what another seat holds; numbers never go back."""
        if message["t"] not in ("table", "entries"):
            return
        state = message["table"]["state"] if message["t"] == "table" else message["state"]
        assert state["seq"] >= self.last[who]
        self.last[who] = state["seq"]
        if state["status"] != "over":
            text = json.dumps(message)
            assert not [word for word in SECRETS if f'"{word}":' in text], text
        own = [
            n
            for n, place in enumerate(state["sitters"])
            if place.get("sitter", {}).get("person") == self.guests[who].id
        ]
        assert not state.get("legal") or own

    @rule(who=PEOPLE, seat=SEATS, after=st.none() | st.integers(-1, 50))
    def watch(self, who: int, seat: int | None, after: int | None) -> None:
        told = self.lines[who].watch(self.table, seat=seat, after=after)
        self.last[who] = 0
        self.overhear(who, told)

    @rule(who=PEOPLE, seat=SEATS, bot=st.none() | st.sampled_from(["random", "greedy", "nobody"]))
    def sit(self, who: int, seat: int | None, bot: str | None) -> None:
        self.answer(who, "sit", seat=seat, bot=bot)

    @rule(who=PEOPLE, do=st.sampled_from(PLAIN[:-2]), seat=SEATS)
    def do(self, who: int, do: str, seat: int | None) -> None:
        self.answer(who, do, **({} if do == "start" else {"seat": seat}))

    @rule(who=PEOPLE, do=st.sampled_from(["close", "leave"]))
    def go(self, who: int, do: str) -> None:
        self.answer(who, do)

    @rule(who=PEOPLE, do=st.sampled_from(["answer_take_back", "answer_draw"]), agrees=st.booleans())
    def agree(self, who: int, do: str, agrees: bool) -> None:
        self.answer(who, do, agrees=agrees)

    @rule(who=PEOPLE, seat=SEATS, moves=st.lists(st.text(max_size=6), max_size=3))
    def play_anything(self, who: int, seat: int | None, moves: list[str]) -> None:
        self.answer(who, "play", seat=seat, moves=moves)

    @rule(who=PEOPLE)
    def play_well(self, who: int) -> None:
        """Begin, if that has not been done, and make a legal move."""
        for do, words in (("sit", {"bot": "random"}), ("start", {})):
            self.answer(0, do, **words)
        answer = self.guests[who].http.get(f"/api/tables/{self.table}")
        if answer.status_code == 200 and (legal := answer.json()["table"]["state"].get("legal")):
            self.answer(who, "play", moves=[self.dice.choice(legal)])

    @rule(who=PEOPLE, text=st.text(max_size=20))
    def talk(self, who: int, text: str) -> None:
        self.answer(who, "say", text=text)

    @rule(who=PEOPLE, words=WORDS)
    def babble(self, who: int, words: dict[str, Any]) -> None:
        line = self.lines[who]
        line.socket.send(json.dumps(words))
        line.say("ping")
        line.hear("pong")

    @rule(who=PEOPLE)
    def come_back(self, who: int) -> None:
        self.lines[who].close()
        self.lines[who] = self.guests[who].live()

    @invariant()
    def the_house_stands(self) -> None:
        services = HOUSES[0].app.services
        assert not services.house.pause.on and services.ready


def test_anything_in_any_order() -> None:
    with OpenHouse() as house:
        HOUSES.append(house)
        chosen = settings(
            max_examples=EXAMPLES,
            stateful_step_count=20,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        try:
            run_state_machine_as_test(Company, settings=chosen)  # type: ignore[no-untyped-call]
        finally:
            HOUSES.clear()
