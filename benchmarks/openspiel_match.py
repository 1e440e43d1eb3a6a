"""Our player against OpenSpiel's own searches, over the same rules through the adapter.

    .venv/bin/python benchmarks/openspiel_match.py            # both matches; writes benchmarks/results/openspiel.md
    .venv/bin/python benchmarks/openspiel_match.py luminis --player strongest@0.1s --most 40

OpenSpiel's `mcts.MCTSBot` in Sirius and its `ismcts.ISMCTSBot` in Luminis have 200 simulations per move and random
rollouts cut at 100 plies, with 2 as exploration constant. Each deal is played twice, with
seats swapped. Play stops as soon as the rate is known to be above or below the goal, or after the games allowed. The
state is OpenSpiel's throughout: MCTSBot searches it as it is, ISMCTSBot samples worlds from it, and ours is given its
seat's view.
"""

import argparse
import json
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("LUMITHEQUE_RULES", "compiled")

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from rich.console import Console
from rules import machine

from lumitheque.adapters.openspiel import PREFIX, CutRollouts
from lumitheque.arena.scores import clustered
from lumitheque.arena.stopping import Bets
from lumitheque.bots.players import find_player
from lumitheque.bots.protocol import Sight
from lumitheque.games import find
from lumitheque.games.edition import edition_record, record_from

ROOT = Path(__file__).parent.parent
SIMULATIONS, PLIES, EXPLORATION = 200, 100, 2.0


class Case(NamedTuple):
    game: str
    options: str
    peer: str
    goal: float


CASES = {"sirius": Case("sirius", "setup=random", "MCTSBot", 0.90), "luminis": Case("luminis", "", "ISMCTSBot", 0.75)}


class Peer:
    """One of OpenSpiel's searches."""

    def __init__(self, game: Any, kind: str, seed: int) -> None:
        rollouts, dice = CutRollouts(PLIES, seed), np.random.RandomState(seed % 2**32)
        if kind == "MCTSBot":
            self.bot = mcts.MCTSBot(game, EXPLORATION, SIMULATIONS, rollouts, random_state=dice)
        else:
            self.bot = ismcts.ISMCTSBot(game, rollouts, EXPLORATION, SIMULATIONS, random_state=dice)

    def choose(self, state: Any) -> int:
        return int(self.bot.step(state))


class Ours:
    """Our player: it is given what its seat sees."""

    def __init__(self, game: str, spelling: str, seed: int) -> None:
        self.player = find_player(find(game), spelling)
        self.bot, self.dice = self.player.bot(), random.Random(seed)

    def choose(self, state: Any) -> int:
        position = state.position
        table, seat = position.table, position.seat
        view = record_from(position.view(seat).tobytes(), table.game.record.STATE)
        sight = Sight.of(table.game, edition_record(table.game, table.edition), view, seat, table.seats)
        return self.bot.choose(sight, self.player.budget, self.dice.getrandbits(62)).move


def play(game: Any, seats: list[Any], deal: str) -> dict[str, Any]:
    """One game; the deal is the same whenever `deal` is."""
    dice, state = random.Random(deal), game.new_initial_state()
    seconds, moves = [0.0] * len(seats), 0
    while not state.is_terminal():
        if state.is_chance_node():
            values, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(values, chances)[0])
            continue
        seat, start = state.current_player(), time.perf_counter()
        move = seats[seat].choose(state)
        seconds[seat] += time.perf_counter() - start
        state.apply_action(move)
        moves += 1
    return {"returns": state.returns(), "plies": moves, "seconds": [round(spent, 1) for spent in seconds]}


def play_pair(case: Case, game: Any, spelling: str, number: int) -> list[dict[str, Any]]:
    """A deal with our player on either seat; `share` is ours."""
    played = []
    for seat in range(2):
        seed = 1 + 2 * number + seat
        seats: list[Any] = [Peer(game, case.peer, seed) for _ in range(2)]
        seats[seat] = Ours(case.game, spelling, seed)
        result = play(game, seats, f"deal {number}")
        played.append({"deal": number, "seat": seat, "share": (1 + result.pop("returns")[seat]) / 2, **result})
    return played


