"""The modules that a page plays with when no house does: how large, how soon ready, how fast next to machine code.

`make bench-page` measures them with the rest of the page. Machine code and Chromium take turns on the positions of
wasm.py, in Chromium in a Worker as on a device; the best of all rounds counts, by the processor's time of the thread.
"""

import base64
import json
import os
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page
from wasm import ROUNDS, bundle, case_of, middle, native, options_of, sizes

from lumitheque.browser.building import built
from lumitheque.games import SHELF
from lumitheque.games.game import Game
from lumitheque.kernels.playouts import Playouts
from web.browsing import PHONE, Visit

SLOWDOWN, VISITS, TURNS = 4, 5, 3
LARGEST, LATEST, SLOWEST = 60_000, 100, 0.6  # bytes, milliseconds, parts of the native speed
READY = """async ([game, together]) => {
    const { games } = await (await fetch("/local/index.json")).json();
    const begun = performance.now();
    const [code] = await Promise.all([
        fetch(`/local/${games[game].wasm}`).then((answer) => answer.arrayBuffer()),
        fetch(`/local/${games[game].facts}`).then((answer) => answer.json()),
    ]);
    if (together) await WebAssembly.instantiate(await WebAssembly.compile(code), {});
    else new WebAssembly.Instance(new WebAssembly.Module(code), {});
    return performance.now() - begun;
}"""
BEGIN = """(script) => {
    window.worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
}"""
ASK = """(asked) => new Promise((answer, fail) => {
    window.worker.onmessage = ({ data }) => answer(data);
    window.worker.onerror = (event) => fail(new Error(event.message));
    window.worker.postMessage(asked);
})"""
THREAD = "DedicatedWorker"  # as Chromium calls it, and the kernel cuts it off


def measure_modules(browser: Browser, url: str) -> dict[str, Any]:
    """Everything about every game's module; `url` is a house that has the files for devices."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "bench.js"
        bundle("bench_worker.ts", script, "--format", "iife")
        page = browser.new_page()
        page.evaluate(BEGIN, script.read_text(encoding="utf-8"))
        found = {
            game.name: {
                "brotli": sizes(game)["brotli"],
                "ready": ready(browser, url, game, together=True),
                "alone": ready(browser, url, game, together=False),
                **speeds(page, game),
            }
            for game in SHELF.values()
        }
        page.close()
    return found


def ready(browser: Browser, url: str, game: Game, *, together: bool) -> list[float]:
    """Milliseconds until a module and its facts are fetched, compiled and instantiated, each time by a new visitor
    whose page is slowed down. `together`: as the page does it, with helping threads, which nobody slows down."""
    found = []
    for _ in range(VISITS):
        guest = Visit(browser, url, PHONE)
        guest.page.goto("/rules/lumens")
        guest.page.wait_for_load_state("networkidle")
        line = guest.context.new_cdp_session(guest.page)
        line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        found.append(guest.page.evaluate(READY, [game.name, together]))
        guest.context.close()
    return found


def speeds(page: Page, game: Game) -> dict[str, dict[str, float]]:
    """Plies and simulations per second, natively and in Chromium; both must have thought the same."""
    seats = game.seats[0]
    playouts = Playouts(game, seats, options_of(game))
    sight = middle(game, playouts, seats)
    asked = {
        "code": base64.b64encode((built(game) / f"{game.name}.wasm").read_bytes()).decode(),
        "description": json.loads((built(game) / f"{game.name}.json").read_text(encoding="utf-8")),
        "given": case_of(game, sight),
    }
    here, there = [], []
    for _ in range(TURNS):
        here.append(native(game, playouts, sight))
        there.append(in_chromium(page, asked))
    assert {one["worth"] for one in here} == {one["worth"] for one in there}, "they thought differently"
    return {what: {"native": _most(here, what), "chromium": _most(there, what)} for what in ("plies", "simulations")}


def in_chromium(page: Page, asked: dict[str, Any]) -> dict[str, float]:
    """What `wasm.native` tells, of the Worker of this page."""
    page.evaluate(ASK, asked)
    thread = one_worker()
    found: dict[str, float] = {}
    for task in ("plies", "simulations"):
        for _ in range(ROUNDS):
            page.evaluate(ASK, {"prepare": task})
            before = processor_time(thread)
            done = page.evaluate(ASK, {"run": task})
            found[task] = max(found.get(task, 0), done / (processor_time(thread) - before))
    return found | {"worth": page.evaluate(ASK, {"worth": True})}


def one_worker() -> Path:
    """Where the kernel tells of the only Worker's thread among the processes that we began."""
    [found] = {path for path in _threads() if _is_ours(path.parts[2])}
    return found


def _threads() -> Iterator[Path]:
    for path in Path("/proc").glob("[0-9]*/task/[0-9]*"):
        try:
            if (path / "comm").read_text(encoding="utf-8").strip() == THREAD:
                yield path
        except OSError:
            continue  # it ended meanwhile


def _is_ours(process: str) -> bool:
    while process not in ("0", "1", str(os.getpid())):
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
        process = stat.rpartition(")")[2].split()[1]
    return process == str(os.getpid())


def processor_time(thread: Path) -> float:
    """Seconds that a thread has run."""
    return int((thread / "schedstat").read_text(encoding="utf-8").split()[0]) / 1e9


def _most(rounds: list[dict[str, float]], what: str) -> float:
    return max(one[what] for one in rounds)


# --- as lines of a table: what, its goal, what was measured, whether it is reached ------------------------------------


def module_lines(found: dict[str, Any]) -> list[tuple[str, str, str, bool]]:
    return [line for game, one in found.items() for line in _lines_of(game, one)]


def _lines_of(game: str, one: dict[str, Any]) -> list[tuple[str, str, str, bool]]:
    usual, alone = statistics.median(one["ready"]), statistics.median(one["alone"])
    told = f"{usual:.0f} ms, {alone:.0f} ms if one thread does all"
    lines = [
        (f"{game}: module", "≤ 60 kB brotli", f"{one['brotli'] / 1000:.1f} kB", one["brotli"] <= LARGEST),
        (f"{game}: module ready, 4 × slower processor", "≤ 100 ms", told, max(usual, alone) <= LATEST),
    ]
    for what in ("plies", "simulations"):
        here, there = one[what]["native"], one[what]["chromium"]
        told = f"{there / here:.2f}: {there:,.0f} of {here:,.0f}"
        lines.append((f"{game}: {what}/s in Chromium next to native", "≥ 0.6 ×", told, there / here >= SLOWEST))
    return lines


SAME_MOVES = """
A module is ready when it and its facts are fetched, compiled and instantiated. Speeds are by the processor's time, in
Chromium that of a Worker; the best of some rounds that take turns on the same positions and think the same.

At equal simulations bots make the same moves in the page and natively, with the same chances and lines:
`test_the_page_plays_as_python_does` in `tests/browser/test_same_house.py` shows it for every kind of bot in every game,
and `test_a_browser_tells_the_same` in `tests/browser/test_chromium.py` for the searches in Chromium itself.
"""
