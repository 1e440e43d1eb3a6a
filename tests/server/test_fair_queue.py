"""Thinking is shared fairly: between people, between the tables of a person, short thoughts first, and less of it where
many want to think."""

import asyncio
from collections.abc import Callable

import pytest

from lumitheque.bots import find_player
from lumitheque.games import SHELF
from lumitheque.reception.turns import AT_ONCE, Haste, next_turn, payer
from lumitheque.server.access.rate_limits import Whereabouts, neighbourhood
from lumitheque.server.bots.fair_queue import LEAST, FairQueue, Share, Thought
from lumitheque.server.settings import Limits
from open_house import Guest, OpenHouse, settings, wait_for
from open_tables import CountedDice, started, started_with_bots

ANSWER = 5.0


class Room:
    """A queue without a clock of its own: thoughts take as long as they cost."""

    def __init__(self, places: int = 1, **limits: int) -> None:
        self.now = 0.0
        self.queue = FairQueue(Share(places, ANSWER, **limits), lambda: self.now)
        self.order: list[str] = []  # whose thoughts began
        self.begun: dict[str, float] = {}
        self.allowed: dict[str, float | None] = {}
        self._tasks: dict[asyncio.Task[None], asyncio.Event] = {}
        self._ends: list[tuple[float, asyncio.Event]] = []

    async def want(self, name: str, thought: Thought) -> "asyncio.Task[None]":
        end = asyncio.Event()

        async def think() -> None:
            async with self.queue.place(thought) as seconds:
                self.order.append(name)
                self.begun.setdefault(name, self.now)
                self.allowed[name] = seconds
                self._ends.append((self.now + min(thought.cost, seconds or thought.cost), end))
                await end.wait()

        task = asyncio.create_task(think())
        self._tasks[task] = end
        await settle()
        return task

    async def pass_time(self) -> None:
        """Until the next thought ends."""
        self._ends.sort(key=lambda one: one[0])
        self.now, end = self._ends.pop(0)
        end.set()
        await settle()

    async def until_all_have_begun(self) -> None:
        while self._ends:
            await self.pass_time()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def in_room(scenario: Callable[[Room], object], **words: int) -> None:
    async def visit() -> None:
        room = Room(**words)
        await scenario(room)  # type: ignore[misc]
        for task in room._tasks:
            task.cancel()
        await asyncio.gather(*room._tasks, return_exceptions=True)

    asyncio.run(visit())


def of(person: str, cost: float = 1.0, table: str = "", address: str = "", weight: float = 1.0) -> Thought:
    return Thought(person, table or f"{person}'s", address or person, cost, weight)


def test_a_stranger_is_next_though_one_person_wants_a_hundred_thoughts() -> None:
    async def scenario(room: Room) -> None:
        for number in range(100):
            await room.want(f"greedy {number}", of("greedy", table=str(number)))
        await room.want("stranger", of("stranger"))
        await room.pass_time()
        assert room.order == ["greedy 0", "stranger"]

    in_room(scenario)


def test_people_take_turns_whatever_they_want() -> None:
    async def scenario(room: Room) -> None:
        for number in range(6):
            await room.want("many", of("many", 0.2, table=str(number)))
        for number in range(3):
            await room.want("few", of("few", 0.2, table=str(number)))
        await room.until_all_have_begun()
        assert room.order[:6].count("few") == 3 and room.order[1] == "few"

    in_room(scenario)


def test_tables_of_a_person_take_turns() -> None:
    async def scenario(room: Room) -> None:
        for _ in range(4):
            await room.want("busy", of("ann", table="busy"))
        await room.want("quiet", of("ann", table="quiet"))
        await room.pass_time()
        assert room.order == ["busy", "quiet"]

    in_room(scenario)


def test_short_thoughts_come_first_and_have_a_place_of_their_own() -> None:
    async def scenario(room: Room) -> None:
        await room.want("long", of("ann", 5.0))
        await room.want("longer", of("bob", 5.0))
        await room.want("short", of("cyd", 0.01))
        assert room.order == ["long", "short"]  # it does not wait for the one that thinks
        await room.want("medium", of("dan", 1.0))
        await room.pass_time()
        await room.pass_time()
        assert room.order == ["long", "short", "medium"]

    in_room(scenario)


def test_short_thoughts_do_not_keep_a_long_one_out() -> None:
    async def scenario(room: Room) -> None:
        await room.want("short", of("ann", 0.01, table="1"))
        await room.want("short", of("ann", 0.01, table="2"))
        await room.want("long", of("bob", 1.0))
        for number in range(10):
            await room.want("short", of("ann", 0.01, table=str(number)))
        await room.pass_time()
        assert room.order == ["short", "short", "long"]

    in_room(scenario)


