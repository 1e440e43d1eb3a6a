"""A game of La chasse aux fromages for a terminal.

A card takes seven by three characters and has no frame, so that pipes really meet. Double lines are pipes that the rat
reaches, single lines those that it does not. The corner of a card says what is on it:

    ◣2 ║         a cheese of 2             ~~           a clogged pipe           ░░░░░
       ╚═══      that the rat reaches     ──┬───        out of reach             ░ ? ░    a trap, face down
                                            │                                    ░░░░░
    ≈2  a clogged pipe lies on a cheese of 2
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lumitheque.games.edition import Edition
from lumitheque.games.fromages.network import half_turn, reached_cells, round_points
from lumitheque.games.fromages.position import RAT_NAMES, TILES, rounds_finished, write_ending
from lumitheque.games.fromages.record import (
    BOTTOM,
    CLASSIQUE,
    COLUMNS,
    FROM_NOWHERE,
    HIDDEN,
    HOME_SIDES,
    HOMES,
    LEFT,
    NO_TILE,
    PLACE_OF,
    PLUMBER_LOOKS,
    RIGHT,
    ROWS,
    START,
    START_SIDES,
    STOP,
    TOP,
)
from lumitheque.games.fromages.rules import total

JOINTS = (" ??└?│┌├?┘─┴┐┤┬┼", " ??╚?║╔╠?╝═╩╗╣╦╬")  # by open sides: out of reach, reached
SHAPES = "●♣◆★∿○"  # by seat: disc, leaf, diamond, star, wave, ring
INKS = ("bold #ffd75f", "bold #87d787", "bold #ff8787", "bold #d7afff", "bold #87afff", "bold #f6efdc")
DRY, WATER, BLUE, GOLD, LID = "#8a8a8a", "bold #5fd7ff", "bold #5f87ff", "bold #ffd75f", "#a07850"
CHEESE, CLOGGED, COVERED, RAT, HOME = "◣", "~", "≈", "(ö)~", "⌂"
TURN, DEALER, CROWN = "▶", "♠", "♛"
SIDE_BY_SIDE = 3  # networks


def draw(edition: Edition, s: Any, viewer: int | None, words: Mapping[str, Any]) -> RenderableType:
    """The networks, three beside each other; below them the piles, the tile, the card in hand, and the points."""
    ending = write_ending(edition, s)
    winners = ending.winners if ending else []
    table = Table.grid(padding=(0, 2))
    pictures = [network_picture(edition.record, s, seat, seat in winners) for seat in range(int(s.seats))]
    for i in range(0, len(pictures), SIDE_BY_SIDE):
        table.add_row(*pictures[i : i + SIDE_BY_SIDE])
    lines: list[RenderableType] = [table, *piles_picture(edition, s, words)]
    if rounds_finished(s):
        lines.append(scores_picture(s))
    if ending:
        lines.append(Text(words["endings"][ending.reason], style="italic"))
    return Group(*lines, legend(s, words["pieces"]))


def network_picture(e: Any, s: Any, seat: int, winner: bool) -> Group:
    """Name and points; then the grid with its coordinates."""
    columns = COLUMNS if s.game != CLASSIQUE else COLUMNS - 1
    reached = int(reached_cells(e, s, seat, s.home == STOP))
    letters = "".join(f"   {chr(ord('a') + column)}   " for column in range(columns))
    lines = [header(e, s, seat, winner), Text(f"  {letters}", style="dim")]
    for row in reversed(range(ROWS)):
        pictures = [cell_picture(e, s, seat, row * COLUMNS + column, reached) for column in range(columns)]
        for i in range(3):
            label = Text(f"{row + 1} " if i == 1 else "  ", style="dim")
            lines.append(label.append_text(Text.assemble(*(picture[i] for picture in pictures))))
    return Group(*lines, Text(""))


def header(e: Any, s: Any, seat: int, winner: bool) -> Text:
    """Whose network; the big cheese; what the network is worth now."""
    mark = CROWN if winner else TURN if s.turn == seat else " "
    text = Text(f"{mark} {SHAPES[seat]} P{seat + 1} {RAT_NAMES[s.rats[seat]]}", style=INKS[seat])
    if s.dealer == seat:
        text.append(f" {DEALER}", style="dim")
    if s.game == CLASSIQUE:
        if s.cheese == seat:
            text.append(f" {CHEESE}5", style=GOLD)
        text.append(f" ({int(round_points(e, s, seat))})", style="not bold default")
    return text


def cell_picture(e: Any, s: Any, seat: int, cell: int, reached: int) -> Sequence[Text]:
    """Three lines of seven characters."""
    wet = (reached >> cell) & 1
    if cell == START:
        return pipe_picture(START_SIDES, wet, Text(RAT, style=INKS[seat]), None)
    if cell == HOMES[s.game]:
        return pipe_picture(HOME_SIDES, wet, None, Text(HOME, style=INKS[seat]))
    place = int(PLACE_OF[s.game, cell])
    card = int(s.cards[seat, place])
    sides = int(e.sides[card])
    if s.turned[seat, place]:
        sides = int(half_turn(sides))
    if not s.up[seat, place]:
        inside = "?" if card == HIDDEN else JOINTS[0][sides]
        return [Text(line, style=LID) for line in (" ░░░░░ ", f" ░ {inside} ░ ", " ░░░░░ ")]
    return pipe_picture(sides, wet, corner(e, s, card, s.covers[seat, place] != HIDDEN, wet), None)


def corner(e: Any, s: Any, card: int, covered: bool, wet: int) -> Text | None:
    """What is on a card: a cheese, a clogged pipe, dirt. It means nothing to the little ones."""
    if s.game != CLASSIQUE:
        return None
    cheese = int(e.cheese[card])
    if covered:
        return Text(f"{COVERED}{cheese or COVERED}", style=BLUE)
    if e.clogged[card]:
        return Text(CLOGGED * 2, style=BLUE)
    return Text(f"{CHEESE}{cheese}", style=GOLD if wet else DRY) if cheese else None


def pipe_picture(sides: int, wet: int, above: Text | None, below: Text | None) -> Sequence[Text]:
    """A pipe, and what stands in its upper and lower left corner."""
    style, upright, level = (WATER, "║", "═") if wet else (DRY, "│", "─")
    lines = []
    for side, sign in ((TOP, above), (BOTTOM, below)):
        line = sign.copy() if sign else Text()
        line.append(" " * (3 - len(line)))
        if len(line) == 3:
            line.append(upright if sides & side else " ", style=style)
        lines.append(line.append(" " * (7 - len(line))))
    left, right = level if sides & LEFT else " ", level if sides & RIGHT else " "
    middle = Text(left * 3 + JOINTS[wet][sides] + right * 3, style=style)
    return lines[0], middle, lines[1]


def card_picture(edition: Edition, s: Any, card: int) -> Text:
    """A card in one line: its name, its form and what is on it."""
    if card == HIDDEN:
        return Text("?", style=LID)
    e = edition.record
    text = Text(f"{edition.cards[card - 1]} ").append(JOINTS[1][e.sides[card]], style=WATER)
    sign = corner(e, s, card, False, 1)
    return text.append(" ").append_text(sign) if sign else text


def piles_picture(edition: Edition, s: Any, words: Mapping[str, Any]) -> list[Text]:
    """The round, the tile, the draw pile, the top of the discard pile as the plumber counts it, the card in hand."""
    pieces = words["pieces"]
    lines = [Text(f"{pieces['pile']}: {int(s.pile_count)}")]
    if s.tile != NO_TILE:
        lines[0].append(f"   [{pieces[str(TILES[s.tile])]}]", style="bold")
        lines[0].append(f"   {words['options']['rounds']['label']}: {int(s.round_number)}/{int(s.rounds)}")
    discard = Text(f"{pieces['discard']}: {int(s.discard_count)}")
    for depth in range(min(PLUMBER_LOOKS, int(s.discard_count))):
        discard.append(f"   {depth + 1}. ", style="dim")
        discard.append_text(card_picture(edition, s, int(s.discard[int(s.discard_count) - 1 - depth])))
    lines.append(discard)
    card = int(s.held) if s.held_from != FROM_NOWHERE else int(s.replaced)
    if s.held_from != FROM_NOWHERE or s.replaced != HIDDEN:
        seat = int(s.turn)
        held = Text(f"{TURN} {SHAPES[seat]} P{seat + 1}: ", style=INKS[seat])
        lines.append(held.append_text(Text.assemble(("", "not bold default"), card_picture(edition, s, card))))
    return lines


def scores_picture(s: Any) -> Table:
    """The score pad: a line for each player, a column for each finished round, the total."""
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    table.add_column()
    finished = range(rounds_finished(s))
    for number in finished:
        table.add_column(str(number + 1), justify="right")
    table.add_column("=", justify="right")
    for seat in range(int(s.seats)):
        points = [str(int(s.scores[number, seat])) for number in finished]
        table.add_row(f"{SHAPES[seat]} P{seat + 1}", *points, str(int(total(s, seat))), style=INKS[seat])
    return table


def legend(s: Any, pieces: Mapping[str, str]) -> Text:
    signs = [("═", "✓"), ("─", "✗"), ("░", pieces["trap"]), (HOME, pieces["home"])]
    if s.game == CLASSIQUE:
        signs += [(CHEESE, pieces["cheese"]), (f"{CLOGGED} {COVERED}", pieces["clogged"])]
    return Text("   ".join(f"{sign} {name}" for sign, name in signs), style="dim")
