"""How far reviews can be trusted: sums, planted mistakes, luck of equals, levels told apart, and the time they take.

    make bench-review                          everything; it goes on where it was stopped
    python benchmarks/review.py PART… [--games N] [--only GAME]
                                               parts: exact, blunders, sense, time, report

exact     games of all titles and counts, of players of all levels: parts sum to the result
blunders  positions of strong games, with moves that ten times the simulations call bad, or as good as the best
sense     games of equals, of every level: luck is 0 on average, and stronger levels give away less
time      games of the strongest level at the standard setting

Every game is a row in build/bench-review, written as soon as it is done; parts may run side by side, one title each.
The tables are written to benchmarks/results/review.md.
"""

import argparse
import json
import math
import os
import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ["LUMITHEQUE_RULES"] = "compiled"

import msgspec

import lumitheque as lt
from lumitheque.bots import Budget, Sight, find_player, levels
from lumitheque.bots.simple_bots import known_by_heart
from lumitheque.games import SHELF, find
from lumitheque.referee import GameRecord, Referee, new
from lumitheque.reviews import Plan, Reviewing, Task, review_record
from lumitheque.reviews.reviewing import standard_simulations
from lumitheque.reviews.shapes import MILLION, SeatReview
from lumitheque.reviews.verdicts import verdict_on

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "build" / "bench-review"
RESULTS = ROOT / "benchmarks" / "results" / "review.md"
REMARKS = ROOT / "benchmarks" / "results" / "review-remarks.md"  # what a person says of the tables
PARTS = ("exact", "blunders", "sense", "time")
GAMES = {"exact": 300, "blunders": 200, "sense": 300, "time": 1}  # in all; planted a title; a title; a title and count
EXACT, REDUCED = 8, 100  # simulations of a search: sums do not depend on it; of the games of equals
DEEPER = 10  # times the simulations of a review: by this a move is called bad, or as good as the best
BAD, ALIKE = 200_000, 30_000
TRIED = 4  # other moves of a position, by lot
FEW = 30  # games or moves: a number from fewer says little, and is marked
QUICK = 400  # simulations of the strongest level in planted games: its games are strong enough, and many are needed


def rows_of(part: str, name: str, seats: int) -> list[dict[str, Any]]:
    path = KEPT / f"{part}-{name}-{seats}.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def keep(part: str, name: str, seats: int, row: dict[str, Any]) -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / f"{part}-{name}-{seats}.jsonl").open("a") as file:
        file.write(json.dumps(row) + "\n")
    print(f"{part} {name} {seats}: {json.dumps(row)[:150]}", flush=True)


def tables(only: str | None) -> Iterator[tuple[str, int]]:
    for name, game in SHELF.items():
        for seats in game.seats if only in (None, name) else ():
            yield name, seats


def missing(part: str, name: str, seats: int, count: int) -> list[int]:
    """The numbers of the games that are not there yet."""
    done = {row["number"] for row in rows_of(part, name, seats)}
    return [number for number in range(count) if number not in done]


def played(name: str, spellings: list[str], number: int) -> Referee:
    """A game of these players; the same for the same number."""
    game, seats = find(name), len(spellings)
    referee = new(name, seats, f"{number + 1:x}")
    players = [find_player(game, spelling) for spelling in spellings]
    bots = [player.bot() for player in players]
    while waiting := referee.waiting():
        seat = waiting[0]
        budget = players[seat].budget
        if budget.simulations:
            budget = Budget(simulations=budget.simulations)  # no clock: the same on any machine
        sight = Sight.of(referee.game, referee.e, referee.view_record(seat), seat, seats)
        referee.play_number(bots[seat].choose(sight, budget, len(referee.decisions)).move, seat)
    return referee


def quick(name: str, spelling: str) -> str:
    """A level with fewer simulations, if it searches."""
    level = levels(find(name))[spelling]
    return f"{spelling}@{min(QUICK, level.simulations)}" if level.simulations else spelling


def top(name: str) -> str:
    return list(levels(find(name)))[-1]


# --- parts ----------------------------------------------------------------------------------------------------------


def exact(name: str, seats: int, number: int) -> None:
    """One game of players of all levels."""
    dice, known = random.Random(f"{name} {seats} {number}"), list(levels(find(name)))
    referee = played(name, [quick(name, dice.choice(known)) for _ in range(seats)], number)
    made = review_record(referee.game_record(), Plan(simulations=EXACT), threads=1)
    off = [one.start + one.own + one.others + one.luck - one.result for one in made.reviews]
    jumps = sum(a.after != b.before for one in made.reviews for a, b in zip(one.steps, one.steps[1:], strict=False))
    total = sum(one.result for one in made.reviews)
    row = {"number": number, "decisions": len(referee.decisions), "off": off, "jumps": jumps, "total": total}
    keep("exact", name, seats, row)