def test_long_thoughts_are_not_put_off_for_ever() -> None:
    async def scenario(room: Room) -> None:
        await room.want("first", of("ann", 0.2))
        await room.want("long", of("bob", 1.0))
        for number in range(20):
            await room.want(f"ann {number}", of("ann", 0.2, table=str(number)))
        await room.until_all_have_begun()
        assert room.order.index("long") < 8

    in_room(scenario)


def test_nobody_saves_up() -> None:
    async def scenario(room: Room) -> None:
        for number in range(10):
            await room.want("ann", of("ann", table=str(number)))
        for _ in range(10):
            await room.pass_time()
        room.order.clear()
        for number in range(4):
            await room.want("bob", of("bob", table=str(number)))  # was not here so far
            await room.want("ann", of("ann", table=str(number)))
        await room.until_all_have_begun()
        assert 1 <= room.order[:4].count("ann") <= 3

    in_room(scenario)


def test_whoever_weighs_less_is_due_less_often() -> None:
    async def scenario(room: Room) -> None:
        await room.want("first", of("eve"))
        for number in range(8):
            await room.want("bots", of("ann", table=f"a{number}", weight=0.25))
            await room.want("people", of("bob", table=f"b{number}"))
        for _ in range(6):
            await room.pass_time()
        assert room.order[1:].count("people") >= 4

    in_room(scenario)


def test_what_is_more_than_a_person_or_an_address_may_want_waits_for_everybody() -> None:
    async def scenario(room: Room) -> None:
        for number in range(6):
            await room.want("ann", of("ann", 0.2, table=str(number)))
        for number in range(6):
            await room.want("guest", of(f"guest {number}", 0.2, address="café"))
        await room.want("last", of("bob", 0.2))
        within = room.queue._within()
        assert [one.person for one in within if one.address != "café"] == ["ann", "bob"]  # another of ann's thinks now
        assert len(within) == 6
        await room.pass_time()
        await room.pass_time()
        assert "last" in room.order
        await room.until_all_have_begun()
        assert len(room.order) == 13

    in_room(scenario, of_person=2, of_address=4)


def test_forty_guests_behind_one_address_are_not_hindered() -> None:
    async def scenario(room: Room) -> None:
        for number in range(8):
            await room.want("home", of("home", 0.2, table=str(number)))
        for number in range(40):
            await room.want("guest", of(f"guest {number}", 0.2, address="café"))
        assert len(room.queue._within()) == 47  # none is too many
        for _ in range(42):
            await room.pass_time()
        assert room.order.count("guest") >= 36  # almost as if each had an address of their own

    limits = Limits()
    in_room(scenario, of_person=limits.thoughts, of_address=limits.address_thoughts)


def test_an_address_with_many_people_leaves_room_for_a_stranger() -> None:
    async def scenario(room: Room) -> None:
        for number in range(1_000):
            await room.want("one of many", of(f"many {number}", 0.2, address="one"))
        for _ in range(3):
            await room.pass_time()
        await room.want("stranger", of("stranger", 0.2))
        await room.pass_time()
        assert room.order[-1] == "stranger"

    limits = Limits()
    in_room(scenario, of_person=limits.thoughts, of_address=limits.address_thoughts)


def test_an_ipv6_household_is_one_address() -> None:
    places = Whereabouts(most=2)
    places.note("ann", neighbourhood("2001:db8:1:2::3"))
    places.note("bob", neighbourhood("2001:db8:1:2:ffff::4"))
    assert places.of("ann") == places.of("bob") == "2001:db8:1:2::/64"
    places.note("cyd", neighbourhood("::ffff:192.0.2.7"))
    assert places.of("cyd") == "192.0.2.7"
    assert places.of("ann") == ""  # the oldest is forgotten


def test_where_many_want_to_think_they_think_less() -> None:
    async def scenario(room: Room) -> None:
        await room.want("alone", of("ann", 5.0))
        assert room.allowed["alone"] is None
        for number in range(9):
            await room.want(f"{number}", of(f"guest {number}", 5.0))
        await room.pass_time()
        await room.until_all_have_begun()
        cut = [room.allowed[f"{number}"] for number in range(8)]
        assert all(seconds is not None and seconds <= ANSWER for seconds in cut)
        assert room.allowed["0"] == pytest.approx(ANSWER / 9)
        assert room.allowed["8"] is None  # nobody else is left

    in_room(scenario)


def test_whoever_wants_much_thinks_less_than_whoever_wants_little() -> None:
    async def scenario(room: Room) -> None:
        for number in range(8):
            await room.want("many", of("many", 5.0, table=str(number)))
        await room.want("few", of("few", 5.0))
        await room.pass_time()
        assert room.allowed["few"] == pytest.approx(ANSWER / 2)
        await room.pass_time()
        assert room.allowed["many"] == pytest.approx(ANSWER / 7)  # alone again, with seven tables

    in_room(scenario)


