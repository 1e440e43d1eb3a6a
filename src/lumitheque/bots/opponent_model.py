"""A model of the opponent in games for two: does it always make the move that a one-ply search shows as best?

A search that knows this predicts the opponent better and wins more. One other move, or two after many turns, clears the
suspicion: taking a searching opponent for a one-ply player would lose games.
"""

from lumitheque.bots.compiled import compiled_for
from lumitheque.bots.protocol import Sight
from lumitheque.bots.workspaces import load_view, tree_workspace
from lumitheque.games.game import Game

WORLDS = 8  # imagined worlds in which the best move must have the same value, or the turn is no evidence
SUSPICION = 0.3  # prior probability of a one-ply opponent
ALIKE, UNLIKE = 2.4, 0.03  # likelihood ratios of such a move and of any other, measured in Luminis
SUREST = 100.0  # cap on the odds, so that the model notices an opponent who begins to search
NEGLIGIBLE = 0.02


class OpponentModel:
    """What a bot has observed of the opponent's turns, by comparing its own sights before and after."""

    def __init__(self, game: Game) -> None:
        self._playouts = compiled_for(game).playouts
        self._workspace = tree_workspace(game, nodes=1)
        self._last: tuple[Sight, int] | None = None
        self._odds = 0.0  # nothing observed yet

    @property
    def habit(self) -> float:
        """The probability that the opponent searches one ply only; 0 where negligible."""
        likely = self._odds / (1 + self._odds)
        return likely if likely > NEGLIGIBLE else 0.0

    def remember(self, sight: Sight, move: int) -> None:
        """Remember the sight before the own move, and the move, for the next `observe`."""
        self._last = sight, move

    def observe(self, sight: Sight, seed: int) -> None:
        """Update the odds from the next sight: the opponent has moved, or the own turn goes on."""
        if self._last is None or sight.seats != 2:
            return
        before, move = self._last
        load_view(self._workspace, sight, seed)
        hope = float(self._playouts.present_hope(sight.e, self._workspace))
        load_view(self._workspace, before, seed)
        best = float(self._playouts.best_reply(sight.e, self._workspace, move, WORLDS))
        if best == self._playouts.UNCLEAR:
            return
        evidence = ALIKE if hope >= best - self._playouts.EQUAL else UNLIKE
        self._odds = min(SUREST, (self._odds or SUSPICION / (1 - SUSPICION)) * evidence)
