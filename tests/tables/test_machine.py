"""All commands by all sorts of people at tables of all games: never anything but Denied, and the log is the truth."""

import random
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from command_line import HOUSE as GAMES
from conftest import EVERYTHING
from lumitheque.games import SHELF
from lumitheque.referee.checking import check_record
from lumitheque.tables import (
    BOT,
    CLOCK,
    HOUSE,
    Actor,
    AnyCommand,
    ClockTerms,
    Days,
    Denied,
    Fischer,
    NoClock,
    Obeyed,
    PerMove,
    Table,
    TableTerms,
    Viewer,
    decide,
    record_for,
    tell_table,
)
from lumitheque.tables.commands import (
    AnswerDraw,
    AnswerTakeBack,
    Close,
    GiveTime,
    HandBack,
    HandToBot,
    Leave,
    OfferDraw,
    Play,
    PutAway,
    Rematch,
    ReplaceBot,
    Resign,
    Restore,
    Say,
    Sit,
    Start,
    StopClock,
    TakeBack,
    TimeOut,
)
from lumitheque.tables.terms import WhenLate
from lumitheque.testkit.near_misses import near_misses
from open_tables import Sitting, any_moves, fingerprint

PEOPLE = ("ann", "bob", "cyd", "eve")
actors = st.sampled_from([*(Actor.of(name) for name in PEOPLE), HOUSE, BOT, CLOCK, Actor("person")])
seats = st.one_of(st.none(), st.integers(-1, 6))
levels = st.sampled_from([None, "greedy", "pim", "no such level"])
texts = st.one_of(st.none(), st.text(max_size=20), st.sampled_from(["hello", "\ud800", "x" * 301]))
clocks = st.sampled_from([NoClock(), PerMove(5), Fischer(20, 2), Days(1), Days(0, 1)])
lateness = st.sampled_from(["lost", "substitute", "offered"])
commands: st.SearchStrategy[AnyCommand] = st.one_of(
    st.builds(Sit, seats, st.sampled_from([None, "abc", "bad nonce"]), levels),
    st.builds(Leave, seats),
    st.just(Start()),
    st.builds(Play, seats, st.lists(st.sampled_from(["pass", "a3-a4", "draw pile", "é", "x" * 70]), max_size=3)),
    st.builds(TakeBack, seats),
    st.builds(AnswerTakeBack, st.booleans(), seats),
    st.builds(OfferDraw, seats),
    st.builds(AnswerDraw, st.booleans(), seats),
    st.builds(Rematch, seats),
    st.builds(Say, texts, texts),
    st.builds(HandToBot, seats, levels),
    st.builds(HandBack, seats),
    st.builds(ReplaceBot, st.integers(-1, 6), st.sampled_from(["greedy", "random", "é"]), st.just("greedy")),
    st.builds(TimeOut, seats),
    st.builds(PutAway, st.just(10**13), st.integers(1, 30)),
    st.just(Restore()),
    st.builds(GiveTime, st.integers(-5, 10_000), st.none(), seats),
    st.builds(StopClock, st.integers(-1, 6), st.integers(-5, 10_000_000)),
)


sensible = st.sampled_from(
    [
        TakeBack,
        lambda seat: AnswerTakeBack(True, seat),
        lambda seat: AnswerTakeBack(False, seat),
        OfferDraw,
        lambda seat: AnswerDraw(True, seat),
        lambda seat: AnswerDraw(False, seat),
        HandToBot,
        HandBack,
        Rematch,
        TimeOut,
        lambda _: Say(phrase="hello"),
    ]
)


