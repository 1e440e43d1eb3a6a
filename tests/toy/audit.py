"""What is true of every state of Three Lights."""

from typing import Any

from lumitheque.games.edition import Edition
from toy.record import LIGHTS


def audit(edition: Edition | None, s: Any) -> list[str]:
    """What is wrong with a state; nothing, if the rules are right."""
    lights = [*s.hands[: s.seats].tolist(), *s.deck[: s.left].tolist()]
    if sorted(lights) != list(range(1, LIGHTS + 1)):
        return [f"the lights are not 1 to {LIGHTS}, each once: {lights}"]
    return ["something is left behind the deck"] if any(s.deck[s.left :]) else []
