"""Engines that play: the sample bots, our own bots over the protocol, and that nobody is told a secret."""

import io
import json
import random
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

import lumitheque as lt
from command_line import every_game
from engines.seated import PATIENT, playing
from lumitheque.arena.match import Result
from lumitheque.bots import Budget
from lumitheque.bots.players import find_player as find_own
from lumitheque.engines.commands import Command, Limits
from lumitheque.engines.engine_bot import EngineBot
from lumitheque.engines.pool import POOL, Hired, Pool
from lumitheque.engines.program import Program
from lumitheque.engines.protocol import (
    ControllerMessage,
    EngineMessage,
    Move,
    New,
    Ok,
    Ping,
    Quit,
    Ready,
    Stop,
    Think,
    ThinkingTime,
    read_from_controller,
    write,
)
from lumitheque.engines.schema import protocol_schema
from lumitheque.engines.speaking import Speaker
from lumitheque.engines.stories import Story, story_of
from lumitheque.games import SHELF
from lumitheque.referee import Referee, load
from lumitheque.referee.checking import random_move
from lumitheque.testkit.fair_play import sight_at
from lumitheque.testkit.laws import imagined
from source_tree import PACKAGE, ROOT

SAMPLES = ROOT / "examples" / "engines"
OURS = ("env", f"PYTHONPATH={PACKAGE.parent}", sys.executable, "-m", "lumitheque.cli", "engine")
MANY = 40  # simulations


@pytest.fixture(autouse=True, scope="module")
def pool() -> Iterator[None]:
    yield
    POOL.close()


# --- whole games -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The command line of each sample bot that can be run here."""
    found = {"random_bot.py": [sys.executable, str(SAMPLES / "random_bot.py")]}
    if node := shutil.which("node"):
        found["long_moves.mjs"] = [node, str(SAMPLES / "long_moves.mjs")]
    if compiler := shutil.which("cc"):
        program = tmp_path_factory.mktemp("samples") / "random_bot"
        strict = ["-O2", "-Wall", "-Wextra", "-Werror"]
        subprocess.run([compiler, *strict, "-o", program, SAMPLES / "random_bot.c"], check=True)
        found["random_bot.c"] = [str(program)]
    return found


@pytest.mark.parametrize("sample", ["random_bot.py", "long_moves.mjs", "random_bot.c"])
def test_samples_play_every_game(samples: dict[str, list[str]], sample: str) -> None:
    if sample not in samples:
        pytest.skip(f"nothing here runs {sample}")
    for game in SHELF:
        assert playing(f"engine:{shlex.join(samples[sample])}", game=game).failures == ()


def test_the_engine_of_the_guide_plays(tmp_path: Path) -> None:
    guide = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")
    program = tmp_path / "guide.py"
    program.write_text(guide.partition("```python\n")[2].partition("```")[0], encoding="utf-8")
    assert playing(f"engine:{shlex.join([sys.executable, str(program)])}", game="fromages").failures == ()


def test_samples_need_nothing_of_ours() -> None:
    for sample in SAMPLES.iterdir():
        if sample.suffix != ".md":
            assert "import lumitheque" not in sample.read_text() and len(sample.read_text().splitlines()) <= 60


def hired(command: tuple[str, ...]) -> Callable[[Any], EngineBot]:
    return lambda game: EngineBot(game, Command(command), PATIENT)


@pytest.mark.parametrize("player", ["tree", "greedy", "random"])
def test_our_bots_play_alike_over_the_protocol(player: str) -> None:
    """Move for move, chance for chance, at equal seeds and simulations."""
    for name, game in SHELF.items():
        play, dice = lt.new(name, seed=5), random.Random(f"{name} {player}")
        here, there = find_own(game, player).bot(), hired((*OURS, "--player", player))(game)
        asked = 0
        while play.waiting() and asked < 6:
            seat = play.waiting()[0]
            if seat == 0 and dice.random() < 0.3:
                sight, budget, seed = sight_at(play, 0), Budget(simulations=MANY), dice.getrandbits(62)
                there.hear(story_of(play, 0, "m"))
                own, other = here.choose(sight, budget, seed), there.choose(sight, budget, seed)
                assert other.move == own.move
                assert {one.move: one.chance for one in other.prospects} == {
                    one.move: one.chance for one in own.prospects
                }
                asked += 1
            play.play_number(random_move(play, seat, dice), seat)
        there.leave(play.ending())


