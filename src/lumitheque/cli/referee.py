"""new, show, moves, move, why: one game, its record in a file."""

import sys
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from cyclopts import Parameter

from lumitheque.cli import BAD_INPUT, FINE
from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    from lumitheque.referee import Referee

File = Annotated[str, Parameter(allow_leading_hyphen=True, help="A game record; - is stdin.")]
Output = Annotated[
    str | None,
    Parameter(
        name=("--output", "-o"),
        metavar="FILE",
        allow_leading_hyphen=True,
        help="Where to write the record; - is stdout.",
    ),
]
Seat = Annotated[int | None, Parameter(metavar="N", help="A seat: 0 is P1, 1 is P2 …")]
Json = Annotated[bool, Parameter(name="--json", help="Answer in JSON.")]
Settings = Annotated[
    list[str] | None,
    Parameter(
        name="--set", metavar="KEY=VALUE", help="An option of the game, KEY=VALUE; `lumitheque games` lists them."
    ),
]
EditionFile = Annotated[
    str | None, Parameter(metavar="FILE", help="A built-in edition by name, or a file with a board or deck.")
]
Seats = Annotated[int | None, Parameter(metavar="N", help="How many players; as few as the game allows if not said.")]
GameName = Annotated[str, Parameter(help="The name of a game: `lumitheque games` lists them.")]
Seed = Annotated[str | None, Parameter(metavar="HEX", help="1 to 32 hex digits; fixes every shuffle and lot.")]


def say_json(value: Any) -> None:
    import msgspec

    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def new(
    game: GameName,
    /,
    *,
    seats: Seats = None,
    seed: Seed = None,
    settings: Settings = None,
    edition: EditionFile = None,
    output: Output = None,
) -> None:
    """Open a game and write its record."""
    from lumitheque.cli.reading import read_settings, spare_the_compiler, write_text
    from lumitheque.games import find

    spare_the_compiler(0)
    from lumitheque.referee import new, write_record

    opened = new(game, seats, seed, read_settings(find(game), settings or []), edition)
    write_text(output, write_record(opened.game_record()) + "\n")


def show(
    file: File,
    /,
    *,
    seat: Seat = None,
    everything: Annotated[bool, Parameter(name="--all", help="Show what is hidden, too.")] = False,
    json: Json = False,
    svg: Annotated[bool, Parameter(name="--svg", help="Write a picture: SVG that needs nothing besides.")] = False,
    theme: Annotated[Literal["day", "night"], Parameter(help="The light of a picture.")] = "day",
    at: Annotated[int | None, Parameter(metavar="N", help="The position after so many moves.")] = None,
    output: Annotated[
        str | None,
        Parameter(name=("--output", "-o"), metavar="FILE", help="Where to write the picture; - is stdout."),
    ] = None,
    lang: Language = None,
) -> None:
    """Show a position: as a spectator sees it, unless --seat or --all is given."""
    from lumitheque.cli.reading import read_game, write_text

    _check_show(seat, everything, json, svg, output)
    referee = read_game(file, at)
    view = referee.position() if everything else referee.view(seat)
    if svg:
        from lumitheque.referee.pictures import picture_of

        picture = picture_of(referee, seat, Speech(lang).language, everything=everything, theme=theme)
        write_text(output, picture.svg() + "\n")
        return
    if json:
        say_json(view)
        return
    from lumitheque.cli.screens import show_position

    show_position(referee, seat, everything, Speech(lang))


def _check_show(seat: int | None, everything: bool, json: bool, svg: bool, output: str | None) -> None:
    """Refuse what does not go together."""
    from lumitheque.games.game import GameError

    if everything and seat is not None:
        raise GameError("--seat and --all do not go together")
    if json and svg:
        raise GameError("--json and --svg do not go together")
    if output is not None and not svg:
        raise GameError("--output is for a picture: say --svg, too")


def moves(file: File, /, *, seat: Seat = None, json: Json = False, lang: Language = None) -> None:
    """List the legal moves, of every seat that may act or of one."""
    from lumitheque.cli.reading import read_game
    from lumitheque.games.game import GameError

    referee = read_game(file)
    if seat is not None and seat not in range(referee.seats):
        raise GameError(f"there is no seat {seat}; seats go from 0 to {referee.seats - 1}")
    seats = referee.waiting() if seat is None else [seat]
    if json:
        say_json({"waiting": referee.waiting(), "legal": {str(one): referee.legal(one) for one in seats}})
        return
    from lumitheque.cli.screens import list_moves

    list_moves(referee, seats, Speech(lang))


def _only_seat(referee: "Referee", seat: int | None) -> int:
    """Return the seat that a move is for: the one given, or the only one waiting."""
    from lumitheque.games.game import GameError

    if seat is not None:
        return seat
    waiting = referee.waiting()
    if len(waiting) > 1:
        listed = ", ".join(str(one) for one in waiting)
        raise GameError(f"seats {listed} may all act now: say which with --seat")
    return waiting[0] if waiting else 0  # when it is over, any seat's move is refused alike


class Made(NamedTuple):
    """A move made."""

    seat: int
    text: str
    sentence: str
    events: list[Any]  # what chance gave


