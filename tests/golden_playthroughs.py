"""Golden playthroughs: short stretches of games, told so that a change of behaviour shows in a diff.

python -m tests.golden_playthroughs          writes tests/golden anew; only ever by hand, then read the diff
tests/test_golden.py                         compares
"""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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


@dataclass(frozen=True)
class Playthrough:
    name: str  # GAME-what
    about: str
    start: Referee
    moves: Sequence[tuple[int, str]]
    looks: int | None  # the seat whose view is shown too; None: a spectator
    language: str = "en"


def fresh(game: str, seats: int, seed: str, **options: Any) -> Referee:
    return lt.new(game, seats, seed, options)


def at(game: str, block: str) -> Referee:
    """A position of the perft files."""
    (found,) = [one for one in read_file(PERFT / f"{game}.perft") if one.id == block]
    return found.opened()


def before_the_end(
    name: str, about: str, line: int, moves: int, looks: int | None, language: str = "en"
) -> Playthrough:
    """The last moves of a finished game."""
    game = name.partition("-")[0]
    play = lt.load((TESTS / "finished" / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()[line - 1])
    back = [play.take_back() for _ in range(moves)]
    return Playthrough(name, about, play, [(one.seat, one.text) for one in reversed(back)], looks, language)


def script(text: str) -> list[tuple[int, str]]:
    """`P1 draw pile, P1 toss` as moves."""
    parts = (part.strip().partition(" ") for part in text.split(","))
    return [(int(player[1:]) - 1, move) for player, _, move in parts]


def playthroughs() -> Iterator[Playthrough]:
    yield from pawn_playthroughs()
    yield from light_playthroughs()
    yield from pipe_playthroughs()


def pawn_playthroughs() -> Iterator[Playthrough]:
    moves = script("P1 j8=M, P2 d2=T, P1 j10=M, P2 d3-e4")
    yield Playthrough("sirius-set-up", "the last secret pawns", at("sirius", "set-up-nearly-done"), moves, 0, "fr")
    moves = script("P1 huff c5, P1 h3xi4, P2 g6-f5, P1 d6-d5, P2 huff f4")
    yield Playthrough("sirius-huffs", "takings neglected", at("sirius", "huffs"), moves, 1)
    yield before_the_end("sirius-champions", "champion against champion", line=6, moves=4, looks=None)
    moves = script("P1 xc8, P1 xe8, P1 stop, P2 huff d8, P2 j4-i4")
    yield Playthrough("galax-takings", "a star among four suns", at("galax", "takings-to-choose"), moves, None)
    moves = script("P1 xe10, P1 c7-c8, P1 c8-d9, P2 b3-a2")
    yield Playthrough("galax-extra-turn", "a promotion and what it brings", at("galax", "extra-turn"), moves, 1, "fr")
    yield before_the_end("galax-last-piece", "the last piece is huffed", line=5, moves=4, looks=None)


def light_playthroughs() -> Iterator[Playthrough]:
    moves = script("P1 start=4, P3 start=3, P2 start=6, P3 o4=5")
    yield Playthrough("lumens-start", "secret faces, then the first light", fresh("lumens", 3, "1"), moves, 1)
    moves = script("P2 b1=6, P2 c2=1")
    yield Playthrough("lumens-out", "yellow is walled in", at("lumens", "walled-in"), moves, 0, "fr")
    yield before_the_end("lumens-count", "equal points, and the centre decides", line=7, moves=2, looks=0)
    yield before_the_end("lumens-bags", "the bags are empty, and a token stays in every hand", line=2, moves=2, looks=0)
    moves = script("P1 pile 1, P2 pile 2, P1 draw 2, P2 build I-07@0")
    yield Playthrough("luminis-set-up", "cards to begin with", fresh("luminis", 2, "1"), moves, 1)
    moves = script("P2 name P3, P3 steal P1")
    yield Playthrough("luminis-theft", "a card changes hands unseen", at("luminis", "theft"), moves, 3)
    yield before_the_end("luminis-spire", "the spire", line=1, moves=2, looks=0, language="fr")


def pipe_playthroughs() -> Iterator[Playthrough]:
    moves = script("P1 draw pile, P1 toss, P1 flip a2, P2 draw discard, P2 put b3 up")
    yield Playthrough("fromages-opening", "the first turns", fresh("fromages", 2, "1"), moves, 1)
    moves = script("P1 clog P2 a1, P1 flip b1, P2 draw discard, P2 put b1 down")
    yield Playthrough("fromages-clog", "a clogged pipe for a neighbour", at("fromages", "held"), moves, 1, "fr")
    yield before_the_end("fromages-round", "the last round is counted", line=1, moves=3, looks=None)
    yield before_the_end("fromages-home", "the little ones' way home", line=6, moves=3, looks=1)


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
    FOLDER.mkdir(exist_ok=True)
    told = {one.name: tell(one) for one in playthroughs()}
    for path in FOLDER.glob("*.txt"):
        if path.stem not in told:
            path.unlink()
    for name, text in told.items():
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
        print(f"{name}: {len(text.splitlines())} lines")
