"""Is the judge right? Ten planted editions that it must find, five sound ones that it must leave alone.

    python benchmarks/judge.py            writes benchmarks/results/judge.md
    python benchmarks/judge.py NAME …     only these, and writes nothing

Each edition is judged on one core, two at once; what a user waits for on two cores is half of the CPU time.
"""

import sys
import time
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.judged_editions import PLANTED, SOUND, Planted, judged  # noqa: E402

from lumitheque.judging.gathering import Gathered, gather  # noqa: E402
from lumitheque.judging.opening import DEALS  # noqa: E402

RESULTS = ROOT / "benchmarks" / "results" / "judge.md"


class Row(NamedTuple):
    name: str
    deals: int
    games: int
    settled: bool
    found: list[str]
    right: bool
    cpu: float
    seconds: float


def try_one(name: str) -> Row:
    begun, cpu = time.monotonic(), time.process_time()
    case = PLANTED.get(name) or SOUND[name]
    appraisal = judged(case)
    found = [told(one) for one in gather(appraisal.found)]
    right = is_found(case, appraisal.found) if isinstance(case, Planted) else not found
    return Row(
        name,
        appraisal.deals,
        appraisal.games,
        appraisal.settled,
        found,
        right,
        time.process_time() - cpu,
        time.monotonic() - begun,
    )


def told(gathered: Gathered) -> str:
    names, figure = gathered.subjects, gathered.finding.figure
    about = f"{len(names)} × ({names[0]} … {names[-1]})" if len(names) > 1 else names[0]
    return f"{gathered.finding.kind} {about}".strip() + f" {100 * figure.rate:.0f} %"


def is_found(case: Planted, found: list) -> bool:
    """The right kind of finding, about the right thing."""
    return any(one.kind in case.kinds and (not case.subjects or one.subject in case.subjects) for one in found)


def table(rows: list[Row]) -> str:
    head = "| edition | deals | games | CPU s | found | as it should be |\n| --- | ---: | ---: | ---: | --- | --- |\n"
    lines = [
        f"| {row.name} | {row.deals} | {row.games} | {row.cpu:.0f} | {', '.join(row.found) or '–'}"
        f" | {'yes' if row.right else '**no**'} |"
        for row in rows
    ]
    return head + "\n".join(lines) + "\n"


def report(rows: list[Row]) -> str:
    planted = [row for row in rows if row.name in PLANTED]
    sound = [row for row in rows if row.name in SOUND]
    slowest = max(rows, key=lambda row: row.cpu)
    return (
        "# The judge, judged\n\n"
        f"Made by `python benchmarks/judge.py`, seed 0, at most {DEALS} deals; what the editions are is in "
        "`tests/judged_editions.py`.\n\n"
        f"- Planted editions found, by the right finding: {sum(row.right for row in planted)} of {len(planted)}.\n"
        f"- Sound variants left alone: {sum(row.right for row in sound)} of {len(sound)}; the level is 5 % for each.\n"
        f"- The longest takes {slowest.cpu:.0f} s of CPU ({slowest.name}), half of that on two cores.\n\n"
        f"## Planted\n\n{table(planted)}\n## Sound\n\n{table(sound)}"
    )


def main(names: list[str]) -> None:
    wanted = names or [*PLANTED, *SOUND]
    rows = []
    with get_context("spawn").Pool(2) as pool:
        for row in pool.imap(try_one, wanted):
            rows.append(row)
            print(row, flush=True)
    if not names:
        RESULTS.write_text(report(rows), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
