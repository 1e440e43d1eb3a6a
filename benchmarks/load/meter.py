"""What is counted: moves that both players have, and how long the other player waited for each."""

import asyncio
import contextlib
import resource
import time
from array import array
from collections.abc import Sequence
from typing import Any, Protocol

import psutil


class Match(Protocol):
    """Two players at one table, each with a line of their own. Some dialect knows how they talk."""

    def move(self) -> None:
        """Send the next move; `Meter.delivered` is called when everybody has it."""


class Meter:
    """Lets matches go on, and counts while it is on."""

    def __init__(self, moves_per_second: float = 0.0) -> None:
        self.rate = moves_per_second  # of all matches together; 0: the next move as soon as the last was delivered
        self.on = False
        self.over = False
        self.moves = 0
        self.waits = array("d")  # seconds from the mover's send until the other player has it
        self.answers = array("d")  # seconds until the mover has the server's word, where it gives one
        self.troubles: list[str] = []
        self._loop = asyncio.get_running_loop()
        self._period = 0.0
        self._due: dict[Match, float] = {}

    def begin(self, matches: list[Any]) -> None:
        if not self.rate:
            for match in matches:
                match.move()
            return
        self._period = len(matches) / self.rate
        start = self._loop.time()
        for number, match in enumerate(matches):  # spread evenly, so that they do not move all at once
            self._due[match] = start + number / self.rate
            self._loop.call_at(self._due[match], match.move)

    def delivered(self, match: Match, wait: float, answer: float | None = None) -> None:
        if self.on:
            self.moves += 1
            self.waits.append(wait)
            if answer is not None:
                self.answers.append(answer)
        if self.over:
            return
        if not self.rate:
            match.move()
            return
        now = self._loop.time()
        while self._due[match] <= now:  # a move that comes late makes the next one skip its turn, not hurry
            self._due[match] += self._period
        self._loop.call_at(self._due[match], match.move)

    def trouble(self, what: str) -> None:
        if not self.over:
            self.troubles.append(what)


def milliseconds(waits: Sequence[float]) -> dict[str, float]:
    """Median, 99th of a hundred, and so on; nothing where nothing was measured."""
    if not waits:
        return {}
    ordered = sorted(waits)
    last = len(ordered) - 1
    shares = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}
    return {name: round(ordered[round(last * share)] * 1000, 3) for name, share in shares.items()}


class Clockings:
    """CPU seconds of the driver, of the processes it is told to watch, and what the host took from this machine."""

    def __init__(self, watched: dict[str, int]) -> None:
        self._watched = {name: psutil.Process(pid) for name, pid in watched.items()}
        self._begun = time.perf_counter()
        self._before = self._read()

    def _read(self) -> dict[str, float]:
        own = resource.getrusage(resource.RUSAGE_SELF)
        spent = {"driver": own.ru_utime + own.ru_stime, "stolen": getattr(psutil.cpu_times(), "steal", 0.0)}
        for name, process in self._watched.items():
            spent[name] = 0.0
            for each in [process, *process.children(recursive=True)]:
                with contextlib.suppress(psutil.NoSuchProcess):
                    spent[name] += sum(each.cpu_times()[:2])
        return spent

    def shares(self) -> dict[str, float]:
        """Cores' worth of time since the beginning."""
        after, lasted = self._read(), time.perf_counter() - self._begun
        return {name: round((after[name] - before) / lasted, 3) for name, before in self._before.items()}


async def measure(
    meters: list[Meter], matches: list[list[Any]], warm_up: float, seconds: float, watched: dict[str, int]
) -> list[dict[str, Any]]:
    """Play for some seconds and tell what came of it, for each meter."""
    for meter, its_matches in zip(meters, matches, strict=True):
        meter.begin(its_matches)
    await asyncio.sleep(warm_up)
    for meter in meters:
        meter.on = True
    begun, clockings, slices = time.perf_counter(), Clockings(watched), []
    for _ in range(4):
        await asyncio.sleep(seconds / 4)
        slices.append([meter.moves for meter in meters])
    lasted, shares = time.perf_counter() - begun, clockings.shares()
    for meter in meters:
        meter.on, meter.over = False, True
    return [
        {"matches": len(its_matches), "cpu": shares, **told(meter, lasted, [moves[number] for moves in slices])}
        for number, (meter, its_matches) in enumerate(zip(meters, matches, strict=True))
    ]


def told(meter: Meter, lasted: float, reached: list[int]) -> dict[str, Any]:
    quarters = [after - before for before, after in zip([0, *reached], reached, strict=False)]
    return {
        "seconds": round(lasted, 3),
        "moves": meter.moves,
        "moves_per_second": round(meter.moves / lasted, 1),
        "quarters": [round(4 * count / lasted, 1) for count in quarters],
        "wait_ms": milliseconds(meter.waits),
        "answer_ms": milliseconds(meter.answers),
        "waits": [round(wait * 1000, 3) for wait in meter.waits] if meter.rate else [],  # to be pooled over rounds
        "troubles": meter.troubles[:5],
        "trouble_count": len(meter.troubles),
    }
