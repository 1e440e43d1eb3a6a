"""Which levels find a solution, and the rating that follows."""

from dataclasses import replace

from scripts.mining.playing import seed_of, sight_of

from lumitheque.bots import Budget, find_player, levels
from lumitheque.games.game import Game
from lumitheque.referee.exercises import Exercise, lay

SEARCHING, LOOKING = 3, 6  # how often a level tries: one that searches, one that does not
BEYOND = 200  # points: nobody so much weaker than the weakest level finds it, everybody so much stronger does


def grade(game: Game, exercise: Exercise) -> dict[str, tuple[int, int]]:
    """By level: how often it finds the whole solution, and of how many times."""
    found = {}
    for name, level in levels(game).items():
        times = LOOKING if level.bot == "greedy" else SEARCHING
        found[name] = (sum(finds(game, exercise, name, number) for number in range(times)), times)
    return found


def finds(game: Game, exercise: Exercise, name: str, number: int) -> bool:
    referee, player = lay(game, exercise), find_player(game, name)
    bot, budget = player.bot(), player.budget
    for task in exercise.tasks:
        seed = seed_of("grade", exercise.id, name, number)
        move = bot.choose(sight_of(referee, exercise.seat), budget_of(budget), seed).move
        text = game.notation.write_move(referee.edition, referee.state, move)
        if text not in (task.best, *task.equal):
            return False
        referee.play(task.best, exercise.seat)
        while exercise.seat in referee.waiting() and len(only := referee.legal_numbers(exercise.seat)) == 1:
            referee.play_number(only[0], exercise.seat)
    return True


def budget_of(budget: Budget) -> Budget:
    """Simulations alone: the same on a slow machine."""
    return replace(budget, seconds=None)


def rate(game: Game, found: dict[str, tuple[int, int]]) -> int:
    """The strength at which a level would find it every second time: where expectation meets what was found."""
    strengths = {name: level.strength or 0 for name, level in levels(game).items()}
    low, high = min(strengths.values()) - BEYOND, max(strengths.values()) + BEYOND
    tries = [(strengths[name], hits, times) for name, (hits, times) in found.items()]
    tries += [(low, 0, 1), (high, 1, 1)]
    hits = sum(hits for _, hits, _ in tries)

    def expected(rating: float) -> float:
        return sum(times / (1 + 10 ** ((rating - strength) / 400)) for strength, _, times in tries)

    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if expected(middle) > hits else (low, middle)
    return low
