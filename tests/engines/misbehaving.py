"""An engine that misbehaves as its first argument says. The second is a mark by which its processes are found."""

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

FOREVER = 1000.0  # seconds


def say(**message: Any) -> None:
    print(json.dumps(message), flush=True)


def heard() -> Iterator[dict[str, Any]]:
    for line in sys.stdin:
        yield json.loads(line)


def sleep() -> None:
    while True:
        time.sleep(FOREVER)


def crash(_: dict[str, Any]) -> None:
    print("ouch \x1b[31m\N{BELL}", file=sys.stderr, flush=True)
    os._exit(3)


def segfault(_: dict[str, Any]) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def cheat(_: dict[str, Any]) -> None:
    say(type="move", move="zz99-zz98")


def flood(stream: int) -> None:
    while True:
        os.write(stream, b"x" * 65536)


def breed(_: dict[str, Any]) -> None:
    """Leave children behind: one in the process group, one that has left it and been orphaned."""
    if os.fork() == 0:
        sleep()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for name in (signal.SIGTERM, signal.SIGHUP):
                signal.signal(name, signal.SIG_IGN)
            sleep()
        os._exit(0)
    os.wait()
    os._exit(1)


def eat(_: dict[str, Any]) -> None:
    eaten = []
    while True:
        eaten.append(bytearray(1 << 24))


def turn_a_deaf_ear(_: dict[str, Any]) -> None:
    for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)
    sleep()


def close_input(_: dict[str, Any]) -> None:
    os.close(0)
    say(type="ok")
    sleep()


def close_output(_: dict[str, Any]) -> None:
    os.close(1)
    sleep()


AT_A_TURN: dict[str, Callable[[dict[str, Any]], None]] = {
    "babbler": lambda _: print("I think I play the king's pawn.", flush=True),
    "crasher": crash,
    "segfault": segfault,
    "sleeper": lambda _: None,
    "deaf": turn_a_deaf_ear,
    "cheater": cheat,
    "flooder": lambda _: flood(1),
    "screamer": lambda _: flood(2),
    "parent": breed,
    "eater": eat,
    "closer": close_output,
    "resigner": lambda _: say(type="error", error="I do not like this position"),
    "liar": lambda _: say(type="move", move=["a1"]),
}


def introduce(kind: str) -> None:
    if kind == "mute":
        sleep()
    say(
        type="ready",
        name=kind,
        protocol=99 if kind == "futurist" else 1,
        games=["chess"] if kind == "chess player" else None,
        options=[{"name": "depth", "default": 3}, {"name": "style", "default": "calm", "values": ["calm"]}],
        surprise="a field of a later version",
    )
    say(type="greeting", text="a kind of a later version")


def think(kind: str, message: dict[str, Any]) -> None:
    if kind == "mender":
        cheat(message)
    elif kind in AT_A_TURN:
        AT_A_TURN[kind](message)
    elif kind != "stopper":
        say(type="move", move=message["legal"][0], comment="x" * 500)


def play(kind: str) -> None:
    legal: list[str] = []
    for message in heard():
        match message["type"]:
            case "hello":
                introduce(kind)
            case "new" if kind == "unhearing":
                close_input(message)
            case "new":
                say(type="ok")
            case "think":
                legal = message["legal"]
                think(kind, message)
            case "error" if kind == "mender":
                assert message["rule"] and message["error"] and message["move"] == "zz99-zz98", message
                say(type="move", move=legal[-1])
            case "error":
                cheat(message)
            case "stop" if kind == "stopper":
                say(type="move", move=legal[0])
            case "quit":
                break
    if kind == "clinger":
        sleep()


if __name__ == "__main__":
    play(sys.argv[1])
