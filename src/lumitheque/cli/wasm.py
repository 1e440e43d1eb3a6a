"""wasm: the rules and bots of games as WebAssembly modules."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    from lumitheque.games.game import Game


def wasm(
    *games: Annotated[str, Parameter(help="Names of games; all of them if none is named.")],
    output: Annotated[Path, Parameter(name=("--output", "-o"), metavar="DIR", help="The folder to write to.")],
    lang: Language = None,
) -> None:
    """Compile the rules and bots of games to WebAssembly: GAME.wasm, and GAME.json, which says how to call it."""
    from lumitheque.browser.building import build_all
    from lumitheque.games import SHELF, find

    say = Speech(lang)
    chosen = list(dict.fromkeys(map(find, games))) or list(SHELF.values())

    def report(game: "Game", seconds: float) -> None:
        size = (output / f"{game.name}.wasm").stat().st_size
        print(say("wasm.done", game=game.name, seconds=f"{seconds:.1f}", size=f"{size / 1000:.0f}"), flush=True)

    print(say("wasm.running", games=say.listed([game.name for game in chosen])), flush=True)
    build_all(chosen, output, report)
    print(say("wasm.ready", place=output))
