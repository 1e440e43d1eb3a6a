"""An engine that plays the first legal move."""

import json
import sys

ANSWERS = {"hello": {"type": "ready", "name": "First"}, "new": {"type": "ok"}, "ping": {"type": "pong"}}

for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "quit":
        break
    answer = ANSWERS.get(asked["type"])
    if asked["type"] == "think":
        answer = {"type": "move", "move": asked["legal"][0]}
    if answer:
        print(json.dumps(answer), flush=True)
