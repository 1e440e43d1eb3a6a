"""The command line: the referee for people, scripts and other languages, and a game in the terminal.

    app.py         the commands and where they are; nothing heavy is imported before one is run
    shelf.py       games, edition check, schema
    preparing.py   prepare; wasm.py: wasm; site.py: site
    referee.py     new, show, moves, move, why
    records.py     check, trace, random
    bots.py        bots, hint; reviewing.py: review
    engine.py      engine
    exercise.py    exercise
    printing.py    print; judging.py: edition judge
    agents.py      mcp; benching.py: bench-agent
    serve.py       serve; worker.py: worker; guest.py: guest-bot, token
    keeping.py     backup, export, import, replay-all; doctor.py: doctor
    arena.py       arena; standings.py: its progress and tables
    play.py        the game in the terminal: orders.py reads what is typed, sitting.py plays
    opponents.py   the bots and random players at that game; screens.py: positions, moves and pages as they are shown
    reading.py     records and texts in and out of files
    telling.py     sentences about a game; speech.py chooses the language; origins.py says where a
                   rule comes from
    errors.py      errors in the language of the terminal, by the `errors.toml` of each language

Exit statuses are a contract: 0 fine; 1 a record does not hold, or something is wrong with an
edition that was judged; 2 bad input or a move that is refused.
"""

import os
import sys
from collections.abc import Sequence
from typing import TextIO

FINE, FAILED, BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141


def main() -> None:
    """The console script."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status. Whatever goes wrong is told in one line."""
    _mend_streams()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # nothing here multiplies matrices: NumPy needs no threads
    try:
        if list(arguments) == ["--version"]:  # Cyclopts would load Rich's Markdown for it
            return _print_version()
        from lumitheque.cli.app import app, import_all

        if not set(arguments) - {"edition", "--help", "-h"}:
            import_all()
        status = app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
        return int(status or FINE)
    except BrokenPipeError:
        _hush()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        _hush()
        return INTERRUPTED
    except SystemExit as leaving:
        if isinstance(leaving.code, str):
            complain(leaving.code, _asked_language(arguments))
            return BAD_INPUT
        return BROKEN_PIPE if leaving.code else FINE  # Rich exits so when nobody reads its help
    except Exception as error:
        if os.environ.get("LUMITHEQUE_DEBUG"):
            raise
        language = _asked_language(arguments)
        complain(_explain(error, language), language)
        _hush()
        return BAD_INPUT


def _print_version() -> int:
    from lumitheque import __version__

    print(__version__, flush=True)
    return FINE


def complain(message: str, language: str | None = None) -> None:
    """Write one line to stderr, whatever the message: in this language, or in the terminal's."""
    from lumitheque.cli.errors import translate
    from lumitheque.cli.speech import default_language

    told = translate(message, language or default_language())
    sys.stderr.write(f"lumitheque: {' '.join(told.splitlines())}\n")


def _asked_language(arguments: Sequence[str]) -> str | None:
    """The value of --lang: an error may come before the command line is read, or because it cannot be."""
    from lumitheque.languages import languages

    for option, value in zip(arguments, [*arguments[1:], ""], strict=True):
        asked = value if option == "--lang" else option.removeprefix("--lang=") if "=" in option else None
        if asked in languages():
            return asked
    return None


def _explain(error: BaseException, language: str | None) -> str:
    from cyclopts import CycloptsError

    from lumitheque.cli.speech import default_language
    from lumitheque.games.game import GameError

    if isinstance(error, GameError):
        return error.told(language or default_language())
    if isinstance(error, CycloptsError):
        return str(error)
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)
    return f"this should not happen ({type(error).__name__}: {error}); LUMITHEQUE_DEBUG=1 shows where"


def _mend_streams() -> None:
    """Make the streams robust: replace closed ones, and escape what a terminal cannot show."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 (open until the end)
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    _reconfigure(sys.stdin, errors="replace")
    _reconfigure(sys.stderr, errors="backslashreplace")
    if sys.stdout.isatty():
        _reconfigure(sys.stdout, errors="replace")
    else:
        _reconfigure(
            sys.stdout, encoding="utf-8", errors="backslashreplace"
        )  # records are UTF-8 wherever they are written


def _reconfigure(stream: TextIO, **settings: str) -> None:
    reconfigure = getattr(stream, "reconfigure", None)  # a stream that a test put there may have none
    if reconfigure:
        reconfigure(**settings)


def _hush() -> None:
    """Flush stdout; if nobody reads it any more, discard the rest, so that nothing raises at exit."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
