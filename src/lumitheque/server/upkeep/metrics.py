"""The numbers at /metrics. Every house has a registry of its own, so that several can run in one process.

Counters and histograms are plain numbers that are turned into metrics when somebody asks: prometheus_client's own
histograms take a lock and a call per bucket, which was 3 % of a move.
"""

import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

from lumitheque.languages import languages
from lumitheque.server.catalogues import missing_words
from lumitheque.server.upkeep.supervisor import Supervisor

EDGES = (0.0005, 0.001, 0.002, 0.003, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds

LIVE = {
    "sockets": "Open WebSockets",
    "tables": "Tables in memory",
    "tables_folded": "Tables in memory whose log is replayed",
    "tables_set_aside": "Tables that this version cannot open",
    "paused": "1 while the store takes no writes and play is paused",
    "games_not_compiled_yet": "Games that run interpreted until they are compiled",
}


class Durations:
    """A histogram of seconds."""

    __slots__ = ("_counts", "_name", "_sum", "_text")

    def __init__(self, name: str, text: str) -> None:
        self._name, self._text = name, text
        self._counts = [0] * (len(EDGES) + 1)  # the last is for what took longer than all edges
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(EDGES, seconds)] += 1
        self._sum += seconds

    def metric(self) -> Metric:
        edges = [*map(str, EDGES), "+Inf"]
        buckets = [(edge, float(total)) for edge, total in zip(edges, accumulate(self._counts), strict=True)]
        return HistogramMetricFamily(f"lumitheque_{self._name}_seconds", self._text, buckets, self._sum)


class Counters:
    """All metrics of the house. `live` returns the gauges that others keep; LIVE has their help texts."""

    def __init__(self, live: Callable[[], dict[str, float]], supervisor: Supervisor) -> None:
        self.moves = self.commits = self.denied = self.conflicts = self.troubles = self.bot_moves = 0
        self.bot_failures = self.bots_replaced = self.thoughts_cut = 0
        self.thoughts_waiting: Callable[[], int] = lambda: 0
        self.reviews = self.reviews_failed = 0
        self.notices_sent = self.notices_failed = self.notices_given_up = 0
        self.messages = self.slow_readers = self.refused_requests = self.cut_off = 0
        self.since = time.time()
        self._live, self._supervisor = live, supervisor
        self._registry = CollectorRegistry()
        self._registry.register(self)
        self.command = Durations("command", "From hearing a command to announcing it")
        self.commit = Durations("commit", "From handing entries to the store until durable")
        self.thought_waits = Durations("thought_wait", "How long bots waited before they thought")
        self.notice = Durations("notice", "From when a notice was due to when all channels had it")
        self.thinking = Durations("thinking", "How long bots thought about a decision")
        self.reviewing = Durations("reviewing", "How long reviews took that were computed here")

    def text(self) -> bytes:
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        counted = {
            "moves": ("Moves committed, of people and bots", self.moves),
            "bot_moves": ("Moves made by bots", self.bot_moves),
            "bot_failures": ("Turns for which a bot gave no move or an illegal one", self.bot_failures),
            "bots_replaced": ("Bots replaced by a simpler one after repeated failures", self.bots_replaced),
            "thoughts_cut": ("Bot turns given less time because others waited", self.thoughts_cut),
            "reviews": ("Reviews of finished games computed here", self.reviews),
            "reviews_failed": (
                "Reviews that failed; each is tried a few times",
                self.reviews_failed,
            ),
            "notices_sent": ("Notices that a channel took", self.notices_sent),
            "notices_failed": ("Notices that a channel did not take", self.notices_failed),
            "notices_given_up": ("Notices given up after a day", self.notices_given_up),
            "commits": ("Appends committed to a table's log", self.commits),
            "denied": ("Commands denied by the rules of a table", self.denied),
            "conflicts": ("Appends lost to another node (optimistic concurrency)", self.conflicts),
            "store_troubles": ("Appends that the store failed to write", self.troubles),
            "messages": ("Messages received on WebSockets", self.messages),
            "slow_readers": ("WebSockets closed because the client did not read", self.slow_readers),
            "cut_off": ("Connections closed because they sent too much, or too slowly", self.cut_off),
            "refused_requests": ("Requests refused for their rate, origin or house code", self.refused_requests),
        }
        for name, (text, number) in counted.items():
            yield CounterMetricFamily(f"lumitheque_{name}", text, value=number)
        for name, value in self._live().items():
            yield GaugeMetricFamily(f"lumitheque_{name}", LIVE[name], value=value)
        for durations in (self.command, self.commit, self.thought_waits, self.thinking, self.reviewing, self.notice):
            yield durations.metric()
        yield from self._background()
        yield self._missing_words()
        yield GaugeMetricFamily("lumitheque_open_since_seconds", "Unix time of the start", value=self.since)
        waiting = self.thoughts_waiting()
        yield GaugeMetricFamily("lumitheque_thoughts_waiting", "Bot turns that wait for a thread", value=waiting)

    @staticmethod
    def _missing_words() -> Metric:
        text = "Messages that a language lacks and takes from another"
        lacking = GaugeMetricFamily("lumitheque_words_missing", text, labels=["language"])
        for language in languages():
            lacking.add_metric([language], missing_words(language))
        return lacking

    def _background(self) -> Iterator[Metric]:
        failures = CounterMetricFamily("lumitheque_background_failures", "Failures of background work", labels=["work"])
        unwell = GaugeMetricFamily("lumitheque_background_unwell", "1 if it failed lately", labels=["work"])
        ill = self._supervisor.unwell()
        for name, number in sorted(self._supervisor.failures.items()):
            failures.add_metric([name], number)
            unwell.add_metric([name], name in ill)
        yield failures
        yield unwell
