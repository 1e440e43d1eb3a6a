"""Players by name: the plain bots and the levels of a game, each with the time it takes to think."""

import re
from dataclasses import dataclass, replace

from lumitheque.bots.alpha_beta_bot import AlphaBetaBot
from lumitheque.bots.levels import KINDS, Level, levels
from lumitheque.bots.protocol import Bot, BotError, Budget
from lumitheque.bots.search_bot import Style
from lumitheque.bots.simple_bots import GreedyBot, RandomBot
from lumitheque.bots.tree_bot import TreeBot
from lumitheque.games.game import Game

PLAIN = (*KINDS, "strongest")
THINKING_TIME = 1.0  # seconds per move, if nothing is said
SPELLING = re.compile(
    r"(?P<name>[\w-]+)(?:%(?P<percent>\d*\.?\d+))?(?:@(?:(?P<seconds>\d*\.?\d+)s|(?P<simulations>\d+)))?", re.ASCII
)


@dataclass(frozen=True)
class Player:
    """Somebody to play against. `bot()` gives one for one seat of one game."""

    game: Game
    name: str  # as it was spelled
    kind: str  # one of KINDS
    style: Style
    budget: Budget

    def bot(self) -> Bot:
        match self.kind:
            case "random":
                return RandomBot()
            case "greedy":
                return GreedyBot(self.game, self.style.notices)
            case "tree":
                return TreeBot(self.game, self.style)
        return AlphaBetaBot(self.game, self.style)


def find_player(game: Game, spelling: str) -> Player:
    """A player by its spelling: a level's name, greedy, tree@0.5s (half a second per move), tree@2000 (simulations),
    greedy%25 (it notices a quarter of the moves)."""
    match = SPELLING.fullmatch(spelling.strip())
    if match is None:
        raise BotError(f"{spelling!r} is not a player; write a name, name@0.5s or name@2000 (simulations per move)")
    player = named(game, match["name"])
    if match["percent"]:
        share = float(match["percent"]) / 100
        if not 0 < share <= 1:
            raise BotError(f"{spelling!r}: a player notices more than 0 and at most 100 percent of the moves")
        player = replace(player, style=replace(player.style, notices=share))
    if match["seconds"]:
        player = replace(player, budget=Budget(float(match["seconds"])))
    elif match["simulations"]:
        player = replace(player, budget=Budget(simulations=int(match["simulations"])))
    return replace(player, name=spelling.strip())


def named(game: Game, name: str) -> Player:
    if name in PLAIN:
        kind = "deepening" if name == "strongest" else name
        return Player(game, name, kind, Style(), Budget(THINKING_TIME))
    known = levels(game)
    if name in known:
        return from_level(game, known[name])
    listed = ", ".join((*known, *PLAIN))
    raise BotError(f"{game.name} has no player {name!r}; there are: {listed}")


def from_level(game: Game, level: Level) -> Player:
    style = Style(notices=level.notices)
    return Player(game, level.name, level.bot, style, Budget(level.seconds, level.simulations))
