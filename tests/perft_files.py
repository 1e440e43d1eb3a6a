"""Perft files: positions, and how many sequences of moves of each length lead on from them.

Plain text for other programs to be compared with. A block of lines is one position; `#` begins a comment:

    id       its name
    seats    how many play
    options  name=value …       those that are not the default
    seed     hex digits         all chance is dealt from it, also inside the tree: event n of the game with nonce n
    position JSON               where the game starts, if not at the beginning
    moves    seat text; …       what was played from there; several such lines may follow each other
    depth    length count       sequences of exactly so many moves; those of every waiting seat count, in every order
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lumitheque.games import find
from lumitheque.referee import Referee, load

FOLDER = Path(__file__).parent / "perft"


@dataclass
class Block:
    game: str
    id: str
    seats: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    seed: str = ""
    position: dict[str, Any] | None = None
    moves: list[tuple[int, str]] = field(default_factory=list)
    counts: dict[int, int] = field(default_factory=dict)  # by depth

    def read_line(self, word: str, rest: str) -> None:
        if word == "seats":
            self.seats = int(rest)
        elif word == "options":
            known = {option.name: option for option in find(self.game).options}
            for text in rest.split():
                name, _, value = text.partition("=")
                self.options[name] = known[name].read(value)
        elif word == "seed":
            self.seed = rest
        elif word == "position":
            self.position = json.loads(rest)
        elif word == "moves":
            for text in rest.split(";"):
                seat, _, move = text.strip().partition(" ")
                self.moves.append((int(seat), move))
        elif word == "depth":
            depth, count = map(int, rest.split())
            self.counts[depth] = count
        else:
            raise ValueError(f"{self.game}, {self.id}: no line begins with {word!r}")

    def opened(self, played: bool = True) -> Referee:
        """The game at this position, or where it started."""
        record: dict[str, Any] = {"game": self.game, "rules": find(self.game).rules_version, "seats": self.seats}
        record |= {"options": self.options, "seed": self.seed, "moves": self.moves if played else []}
        return load(record if self.position is None else record | {"position": self.position})


def read_file(path: Path) -> Iterator[Block]:
    """The blocks of GAME.perft."""
    block = None
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            if block:
                yield block
            block = Block(path.stem, rest.strip())
        elif line.strip() and not line.startswith("#"):
            assert block is not None, f"{path.name} begins with {line!r}, not with an id"
            block.read_line(word, rest.strip())
    if block:
        yield block


def write_block(block: Block) -> str:
    lines = [f"id {block.id}", f"seats {block.seats}"]
    if block.options:
        lines.append("options " + " ".join(f"{name}={str(value).lower()}" for name, value in block.options.items()))
    lines.append(f"seed {block.seed}")
    if block.position is not None:
        lines.append("position " + json.dumps(block.position, ensure_ascii=False, separators=(",", ":")))
    for at in range(0, len(block.moves), 8):
        lines.append("moves " + "; ".join(f"{seat} {text}" for seat, text in block.moves[at : at + 8]))
    lines += [f"depth {depth} {count}" for depth, count in block.counts.items()]
    return "\n".join(lines) + "\n"
