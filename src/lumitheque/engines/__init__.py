"""Engines: programs in any language that play, over a protocol of JSON lines; and our own bots behind the same one.

protocol.py   the messages, both ways; schema.py: their JSON Schema
commands.py   Command, Limits: the program behind `engine:./mybot --flag@0.5s`, and what it may use
warden.py     a small program between us and an engine: limits it, and kills all that it started when it ends or we do
program.py    Program: one running program, spoken to line by line, every wait and every read bounded
pool.py       Pool: programs between matches; the greeting
engine_bot.py EngineBot: a bot that asks a program; EngineFault when that fails
stand_in.py   SteadyBot: an engine with a stand-in, which plays on when the engine fails
stories.py    Story: what a seat knows of a match beside the position: options, edition, the moves it was told
players.py    EnginePlayer, find_player: players by their spelling, engines among them
listed.py     engines that a host lists by name: NAME=COMMAND
speaking.py   our own bots as an engine: `lumitheque engine`
"""
