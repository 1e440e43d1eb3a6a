"""A position as a picture that stands by itself: what a seat, or a spectator, knows of it."""

from typing import Any, NamedTuple

from lumitheque.art.palette import Palette
from lumitheque.art.svg import Picture
from lumitheque.games.edition import Edition
from lumitheque.games.game import Game, GameError
from lumitheque.games.rule import SPECTATOR
from lumitheque.languages import Catalogue, fill
from lumitheque.referee.referee import Referee

WORDS = Catalogue("pictures")


def has_pictures(game: Game) -> bool:
    """Whether somebody drew this game for the eye."""
    return (game.folder / "art" / "picture.py").is_file()


class Scene(NamedTuple):
    """What is painted: a state as far as a viewer knows it, and where the game stands."""

    game: Game
    edition: Edition | None
    known: Any
    viewer: int | None
    moves: int
    waiting: list[int]
    ending: dict[str, Any] | None


def scene_of(referee: Referee, seat: int | None, *, everything: bool = False) -> Scene:
    """The position as a seat sees it (None: a spectator). It is a copy, to be painted anywhere."""
    viewer = None if everything else SPECTATOR if seat is None else seat
    known = referee.state if everything else referee.view_record(seat)
    moves, ending = len(referee.decisions), referee.ending()
    return Scene(referee.game, referee.edition, known, viewer, moves, referee.waiting(), ending)


def picture_of(
    referee: Referee, seat: int | None, language: str = "fr", *, everything: bool = False, theme: str = "day"
) -> Picture:
    """The position as a picture, with a title and a description for screen readers."""
    return paint(scene_of(referee, seat, everything=everything), language, theme)


def paint(scene: Scene, language: str, theme: str = "day") -> Picture:
    game = scene.game
    if not has_pictures(game):
        raise GameError(f"{game.name} has no pictures yet: nobody drew {game.name}/art/picture.py")
    words, palette = game.words(language), Palette(game.name, theme)
    picture: Picture = game.part("art.picture").draw(scene.edition, scene.known, scene.viewer, words, palette)
    picture.title = f"{words['title']} · {state_of(scene, language)}"
    picture.language = language
    return picture


def state_of(scene: Scene, language: str) -> str:
    """Where the game stands, in a few words: how many moves, and whose turn it is or who won."""
    said = WORDS.words(language)["picture"]
    moves = fill(said["moves"], language, {"count": scene.moves})
    seats = scene.waiting if scene.ending is None else scene.ending["winners"]
    players = ", ".join(f"P{seat + 1}" for seat in seats)
    key = "waiting" if scene.ending is None else "won" if len(seats) == 1 else "shared"
    return f"{moves}, {fill(said[key], language, {'players': players})}"