def told(case: Case, spelling: str, games: list[dict[str, Any]], bets: Bets, seconds: float) -> dict[str, Any]:
    """Estimate our share after these games."""
    rate = clustered([(games[i]["share"] + games[i + 1]["share"], 2) for i in range(0, len(games), 2)])
    return {
        **case._asdict(),
        "player": spelling,
        "simulations": SIMULATIONS,
        "rollout_plies": PLIES,
        "games": len(games),
        "rate": round(rate.rate, 4),
        "interval": [round(rate.low, 4), round(rate.high, 4)],
        "verdict": "above" if bets.refuted[0, 0] else "below" if bets.refuted[1, 0] else "open",
        "seconds_per_game": round(seconds / len(games), 1),
        "played": games,
    }


def match(case: Case, spelling: str, most: int) -> Iterator[dict[str, Any]]:
    """Play pairs of games until the goal is decided; yield the estimate after each pair."""
    game = pyspiel.load_game(f"{PREFIX}{case.game}({case.options})" if case.options else PREFIX + case.game)
    bets, start = Bets(np.array([case.goal])), time.perf_counter()
    games: list[dict[str, Any]] = []
    for number in range(most // 2):
        pair = play_pair(case, game, spelling, number)
        games += pair
        bets.add(sum(result["share"] for result in pair) / 2)
        yield told(case, spelling, games, bets, time.perf_counter() - start)
        if bets.refuted.any():
            return


COLUMNS = ("game", "options", "player", "peer", "games", "rate", "interval", "goal", "verdict", "seconds_per_game")


def page_of(rows: list[dict[str, Any]]) -> str:
    """The matches as a Markdown table."""
    about = (
        f"`benchmarks/openspiel_match.py`: {SIMULATIONS} simulations per move, random rollouts cut at {PLIES} plies,\n"
        f"every deal played from both seats; the interval is of 95 %. {machine()}"
    )
    lines = ["# Against OpenSpiel's searches", "", about, ""]
    lines.append("| " + " | ".join(column.replace("_", " ") for column in COLUMNS) + " |")
    lines.append("| --- " * len(COLUMNS) + "|")
    for row in rows:
        low, high = row["interval"]
        shown = row | {
            "rate": f"{row['rate']:.1%}",
            "goal": f"{row['goal']:.0%}",
            "interval": f"{low:.1%} to {high:.1%}",
        }
        lines.append("| " + " | ".join(str(shown[column]) for column in COLUMNS) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    orders = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    orders.add_argument("games", nargs="*", metavar="GAME", help=f"{' or '.join(CASES)}; without it both")
    orders.add_argument("--player", default="strongest@0.1s")
    orders.add_argument("--most", type=int, default=200, help="games at most")
    chosen = orders.parse_args()
    (ROOT / "build").mkdir(exist_ok=True)
    for name in chosen.games or CASES:
        for known in match(CASES[name], chosen.player, chosen.most):
            (ROOT / "build" / f"openspiel-{name}.json").write_text(json.dumps(known, indent=1) + "\n")
            Console(stderr=True).print(f"{name}: {known['rate']:.1%} of {known['games']}", *known["played"][-2:])
        low, high = known["interval"]
        Console().print(
            f"{name}: {known['player']} wins {known['rate']:.1%} of {known['games']} games against {known['peer']} "
            f"(95 % interval {low:.1%} to {high:.1%}), goal {known['goal']:.0%}: {known['verdict']}"
        )
    kept = [path for name in CASES if (path := ROOT / "build" / f"openspiel-{name}.json").exists()]
    page = page_of([json.loads(path.read_text()) for path in kept])
    (ROOT / "benchmarks" / "results" / "openspiel.md").write_text(page)


if __name__ == "__main__":
    main()
