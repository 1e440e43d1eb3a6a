"""A board of Lumens from its file: two maps, a letter for a room and a dot for a passage."""

from lumitheque.games.edition import Edition, Findings, Problem, blank, quoted
from lumitheque.games.lumens.record import COLUMNS, EDITION, LARGE, PASSAGE, ROOMS_OF, ROWS, SMALL, WIDE

HEADINGS = ("2 players", "3-4 players")  # by side
CENTRE_CELLS = 9  # LU-03

Line = tuple[int, str]  # its number in the file and what it says


def read_edition(text: str, name: str, built_in: bool) -> Edition:
    """An edition from the text of its file; UnfitEdition if it is not one."""
    record, found = blank(EDITION), Findings()
    maps = split_sides(text, found)
    for side in (SMALL, LARGE):
        check_map(side, maps[side], found)
    found.end()
    for side in (SMALL, LARGE):
        for row, (_, line) in enumerate(reversed(maps[side])):
            for column, letter in enumerate(line):
                record.room[side, row * WIDE + column] = room_number(letter)
        record.centre[side] = room_number(centre_letter(side, maps[side]))
    return Edition(name=name, text=text, record=record, built_in=built_in)


def split_sides(text: str, found: Findings) -> dict[int, list[Line]]:
    """The lines of each side under its heading; comments and empty lines left out."""
    maps: dict[int, list[Line]] = {}
    side = None
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line in HEADINGS:
            side = HEADINGS.index(line)
            if side in maps:
                found.add(Problem("second_map", {"heading": line}, number, side=line))
            maps[side] = []
        elif side is None or "player" in line:
            found.add(Problem("no_heading", {"text": quoted(line), "headings": headings()}, number))
        else:
            maps[side].append((number, line))
    found.end()
    for side, heading in enumerate(HEADINGS):
        if side not in maps:
            found.add(Problem("no_map", {"heading": heading, "headings": headings()}, side=heading))
    found.end()
    return maps


def headings() -> str:
    return ", ".join(f"'{heading}'" for heading in HEADINGS)


def check_map(side: int, lines: list[Line], found: Findings) -> None:
    """LU-03: size, letters, number of rooms, centre room."""
    heading, columns, rows = HEADINGS[side], COLUMNS[side], ROWS[side]
    before = len(found.problems)
    for down, (number, line) in enumerate(lines):
        check_letters(side, down, number, line, found)
        if len(line) != columns:
            parts = {"found": len(line), "expected": columns, "heading": heading}
            found.add(Problem("width", parts, number, "LU-03", heading))
    if len(lines) != rows:
        last = lines[-1][0] if lines else None
        parts = {"found": len(lines), "expected": rows, "heading": heading}
        found.add(Problem("height", parts, last, "LU-03", heading))
    if len(found.problems) == before:
        check_rooms(side, lines, found)


def check_letters(side: int, down: int, number: int, line: str, found: Findings) -> None:
    known = letters_of(side)
    for column, letter in enumerate(line):
        if letter not in known and letter != ".":
            parts = {"letter": quoted(letter), "column": column + 1, "first": known[0], "last": known[-1]}
            cell = cell_name(side, column, down)
            found.add(Problem("letter", parts, number, "LU-03", HEADINGS[side], cell))


def check_rooms(side: int, lines: list[Line], found: Findings) -> None:
    heading, known = HEADINGS[side], letters_of(side)
    cells = "".join(line for _, line in lines)
    missing = [letter for letter in known if letter not in cells]
    if missing:
        parts = {"rooms": ", ".join(missing), "heading": heading, "count": len(known)}
        parts = parts | {"first": known[0], "last": known[-1]}
        found.add(Problem("no_room", parts, lines[-1][0], "LU-03", heading))
    middle, centre = lines[ROWS[side] // 2][0], centre_letter(side, lines)
    cell = cell_name(side, COLUMNS[side] // 2, ROWS[side] // 2)
    size = cells.count(centre)
    if centre == ".":
        found.add(Problem("no_centre", {"heading": heading}, middle, "LU-03", heading, cell))
    elif size != CENTRE_CELLS:
        parts = {"room": centre, "heading": heading, "found": size, "expected": CENTRE_CELLS}
        found.add(Problem("centre", parts, middle, "LU-03", heading, cell))


def cell_name(side: int, column: int, down: int) -> str | None:
    """What a cell of the map is called; None outside the board."""
    is_inside = column < COLUMNS[side] and down < ROWS[side]
    return f"{chr(ord('a') + column)}{ROWS[side] - down}" if is_inside else None


def letters_of(side: int) -> str:
    """The letters of the rooms: A, B and so on."""
    return "".join(chr(ord("A") + i) for i in range(ROOMS_OF[side]))


def centre_letter(side: int, lines: list[Line]) -> str:
    """What the map says of the cell in the middle of the board."""
    return lines[ROWS[side] // 2][1][COLUMNS[side] // 2]


def room_number(letter: str) -> int:
    return PASSAGE if letter == "." else ord(letter) - ord("A") + 1
