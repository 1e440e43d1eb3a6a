"""What the arena teaches: play the studies and write the reports under docs/reports.

    python -m scripts.reports play                      all studies, the most telling first; the same command goes on
    python -m scripts.reports play sirius luminis-even  only those whose names begin so
    python -m scripts.reports play --share 0.05         a twentieth of the games, to try it out
    python -m scripts.reports list                      the studies, and how many games of each there are
    python -m scripts.reports write                     the pages and plots, from the games that there are

Studies are kept in build/reports. The players think for a number of simulations, not for a time, so that the same games
come out on every machine.
"""

import argparse
import os
import subprocess
import sys
import time
from dataclasses import replace

os.environ.setdefault("LUMITHEQUE_RULES", "compiled")

from scripts.reporting import frugal
from scripts.reporting.studies import ROOT, Study, studies


def play(chosen: list[Study], jobs: int, share: float) -> None:
    for study in chosen:
        begun = time.monotonic()
        part = replace(study, games=max(1, round(study.games * share)))
        command = [sys.executable, "-m", "lumitheque", *part.words, "--jobs", str(jobs), "--quiet", "--json"]
        subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
        print(f"{study.name}: {part.games} games, {time.monotonic() - begun:.0f} s", flush=True)


def among(names: list[str]) -> list[Study]:
    """Select the studies whose names begin with one of these; all if none is named."""
    return [study for study in studies() if not names or study.name.startswith(tuple(names))]


def count_games(study: Study) -> int:
    from lumitheque.arena.result_file import RESULTS
    from lumitheque.arena.results import read_results

    return len(read_results(ROOT / study.folder / RESULTS))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "list", "write"))
    parser.add_argument("names", nargs="*", help="beginnings of names of studies")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0, help="of the games")
    wanted = parser.parse_args()
    if wanted.what == "play":
        play(among(wanted.names), wanted.jobs, wanted.share)
        for name in frugal.GAMES:
            if not wanted.names or f"luminis-discard-{name}".startswith(tuple(wanted.names)):
                frugal.play_match(name, wanted.share)
    elif wanted.what == "list":
        for study in among(wanted.names):
            print(f"{count_games(study):5} of {study.games:4}  {study.command}")
    else:
        from scripts.reporting.pages import write_all

        write_all()


if __name__ == "__main__":
    main()
