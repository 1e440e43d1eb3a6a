"""How light and how quick the page is: weight, time to a usable shelf, a move's round trip, frames, modules.

make bench-page    writes benchmarks/results/page.md; ten minutes on a quiet machine
"""

import json
import os
import platform
import statistics
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from page_modules import SAME_MOVES, measure_modules, module_lines
from playwright.sync_api import Browser, sync_playwright

from lumitheque.browser.device_files import kept_device_files
from lumitheque.games import SHELF
from open_house import OpenHouse
from web.browsing import DESK, PHONE, Visit, launch, until
from web.robot import OFFERED, Robot
from web.test_weight import HOUSE, files, weight

OUT = Path(__file__).parent / "results" / "page.md"
SLOWDOWN, ROUNDS, MOVES = 4, 9, 12
LONGEST, SETTLING = 50.01, 6  # milliseconds of a frame; frames in which the count is put up, before anything moves
BEFORE = 162_400  # bytes of a first visit when pages could not play without the house yet, at commit c7eca1e
LUMENS_MOST, LATE = 4, 80  # players, and moves after which the board is nearly full

FRAMES = """() => {
  window.frames_seen = [];
  let before = performance.now();
  const step = (now) => {
    const counting = document.querySelector("[data-score]") !== null;
    window.frames_seen.push([now - before, counting]);
    before = now;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}"""


def usable(browser: Browser, url: str, size: dict[str, int]) -> list[float]:
    """Seconds from the first request until somebody can press "Jouer", with the processor slowed down."""
    times = []
    for _ in range(ROUNDS):
        guest = Visit(browser, url, size)
        line = guest.context.new_cdp_session(guest.page)
        line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        guest.page.goto("/", wait_until="commit")
        guest.page.wait_for_function(
            "() => document.querySelector('article button:not([disabled])') !== null", polling="raf"
        )
        times.append(guest.page.evaluate("performance.now()") / 1000)
        guest.context.close()
    return times


def first_visit(browser: Browser, url: str) -> tuple[int, int]:
    """Bytes and files that are sent to somebody who opens the shelf for the first time, letters and words included."""
    guest = Visit(browser, url, PHONE)
    sent: list[float] = []
    line = guest.context.new_cdp_session(guest.page)
    line.on("Network.loadingFinished", lambda event: sent.append(event["encodedDataLength"]))
    line.send("Network.enable")
    guest.page.goto("/")
    guest.page.wait_for_load_state("networkidle")
    guest.page.wait_for_timeout(1500)
    guest.context.close()
    return round(sum(sent)), len(sent)


ROUND_TRIP = """() => new Promise((done) => {
  const button = document.querySelector("[data-offered='true'][data-cell]:not([disabled])");
  const sent = WebSocket.prototype.send;
  let begun = 0, seen = 0;
  new MutationObserver(() => { if (begun && !seen) requestAnimationFrame(() => (seen = performance.now())); })
    .observe(document.querySelector("main"), { subtree: true, childList: true, attributes: true });
  WebSocket.prototype.send = function (text) {
    WebSocket.prototype.send = sent;
    this.addEventListener("message", function hear(event) {
      if (JSON.parse(event.data).t !== "ack") return;
      this.removeEventListener("message", hear);
      const confirmed = performance.now();
      requestAnimationFrame(() => done({ shown: (seen || confirmed) - begun, confirmed: confirmed - begun }));
    });
    sent.call(this, text);
  };
  begun = performance.now();
  button.click();
})"""


def round_trips(browser: Browser, url: str) -> list[dict[str, float]]:
    """Milliseconds from a tap that completes a move until it is seen, and until the house has confirmed it."""
    guest = Visit(browser, url, DESK)
    guest.open_table("lumens")
    page, robot, found = guest.page, Robot(guest.page), []
    robot.play(2)
    while len(found) < MOVES and not robot.is_over():
        until(page, lambda: robot.is_over() or page.locator(OFFERED).count() > 0)
        if robot.is_over():
            break
        for face in "123456":  # pick up a face that the hand has, so that one tap on a cell is a whole move
            page.keyboard.press(face)
        page.wait_for_timeout(150)
        found.append(page.evaluate(ROUND_TRIP))
        page.wait_for_timeout(400)
    guest.context.close()
    return found