def cut_after(record: GameRecord, number: int, text: str) -> GameRecord:
    """The game up to a decision, that one replaced; then people stopped playing."""
    moves = [*record.moves[:number], (record.moves[number][0], text)]
    chance = [] if record.seed else record.chance
    referee = lt.load(msgspec.structs.replace(record, moves=moves, chance=chance, ending=msgspec.UNSET))
    if referee.ending() is None:
        referee.close("agreement", [0])
    return referee.game_record()


def verdict_at(record: GameRecord, number: int, text: str) -> tuple[str, int]:
    """What a review at the standard setting says of a move, and its simulations."""
    reviewing = Reviewing(cut_after(record, number, text), Plan())
    moment = reviewing.past.moments[number]
    part = reviewing.make(reviewing.searcher(), Task("choice", number, moment.seat))
    return verdict_on(part, moment.move), reviewing.simulations


def blunders(name: str, seats: int, number: int) -> None:
    """One position of a strong game: what ten times the simulations say of some moves, and what the review marks."""
    dice = random.Random(f"{name} {seats} {number}")
    record = played(name, [quick(name, top(name))] * seats, number // 8).game_record()
    reviewing = Reviewing(record, Plan())
    past, searcher = reviewing.past, reviewing.searcher()
    free = [one for one in past.moments if known_by_heart(past.sight(one.number, one.seat), 0) < 0]
    moment = dice.choice(free)
    sight, deep = past.sight(moment.number, moment.seat), DEEPER * reviewing.simulations
    best = searcher.rank(sight, sight.moves(), deep, number)[0].move
    others = [move for move in sight.moves() if move != best]
    chosen = [best, *dice.sample(others, min(TRIED, len(others)))]
    worth = [one.mean(sight.seat) for one in searcher.weigh(sight, chosen, deep, number + 1)]
    found: list[dict[str, Any]] = []
    for move, value in zip(chosen, worth, strict=True):
        gap = round((max(worth) - value) * MILLION)
        if gap >= BAD or gap <= ALIKE:
            told, _ = verdict_at(record, moment.number, past.text(moment.number, moment.seat, move))
            found.append({"gap": gap, "verdict": told, "bad": gap >= BAD})
    keep("blunders", name, seats, {"number": number, "decision": moment.number, "moves": found})


def sense(name: str, seats: int, number: int) -> None:
    """One game of equals; all levels in turn."""
    known = list(levels(find(name)))
    level = known[number % len(known)]
    referee = played(name, [quick(name, level)] * seats, number)
    made = review_record(referee.game_record(), Plan(simulations=REDUCED), threads=1)
    told = [{"start": one.start, "luck": one.luck, **losses(one)} for one in made.reviews]
    keep("sense", name, seats, {"number": number, "level": level, "seats": told})


def losses(one: SeatReview) -> dict[str, int]:
    own = [step for step in one.steps if step.seat == one.seat and step.moves]
    marked = sum(bool(step.verdict) for step in own)
    return {"choices": len(own), "lost": sum(step.before - step.made for step in own), "marked": marked}


def timed(name: str, seats: int, number: int) -> None:
    """A whole review at the standard setting, with two threads."""
    record = played(name, [quick(name, top(name))] * seats, number).game_record()
    review_record(record, Plan(simulations=1), threads=2)  # loads what is compiled
    begun, processor = time.perf_counter(), time.process_time()
    made = review_record(record, Plan(), threads=2)
    seconds, worked = time.perf_counter() - begun, time.process_time() - processor
    noise = sorted(step.noise for one in made.reviews for step in one.steps if step.moves)
    row = {
        "number": number,
        "decisions": len(record.moves),
        "seconds": round(seconds, 1),
        "processor": round(worked, 1),
    }
    keep("time", name, seats, {**row, "simulations": made.simulations, "noise": noise[len(noise) // 2] if noise else 0})


RUN = {"exact": exact, "blunders": blunders, "sense": sense, "time": timed}


def planted(name: str, seats: int) -> int:
    return sum(one["bad"] for row in rows_of("blunders", name, seats) for one in row["moves"])


def run(part: str, only: str | None, games: int | None) -> None:
    """Play what is missing, a game of each title and count in turn."""
    wanted = GAMES[part] if games is None else games
    every = list(tables(None))
    share = math.ceil(wanted / len(every)) if part == "exact" else wanted
    for number in range(share * (8 if part == "blunders" else 1)):
        for name, seats in tables(only):
            counts = 1 if part in ("exact", "time") else len(find(name).seats)
            if part == "sense" and number >= math.ceil(share / counts):
                continue
            if part == "blunders" and planted(name, seats) >= math.ceil(share / counts):
                continue
            if number in missing(part, name, seats, number + 1):
                RUN[part](name, seats, number)


# --- the report -----------------------------------------------------------------------------------------------------


def interval(values: list[float]) -> str:
    """The mean with half of its 95 % interval, in points of a hundred."""
    if len(values) < 2:
        return "–"
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    return f"{100 * statistics.mean(values):+.1f} ± {100 * half:.1f}{few(len(values))}"


def share_of(count: int, of: int) -> str:
    return f"{100 * count / of:.0f} % of {of}{few(of)}" if of else "–"


def few(count: int) -> str:
    return " (few)" if count < FEW else ""


def table_of(heading: list[str], rows: list[list[str]]) -> list[str]:
    lines = [heading, ["---"] * len(heading), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def exact_table() -> list[str]:
    rows = []
    for name, seats in tables(None):
        kept = rows_of("exact", name, seats)
        wrong = sum(any(row["off"]) or row["jumps"] > 0 or row["total"] != MILLION for row in kept)
        rows.append([name, str(seats), str(len(kept)), str(wrong)])
    return table_of(["game", "seats", "games", "do not add up"], rows)


def blunder_table() -> list[str]:
    rows = []
    every: list[Any] = []
    for name, seats in tables(None):
        moves = [one for row in rows_of("blunders", name, seats) for one in row["moves"]]
        bad, alike = [one for one in moves if one["bad"]], [one for one in moves if not one["bad"]]
        caught, blamed = sum(bool(one["verdict"]) for one in bad), sum(bool(one["verdict"]) for one in alike)
        rows.append([name, str(seats), share_of(caught, len(bad)), share_of(blamed, len(alike))])
        every += moves
    bad, alike = [one for one in every if one["bad"]], [one for one in every if not one["bad"]]
    caught, blamed = sum(bool(one["verdict"]) for one in bad), sum(bool(one["verdict"]) for one in alike)
    rows.append(["all", "", share_of(caught, len(bad)), share_of(blamed, len(alike))])
    return table_of(["game", "seats", "bad moves marked", "good moves marked"], rows)


def luck_table() -> list[str]:
    rows = []
    for name, seats in tables(None):
        kept = rows_of("sense", name, seats)
        for seat in range(seats):
            luck = [row["seats"][seat]["luck"] / MILLION for row in kept]
            start = [row["seats"][seat]["start"] / MILLION for row in kept]
            rows.append([name, str(seats), str(seat), str(len(kept)), interval(start), interval(luck)])
    return table_of(["game", "seats", "seat", "games", "start", "luck"], rows)


def level_table() -> list[str]:
    rows = []
    for name, game in SHELF.items():
        kept = [row for seats in game.seats for row in rows_of("sense", name, seats)]
        for level in levels(game).values():
            told = [one for row in kept if row["level"] == level.name for one in row["seats"]]
            choices, lost = sum(one["choices"] for one in told), sum(one["lost"] for one in told)
            loss = f"{100 * lost / choices / MILLION:.2f}" if choices else "–"
            marked = share_of(sum(one["marked"] for one in told), choices)
            rows.append([name, level.name, str(level.strength), loss, marked])
    return table_of(["game", "level", "strength", "lost per choice (points)", "choices marked"], rows)


def time_table() -> list[str]:
    rows = []
    for name, seats in tables(None):
        for row in rows_of("time", name, seats):
            noise = f"{row['noise'] / 10_000:.1f}"
            facts = [str(row["decisions"]), str(row["simulations"]), noise]
            rows.append([name, str(seats), *facts, str(row["seconds"]), str(row["processor"])])
    return table_of(
        ["game", "seats", "decisions", "simulations", "noise (points)", "seconds", "processor seconds"], rows
    )


def sections() -> Iterator[tuple[str, str, list[str]]]:
    """Heading, what was done, table."""
    yield "Sums", f"Games of players of all levels, reviewed with {EXACT} simulations.", exact_table()
    bad = f"""Positions of games of the strongest level. Bad: at least {BAD // 10_000} points worse than the best by
{DEEPER} times the simulations of a review. Good: at most {ALIKE // 10_000} points worse. Marked: called a slip, a
mistake or a blunder by a review at the standard setting."""
    yield "Planted mistakes", bad, blunder_table()
    equals = f"""Games in which all seats are played by the same level, all levels in turn, with {REDUCED} simulations;
means with 95 % intervals, in points of a hundred."""
    yield "Luck of equals", equals, luck_table()
    yield "What levels give away", "The same games.", level_table()
    yield "Time", "A game of the strongest level, with two threads.", time_table()


def report() -> None:
    standard = ", ".join(
        f"{name} with {seats} {standard_simulations(find(name), seats)}" for name, seats in tables(None)
    )
    lines = ["# How far reviews can be trusted", ""]
    lines += [f"Written by `benchmarks/review.py`. Simulations of a search at the standard setting: {standard}.", ""]
    lines += [f"A number from fewer than {FEW} games or moves is marked as few: it says little.", ""]
    lines += [REMARKS.read_text(encoding="utf-8")] if REMARKS.exists() else []
    for heading, done, table in sections():
        lines += [f"## {heading}", "", done, "", *table, ""]
    RESULTS.write_text("\n".join(lines), encoding="utf-8")
    print(RESULTS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, "report", []], default=[])
    parser.add_argument("--games", type=int)
    parser.add_argument("--only", choices=list(SHELF))
    asked = parser.parse_args()
    for part in asked.parts or [*PARTS, "report"]:
        if part == "report":
            report()
        else:
            run(part, asked.only, asked.games)


if __name__ == "__main__":
    sys.exit(main())