def make_move(referee: "Referee", text: str, seat: int, language: str) -> Made:
    """Make a move; raise Refused, in that language, if it breaks a rule."""
    from lumitheque.cli.telling import describe
    from lumitheque.referee import Refused

    number, rule_id = referee.judge(text, seat)
    if rule_id:
        raise Refused(referee.game, rule_id, text, language, options=referee.options)
    sentence = describe(referee, number, referee.view_record(seat), language)
    return Made(seat, text, sentence, referee.play_number(number, seat, text))


def move(
    file: File,
    /,
    *moves: Annotated[str, Parameter(help="Moves, such as c3-d4: all of them are made, or none.", required=True)],
    seat: Seat = None,
    output: Output = None,
    json: Json = False,
    lang: Language = None,
) -> int:
    """Play moves. The record is changed in place or written to --output; a record from stdin goes to stdout.

    Exit status 2, and nothing changed, if one is illegal or unreadable. With --json, a record that would go to stdout
    is in the answer, as "record".
    """
    from lumitheque.cli.reading import STANDARD, clean, read_game, write_text

    referee, say = read_game(file), Speech(lang)
    from lumitheque.referee import Refused, write_record

    try:
        made = [make_move(referee, clean(text), _only_seat(referee, seat), say.language) for text in moves]
    except Refused as refused:
        if not json:
            raise
        say_json({"ok": False, "move": refused.text, "rule": refused.rule_id, "why": refused.sentence})
        return BAD_INPUT
    target = output or file
    if target != STANDARD or not json:
        write_text(target, write_record(referee.game_record()) + "\n")
    if json:
        answer = _tell_made(referee, made)
        say_json(answer | {"record": referee.record()} if target == STANDARD else answer)
    elif target != STANDARD:
        _say_made(referee, made, say)
    return FINE


def _tell_made(referee: "Referee", made: list[Made]) -> dict[str, Any]:
    return {
        "ok": True,
        "played": [(one.seat, one.text) for one in made],
        "chance": [event for one in made for event in one.events],
        "waiting": referee.waiting(),
        "ending": referee.ending(),
    }


def _say_made(referee: "Referee", made: list[Made], say: Speech) -> None:
    from lumitheque.cli.telling import Screen, player, tell_ending, tell_waiting

    screen = Screen()
    for one in made:
        screen.print(say("game.move", player=player(one.seat), sentence=one.sentence))
    ending = referee.ending()
    screen.print(tell_ending(referee, ending, say) if ending else tell_waiting(referee, say))


def why(
    file: File,
    move: Annotated[str, Parameter(help="A move, such as c3-d4.")],
    /,
    *,
    seat: Seat = None,
    json: Json = False,
    lang: Language = None,
) -> None:
    """Say whether a move is legal, and if not, which rule it breaks; quotes the rule page."""
    from lumitheque.cli.reading import clean, read_game

    referee, say = read_game(file), Speech(lang)
    verdict = _judge(referee, clean(move), _only_seat(referee, seat), say.language)
    if json:
        say_json(verdict)
    else:
        _say_verdict(verdict, say)


def _judge(referee: "Referee", text: str, seat: int, language: str) -> dict[str, Any]:
    """Judge a move, as JSON."""
    from lumitheque.cli.origins import tell_sources
    from lumitheque.cli.telling import describe
    from lumitheque.games.speech import say_refusal
    from lumitheque.reception.pages import quote

    number, rule_id = referee.judge(text, seat)
    verdict: dict[str, Any] = {"legal": rule_id is None, "seat": seat, "move": text}
    if rule_id is None:
        says = describe(referee, number, referee.view_record(seat), language)
        return verdict | {"says": says, "rule": None, "why": None, "page": None, "sources": [], "lesson": None}
    sentence = say_refusal(referee.game, rule_id, language)
    sources = tell_sources(referee.game, rule_id, Speech(language))
    told = {"says": None, "rule": rule_id, "why": sentence, "page": quote(referee.game, rule_id, language)}
    return verdict | told | {"sources": sources, "lesson": _taught(referee, rule_id, language)}


def _taught(referee: "Referee", rule_id: str, language: str) -> dict[str, Any] | None:
    """Name the lesson that teaches a rule, and the step; None if no lesson does."""
    from lumitheque.referee.lessons import lessons, where_taught

    found = where_taught(lessons(referee.game, language), rule_id)
    if found is None:
        return None
    lesson, number = found
    return {"name": lesson.name, "title": lesson.title, "step": number}


def _say_verdict(verdict: dict[str, Any], say: Speech) -> None:
    from rich.text import Text

    from lumitheque.cli.screens import page
    from lumitheque.cli.telling import Screen, player

    screen, parts = Screen(), {"player": player(verdict["seat"]), "move": verdict["move"][:60]}
    if verdict["legal"]:
        screen.print(say("why.legal", **parts, sentence=verdict["says"]))
        return
    screen.print(say("why.illegal", **parts, rule=verdict["rule"], sentence=verdict["why"]))
    if verdict["page"]:
        screen.print()
        screen.print(page(verdict["page"]))
        for source in verdict["sources"]:
            screen.print(Text(source, "dim"))
    if (lesson := verdict["lesson"]) is not None:
        screen.print(Text(say("why.lesson", title=lesson["title"], step=lesson["step"]), "dim"))
