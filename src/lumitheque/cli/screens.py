"""Shows positions, lists of moves and rule pages in a terminal."""

from itertools import islice

from rich.console import Console, Group, RenderableType
from rich.text import Text

from lumitheque.cli.speech import Speech
from lumitheque.cli.telling import (
    Kinds,
    Screen,
    kinds_of_moves,
    player,
    tell_edition,
    tell_ending,
    tell_phase,
    tell_waiting,
)
from lumitheque.referee import Referee

FEW = 20  # moves that have a number
VERY_FEW = 9  # moves that have a line each
SHOWN = 10  # of a kind, where there are more


def show_position(referee: Referee, seat: int | None, everything: bool, say: Speech) -> None:
    """Print a title, the drawing, and whose turn it is."""
    screen, words, ending = Screen(), referee.game.words(say.language), referee.ending()
    plies = say.count("game.moves", len(referee.decisions))
    screen.print(Text.assemble((words["title"], "bold"), f" · {plies} · {tell_waiting(referee, say)}"))
    if note := tell_edition(referee.edition, say):
        screen.print(Text(note, "dim"))
    screen.print()
    screen.print(referee.draw(seat, say.language, everything))
    screen.print()
    if ending:
        screen.print(tell_ending(referee, ending, say))
    for one in referee.waiting():
        kinds = kinds_of_moves(referee, one, say.language)
        screen.print(say("game.move", player=player(one), sentence=tell_phase(referee, one, kinds, say.language)))


def list_moves(referee: Referee, seats: list[int], say: Speech) -> None:
    """Print every legal move of these seats, by kind."""
    screen, ending = Screen(), referee.ending()
    if ending:
        screen.print(tell_ending(referee, ending, say))
    for seat in seats:
        kinds = kinds_of_moves(referee, seat, say.language)
        number = say.count("game.moves", sum(map(len, kinds.values())))
        screen.print(say("game.list", player=player(seat), number=number))
        screen.print(all_moves(kinds, screen.width))


def all_moves(kinds: Kinds, width: int) -> RenderableType:
    """The texts of all moves in columns, a kind after the other, each under the sentence of its first."""
    lines: list[Text] = []
    for moves in kinds.values():
        text, sentence = moves[0]
        lines.append(Text.assemble("  ", (text, "bold cyan"), f"  {sentence}"))
        lines += [Text(f"    {line}", "cyan") for line in in_columns([text for text, _ in moves[1:]], width - 4)]
    return Group(*lines)


def in_columns(texts: list[str], width: int) -> list[str]:
    """Texts side by side, one below the other; nothing after the last of a line."""
    wide = max(map(len, texts), default=0) + 2
    batches = batched(texts, max(1, width // wide))
    return ["".join(text.ljust(wide) for text in batch).rstrip() for batch in batches]


def batched(texts: list[str], size: int) -> list[list[str]]:
    return [texts[start : start + size] for start in range(0, len(texts), size)]


def numbered_moves(kinds: Kinds, width: int) -> RenderableType:
    """Few moves, each with a number that may be typed for it; each with its sentence if they are very few."""
    lines: list[Text] = []
    number = 1
    alone = sum(map(len, kinds.values())) <= VERY_FEW
    wide = max(len(text) for moves in kinds.values() for text, _ in moves) if alone else 0
    for moves in kinds.values():
        spoken = moves if alone else moves[:1]
        for text, sentence in spoken:
            lines.append(Text.assemble((f" {number:2} ", "dim"), (f" {text:{wide}}", "bold cyan"), f"  {sentence}"))
            number += 1
        rest = [f"{number + i:2} {text}" for i, (text, _) in enumerate(moves[len(spoken) :])]
        lines += [Text(f"    {line}", "cyan") for line in in_columns(rest, width - 4)]
        number += len(rest)
    return Group(*lines)


def samples_of_moves(kinds: Kinds, say: Speech) -> RenderableType:
    """Many moves: of each kind the first with its sentence, some more, and how many are left."""
    lines: list[Text] = []
    for moves in kinds.values():
        text, sentence = moves[0]
        lines.append(Text.assemble("  ", (text, "bold cyan"), f"  {sentence}"))
        if len(moves) > 1:
            more = " ".join(text for text, _ in islice(moves, 1, SHOWN))
            left = f" … ({say.count('game.moves', len(moves))})" if len(moves) > SHOWN else ""
            lines.append(Text.assemble("    ", (more, "cyan"), (left, "dim")))
    return Group(*lines)


def page(markdown: str) -> RenderableType:
    """A piece of a rule page."""
    from rich.markdown import Markdown
    from rich.padding import Padding

    return Padding(Markdown(markdown), (0, 0, 0, 2))


def clear(screen: Console) -> None:
    """Clear the terminal and its scrollback: the next player must not see what was there."""
    if screen.is_terminal:
        screen.file.write("\x1b[H\x1b[2J\x1b[3J")
    else:
        screen.print("\n" * 2)