class AnyTable(RuleBasedStateMachine):
    game = ""
    sitting: Sitting

    @initialize(seats=st.integers(2, 6), clock=clocks, spectators=st.booleans(), late=lateness, data=st.data())
    def open(self, seats: int, clock: ClockTerms, spectators: bool, late: WhenLate, data: st.DataObject) -> None:
        game = SHELF[self.game]
        seats = min(seats, game.seats[-1])
        options = data.draw(st.sampled_from(list(game.combinations(seats))))
        terms = TableTerms(
            game=self.game,
            seats=seats,
            options=options,
            clock=clock,
            spectators=spectators,
            hints=data.draw(st.booleans()),
            several_seats=True,
            substitute="pim",
            away=data.draw(st.sampled_from([0, 60])),
            when_late="lost" if clock == NoClock() else late,
        )
        self.sitting = Sitting(terms)
        self.chooser = random.Random(data.draw(st.integers(0, 1000)))
        if data.draw(st.integers(0, 4)):
            self.all_sit_down_and_start(data.draw(st.booleans()))

    def ask(self, actor: Actor, command: AnyCommand, key: str | None = None) -> None:
        """Deciding changes nothing; the log does."""
        sitting, before = self.sitting, fingerprint(self.sitting.table)
        obeyed: Obeyed | None = None
        try:
            obeyed = decide(sitting.table, actor, command, sitting.now, sitting.dice)
        except Denied as denied:
            denied.sentence("fr"), denied.sentence("en")
        assert fingerprint(sitting.table) == before
        if obeyed is not None:
            sitting.enter(obeyed, actor, key)
            assert sitting.table.seq == len(sitting.log)

    @rule(actor=actors, command=commands, key=st.sampled_from([None, "k"]))
    def somebody_asks_something(self, actor: Actor, command: AnyCommand, key: str | None) -> None:
        self.ask(actor, command, key)

    def all_sit_down_and_start(self, bots: bool) -> None:
        while self.sitting.table.places.free:
            name = PEOPLE[self.sitting.table.places.free[0] % 3]
            self.ask(Actor.of("ann"), Sit(bot="greedy")) if bots and name == "cyd" else self.ask(Actor.of(name), Sit())
        self.ask(Actor.of("ann"), Start())

    @precondition(lambda self: self.sitting.table.status == "open")
    @rule(bots=st.booleans())
    def the_game_starts(self, bots: bool) -> None:
        self.all_sit_down_and_start(bots)

    @precondition(lambda self: self.sitting.table.places.people)
    @rule(do=sensible, number=st.integers(0, 5))
    def a_player_does_something(self, do: Callable[[int], AnyCommand], number: int) -> None:
        people = self.sitting.table.places.people
        person = people[number % len(people)]
        self.ask(Actor.of(person), do(self.chooser.choice(self.sitting.table.places.of(person))))

    @precondition(lambda self: self.sitting.table.status == "playing")
    @rule(times=st.sampled_from([1, 1, 2, 5, 40]))
    def they_play(self, times: int) -> None:
        for _ in range(times):
            table = self.sitting.table
            if not table.waiting:
                return
            seat = self.chooser.choice(table.waiting)
            actor = BOT if table.places.level(seat) else Actor.of(table.places.person(seat))
            self.ask(actor, Play(seat, any_moves(table, seat, self.chooser)))

    @precondition(lambda self: self.sitting.table.status == "playing")
    @rule(actor=actors)
    def somebody_plays_something_like_a_move(self, actor: Actor) -> None:
        seat = self.chooser.choice(self.sitting.table.waiting)
        legal = self.sitting.table.game.legal(seat)
        self.ask(actor, Play(seat, near_misses(self.chooser, legal, [], 2)))

    @precondition(lambda self: self.sitting.table.status == "playing" and self.sitting.table.deadline() is not None)
    @rule(who=st.sampled_from(PEOPLE), back=st.booleans())
    def somebody_is_late(self, who: str, back: bool) -> None:
        """And may be replaced, until they are back or somebody else takes the seat."""
        self.sitting.now = max(self.sitting.now, self.sitting.table.deadline() or 0)
        self.ask(CLOCK, TimeOut())
        self.ask(Actor.of(who), HandBack() if back else Sit())

    @precondition(lambda self: self.sitting.table.take_back_question is not None)
    @rule(actor=actors, agrees=st.booleans())
    def somebody_answers(self, actor: Actor, agrees: bool) -> None:
        self.ask(actor, AnswerTakeBack(agrees))

    @rule(actor=actors)
    def somebody_takes_back(self, actor: Actor) -> None:
        self.ask(actor, TakeBack())

    @rule(actor=actors, seat=seats, really=st.integers(0, 9))
    def somebody_resigns_or_closes(self, actor: Actor, seat: int | None, really: int) -> None:
        if really == 0:
            self.ask(actor, Resign(seat))
        if really == 1 and self.sitting.table.status != "playing":
            self.ask(actor, Close())

    @rule(ms=st.sampled_from([0, 1, 900, 4000, 30_000, -10_000_000]))
    def time_passes_or_jumps(self, ms: int) -> None:
        self.sitting.now += ms

    @invariant()
    def everybody_is_told_what_they_may_know(self) -> None:
        if not hasattr(self, "sitting"):
            return
        table = self.sitting.table
        secrets = [table.terms.secret, *filter(lambda nonce: len(nonce) == 32, table.places.nonces())]
        for seat in (None, *range(table.terms.seats)):
            person = "eve" if seat is None else table.places[seat].person
            if person is None:
                continue
            viewer = Viewer(person, seat)
            told = self.sitting.told_all(viewer) + msgspec.json.encode(tell_table(table, viewer))
            if table.referee is not None:
                told += msgspec.json.encode(record_for(table, viewer))
            if not table.is_finished:
                assert not any(secret.encode() in told for secret in secrets), "a secret is told"

    def teardown(self) -> None:
        if not hasattr(self, "sitting"):
            return
        table = self.sitting.table
        assert fingerprint(Table.of("a-table", self.sitting.log)) == fingerprint(table)
        assert all(a.at <= b.at for a, b in zip(self.sitting.log, self.sitting.log[1:], strict=False))
        if table.is_finished:
            check_record(record_for(table, Viewer()))


