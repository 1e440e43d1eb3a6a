"""Whatever an engine does, the match goes on, the reason is told, and no process is left."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.seated import PATIENT, SOON, marked, misbehaving, new_mark, none_left, playing
from lumitheque.bots.protocol import BotError, Budget
from lumitheque.engines.commands import MEBIBYTE, Command, Limits, read_spelling, split_players, usual_limits
from lumitheque.engines.pool import POOL
from lumitheque.engines.program import Program
from lumitheque.engines.protocol import PROTOCOL, EngineError, Hello
from open_house import wait_for

CONTROLLER_WARDEN_ENGINE = 3  # processes
HASTY = Limits(start=120, grace=0.1, stop=0.1)
FAULTS = {
    "babbler": ("nonsense", "is no message: not JSON", PATIENT),
    "liar": ("nonsense", "is no message: Expected `str`", PATIENT),
    "crasher": ("crashed", "ended with exit status 3; it wrote: ouch", PATIENT),
    "segfault": ("crashed", "was killed by SIGSEGV", PATIENT),
    "sleeper": ("too_slow", "nor stopped", HASTY),
    "deaf": ("too_slow", "nor stopped", HASTY),
    "cheater": ("illegal_move", "plays 'zz99-zz98', which LM-00 forbids, and was told so before", PATIENT),
    "flooder": ("flooded", "without the end of a line", PATIENT),
    "screamer": ("flooded", "without an answer", PATIENT),
    "parent": ("crashed", "ended with exit status 1", PATIENT),
    "eater": ("crashed", "MemoryError", Limits(start=120, grace=120, stop=120, memory=400 * MEBIBYTE)),
    "closer": ("crashed", "has closed its standard output", PATIENT),
    "unhearing": ("crashed", "has closed its standard input", PATIENT),
    "mute": ("too_slow", "has not answered hello within 0.5 s", Limits(start=0.5)),
    "resigner": ("gave_up", "I do not like this position", PATIENT),
    "futurist": ("not_started", "speaks version 99", PATIENT),
    "chess player": ("not_started", "does not play luminis; it plays: chess", PATIENT),
}


@pytest.fixture(autouse=True)
def pool() -> Iterator[None]:
    """No engine outlives its test."""
    yield
    POOL.close()


@pytest.mark.parametrize("kind", FAULTS)
def test_a_stand_in_plays_on(kind: str) -> None:
    expected, why, limits = FAULTS[kind]
    mark = new_mark()
    result = playing(misbehaving(kind, mark), limits)
    (failure,) = result.failures
    assert (failure.kind, failure.seat) == (expected, result.players.index(misbehaving(kind, mark)))
    assert why in failure.reason
    assert failure.reason.isprintable()
    assert result.plies > 0
    none_left(mark)


@pytest.mark.parametrize("kind", ["well", "mender", "stopper", "clinger"])
def test_these_are_no_faults(kind: str) -> None:
    """One illegal move that is mended; an answer on `stop`; not to go on `quit`."""
    mark = new_mark()
    limits = Limits(start=120, grace=0.01, stop=120) if kind == "stopper" else PATIENT
    assert playing(misbehaving(kind, mark), limits, seconds=0.01).failures == ()
    assert marked(mark), "it waits for the next match"
    POOL.close()
    none_left(mark)


def test_a_program_that_is_not_there() -> None:
    (failure,) = playing("engine:/nowhere/at/all").failures
    assert (failure.kind, failure.reason) == ("not_started", "cannot be started: No such file or directory")


def test_an_engine_plays_several_matches() -> None:
    mark = new_mark()
    playing(misbehaving("well", mark))
    first = marked(mark)
    playing(misbehaving("well", mark))
    assert marked(mark) == first
    playing(misbehaving("well", new_mark()))
    assert marked(mark) == first


def test_nobody_is_left_when_the_controller_is_killed() -> None:
    mark = new_mark()
    program = (
        "import sys, time; from lumitheque.engines.commands import *; from lumitheque.engines.program import Program\n"
        "program = Program(read_spelling(sys.argv[1])[0], usual_limits()); time.sleep(1000)"
    )
    with subprocess.Popen([sys.executable, "-c", program, misbehaving("clinger", mark)]) as controller:
        wait_for(lambda: len(marked(mark)) == CONTROLLER_WARDEN_ENGINE, SOON)
        os.kill(controller.pid, signal.SIGKILL)
    none_left(mark)


def test_no_more_rights_than_needed() -> None:
    """Its own folder and session, low priority, limits, nothing of our environment, no file of ours."""
    secret = os.open(__file__, os.O_RDONLY)
    os.set_inheritable(secret, True)
    told = (
        "import json, os, resource, sys\n"
        "sys.stdin.readline()\n"
        "status = dict(line.split(':', 1) for line in open('/proc/self/status'))\n"
        "facts = dict(nice=os.nice(0), folder=os.getcwd(), environment=dict(os.environ), session=os.getsid(0),"
        " pid=os.getpid(), files=sorted(os.listdir('/proc/self/fd')), core=resource.getrlimit(resource.RLIMIT_CORE),"
        " memory=resource.getrlimit(resource.RLIMIT_AS), privileges=status['NoNewPrivs'].strip())\n"
        "print(json.dumps(dict(type='error', error=json.dumps(facts))), flush=True); sys.stdin.read()"
    )
    os.environ["LUMITHEQUE_SECRET"] = "not for engines"
    program = Program(Command((sys.executable, "-c", told)), usual_limits())
    try:
        program.say(Hello(PROTOCOL, "a test"))
        message = program.hear(time.monotonic() + PATIENT.start)
        assert isinstance(message, EngineError)
        facts = json.loads(message.error)
    finally:
        program.close()
        os.close(secret)
        del os.environ["LUMITHEQUE_SECRET"]
    assert facts["nice"] == min(19, os.nice(0) + 10)
    assert facts["session"] == facts["pid"]
    assert facts["folder"] != os.getcwd() and facts["environment"]["HOME"] == facts["folder"]
    assert not Path(facts["folder"]).exists(), "its folder goes with it"
    assert "LUMITHEQUE_SECRET" not in facts["environment"]
    assert set(facts["files"]) <= {"0", "1", "2", "3"}, "3 is the folder that it reads"
    assert facts["core"] == [0, 0] and facts["memory"][0] == usual_limits().memory
    assert facts["privileges"] == "1"


# --- how engines are spelled -----------------------------------------------------------------------------------------


def test_spellings() -> None:
    command, budget = read_spelling(f"engine[depth=3, style=calm]: {sys.executable} -x 'a, b'@0.5s")
    assert command == Command((sys.executable, "-x", "a, b"), (("depth", "3"), ("style", "calm")))
    assert budget == Budget(0.5)
    assert read_spelling("engine:mybot@200") == (Command(("mybot",)), Budget(simulations=200))
    assert read_spelling("engine:./mybot")[0].words == (str(Path("mybot").absolute()),)
    assert split_players("greedy, engine[a=1,b=2]:./mybot 'x,y'@2 ,random,") == [
        "greedy",
        "engine[a=1,b=2]:./mybot 'x,y'@2",
        "random",
    ]


@pytest.mark.parametrize("spelling", ["engine:", "engine: @3", "engine:'", "engine[depth]:mybot"])
def test_bad_spellings_are_told(spelling: str) -> None:
    with pytest.raises(BotError, match="engine"):
        read_spelling(spelling)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("depth=deep", "'deep' is not like 3"),
        ("style=wild", "'wild' is not calm"),
        ("colour=red", "no option 'colour'"),
    ],
)
def test_bad_options_are_told(options: str, why: str) -> None:
    (failure,) = playing(misbehaving("well", new_mark()).replace("engine:", f"engine[{options}]:")).failures
    assert failure.kind == "not_started" and why in failure.reason


def test_good_options_are_set() -> None:
    spelling = misbehaving("well", new_mark()).replace("engine:", "engine[depth=7,style=calm]:")
    assert playing(spelling).failures == ()
