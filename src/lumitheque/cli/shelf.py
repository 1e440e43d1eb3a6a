"""games, edition check, schema: what is on the shelf."""

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from lumitheque.cli.referee import Json, say_json
from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    from rich.table import Table

    from lumitheque.games.edition import Edition
    from lumitheque.games.game import Game, Option, Value


def games(*, json: Json = False, lang: Language = None) -> None:
    """List the games: players, options with their defaults, editions."""
    from lumitheque.cli.reading import spare_the_compiler
    from lumitheque.games import SHELF

    spare_the_compiler(0)
    say = Speech(lang)
    if json:
        say_json([_tell_game(game, say.language) for game in SHELF.values()])
        return
    from lumitheque.cli.telling import Screen

    screen = Screen()
    for game in SHELF.values():
        _show_game(game, say, screen)


def _tell_game(game: "Game", language: str) -> dict[str, Any]:
    words = game.words(language)
    return {
        "name": game.name,
        "title": words["title"],
        "tagline": words["tagline"],
        "age": game.age,
        "minutes": {"least": game.minutes.least, "most": game.minutes.most, "per": game.minutes.per},
        "rules": game.rules_version,
        "seats": list(game.seats),
        "secrets": game.secrets,
        "drawable": game.drawable,
        "options": [_tell_option(game, option, language) for option in game.options],
        "editions": [
            {"name": edition.name, "sha256": edition.sha256, "reconstruction": edition.is_reconstruction}
            for edition in _editions(game)
        ],
    }


def _tell_option(game: "Game", option: "Option", language: str) -> dict[str, Any]:
    spoken = game.words(language)["options"][option.name]
    defaults = _defaults(game, option)
    return {
        "name": option.name,
        "label": spoken["label"],
        "help": spoken["help"],
        "values": [_tell_value(game, option, value, language) for value in option.values],
        "default": defaults[game.seats[0]],
        "defaults": {str(seats): value for seats, value in defaults.items()},  # by number of players
    }


def _tell_value(game: "Game", option: "Option", value: "Value", language: str) -> dict[str, Any]:
    from lumitheque.games.origins import origins
    from lumitheque.games.speech import say_value

    sources = origins(game, language)
    origin = sources.of_value(option.name, value) if sources else None
    return {"value": value, "label": say_value(game, option, value, language), "origin": origin}


def _defaults(game: "Game", option: "Option") -> dict[int, Any]:
    return {seats: game.settle(seats, {})[option.name] for seats in game.seats}


def _editions(game: "Game") -> list["Edition"]:
    from lumitheque.games.edition import load_edition

    return [edition for name in game.editions if (edition := load_edition(game, name))]


def _show_game(game: "Game", say: Speech, screen: Any) -> None:
    from rich.text import Text

    from lumitheque.cli.origins import tell_minutes

    words = game.words(say.language)
    facts = " · ".join(
        (
            say("shelf.players", players=words["players"]),
            say("shelf.age", age=game.age),
            tell_minutes(game, say),
        )
    )
    screen.print(Text.assemble((words["title"], "bold"), "  ", (game.name, "cyan"), f"  {facts}"))
    screen.print(Text(f"  {words['tagline']}", "italic"))
    screen.print(_facts_table(game, words, say))
    screen.print()


