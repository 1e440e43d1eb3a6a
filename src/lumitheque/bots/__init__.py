"""Players: a bot is given what a seat sees, never a state.

protocol.py        Sight, Budget, Advice, Bot: what a bot is given and what it answers
players.py         players by name: plain bots and levels, with the time each thinks
levels.py          Level: the characters of a game, from its levels.toml
simple_bots.py     RandomBot, GreedyBot: no search
search_bot.py      SearchBot: what all searching bots share: style, time, stopping
tree_bot.py        TreeBot: tree search over imagined worlds
alpha_beta_bot.py  AlphaBetaBot: alpha-beta for two seats who see everything
rollout_bot.py     RolloutBot: plays the best moves through to the end of a round
opponent_model.py  OpponentModel: how likely the opponent only looks one ply ahead
workspaces.py      the arrays that one thread of a search works on, and its clock
compiled.py        CompiledGame: the files of search/ compiled for one game
compile_ahead.py   calls every search once, so that no bot compiles at its first move
search/            the searches themselves, compiled per game
"""

from lumitheque.bots.levels import Level, levels
from lumitheque.bots.players import Player, find_player
from lumitheque.bots.protocol import Advice, Bot, BotError, Budget, Prospect, Sight

__all__ = ["Advice", "Bot", "BotError", "Budget", "Level", "Player", "Prospect", "Sight", "find_player", "levels"]
