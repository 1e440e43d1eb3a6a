"""Numbers about the house. Counting is an addition; the words of Prometheus are made when somebody asks."""

import time
from bisect import bisect_left
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

from lumitheque.server.supervising import Supervisor

EDGES = (0.0005, 0.001, 0.002, 0.003, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds


class Latency:
    """How long something took: a histogram."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts, self.total = [0] * (len(EDGES) + 1), 0.0

    def note(self, seconds: float) -> None:
        self.counts[bisect_left(EDGES, seconds)] += 1
        self.total += seconds

    def family(self, name: str, text: str) -> Metric:
        so_far, buckets = 0, []
        for edge, count in zip((*map(str, EDGES), "+Inf"), self.counts, strict=True):
            so_far += count
            buckets.append((edge, so_far))
        return HistogramMetricFamily(name, text, buckets=buckets, sum_value=self.total)


class Tally:
    """What the house counts. `live` gives the numbers that are counted elsewhere: tables, sockets."""

    def __init__(self, live: Callable[[], dict[str, float]], supervisor: Supervisor) -> None:
        self.moves = self.commits = self.denied = self.conflicts = self.troubles = self.bot_moves = 0
        self.bot_failures = self.bots_replaced = self.thoughts_cut = 0
        self.thoughts_waiting: Callable[[], int] = lambda: 0
        self.messages = self.slow_readers = self.refused_requests = self.cut_off = 0
        self.command, self.commit, self.thinking, self.thought_waits = Latency(), Latency(), Latency(), Latency()
        self.since = time.time()
        self._live, self._supervisor = live, supervisor
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def text(self) -> bytes:
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        counted = {
            "moves": ("Moves accepted, of people and bots", self.moves),
            "bot_moves": ("Moves made by bots", self.bot_moves),
            "bot_failures": ("Times a bot came to no move, or to an illegal one", self.bot_failures),
            "bots_replaced": ("Bots that could not move, replaced by one of another level", self.bots_replaced),
            "thoughts_cut": ("Thoughts cut short because others waited", self.thoughts_cut),
            "commits": ("Appends to the log", self.commits),
            "denied": ("Commands that were denied", self.denied),
            "conflicts": ("Appends that another node was quicker with", self.conflicts),
            "store_troubles": ("Appends that the store could not make", self.troubles),
            "messages": ("Messages heard on WebSockets", self.messages),
            "slow_readers": ("Sockets that were let go because they did not read", self.slow_readers),
            "cut_off": ("Connections that were ended because they sent too much, or too slowly", self.cut_off),
            "refused_requests": ("Requests refused at the door: rate, origin, house code", self.refused_requests),
        }
        for name, (text, number) in counted.items():
            yield CounterMetricFamily(f"lumitheque_{name}", text, value=number)
        for name, value in self._live().items():
            yield GaugeMetricFamily(f"lumitheque_{name}", name.replace("_", " "), value=value)
        yield from self._background()
        yield GaugeMetricFamily("lumitheque_open_since_seconds", "When the house was opened", value=self.since)
        yield self.command.family("lumitheque_command_seconds", "From hearing a command to announcing it")
        yield self.commit.family("lumitheque_commit_seconds", "From handing entries to the store until durable")
        waiting = self.thoughts_waiting()
        yield GaugeMetricFamily("lumitheque_thoughts_waiting", "Bots that wait for their turn to think", value=waiting)
        yield self.thought_waits.family("lumitheque_thought_wait_seconds", "How long bots waited before they thought")
        yield self.thinking.family("lumitheque_thinking_seconds", "How long bots thought about a decision")

    def _background(self) -> Iterator[Metric]:
        failures = CounterMetricFamily("lumitheque_background_failures", "Failures of background work", labels=["work"])
        unwell = GaugeMetricFamily("lumitheque_background_unwell", "Whether it failed lately", labels=["work"])
        ill = self._supervisor.unwell()
        for name, number in sorted(self._supervisor.failures.items()):
            failures.add_metric([name], number)
            unwell.add_metric([name], name in ill)
        yield failures
        yield unwell