# --- what is told ----------------------------------------------------------------------------------------------------


class Recorder:
    """A program that writes down what it is told, and plays its first legal move."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self._answers: list[EngineMessage] = []

    def say(self, message: ControllerMessage) -> None:
        self.lines.append(write(message))
        if isinstance(message, New):
            self._answers.append(Ok())
        elif isinstance(message, Think):
            self._answers.append(Move(message.legal[0]))

    def hear(self, until: float, stoppable: bool = False) -> EngineMessage | None:
        return self._answers.pop()

    def forget_interrupts(self) -> None: ...

    def forget_what_it_said(self) -> None: ...


class RecordingPool(Pool):
    def __init__(self) -> None:
        super().__init__()
        self.recorder = Recorder()

    def hire(self, command: Command, limits: Limits) -> Hired:
        return Hired(self.recorder, Ready("recorder"))  # type: ignore[arg-type]


def what_is_sent(play: Referee, seat: int) -> list[bytes]:
    """All that an engine on a seat is sent when it is asked now."""
    pool = RecordingPool()
    bot = EngineBot(play.game, Command(("recorder",)), PATIENT, pool)
    bot.hear(story_of(play, seat, "m"))
    bot.choose(sight_at(play, seat), Budget(simulations=3), 7)
    return pool.recorder.lines


@every_game
def test_engines_are_sent_what_their_seat_sees(game: str) -> None:
    """Byte for byte the same where other things are hidden."""
    dice, asked = random.Random(game), 0
    play = lt.new(game, seats=SHELF[game].seats[-1], seed=3)
    while play.waiting() and asked < 40:
        seat = dice.choice(play.waiting())
        if dice.random() < 0.2:
            asked += 1
            sent = what_is_sent(play, seat)
            other = load(play.game_record())
            other.state = imagined(play, seat, dice)
            assert what_is_sent(other, seat) == sent
            think = read_from_controller(sent[-1])
            assert isinstance(think, Think)
            assert think.view == play.view(seat) and think.legal == play.legal(seat) and seat in think.waiting
        play.play_number(random_move(play, seat, dice), seat)


SECRETIVE = ("galax", "sirius", "lumens")  # several decide in secret at the beginning


def secret_beginnings(game: str) -> tuple[Referee, Referee]:
    """Two beginnings in which seat 1 decided otherwise in secret, and seat 0 is still to decide."""
    tables = []
    for first in (0, -1):
        play = lt.new(game, 2, seed=11)
        while 1 in play.waiting():
            play.play(play.legal(1)[first], 1)
        assert play.waiting() == [0]
        tables.append(play)
    return tables[0], tables[1]


@pytest.mark.parametrize("game", SECRETIVE)
def test_secret_decisions_are_not_told(game: str) -> None:
    one, other = secret_beginnings(game)
    while 0 in one.waiting() and not any(
        decision.seat == 0 and not decision.private for decision in one.decisions[-1:]
    ):
        assert what_is_sent(one, 0) == what_is_sent(other, 0)
        text = one.legal(0)[0]
        one.play(text, 0)
        other.play(text, 0)


def test_the_check_finds_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    def blabbing(referee: Referee, seat: int, match: str) -> Story:
        told = [(one.seat, one.text) for one in referee.decisions]
        return Story(match, referee.options, referee.edition, told)

    one, other = secret_beginnings("sirius")
    assert what_is_sent(one, 0) == what_is_sent(other, 0)
    monkeypatch.setitem(globals(), "story_of", blabbing)
    assert what_is_sent(one, 0) != what_is_sent(other, 0)


def test_everything_open_is_told_once() -> None:
    """What an engine is told over a whole game is every move that was not secret, in order."""
    pool, told = RecordingPool(), list[tuple[int, str]]()
    play, dice = lt.new("luminis", 3, seed=2), random.Random(2)
    bot = EngineBot(play.game, Command(("recorder",)), PATIENT, pool)
    while play.waiting():
        seat = play.waiting()[0]
        if seat == 1:
            bot.hear(story_of(play, 1, "m"))
            bot.choose(sight_at(play, 1), Budget(0.1), 0)
            assert told + _news(pool.recorder) == [(one.seat, one.text) for one in play.decisions]
            told += _news(pool.recorder)
        play.play_number(random_move(play, seat, dice), seat)
    assert sum(isinstance(read_from_controller(line), New) for line in pool.recorder.lines) == 1


def _news(recorder: Recorder) -> list[tuple[int, str]]:
    think = read_from_controller(recorder.lines[-1])
    assert isinstance(think, Think)
    return think.told


# --- our side as an engine -------------------------------------------------------------------------------------------


def spoken(*lines: bytes) -> list[dict[str, Any]]:
    """What `lumitheque engine` answers to these lines."""
    into = io.BytesIO()
    Speaker("tree", 1, into).listen(io.BytesIO(b"".join(lines)))
    return [json.loads(line) for line in into.getvalue().splitlines()]


def test_it_says_who_it_is() -> None:
    (ready,) = spoken(b'{"type":"hello","protocol":1,"controller":"a test"}\n')
    assert ready["type"] == "ready" and ready["games"] == list(SHELF) and ready["version"] == lt.__version__


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"bestmove e2e4\n", "not JSON"),
        (b"[1]\n", "Expected `object`"),
        (b'{"type":"think"}\n', "missing required field"),
        (b'{"type":"option","name":"threads","value":0}\n', "option threads"),
        (b'{"type":"new","match":"m","game":"chess","rules":1,"seats":2,"seat":0,"options":{}}\n', "chess"),
        (b'{"type":"new","match":"m","game":"galax","rules":999,"seats":2,"seat":0,"options":{}}\n', "rules 999"),
        (b'{"type":"new","match":"m","game":"galax","rules":1,"seats":2,"seat":7,"options":{}}\n', "no seat 7"),
    ],
)
def test_what_makes_no_sense_is_told(line: bytes, why: str) -> None:
    (error,) = spoken(line)
    assert error["type"] == "error" and why in error["error"]


def test_the_unknown_is_ignored() -> None:
    assert spoken(b'{"type":"greeting"}\n', b"\n", b'{"type":"ping","surprise":1}\n') == [{"type": "pong"}]


def test_it_hears_while_it_thinks() -> None:
    """A ping is answered, and `stop` ends a thought that would take for ever."""
    play = lt.new("galax", options={"setup": "random"}, seed=1)
    seat = play.waiting()[0]
    story = story_of(play, seat, "m")
    program = Program(Command(OURS), PATIENT)
    try:
        program.say(New("m", "galax", play.game.rules_version, 2, seat, story.options))
        assert isinstance(program.hear(lasting()), Ok)
        program.say(Think(play.view(seat), [seat], play.legal(seat), [], ThinkingTime(ms=3_600_000), "1"))
        program.say(Ping())
        program.say(Stop())
        answer = program.hear(lasting())
        assert isinstance(answer, Move) and answer.move in play.legal(seat)
        program.say(Quit())
    finally:
        program.close()


def lasting() -> float:
    import time

    return time.monotonic() + PATIENT.start


# --- the schema ------------------------------------------------------------------------------------------------------


def test_schema_is_fresh() -> None:
    """`lumitheque schema engine -o docs/schemas/engine.json` writes it."""
    assert (ROOT / "docs" / "schemas" / "engine.json").read_text(encoding="utf-8") == protocol_schema()


def test_the_schema_describes_what_is_sent() -> None:
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(json.loads(protocol_schema()))
    play = lt.new("lumens", seed=1)
    lines = [*what_is_sent(play, 0), write(Move("a1", chances={"a1": 0.5})), write(Ready("x"))]
    for line in lines:
        validator.validate(json.loads(line))
    assert not validator.is_valid({"type": "move"})


def test_results_of_before_are_still_read() -> None:
    """Those without `failures`; and they are written as they were."""
    result = playing(f"engine:{shlex.join([sys.executable, str(SAMPLES / 'random_bot.py')])}")
    line = msgspec.json.encode(result)
    assert b"failures" not in line and msgspec.json.decode(line, type=Result) == result
