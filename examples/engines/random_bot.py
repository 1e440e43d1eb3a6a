"""A bot for Lumithèque in plain Python, without any package: it plays a legal move, each with the same probability.

lumitheque play sirius --seats "human,engine:python3 random_bot.py"
"""

import json
import random
import sys


def say(**message):
    """Write a message: one line of JSON, sent at once."""
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    match message["type"]:
        case "hello":
            say(type="ready", protocol=1, name="random.py", author="Lumithèque")
        case "new":
            say(type="ok")
        case "think":
            dice = random.Random(message["seed"])  # the same seed, the same move
            say(type="move", move=dice.choice(message["legal"]), comment="Why not?")
        case "ping":
            say(type="pong")
        case "quit":
            break
        case _:  # option, stop, over, error, and whatever later versions may add
            pass