@pytest.mark.parametrize("game", GAMES)
def test_any_command_at_any_time(game: str) -> None:
    machine = type(f"Table of {game}", (AnyTable,), {"game": game})
    often = settings(max_examples=400 if EVERYTHING else 40, stateful_step_count=30)
    run_state_machine_as_test(machine, settings=often)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_long_evening(game: str, seed: int) -> None:
    """The same with plain dice: long games in which people, bots and clocks do everything there is, often."""
    evening, dice = AnyTable(), random.Random(seed)
    seats = dice.choice(SHELF[game].seats)
    clock = dice.choice([NoClock(), PerMove(60), Fischer(300, 5), Days(1)])
    late: WhenLate = "lost" if clock == NoClock() else dice.choice(["lost", "substitute", "offered"])
    evening.sitting = Sitting(
        TableTerms(game=game, seats=seats, clock=clock, substitute="pim", when_late=late, several_seats=True),
        seed=seed,
    )
    evening.chooser = dice
    evening.all_sit_down_and_start(bots=bool(seed))
    table = evening.sitting.table
    for step in range(250):
        people, places = table.places.people, table.places
        person = dice.choice(people)
        seat = dice.choice(places.of(person))
        if question := table.take_back_question or table.draw_offer:
            for other in table.missing(question):
                evening.ask(Actor.of(other), dice.choice([AnswerTakeBack, AnswerDraw])(dice.random() < 0.8))
        do = dice.choice(
            [TakeBack, TakeBack, HandToBot, HandBack, TimeOut, lambda _: Say("hm"), OfferDraw, Rematch, Rematch]
        )
        evening.ask(Actor.of(person), do(seat), key=f"{step}")
        if step == 200:
            evening.ask(Actor.of(person), Resign(seat))
        evening.sitting.now += dice.choice([0, 10, 1000, 2000, -5000])
        evening.they_play(dice.choice([0, 1, 1, 2, 3]))
        if step % 25 == 0:
            evening.everybody_is_told_what_they_may_know()
    evening.teardown()
