"""The file of a game's exercises, and how far the miner got."""

import hashlib
import os
from pathlib import Path

import msgspec
from msgspec import Struct

from lumitheque.games.game import Game
from lumitheque.referee import Referee
from lumitheque.referee.exercise_files import FILE, read_exercises
from lumitheque.referee.exercises import Exercise

LEAST, SHARE = 3, 0.4  # of the exercises wanted: how many may have the same first theme
KEPT = Path(__file__).parents[2] / "build" / "exercises"


class Progress(Struct):
    """What the file does not tell."""

    next: int = 0  # the number of the next game
    dropped: list[str] = []  # exercises that a deeper search did not confirm


class Keeper:
    """All exercises of a game so far; every change is on disk at once."""

    def __init__(self, game: Game) -> None:
        self.path, self._progress_path = game.folder / FILE, KEPT / f"{game.name}.json"
        self.found: dict[str, Exercise] = {}
        if self.path.exists():
            self.found = {one.id: one for one in read_exercises(self.path)}
        self.progress = Progress(max((one.mined.number + 1 for one in self.found.values()), default=0))
        if self._progress_path.exists():
            self.progress = msgspec.json.decode(self._progress_path.read_bytes(), type=Progress)

    def add(self, exercise: Exercise) -> None:
        self.found[exercise.id] = exercise
        self._write()

    def drop(self, exercise: Exercise) -> None:
        del self.found[exercise.id]
        self.progress.dropped.append(exercise.id)
        self._write()

    def knows(self, exercise_id: str) -> bool:
        return exercise_id in self.found or exercise_id in self.progress.dropped

    def has_enough(self, theme: str, want: int) -> bool:
        """Whether so many exercises have this theme first that others should have their turn."""
        return sum(one.themes[0] == theme for one in self.found.values()) >= max(LEAST, SHARE * want)

    def played(self, number: int) -> None:
        self.progress.next = number + 1
        write_whole(self._progress_path, msgspec.json.encode(self.progress))

    def _write(self) -> None:
        lines = sorted(self.found.values(), key=lambda one: (one.rating, one.id))
        write_whole(self.path, msgspec.json.Encoder().encode_lines(lines))
        write_whole(self._progress_path, msgspec.json.encode(self.progress))


def write_whole(path: Path, content: bytes) -> None:
    """Never half a file, whenever the miner is ended."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_bytes(content)
    beside.replace(path)


def digest_of_view(referee: Referee, seat: int) -> str:
    return hashlib.sha256(referee.view_record(seat).tobytes()).hexdigest()[:16]
