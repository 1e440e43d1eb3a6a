"""The files that a device needs to play without a house: each game's module and facts, words, and an index of them.

All but the index have a digest of their content in their names: they never change, so browsers may keep them for ever.

`python -m lumitheque.browser.device_files` makes them in the user's cache and says where; `… FOLDER` makes them there.
"""

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from lumitheque.bots.levels import levels
from lumitheque.browser.building import Report, build_all
from lumitheque.games import SHELF
from lumitheque.games.game import Game, GameError
from lumitheque.games.machine_code import cache_root
from lumitheque.languages import Catalogue, languages, read_language

INDEX = "index.json"
CATALOGUES = ("tables", "server", "editions", "review")  # of the house, beside those of the games
OF_GAMES = ("words", "reasons")
DIGITS = 16  # of the digest in a name
STEPS_BACK = 15  # of 19: whoever plays meanwhile comes first


def write_device_files(folder: Path, games: Iterable[Game], on_progress: Report) -> None:
    """Build what is not built yet and write all files into a folder; the index last, when it holds true."""
    chosen = list(games)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        build_all(chosen, Path(place), on_progress)
        index = {
            "games": {game.name: _write_game(folder, game, Path(place)) for game in chosen},
            "words": {
                code: _write(folder, f"words-{code}", "json", _json(words(code, chosen))) for code in languages()
            },
        }
    made = folder / f"{INDEX}.new"
    made.write_bytes(_json(index))
    made.replace(folder / INDEX)


def _write_game(folder: Path, game: Game, place: Path) -> dict[str, str | int]:
    """Write the module and the facts of one game; returns its line of the index."""
    module = (place / f"{game.name}.wasm").read_bytes()
    told = _json(facts(game, (place / f"{game.name}.json").read_bytes()))
    return {
        "wasm": _write(folder, game.name, "wasm", module),
        "facts": _write(folder, game.name, "json", told),
        "bytes": len(module) + len(told),
    }


def _write(folder: Path, name: str, kind: str, content: bytes) -> str:
    named = f"{name}.{hashlib.sha256(content).hexdigest()[:DIGITS]}.{kind}"
    (folder / named).write_bytes(content)
    return named


def _json(what: Any) -> bytes:
    return msgspec.json.encode(what)


def kept_device_files() -> Path:
    """The folder in the user's cache with the files of the whole shelf. Modules are kept, so the rest takes a moment;
    the index names everything by digest, so a folder named after the index holds what these sources make."""
    with tempfile.TemporaryDirectory(dir=cache_root(), prefix="making-") as place:
        inside = Path(place) / "device"
        write_device_files(inside, SHELF.values(), lambda *_: None)
        kept = cache_root() / f"device-{hashlib.sha256((inside / INDEX).read_bytes()).hexdigest()[:DIGITS]}"
        if not kept.exists():
            try:
                inside.rename(kept)
            except OSError:  # another house made the same meanwhile
                if not kept.exists():
                    raise
    return kept


# --- what is in them -------------------------------------------------------------------------------------------------


def facts(game: Game, description: bytes) -> dict[str, Any]:
    """What the local house knows of a game, beside its rules and words."""
    told = msgspec.json.decode(description)
    return {"description": told, "editions": editions(game), "levels": levels_of(game)}


def editions(game: Game) -> dict[str, list[str]]:
    """The files of the game's editions, by the editions' names: each one's file name and text."""
    paths = {name: next((game.folder / "editions").glob(f"{name}.*")) for name in game.editions}
    return {name: [path.name, path.read_text(encoding="utf-8")] for name, path in paths.items()}


def levels_of(game: Game) -> Any:
    """The characters that people play against, as plain data."""
    return msgspec.to_builtins(list(levels(game).values()))


def words(language: str, games: Iterable[Game]) -> dict[str, Any]:
    """What translated Python says in one language."""
    said = {f"games/{game.name}/{kind}": game.catalogue(kind).words(language) for game in games for kind in OF_GAMES}
    said |= {name: Catalogue(name).words(language) for name in CATALOGUES}
    elision = read_language(language).elision
    told = None if elision is None else {"before": elision.before.pattern, "words": elision.words}
    return {"words": said, "elision": told}


def main(folders: list[str]) -> None:
    """Say in one line where the files are, or why there are none."""
    os.nice(STEPS_BACK)
    try:
        if folders:
            shutil.rmtree(folders[0], ignore_errors=True)  # files of other sources have other names
            write_device_files(Path(folders[0]), SHELF.values(), lambda *_: None)
        print(folders[0] if folders else kept_device_files())
    except GameError as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main(sys.argv[1:])
