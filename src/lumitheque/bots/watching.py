"""How the other plays, where two do: whether it makes, turn after turn, the move that one look ahead shows as best.

Whoever is seen to do so is easier to foresee, and a search that reckons with it wins more. Whoever does otherwise, once
or, after many turns, twice, is thought to think: taking a thinker for one who only looks would lose games.
"""

from lumitheque.bots.desks import sit_down, tree_desk
from lumitheque.bots.minds import mind
from lumitheque.bots.protocol import Sight
from lumitheque.games.game import Game

LOOKS = 8  # worlds in which the best move must be worth the same, or the turn tells nothing
SUSPICION = 0.3  # how likely it is, before anything was seen, that somebody only looks
ALIKE, UNLIKE = 2.4, 0.03  # how much likelier one who looks is to move so than one who thinks: measured in Luminis
SUREST = 100.0  # odds; beyond, one would not notice that somebody has begun to think
NEGLIGIBLE = 0.02


class Watch:
    """What a bot has seen of the other's turns. It knows the other's moves by what they changed in its own sights."""

    def __init__(self, game: Game) -> None:
        self._playing = mind(game).playing
        self._desk = tree_desk(game, nodes=1)
        self._last: tuple[Sight, int] | None = None
        self._odds = 0.0  # nothing was seen yet

    @property
    def habit(self) -> float:
        """How likely the other only looks one turn ahead."""
        likely = self._odds / (1 + self._odds)
        return likely if likely > NEGLIGIBLE else 0.0

    def remember(self, sight: Sight, move: int) -> None:
        """This was seen, and this move made."""
        self._last = sight, move

    def look(self, sight: Sight, seed: int) -> None:
        """The next thing that is seen: the other has moved, or the own turn goes on."""
        if self._last is None or sight.seats != 2:
            return
        before, move = self._last
        sit_down(self._desk, sight, seed)
        hope = float(self._playing.present_hope(sight.e, self._desk))
        sit_down(self._desk, before, seed)
        best = float(self._playing.best_reply(sight.e, self._desk, move, LOOKS))
        if best == self._playing.UNCLEAR:
            return
        evidence = ALIKE if hope >= best - self._playing.EQUAL else UNLIKE
        self._odds = min(SUREST, (self._odds or SUSPICION / (1 - SUSPICION)) * evidence)
