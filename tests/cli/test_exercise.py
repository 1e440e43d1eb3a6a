"""exercise on the command line: one position, and the move that is best in it."""

from command_line import Run, every_game
from lumitheque.cli.exercise import today
from lumitheque.games import SHELF, find
from lumitheque.referee.exercise_files import exercises, game_of_the_day, id_of_the_day
from lumitheque.referee.exercises import Attempt


@every_game
def test_a_solution_that_is_typed_is_right(lumitheque: Run, game: str) -> None:
    for one in list(exercises(find(game)).values())[:3]:
        attempt, typed = Attempt(find(game), one), []
        while not attempt.is_solved:
            typed.append(attempt.todo[0].best)
            attempt.make(typed[-1])
        told = lumitheque("exercise", game, "--id", one.id, stdin="\n".join(typed) + "\n")
        assert told.status == 0 and told.out.count("That is it!") == len(typed)
        assert "The best move" in told.out


@every_game
def test_wrong_and_forbidden_moves_are_answered(lumitheque: Run, game: str) -> None:
    one = next(iter(exercises(find(game)).values()))
    wrong = one.tasks[0].wrong[0]
    told = lumitheque("exercise", game, "--id", one.id, stdin=f"nonsense\n{wrong.move}\n?\n")
    assert told.status == 1
    assert "That cannot be played" in told.out and "No, there is better" in told.out and one.tasks[0].best in told.out
    if wrong.replies:
        assert wrong.replies[0][1] in told.out


def test_the_exercise_of_the_day_needs_no_name(lumitheque: Run) -> None:
    day = today()
    game = find(game_of_the_day([name for name, one in SHELF.items() if exercises(one)], day))
    wanted = exercises(game)[id_of_the_day(exercises(game), day)]
    told = lumitheque("exercise", stdin="")
    assert told.status == 1 and wanted.tasks[0].best in told.out
    assert lumitheque("exercise", game.name, "--day", stdin="").out == told.out


def test_themes_are_listed_and_asked_for(lumitheque: Run) -> None:
    listed = lumitheque("exercise", "sirius", "--list", "--lang", "fr")
    theme = next(iter(exercises(find("sirius")).values())).themes[0]
    assert listed.status == 0 and theme in listed.out
    assert lumitheque("exercise", "sirius", "--theme", theme, stdin="?\n").status == 1
    nothing = lumitheque("exercise", "sirius", "--theme", "nothing")
    assert nothing.status == 2 and "no exercise about 'nothing'; there are:" in nothing.err
    unknown = lumitheque("exercise", "sirius", "--id", "nothing", "--lang", "fr")
    assert unknown.status == 2 and "n’a pas d’exercice" in unknown.err
