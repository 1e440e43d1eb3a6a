"""A game of Lumens for a terminal.

A cell of the board takes four characters: its room, or a dot; then the light that shows, as the shape of its owner and
its number; then what else there is to know of it:

    A        room A, no light            ·◆3      a passage, red shows 3
    A●6²     two tokens, so it is full   A●6⌂     the start of its owner, who may still come back to it
"""

from collections.abc import Mapping
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lumitheque.games.edition import Edition
from lumitheque.games.lumens import rules
from lumitheque.games.lumens.position import record_of, room_letters, write_chosen, write_ending, write_kind, write_left
from lumitheque.games.lumens.record import FACES, NOTHING, PASSAGE, START, WIDE
from lumitheque.games.lumens.ways import may_return
from lumitheque.games.texts import write_cell

SHAPES = "●♣◆★"  # by seat: disc, leaf, diamond, star
INKS = ("bold #ffd75f", "bold #87d787", "bold #ff8787", "bold #d7afff")
ROOM_GROUND, PASSAGE_GROUND = "on #1c2747", "on #2a241f"
FULL, HOME, TURN, CROWN = "²", "⌂", "▶", "♛"


def draw(edition: Edition | None, s: Any, viewer: int | None, words: Mapping[str, Any]) -> RenderableType:
    """The board, the players beside it, the rooms below."""
    e = record_of(edition)
    ending = write_ending(edition, s)
    winners = ending.winners if ending else []
    players = [seat_picture(e, s, seat, seat in winners, words) for seat in range(int(s.seats))]
    sides = Columns([board_picture(e, s), Group(*players)], padding=(0, 2))  # one below the other where it is narrow
    return Group(sides, rooms_picture(e, s))


def board_picture(e: Any, s: Any) -> Group:
    wide, high = int(s.wide), int(s.high)
    names = Text("   " + "".join(f" {chr(ord('a') + column)}  " for column in range(wide)), style="dim")
    lines = [names]
    for row in reversed(range(high)):
        line = Text(f"{row + 1:2} ", style="dim")
        for column in range(wide):
            line.append_text(cell_picture(e, s, row * WIDE + column))
        line.append(f" {row + 1}", style="dim")
        lines.append(line)
    return Group(*lines, names.copy())


def cell_picture(e: Any, s: Any, cell: int) -> Text:
    room = int(e.room[rules.side_of(s), cell])
    ground = PASSAGE_GROUND if room == PASSAGE else ROOM_GROUND
    picture = Text("·" if room == PASSAGE else room_letters(s)[room - 1], style=f"#7f8aa8 {ground}")
    homes = [seat for seat in range(int(s.seats)) if s.start[seat] == cell]
    if s.top[cell] == NOTHING and not homes:
        return picture.append("   ", style=ground)
    if s.top[cell] == NOTHING:  # the faces are not revealed yet
        return picture.append(f"{SHAPES[homes[0]]} {HOME}", style=f"{INKS[homes[0]]} {ground}")
    seat, face = divmod(int(s.top[cell]), FACES)
    mark = FULL if s.under[cell] != NOTHING else HOME if homes else " "
    return picture.append(f"{SHAPES[seat]}{face}{mark}", style=f"{INKS[seat]} {ground}")


def seat_picture(e: Any, s: Any, seat: int, winner: bool, words: Mapping[str, Any]) -> Text:
    """Name and turn; hand token; bag; the start and whether the right to come back to it is left."""
    pieces = words["pieces"]
    mark = CROWN if winner else TURN if (rules.waiting(e, s) >> seat) & 1 else " "
    lines = Text(f"{mark} {SHAPES[seat]} P{seat + 1} {pieces[f'seat{seat}']}", style=INKS[seat])
    if s.out[seat]:
        lines.append(f" ✗ {pieces['out']}")
    left = " ".join(f"{count}×{kind}" for kind, count in write_left(s, seat).items())
    lines.append(f"\n  {pieces['hand']}: {write_kind(s.hand[seat]) or '–'}", style="not bold default")
    lines.append(f"\n  {pieces['bag']}: {int(s.in_bag[seat])} ({left})", style="not bold default")
    start = f"\n  {HOME} {write_cell(int(s.start[seat]), WIDE)}"
    if s.phase == START:
        start += f" = {write_chosen(s.chosen[seat]) or '…'}"
    return lines.append(start + (" ✓" if may_return(s, seat) else " ✗") + "\n", style="not bold default")


def rooms_picture(e: Any, s: Any) -> Table:
    """Strength in each room, and after a colon the points it gives; the centre room stands between bars."""
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    table.add_column()
    for room, letter in enumerate(room_letters(s), 1):
        table.add_column(f"|{letter}|" if room == e.centre[rules.side_of(s)] else letter, justify="right")
    table.add_column("=", justify="right")
    for seat in range(int(s.seats)):
        cells = [room_cell(s, room, seat) for room in range(1, len(room_letters(s)) + 1)]
        table.add_row(f"{SHAPES[seat]} P{seat + 1}", *cells, str(int(rules.points_of(s, seat))), style=INKS[seat])
    return table


def room_cell(s: Any, room: int, seat: int) -> str:
    points = int(rules.room_points(s, room, seat))
    strength = int(s.strength[room, seat]) or "·"
    return f"{strength}:{points}" if points else f"{strength}"
