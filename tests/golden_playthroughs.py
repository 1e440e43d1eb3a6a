"""Golden playthroughs: short stretches of games, told so that a change of behaviour shows in a diff.

python tests/golden_playthroughs.py          writes tests/golden anew; only ever by hand, then read the diff
python tests/golden_playthroughs.py sirius   only those of one game
tests/test_golden.py                         compares
"""

import sys
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
from rich.console import Console

import lumitheque as lt
from lumitheque.games.speech import say_ending
from lumitheque.referee import Referee
from perft_files import FOLDER as PERFT
from perft_files import read_file

TESTS = Path(__file__).parent
FOLDER = TESTS / "golden"
WIDTH = 100
MANY, SHOWN = 14, 5  # lists of moves longer than that are shortened to the first and last of them
UNBROKEN = "\u00a0"  # a space at which no line is broken
TALL = 30  # lines; taller pictures are drawn only where a playthrough begins and ends, views of them at the end


class Story(msgspec.Struct, forbid_unknown_fields=True):
    """A playthrough as tests/golden/GAME.toml has it: where it starts, and what is played from there."""

    about: str
    moves: str = ""  # `P1 draw pile, P1 toss`
    at: str | None = None  # starts at this position of the perft file
    seats: int | None = None  # starts with a new game, dealt from `seed`
    seed: str = "1"
    finished: int | None = None  # starts near the end of the game in this line of tests/finished
    last: int = 0  # so many moves before that end
    looks: int | None = None  # the seat whose view is shown too; without: a spectator
    language: str = "en"


@dataclass(frozen=True)
class Playthrough:
    name: str  # GAME-what
    about: str
    start: Referee
    moves: Sequence[tuple[int, str]]
    looks: int | None
    language: str


def at(game: str, block: str) -> Referee:
    """A position of the perft files."""
    (found,) = [one for one in read_file(PERFT / f"{game}.perft") if one.id == block]
    return found.opened()


def script(text: str) -> list[tuple[int, str]]:
    """`P1 draw pile, P1 toss` as moves."""
    parts = (part.strip().partition(" ") for part in text.split(","))
    return [(int(player[1:]) - 1, move) for player, _, move in parts]


def opened(game: str, story: Story) -> tuple[Referee, list[tuple[int, str]]]:
    """Where a story starts, and its moves."""
    if story.finished is not None:
        lines = (TESTS / "finished" / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
        play = lt.load(lines[story.finished - 1])
        back = [play.take_back() for _ in range(story.last)]
        return play, [(one.seat, one.text) for one in reversed(back)]
    start = at(game, story.at) if story.at else lt.new(game, story.seats, story.seed)
    return start, script(story.moves)


def playthroughs(only: str = "") -> Iterator[Playthrough]:
    """Those of one game, or of all that have a file of stories."""
    for path in sorted(FOLDER.glob(f"{only or '*'}.toml")):
        game = path.stem
        for name, story in msgspec.toml.decode(path.read_bytes(), type=dict[str, Story]).items():
            start, moves = opened(game, story)
            yield Playthrough(f"{game}-{name}", story.about, start, moves, story.looks, story.language)


# --- how they are told ------------------------------------------------------------------------------------------------


def picture(play: Referee, seat: int | None, language: str, everything: bool = False) -> list[str]:
    console = Console(width=WIDTH, color_system=None)
    with console.capture() as capture:
        console.print(play.draw(seat, language, everything))
    return [line.rstrip() for line in capture.get().splitlines()]


def player(seat: int | None) -> str:
    return "a spectator" if seat is None else f"P{seat + 1}"


def shortened(texts: list[str]) -> str:
    if len(texts) > MANY:
        texts = [*texts[:SHOWN], "…", *texts[-SHOWN:]]
    return ", ".join(text.replace(" ", UNBROKEN) for text in texts)


def wrapped(text: str) -> list[str]:
    lines = textwrap.wrap(text, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return [line.replace(UNBROKEN, " ") for line in lines]


def tell_state(play: Referee, one: Playthrough, ply: int) -> Iterator[str]:
    """What there is to see, and what may happen."""
    waiting = play.waiting()
    yield f"=== {ply} · waiting: {', '.join(map(player, waiting)) or 'nobody'}"
    seen = picture(play, None, one.language, everything=True)
    tall, first, last = len(seen) > TALL, ply == 0, ply == len(one.moves)
    if not tall or first or last:
        yield from ("", *seen)
    if last or (first and not tall):
        view = picture(play, one.looks, one.language)
        yield from ("", f"{player(one.looks)} sees the same" if view == seen else f"{player(one.looks)} sees")
        yield from () if view == seen else view
    for seat in waiting:
        legal = play.legal(seat)
        yield from ("", *wrapped(f"{player(seat)} may ({len(legal)}): {shortened(legal)}"))


def tell_move(play: Referee, one: Playthrough, seat: int, text: str) -> Iterator[str]:
    yield from ("", f">>> {player(seat)} {text} · {play.describe(text, one.language)}")
    for label, outcome in play.play(text, seat):
        yield from wrapped(f"    chance: {label}: {outcome}")
    yield ""


def tell_ending(play: Referee, one: Playthrough) -> Iterator[str]:
    ending = play.ending()
    if ending is None:
        return
    yield from ("", f"=== over: {ending['reason']} · {say_ending(play.game, ending['reason'], one.language)}")
    yield f"points {ending['points']}, winners {', '.join(map(player, ending['winners']))}"
    for room, counted in (ending.get("rooms") or {}).items():
        yield f"    {room}: strength {counted['strength']}, points {counted['points']}"


def tell(one: Playthrough) -> str:
    """A playthrough as text."""
    play = one.start
    options = ", ".join(f"{name} {str(value).lower()}" for name, value in play.options.items())
    lines = [
        f"{play.game.words(one.language)['title']}: {one.about}",
        f"{play.seats} seats; {options}; seed {play.seed}",
    ]
    lines += [f"after {len(play.decisions)} moves"] if play.decisions else []
    for label, outcome in play.chance() if not play.decisions else ():
        lines += wrapped(f"chance: {label}: {outcome}")
    lines.append("")
    for ply, (seat, text) in enumerate(one.moves):
        lines += [*tell_state(play, one, ply), *tell_move(play, one, seat, text)]
    lines += [*tell_state(play, one, len(one.moves)), *tell_ending(play, one)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


if __name__ == "__main__":
    game = sys.argv[1] if len(sys.argv) > 1 else ""
    told = {one.name: tell(one) for one in playthroughs(game)}
    for path in FOLDER.glob(f"{game}-*.txt" if game else "*.txt"):
        if path.stem not in told:
            path.unlink()
    for name, text in told.items():
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
        print(f"{name}: {len(text.splitlines())} lines")
