"""The studies: which games are played to learn something about a game, the most telling ones first.

Everybody at a table is the same player, so that nothing but the game decides, and every game has a deal of its own.
"""

import shlex
from dataclasses import dataclass
from pathlib import Path

from lumitheque.bots.levels import levels
from lumitheque.games import find

ROOT = Path(__file__).parents[2]
KEPT = Path("build/reports")  # from the root of the repository
PLAYERS = {
    "lumens": "tree@100",
    "luminis": "tree@100",
    "fromages": "tree@100",
    "galax": "deepening@60",
    "sirius": "deepening@60",
}
EVEN, RULES, LADDER, STRENGTH = "even", "rules", "ladder", "strength"  # kinds of studies


@dataclass(frozen=True)
class Study:
    game: str
    kind: str
    seats: int
    games: int
    players: str
    setting: str = ""  # a house rule that is changed, KEY=VALUE

    @property
    def name(self) -> str:
        changed = f"-{self.setting.replace('=', '-')}" if self.setting else ""
        player = f"-{self.players.replace('@', '-')}" if self.kind == STRENGTH else ""
        return f"{self.game}-{self.kind}-{self.seats}{changed}{player}"

    @property
    def folder(self) -> Path:
        return KEPT / self.name

    @property
    def words(self) -> list[str]:
        """The command, after `lumitheque`."""
        alone = self.kind != LADDER
        who = ["--lineup", ",".join([self.players] * self.seats)] if alone else ["--players", self.players]
        setting = ["--set", self.setting] if self.setting else []
        size = ["--seats", str(self.seats), "--games", str(self.games)]
        return ["arena", self.game, *who, *size, *setting, "--records", "--out", str(self.folder)]

    @property
    def command(self) -> str:
        return shlex.join(["lumitheque", *self.words])


GAMES = {  # by game and number of seats
    "lumens": {2: 2000, 3: 900, 4: 800},
    "luminis": {2: 800, 3: 400, 4: 320, 5: 240},
    "fromages": {2: 800, 3: 400, 4: 320, 5: 240, 6: 240},
    "galax": {2: 120},
    "sirius": {2: 160},
}
CHANGED = {  # house rules that are changed alone, and games played with each
    "sirius": (
        80,
        "champion_safe=false",
        "champion_takes=champions_only",
        "champion_path=bent",
        "captures=enforced",
        "captures=free",
        "directions=4",
        "adjudicate=pieces",
        "setup=random",
    ),
    "galax": (40, "captures=automatic", "directions=4", "adjudicate=pieces", "setup=random"),
    "luminis": (120, "game=advanced", "support=pyramid"),
    "fromages": (160, "home=stop", "game=tout_petits"),
    "lumens": (800, "end=played_out"),
}
RUNGS = (0, 2, 3, 4)  # levels that meet at three seats and more, the weakest being 0
LADDER_GAMES = {"lumens": 600, "luminis": 600, "fromages": 600}


def even(game: str, seats: int) -> Study:
    return Study(game, EVEN, seats, GAMES[game][seats], PLAYERS[game])


def changed(game: str) -> list[Study]:
    games, *settings = CHANGED[game]
    return [Study(game, RULES, 2, int(games), PLAYERS[game], str(setting)) for setting in settings]


def strengths() -> list[Study]:
    """The same game of Luminis between weaker and stronger players: do they pay by discard as often?"""
    return [Study("luminis", STRENGTH, 2, 60, player) for player in ("greedy", "tree@800")]


def ladder(game: str, seats: int) -> Study:
    names = list(levels(find(game)))
    return Study(game, LADDER, seats, LADDER_GAMES[game], ",".join(names[rung] for rung in RUNGS))


def studies() -> list[Study]:
    """All of them, in the order of their importance."""
    two = [even(game, 2) for game in ("sirius", "luminis", "fromages", "galax", "lumens")]
    rules = [study for game in ("sirius", "luminis", "galax", "fromages", "lumens") for study in changed(game)]
    more = [even(game, seats) for seats in range(3, 7) for game in GAMES if seats in GAMES[game]]
    ladders = [ladder(game, seats) for seats in range(3, 7) for game in LADDER_GAMES if seats in GAMES[game]]
    return two + rules + strengths() + more + ladders