def frames(browser: Browser, url: str) -> list[tuple[float, bool]]:
    """Milliseconds between frames of a full board, and whether the count was being told. Before it a robot plays as
    fast as it can, so that moves follow each other several times a second."""
    guest = Visit(browser, url, DESK, reduced_motion="no-preference")
    guest.open_table("lumens", seats=LUMENS_MOST)
    page, robot = guest.page, Robot(guest.page)
    while robot.offered() or not robot.is_over():
        moves = guest.ask("GET", f"/api/tables/{page.url.rsplit('/', 1)[-1]}")["table"]["state"]["moves"]
        if moves > LATE and not page.evaluate("window.frames_seen !== undefined"):
            page.evaluate(FRAMES)
        if robot.offered():
            robot.step()
        else:
            page.wait_for_timeout(100)
    page.wait_for_timeout(500)
    seen: list[tuple[float, bool]] = page.evaluate("window.frames_seen")
    guest.context.close()
    return seen


def line(what: str, goal: str, told: str, reached: bool) -> str:
    return f"| {what} | {goal} | {told} | {'yes' if reached else '**no**'} |"


def weights() -> list[str]:
    first = weight(files(*HOUSE))
    told = [
        line(
            "script and style, shelf and table, without a game",
            "≤ 70 kB gzip",
            f"{first / 1000:.1f} kB",
            first <= 70_000,
        )
    ]
    for game in SHELF:
        more = weight(files(f"src/games/{game}/index.ts") - files(*HOUSE))
        told.append(line(f"{game}, in addition", "≤ 35 kB", f"{more / 1000:.1f} kB", more <= 35_000))
    return told


def visit_lines(found: dict[str, Any]) -> list[str]:
    desk, phone = (statistics.median(found[name]) for name in ("desk", "phone"))
    sent, files_sent = found["first"]
    goal, told = f"≤ {BEFORE / 1000:.1f} kB, as before modules", f"{sent / 1000:.1f} kB in {files_sent} files"
    return [
        line("first visit to the shelf, all that is sent", goal, told, sent <= BEFORE),
        line("usable shelf, 4 × slower processor, desk", "≤ 1.5 s", f"{desk:.2f} s", desk <= 1.5),
        line("usable shelf, 4 × slower processor, phone", "≤ 1.5 s", f"{phone:.2f} s", phone <= 1.5),
    ]


def move_lines(found: dict[str, Any]) -> list[str]:
    shown = statistics.median(trip["shown"] for trip in found["trips"])
    confirmed = max(trip["confirmed"] for trip in found["trips"])
    median = statistics.median(trip["confirmed"] for trip in found["trips"])
    count = [frame for frame, counting in found["frames"] if counting][SETTLING:]
    play = [frame for frame, counting in found["frames"] if not counting]
    slow, slow_play = ([frame for frame in some if frame > LONGEST] for some in (count, play))
    return [
        line("a move is seen", "at once", f"{shown:.0f} ms", shown <= 50),
        line("a move is confirmed", "≤ 100 ms", f"{median:.0f} ms, at most {confirmed:.0f} ms", confirmed <= 100),
        line(
            "frames over 50 ms while the count of a full Lumens board is told",
            "none",
            f"{len(slow)} of {len(count)}, longest {max(count):.0f} ms",
            not slow,
        ),
        line(
            "the same while a robot plays several moves a second",
            "",
            f"{len(slow_play)} of {len(play)}, longest {max(play):.0f} ms",
            not slow_play,
        ),
    ]


def report(found: dict[str, Any]) -> str:
    modules = [line(*one) for one in module_lines(found["modules"])]
    head = [
        "# The page: weight and speed\n",
        f"`make bench-page`, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {platform.machine()}, {os.cpu_count()} cores.",
        f"Chromium without a window, the house on the same machine; its load at first was {found['load']:.1f}.\n",
        "| what | goal | measured | reached |",
        "| --- | --- | --- | --- |",
    ]
    return "\n".join([*head, *weights(), *visit_lines(found), *move_lines(found), *modules]) + "\n" + SAME_MOVES


def main() -> None:
    house = OpenHouse()
    house.app.services.device_files.folder = kept_device_files()
    with sync_playwright() as playwright, house:
        browser = launch(playwright)
        found: dict[str, Any] = {"load": os.getloadavg()[0]}
        found["modules"] = measure_modules(browser, house.url)
        print("modules:", json.dumps(found["modules"]))
        found["first"] = first_visit(browser, house.url)
        found |= {"desk": usable(browser, house.url, DESK), "phone": usable(browser, house.url, PHONE)}
        print("usable:", json.dumps(found))
        found["trips"] = round_trips(browser, house.url)
        print("moves:", json.dumps(found["trips"]))
        found["frames"] = frames(browser, house.url)
    text = report(found)
    OUT.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
