"""A game of Luminis for a terminal.

A card of a cathedral takes three lines: its top zone with the arrows, its name (an exclamation mark is the theft sign)
and its centre. An open place shows what its neighbours' arrows give there:

    ↑↗ ■1
    I-25         ·
    ■2          +■1●2
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lumitheque.games.edition import Edition
from lumitheque.games.luminis.hands import row_of
from lumitheque.games.luminis.notation import deck_of
from lumitheque.games.luminis.placing import first_open, fits, last_open, local_means
from lumitheque.games.luminis.record import CARDS, CHOOSE_PILE, MIDDLE, OVER, PAY, SPIRE_LEVEL, UNKNOWN

SHAPES = "■●▲"
INKS = ("#ff8787", "#5fafff", "#87d75f")  # squares, circles, triangles
ARROWS = "←↖↑↗→"
LEVELS = ("I", "II", "III", "IV")
LEVEL_INKS = ("bold #d7d7af", "bold #afd7d7", "bold #d7afd7", "bold #ffd75f")
THEFT, TURN, CROWN = "!", "▶", "♛"
ROOM = 92  # characters for one band of columns
Words = Mapping[str, Any]


def draw(edition: Edition | None, s: Any, viewer: int | None, words: Words) -> RenderableType:
    """Spires and piles, every cathedral, and the hands as far as the viewer knows them."""
    deck = deck_of(edition)
    parts: list[RenderableType] = [*under_way(deck, s), offers(deck, s, words), piles(deck, s, words)]
    for seat in range(int(s.seats)):
        parts += [seat_line(deck, s, seat, viewer, words), *cathedral(deck, s, seat)]
    for seat in range(int(s.seats)):
        if s.held[seat] and s.hands[seat, 0] != UNKNOWN:
            parts.append(hand_table(deck, s, seat, words))
    return Group(*parts)


def amounts(numbers: Sequence[int], nothing: str = "") -> Text:
    """■2●1, with nothing for a kind that there is none of."""
    text = Text()
    for kind, number in enumerate(numbers):
        if number:
            text.append(f"{SHAPES[kind]}{number}", style=INKS[kind])
    return text or Text(nothing, style="dim")


def arrows(deck: Edition, card: int) -> str:
    return "".join(arrow for i, arrow in enumerate(ARROWS) if (int(deck.record.arrows[card]) >> i) & 1)


def top_zone(deck: Edition, card: int) -> Text:
    zone = amounts(deck.record.top[card])
    return Text.assemble(arrows(deck, card), " ", zone) if zone else Text()


def card_name(deck: Edition, card: int) -> Text:
    sign = THEFT if deck.record.theft[card] else ""
    return Text(deck.cards[card] + sign, style=LEVEL_INKS[deck.record.level[card] - 1])


def under_way(deck: Edition, s: Any) -> list[Text]:
    """What is only half done: level I cards still to be taken, a card still to be paid for."""
    line = Text(f"{TURN} P{int(s.acting) + 1}: ", style="italic")
    if s.phase == CHOOSE_PILE:
        return [line.append(f"{LEVELS[0]} × {int(s.to_take)}")]
    if s.phase == PAY:
        line.append_text(card_name(deck, int(s.paying))).append(f"@{int(s.paying_at) - MIDDLE} − ")
        return [line.append_text(amounts(s.missing))]
    return []


def offers(deck: Edition, s: Any, words: Words) -> Text:
    """The spires and the bonus cards with their costs."""
    pieces = words["pieces"]
    line = Text(f"  {pieces['spire']}:", style="dim")
    for card in s.spires[: s.spire_count]:
        line.append("  ").append_text(card_name(deck, card)).append(" ").append_text(amounts(deck.record.cost[card]))
    for i, card in enumerate(deck.record.bonus[s.bonus :]):
        line.append(f"\n  {pieces['bonus']}:" if i == 0 else "", style="dim")
        line.append("  ").append_text(card_name(deck, card)).append(" ").append_text(amounts(deck.record.cost[card]))
    return line


def card_grid() -> Table:
    return Table.grid(padding=(0, 2))


def card_columns(deck: Edition, card: int) -> tuple[Text, ...]:
    """Name, cost, centre and top zone."""
    cost, centre = amounts(deck.record.cost[card], "0"), amounts(deck.record.centre[card], "–")
    return card_name(deck, card), cost, centre, top_zone(deck, card)


def headings(words: Words) -> tuple[Text, ...]:
    return tuple(Text(words["pieces"][name], style="dim") for name in ("cost", "centre", "top"))


def piles(deck: Edition, s: Any, words: Words) -> Table:
    """The top of each pile and how high it is; in the set-up, which ones still hold level I cards."""
    table = card_grid()
    table.add_row(Text(f"  {words['pieces']['pile']}", style="dim"), Text("#", style="dim"), Text(), *headings(words))
    for pile in range(int(s.pile_count)):
        high = int(s.height[pile])
        mark = " I" if s.level_one[pile] else ""
        shown = card_columns(deck, int(s.piles[pile, high - 1])) if high else (Text("–", style="dim"),)
        table.add_row(Text(f"  {pile + 1}", style="bold"), Text(f"{high}{mark}"), *shown)
    return table


def seat_line(deck: Edition, s: Any, seat: int, viewer: int | None, words: Words) -> Text:
    """Who it is, the permanent resources, and what is known of the hand."""
    winner = (int(s.winners) >> seat) & 1
    mark = CROWN if winner else TURN if s.phase != OVER and s.acting == seat else " "
    line = Text(f"\n{mark} P{seat + 1}  ", style="bold reverse" if mark == TURN else "bold")
    line = Text.assemble(line, "  ", amounts(s.permanent[seat], "–"))
    line.append(f"   {words['pieces']['hand']}: {int(s.held[seat])}", style="dim")
    if viewer is not None and s.held[seat] and s.hands[seat, 0] == UNKNOWN:
        line.append_text(Text.assemble("  ", suspected(deck, s, seat, int(row_of(viewer)))))
    return line


def suspected(deck: Edition, s: Any, seat: int, row: int) -> Text:
    """The cards that a hidden hand may hold; a question mark where another hand may hold it as well."""
    found = Text()
    for card in range(CARDS):
        seats = int(s.holders[row, card])
        if (seats >> seat) & 1:
            doubt = "?" if seats != 1 << seat else ""
            found.append_text(card_name(deck, card)).append(f"{doubt} ")
    return found


def cathedral(deck: Edition, s: Any, seat: int) -> Iterator[Text]:
    """Columns from left to right, in as many bands as it takes."""
    band: dict[int, list[Text]] = {}
    for at in range(int(first_open(s, seat)), int(last_open(s, seat)) + 1):
        column = column_cells(deck, s, seat, at)
        if sum(map(width_of, band.values())) + width_of(column) > ROOM:
            yield band_picture(band)
            band = {}
        band[at] = column
    yield band_picture(band)


def width_of(column: list[Text]) -> int:
    return max(4, *(cell.cell_len for cell in column)) + 2


def column_cells(deck: Edition, s: Any, seat: int, at: int) -> list[Text]:
    """Three lines a level, from the top down to level I."""
    lines: list[Text] = []
    tallest = int(s.tall[seat].max()) + 1
    for level in range(min(tallest, SPIRE_LEVEL), 0, -1):
        card = int(s.cathedral[seat, at, level - 1]) - 1
        if card >= 0:
            lines += [top_zone(deck, card), card_name(deck, card), amounts(deck.record.centre[card])]
        elif fits(s, seat, level, at):
            given = amounts(local_means(deck.record, s, seat, at))
            lines += [Text(), Text("·", style="dim"), Text("+", style="dim") + given if given else Text()]
        else:
            lines += [Text()] * 3
    return lines


def band_picture(band: Mapping[int, list[Text]]) -> Text:
    high = max(map(len, band.values()))
    picture = Text()
    for line in range(high):
        level = (high - 1 - line) // 3
        picture.append(f"  {LEVELS[level] if line % 3 == 1 else '':4}", style=LEVEL_INKS[level])
        for column in band.values():
            picture.append_text(column[line]).append(" " * (width_of(column) - column[line].cell_len))
        picture.append("\n")
    numbers = "".join(f"{at - MIDDLE:<{width_of(column)}}" for at, column in band.items())
    return picture.append(f"      {numbers}", style="dim")


def hand_table(deck: Edition, s: Any, seat: int, words: Words) -> Table:
    table = card_grid()
    title = Text(f"\n  P{seat + 1} · {words['pieces']['hand']}", style="bold")
    table.add_row(title, *(Text("\n") + heading for heading in headings(words)))
    for card in s.hands[seat, : s.held[seat]]:
        name, *rest = card_columns(deck, int(card))
        table.add_row(Text("  ") + name, *rest)
    return table