def test_nobody_thinks_less_than_a_little() -> None:
    async def scenario(room: Room) -> None:
        for number in range(500):
            await room.want("guest", of(f"guest {number}", 5.0))
        await room.pass_time()
        assert room.allowed["guest"] == LEAST

    in_room(scenario)


def test_whoever_thinks_is_hurried_when_somebody_comes() -> None:
    async def visit() -> None:
        queue = FairQueue(Share(1, 0.1))
        hurried = asyncio.Event()
        first, second = of("ann", 5.0), of("bob", 5.0)

        async def think(thought: Thought, ends: asyncio.Event) -> None:
            async with queue.place(thought):
                thought.hurry = ends.set
                await ends.wait()

        one = asyncio.create_task(think(first, hurried))
        await settle()
        assert not hurried.is_set()
        two = asyncio.create_task(think(second, asyncio.Event()))
        await asyncio.wait_for(one, 20)
        assert hurried.is_set() and queue.waiting == 0
        two.cancel()
        await asyncio.gather(two, return_exceptions=True)

    asyncio.run(visit())


def test_whoever_goes_away_leaves_the_queue() -> None:
    async def scenario(room: Room) -> None:
        await room.want("ann", of("ann"))
        waits = await room.want("bob", of("bob"))
        await room.want("cyd", of("cyd"))
        waits.cancel()
        await settle()
        assert room.queue.waiting == 1
        await room.until_all_have_begun()
        assert room.order == ["ann", "cyd"]

    in_room(scenario)


# --- at tables -------------------------------------------------------------------------------------------------------


def test_who_pays_for_a_thought() -> None:
    assert payer(started("luminis", 3).table) == "ann"  # who opened the table, and sits there
    table = started_with_bots("fromages", 3).table
    turn = next_turn(table, CountedDice(), 0)
    assert turn is None or turn.payer == payer(table)


def test_a_player_who_is_given_less_time() -> None:
    player = find_player(SHELF["sirius"], "procyon")
    bot = player.bot()
    assert Haste(bot, None).budget(player.budget) is player.budget
    assert Haste(bot, 60.0).budget(player.budget) is player.budget
    haste = Haste(bot, 0.25)
    cut = haste.budget(player.budget)
    assert cut.seconds is not None and cut.seconds <= 0.25 and cut.simulations == player.budget.simulations
    haste()  # for all decisions that are still to come, too
    assert haste.budget(player.budget).seconds == AT_ONCE
    haste.look_back()
    assert haste.mattered


def hurried(guest: Guest, table: str) -> bool:
    """Whether the log says of a move that its bot had less time than it wanted."""
    entries = guest.http.get(f"/api/tables/{table}/entries?after=0").json()["entries"]
    return any(entry["event"].get("hurried", False) for entry in entries)


def test_a_strangers_bot_answers_while_somebody_has_many_tables_of_the_strongest() -> None:
    with OpenHouse(settings(answer_seconds=1.0)) as house:
        greedy = house.guest()
        tables = [greedy.open("sirius", bots={0: "procyon", 1: "procyon"}, start=True) for _ in range(12)]
        tally = house.app.services.house.tally
        wait_for(lambda: tally.thoughts_waiting() >= 8)
        stranger = house.guest()
        table = stranger.open("lumens", sit=[0], bots={1: "greedy"}, start=True)
        before = tally.bot_moves
        wait_for(lambda: stranger.look(table)["state"]["waiting"] == [0])
        assert tally.bot_moves - before < 20  # it was soon its turn, though twelve tables were there first
        wait_for(lambda: tally.thoughts_cut > 0, seconds=60)
        wait_for(lambda: any(hurried(greedy, one) for one in tables))  # and everybody at the table is told
        assert not hurried(stranger, table)
        assert "lumitheque_thoughts_cut_total" in stranger.http.get("/metrics").text
        for one in tables:
            greedy.ask(one, "close")


def test_patient_work_waits_for_bots_and_shortens_no_thought() -> None:
    async def visit() -> None:
        room = Room()
        await room.want("piece", Thought.patient("anna", "r", 0.5))
        await room.want("next piece", Thought.patient("anna", "r", 0.05))  # short as it is, it takes no extra thread
        assert room.order == ["piece"]
        await room.want("bot", Thought("bob", "t", "here", 4.0))
        await room.until_all_have_begun()
        assert room.order == ["piece", "bot", "next piece"]
        assert room.allowed["bot"] is None, "nobody else waits for a bot"

    asyncio.run(visit())
