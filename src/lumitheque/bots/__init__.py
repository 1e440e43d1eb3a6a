"""Players: a bot is given what a seat sees, never a state."""

from lumitheque.bots.levels import Level, levels
from lumitheque.bots.players import Player, find_player
from lumitheque.bots.protocol import Advice, Bot, BotError, Budget, Prospect, Sight

__all__ = ["Advice", "Bot", "BotError", "Budget", "Level", "Player", "Prospect", "Sight", "find_player", "levels"]
