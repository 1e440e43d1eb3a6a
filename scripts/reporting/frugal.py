"""Is paying by discard worth its while? Players of Luminis who do without, against one who may."""

from dataclasses import dataclass

from scripts.reporting.studies import KEPT, PLAYERS, ROOT

from lumitheque.arena.match import Entrant
from lumitheque.arena.result_file import RESULTS
from lumitheque.arena.results import Ledger, read_results
from lumitheque.arena.running import Umpire, here, hold
from lumitheque.arena.schedule import lay_table, schedule
from lumitheque.arena.scores import Share, in_order, share_of
from lumitheque.bots.players import Player, find_player
from lumitheque.bots.protocol import Advice, Bot, Budget, Sight
from lumitheque.bots.simple_bots import chance_for
from lumitheque.bots.tree_bot import TreeBot
from lumitheque.engines.players import character
from lumitheque.games import find as find_game
from lumitheque.games.edition import record_from
from lumitheque.games.game import Game
from lumitheque.games.luminis.record import BONUS, BUILD, PAY
from lumitheque.referee.records import read_seed

USUAL = PLAYERS["luminis"]
FOLDER = KEPT / "luminis-discard"
NEVER, LATER = "never", "later"
FOUNDATION = {NEVER: 0, LATER: 3}  # cards that stand before a player stops paying by discard
GAMES = {NEVER: 40, LATER: 400}


def needs_discards(sight: Sight, move: int) -> bool:
    """LM-14: whether cards of the hand must be given for this placement."""
    if not BUILD <= move < BONUS:
        return False
    after = record_from(sight.view.tobytes(), sight.game.record.STATE)
    sight.game.rules.apply_move(sight.e, after, sight.seat, move, chance_for(0))
    return int(after.phase) == PAY


def standing(sight: Sight) -> int:
    """Cards in the own cathedral."""
    return int(sight.view.tall[sight.seat].sum())


class FrugalBot(TreeBot):
    """Thinks like the other, but once so many cards stand it gives no card for another, unless it can do nothing else.

    What it imagines for later may still be paid by discard.
    """

    def __init__(self, player: Player, foundation: int) -> None:
        super().__init__(player.game, player.style)
        self.foundation = foundation

    def consider(self, sight: Sight, budget: Budget, seed: int) -> Advice:
        moves = sight.moves()
        thrifty = [move for move in moves if not needs_discards(sight, move)]
        if len(thrifty) == len(moves) or standing(sight) < self.foundation or not thrifty:
            return super().consider(sight, budget, seed)
        return self.think(sight, budget, seed, thrifty)


@dataclass(frozen=True)
class FrugalPlayer:
    """As the arena asks for it."""

    player: Player
    name: str

    @property
    def budget(self) -> Budget:
        return self.player.budget

    def bot(self) -> Bot:
        return FrugalBot(self.player, FOUNDATION[self.name])


def find(game: Game, name: str) -> Entrant:
    return FrugalPlayer(find_player(game, USUAL), name) if name in FOUNDATION else find_player(game, name)


def play_match(name: str, share: float = 1.0) -> None:
    """Every deal from both seats; it goes on where it stopped."""
    table = lay_table("luminis", 2)
    known = character(find_player(find_game("luminis"), USUAL))
    characters = {USUAL: known, name: f"{name} {FOUNDATION[name]} {known}"}
    fixtures = schedule(table, [(USUAL, name)], max(2, round(GAMES[name] * share)), read_seed("0"), characters)
    with Ledger(ROOT / f"{FOLDER}-{name}", table) as ledger:
        hold(fixtures, Umpire(table, find, with_record=True), here, ledger, lambda _: False)


def usual_share(name: str) -> Share | None:
    """The share of the player who may always pay by discard; None if nothing was played."""
    results = in_order(read_results(ROOT / f"{FOLDER}-{name}" / RESULTS).values())
    return share_of(results, lambda result: [seat for seat, who in enumerate(result.players) if who == USUAL])
