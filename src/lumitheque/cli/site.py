"""site: the whole ludothèque as static files."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    from lumitheque.games.game import Game


def site(
    *,
    output: Annotated[Path, Parameter(name=("--output", "-o"), metavar="DIR", help="The folder to write to.")],
    lang: Language = None,
) -> None:
    """Write the whole ludothèque as static files, for any web space: shelf, games against bots, lessons, rules."""
    from lumitheque.browser.device_files import write_device_files
    from lumitheque.games import SHELF
    from lumitheque.server.site import LOCAL, begin_site, finish_site

    say, games = Speech(lang), list(SHELF.values())
    _check(output)

    def report(game: "Game", seconds: float) -> None:
        print(say("site.done", game=game.name, seconds=f"{seconds:.1f}"), flush=True)

    begin_site(output)
    print(say("site.running", games=say.listed([game.name for game in games])), flush=True)
    write_device_files(output / LOCAL, games, report)
    finish_site(output, games)
    files = [path for path in output.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / 1_000_000
    print(say("site.ready", place=output, count=len(files), size=f"{size:.1f}"))
    print(say("site.look", place=output))


def _check(folder: Path) -> None:
    """Refuse what would end badly, before anything is written."""
    from lumitheque.games.game import GameError
    from lumitheque.server.built_page import is_built
    from lumitheque.server.site import is_site

    if not is_built():
        raise GameError("the page is not built: make web")
    if folder.exists() and not folder.is_dir():
        raise GameError(f"{folder} is not a folder")
    if folder.is_dir() and any(folder.iterdir()) and not is_site(folder):
        raise GameError(f"{folder} is not empty, and no site of ours: name an empty folder, or a new one")
