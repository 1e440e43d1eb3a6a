"""How good moves are from a seat's view, how clear the best one is, and which moves have the same effect."""

from typing import NamedTuple

from scripts.mining.playing import sight_of
from scripts.mining.themes import module_of

from lumitheque.bots import Advice, Budget, Prospect
from lumitheque.bots.alpha_beta_bot import AlphaBetaBot
from lumitheque.referee import Referee

MILLION = 1_000_000
WIDE = 0.3  # moves up to so much worse than the best have their chance told exactly by alpha-beta
TRIED = 16  # a move tried less often in a tree has no chance worth the name


class Verdict(NamedTuple):
    """What one search says of a decision."""

    best: int
    chance: float
    gap: float  # to the best move of another effect
    equal: list[int]
    others: list[Prospect]  # best first


def search(referee: Referee, seat: int, simulations: int, seed: int) -> Advice:
    """Search from the seat's view; a bot of its own each time, so that the answer follows from the arguments."""
    bot = AlphaBetaBot(referee.game, margin=WIDE)
    return bot.choose(sight_of(referee, seat), Budget(simulations=simulations), seed)


def weigh(referee: Referee, seat: int, simulations: int, seed: int) -> Verdict | None:
    """None where nothing was searched: one move only, or one known by heart."""
    advice = search(referee, seat, simulations, seed)
    deep = [one for one in advice.prospects if one.visits >= min(TRIED, simulations // 100) or is_calculated(advice)]
    if len(deep) < 2:
        return None
    best = max(deep, key=lambda one: one.chance) if not is_calculated(advice) else deep[0]
    if best.move != advice.move:  # the search itself is not sure
        return None
    rest = sorted((one for one in deep if one is not best), key=lambda one: -one.chance)
    equal: list[int] = []
    others: list[Prospect] = []
    for number, one in enumerate(rest):
        same = number < 6 and is_same(referee, seat, best.move, one.move)
        equal.append(one.move) if same else others.append(one)
    gap = best.chance - (others[0].chance if others else 0.0)
    return Verdict(best.move, best.chance, gap if others else 0.0, equal, others)


def is_calculated(advice: Advice) -> bool:
    """Whether alpha-beta answered: its visits are depths."""
    return sum(one.visits for one in advice.prospects) < max(64, advice.simulations // 4)


def text_of(referee: Referee, move: int) -> str:
    text: str = referee.game.notation.write_move(referee.edition, referee.state, move)
    return text


def is_same(referee: Referee, seat: int, one: int, other: int) -> bool:
    """Whether two moves come to the same: to one position, at once or in either order, or the game says so."""
    themes = module_of(referee.game.name)
    if hasattr(themes, "effect"):
        effects = {themes.effect(text_of(referee, move)) for move in (one, other)}
        if len(effects) == 1:
            return True
    if after(referee, seat, [one]) == after(referee, seat, [other]):
        return True
    both = after(referee, seat, [one, other])
    return both is not None and both == after(referee, seat, [other, one])


def after(referee: Referee, seat: int, moves: list[int]) -> bytes | None:
    """The state after these moves of one seat; None if they cannot be made in a row without news."""
    made, state = 0, b""
    try:
        for move in moves:
            if seat not in referee.waiting() or move not in referee.legal_numbers(seat):
                return None
            given = referee.play_number(move, seat)
            made += 1
            if given:
                return None
        state = bytes(referee.state.tobytes())
    finally:
        for _ in range(made):
            referee.take_back()
    return state