def _facts_table(game: "Game", words: dict[str, Any], say: Speech) -> "Table":
    """Make a table of options: label, then each value as written and in words, the default marked."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for option in game.options:
        defaults = set(_defaults(game, option).values())
        note = say("shelf.by_seats") if len(defaults) > 1 else say("shelf.default")
        table.add_row(
            f"  {option.name}", Text(words["options"][option.name]["label"], "bold") + Text(f"  (* {note})", "dim")
        )
        for written, told in _values(game, option, defaults, say):
            table.add_row(f"    {written}", told)
    for edition in _editions(game):
        reconstruction = f" ({say('shelf.reconstruction')})" if edition.is_reconstruction else ""
        table.add_row("  --edition", edition.name + reconstruction)
    return table


def _values(game: "Game", option: "Option", defaults: set["Value"], say: Speech) -> list[tuple[str, str]]:
    """A line for each value, or one for all where they are plain numbers."""
    from lumitheque.cli.origins import tell_value

    texts = {value: str(value).lower() + ("*" if value in defaults else "") for value in option.values}
    if "values" not in game.words(say.language)["options"][option.name]:
        mark = tell_value(game, option, option.values[0], say).removeprefix(str(option.values[0])).strip()
        return [(" ".join(texts.values()), mark)]
    return [(text, tell_value(game, option, value, say)) for value, text in texts.items()]


def check_edition(
    file: Annotated[str, Parameter(help="A board or deck as a file.")],
    /,
    *,
    game: Annotated[str | None, Parameter(metavar="NAME", help="The game it is for; found out if not said.")] = None,
    lang: Language = None,
) -> None:
    """Check a board or a deck: says what it is, or file, line and what is wrong."""
    from lumitheque.cli.telling import Screen

    say = Speech(lang)
    found, edition = find_edition(file, game, say)
    content = say.count("edition.cards", len(edition.cards)) if edition.cards else say("edition.board")
    title = found.words(say.language)["title"]
    screen = Screen()
    screen.print(say("edition.fine", file=file, title=title, name=edition.name, content=content))
    screen.print(f"SHA-256 {edition.sha256}")


def find_edition(file: str, game: str | None, say: Speech) -> tuple["Game", "Edition"]:
    """The edition that a file holds, and the game it is for: that one, or whichever reads it."""
    from lumitheque.games import SHELF, find
    from lumitheque.games.game import GameError

    if game is not None and not find(game).editions:
        raise GameError(f"{game} has no editions: its board and pieces are all in the rules")
    known = [find(game)] if game else [one for one in SHELF.values() if one.editions]
    return _fitting(known, file, say.language)


def _fitting(games: list["Game"], file: str, language: str) -> tuple["Game", "Edition"]:
    """Find the game that a file is an edition of; if none, raise the error of the game whose edition resembles it."""
    from pathlib import Path

    from lumitheque.games.edition import EditionError, read_edition
    from lumitheque.games.game import GameError

    try:
        text = Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise GameError(f"{file}: not a text in UTF-8") from None
    problems: dict[str, EditionError] = {}
    for game in games:
        try:
            return game, read_edition(game, text, file, Path(file).stem)
        except EditionError as error:
            problems[game.name] = error
    alike = max(games, key=lambda game: _likeness(game, text))
    told = problems[alike.name].told(language)
    raise GameError(f"{told} (read as {alike.name}; --game says another)" if len(games) > 1 else told)


def _likeness(game: "Game", text: str) -> float:
    """Measure how much a text resembles a game's built-in edition: shared words, and whole lines twice."""
    own = _editions(game)[0].text
    words, lines = set(text.replace(",", " ").split()), set(text.splitlines())
    shared = len(words & set(own.replace(",", " ").split())) / max(len(words), 1)
    return shared + 2 * len(lines & set(own.splitlines())) / max(len(lines), 1)


ENGINE = "engine"  # in place of a game


def schema(
    game: Annotated[
        str,
        Parameter(help=f"The name of a game (`lumitheque games`), or {ENGINE}: the engine protocol."),
    ],
    /,
    *,
    output: Annotated[
        str | None,
        Parameter(
            name=("--output", "-o"), metavar="FILE", allow_leading_hyphen=True, help="Where to write it; - is stdout."
        ),
    ] = None,
) -> None:
    """Print the JSON Schema of a game's positions, and of what a seat sees of them; or of the engine protocol."""
    from lumitheque.cli.reading import spare_the_compiler, write_text
    from lumitheque.games import find

    spare_the_compiler(0)
    if game == ENGINE:
        from lumitheque.engines.schema import protocol_schema

        write_text(output, protocol_schema())
        return
    write_text(output, position_schema(find(game)))


def position_schema(game: "Game") -> str:
    import msgspec

    told = msgspec.json.schema(game.notation.Position)
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{game.name}: a position, or a view of it",
    }
    return msgspec.json.format(msgspec.json.encode(head | told), indent=2).decode() + "\n"
