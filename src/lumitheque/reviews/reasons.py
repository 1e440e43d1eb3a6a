"""Why the better move was better: the most telling facts of the position, which the game itself knows to tell.

A game's `facts/` says what there is to say of two moves, each fact as a key of its `reasons.toml`, the parts of that
message, and a weight: how telling it is. A game without it tells no reasons.
"""

from lumitheque.bots.protocol import Sight
from lumitheque.games.edition import Edition
from lumitheque.games.game import Game
from lumitheque.reviews.shapes import Reason

MOST = 3  # reasons: a fourth is not read


def has_facts(game: Game) -> bool:
    return (game.folder / "facts" / "__init__.py").exists()


def explain(sight: Sight, edition: Edition | None, made: int, best: int, line: list[tuple[int, int]]) -> list[Reason]:
    """Up to three reasons, the most telling first; none if the game has nothing true and useful to say.

    Everything follows from what the seat knew: its view, the two moves, and the line that a search expected to begin
    with the better one.
    """
    game = sight.game
    if made == best or not has_facts(game):
        return []
    facts = game.part("facts").compare(edition, sight.e, sight.view, sight.seat, made, best, line)
    told: dict[str, Reason] = {}
    for kind, parts, _ in sorted(facts, key=lambda fact: -fact[2]):
        if kind not in told:
            told[kind] = Reason(kind, parts)
    return list(told.values())[:MOST]
