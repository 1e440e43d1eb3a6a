"""The page as plain files for any web space: what a house answers about games and words is written down beside it.

Tables and bots need a house that remembers: it runs in the browser, with the files that `browser` writes to `local/`.
"""

import re
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path, PurePosixPath

import msgspec

from lumitheque.games.game import Game
from lumitheque.languages import Catalogue, languages
from lumitheque.reception.shelf import tell_line
from lumitheque.referee.lessons import lessons
from lumitheque.server.access.request_guard import POLICY
from lumitheque.server.built_page import INDEX, WEB
from lumitheque.server.http.games import all_exercises, tell_game
from lumitheque.server.http.words import tell_words

LOCAL = "local"  # the folder of what the house on a device needs
LIST = "lumitheque-files.txt"  # what we wrote into a folder, and may take out of it again
LEFT_OUT = re.compile(r"(\.gz|^manifest\.json|^index\.html)$")  # packed copies, and the list of parts that Vite makes
ADDRESS = re.compile(r'(?<= )(href|src)="/')


def is_site(folder: Path) -> bool:
    """Whether we wrote a site into this folder before."""
    return (folder / LIST).is_file()


def begin_site(folder: Path) -> None:
    """Make the folder ours before anything long is done: if that fails, the next try may write to it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / LIST).touch()


def finish_site(folder: Path, games: Iterable[Game]) -> None:
    """Write everything that is not in `local/`, index.html last, and remove what an earlier site had besides."""
    before = _listed(folder)
    files = [*_page_files(), *_told_files(list(games)), ("index.html", _index())]
    now = {name for name, _ in files} | _local_files(folder)
    _keep_list(folder, before | now)  # if we are stopped, nothing of ours is forgotten
    for name, content in files:
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    for name in before - now:
        (folder / name).unlink(missing_ok=True)
    _keep_list(folder, now)


# --- what is ours in the folder --------------------------------------------------------------------------------------


def _listed(folder: Path) -> set[str]:
    """The files that we wrote before. A list that somebody edited leads to nothing outside the folder."""
    names = (folder / LIST).read_text(encoding="utf-8").splitlines()
    return {name for name in names if name and not PurePosixPath(name).is_absolute() and ".." not in name.split("/")}


def _keep_list(folder: Path, names: Iterable[str]) -> None:
    (folder / LIST).write_text("".join(f"{name}\n" for name in sorted(names)), encoding="utf-8")


def _local_files(folder: Path) -> set[str]:
    """What the index of `local/` names, and the index: files of earlier builds lie beside them."""
    index = folder / LOCAL / "index.json"
    if not index.is_file():
        return set()
    named = index.read_text(encoding="utf-8")
    there = {path.name for path in index.parent.iterdir() if f'"{path.name}"' in named}
    return {f"{LOCAL}/{name}" for name in there | {index.name}}


# --- what is in it ---------------------------------------------------------------------------------------------------


def _page_files() -> Iterator[tuple[str, bytes]]:
    """The built page, without index.html."""
    for path in sorted(WEB.rglob("*")):
        name = path.relative_to(WEB).as_posix()
        if path.is_file() and not LEFT_OUT.search(name):
            yield name, path.read_bytes()


def _told_files(games: list[Game]) -> Iterator[tuple[str, bytes]]:
    """What a house answers about words, the shelf, a game, its lessons and exercises, once in each language."""
    for code in languages():
        yield f"api/words.{code}.json", msgspec.json.encode(tell_words(code, languages()))
        yield f"api/games.{code}.json", msgspec.json.encode([tell_line(game, code, True) for game in games])
        for game in games:
            yield f"api/games/{game.name}.{code}.json", msgspec.json.encode(tell_game(game, code, True))
            yield f"api/games/{game.name}/lessons.{code}.json", msgspec.json.encode(lessons(game, code))
            yield f"api/games/{game.name}/exercises.{code}.json", msgspec.json.encode(all_exercises(game, code))


def _index() -> bytes:
    """index.html as it is on a site: marked, with a policy of its own, and with addresses that begin in its folder."""
    built = INDEX.read_text(encoding="utf-8")
    marks = (
        f'<meta name="lumitheque" content="site" data-languages="{" ".join(languages())}" />\n'
        f'    <meta http-equiv="Content-Security-Policy" content="{escape(site_policy())}" />'
    )
    charset, body = '<meta charset="utf-8" />', "<body>"
    for known in (charset, body):
        if built.count(known) != 1:
            raise ValueError(f"index.html of the page has no single {known}")
    marked = built.replace(charset, f"{charset}\n    {marks}").replace(body, f"{body}\n    {_unserved()}")
    return ADDRESS.sub(r'\1="./', marked).encode()


def site_policy() -> str:
    """The policy of the house, but for what a document cannot say itself; rules and bots are WebAssembly."""
    parts = [part for part in POLICY.split("; ") if not part.startswith(("frame-ancestors", "script-src"))]
    return "; ".join([*parts, "script-src 'self' 'wasm-unsafe-eval'"])


def _unserved() -> str:
    """Say in every language why a page that was opened as a file does not begin; `start.js` hides it otherwise."""
    said = [(code, Catalogue("server").words(code)["site"]) for code in languages()]
    told = "".join(
        f'<h1 lang="{code}">{escape(words["unserved"])}</h1><p lang="{code}">{escape(words["serve_it"])}</p>'
        f"<pre>{escape(words['serve_command'])}</pre>"
        for code, words in said
    )
    return f'<div id="unserved">{told}</div>'
