"""bots, hint: who there is to play against, and what the strongest of them would do."""

import os
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from lumitheque.cli.referee import File, Json, Seat, say_json
from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    from rich.table import Table

    from lumitheque.bots import Advice, Level
    from lumitheque.games.game import Game
    from lumitheque.referee import Referee

ADVISER = "strongest"
SHOWN = 5  # moves of a hint
WIDE_MARGIN = 0.25  # moves this close to the best get an exact chance

Seconds = Annotated[float, Parameter(name="--time", metavar="S", help="Seconds to think.")]
Threads = Annotated[int | None, Parameter(metavar="N", help="Threads that think; one per core if not said.")]


def bots(
    game: Annotated[str | None, Parameter(help="The name of a game; all of them if none is named.")] = None,
    /,
    *,
    json: Json = False,
    lang: Language = None,
) -> None:
    """List the bots: their characters, and how strong they were measured to be."""
    from lumitheque.cli.reading import spare_the_compiler

    spare_the_compiler(0)
    from lumitheque.bots.levels import levels
    from lumitheque.games import SHELF, find

    say = Speech(lang)
    games = [find(game)] if game else list(SHELF.values())
    if json:
        say_json({one.name: [_tell_level(one, level, say.language) for level in levels(one).values()] for one in games})
        return
    from lumitheque.cli.telling import Screen

    screen = Screen()
    for one in games:
        screen.print(_table(one, list(levels(one).values()), say))
    screen.print(say("bots.scale"))


def _tell_level(game: "Game", level: "Level", language: str) -> dict[str, Any]:
    words = level.character(game, language)
    return {
        "name": level.name,
        "title": words.title,
        "sentence": words.sentence,
        "bot": level.bot,
        "notices": level.notices,
        "simulations": level.simulations,
        "seconds": level.seconds,
        "strength": level.strength,
        "spread": level.spread,
    }


def _table(game: "Game", levels: "list[Level]", say: Speech) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(title=game.words(say.language)["title"], title_justify="left", box=box.SIMPLE, title_style="bold")
    for column in ("bots.name", "bots.character"):
        table.add_column(say(column))
    table.add_column(say("bots.strength"), justify="right", no_wrap=True)
    for level in levels:
        words = level.character(game, say.language)
        strength = "?" if level.strength is None else f"{level.strength} ± {level.spread}"
        table.add_row(level.name, f"{words.title}. {words.sentence}", strength)
    return table


def hint(
    file: File,
    /,
    *,
    seat: Seat = None,
    time: Seconds = 1.0,
    threads: Threads = None,
    json: Json = False,
    lang: Language = None,
) -> None:
    """The best moves of a seat with their chances, from what that seat knows."""
    say = Speech(lang)
    from lumitheque.cli.reading import compile_if_need_be, read_game

    compile_if_need_be(say)
    from lumitheque.bots import Budget

    referee = read_game(file)
    acting = _who(referee, seat)
    budget = Budget(time, threads=threads or os.cpu_count() or 1)
    advice = advise(referee, acting, budget)
    if json:
        say_json(_tell_advice(referee, acting, advice))
        return
    from lumitheque.cli.telling import Screen

    show_advice(referee, acting, advice, say, Screen())


def _who(referee: "Referee", seat: int | None) -> int:
    from lumitheque.games.game import GameError

    waiting = referee.waiting()
    listed = ", ".join(str(one) for one in waiting)
    if not waiting:
        raise GameError("the game is over: there is nothing to advise")
    if seat is None and len(waiting) > 1:
        raise GameError(f"seats {listed} may all act now: say which with --seat")
    if seat is not None and seat not in waiting:
        raise GameError(f"it is not for seat {seat} to move now; waiting: {listed}")
    return waiting[0] if seat is None else seat


def advise(referee: "Referee", seat: int, budget: Any) -> "Advice":
    """Ask the strongest bot, with the seat's own view."""
    from lumitheque.bots import Sight
    from lumitheque.bots.alpha_beta_bot import AlphaBetaBot

    sight = Sight.of(referee.game, referee.e, referee.view_record(seat), seat, referee.seats)
    return AlphaBetaBot(referee.game, margin=WIDE_MARGIN).choose(sight, budget, seed=len(referee.decisions))


def _tell_advice(referee: "Referee", seat: int, advice: "Advice") -> dict[str, Any]:
    view = referee.view_record(seat)

    def text(move: int) -> str:
        written: str = referee.game.notation.write_move(referee.edition, view, move)
        return written

    return {
        "seat": seat,
        "move": text(advice.move),
        "moves": [
            {"move": text(one.move), "chance": round(one.chance, 4), "visits": one.visits} for one in advice.prospects
        ],
        "line": [[who, text(move)] for who, move in advice.line],
        "simulations": advice.simulations,
        "plies": advice.plies,
        "seconds": round(advice.seconds, 3),
    }


def show_advice(referee: "Referee", seat: int, advice: "Advice", say: Speech, screen: Any) -> None:
    from rich import box
    from rich.table import Table

    from lumitheque.cli.telling import describe, player

    view = referee.view_record(seat)
    told = _tell_advice(referee, seat, advice)

    def sentence_for(move: int) -> str:
        return describe(referee, move, view, say.language)

    screen.print(say("hint.title", player=player(seat)))
    if not advice.prospects:
        screen.print(say("hint.by_heart", move=told["move"], sentence=sentence_for(advice.move)))
        return
    table = Table(box=box.SIMPLE, show_header=True)
    table.add_column(say("hint.chance"), justify="right")
    table.add_column(say("hint.move"), no_wrap=True)
    table.add_column("")
    for one, line in list(zip(advice.prospects, told["moves"], strict=True))[:SHOWN]:
        table.add_row(say("hint.percent", number=f"{100 * one.chance:.0f}"), line["move"], sentence_for(one.move))
    screen.print(table)
    if len(told["line"]) > 1:
        expected = " · ".join(f"{player(who)} {text}" for who, text in told["line"])
        screen.print(say("hint.line", line=expected))
