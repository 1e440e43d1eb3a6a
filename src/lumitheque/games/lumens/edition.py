"""A board of Lumens from its file: two maps, a letter for a room and a dot for a passage."""

from lumitheque.games.edition import Edition, EditionError, blank
from lumitheque.games.lumens.record import COLUMNS, EDITION, LARGE, PASSAGE, ROOMS_OF, ROWS, SMALL, WIDE

HEADINGS = ("2 players", "3-4 players")  # by side
CENTRE_CELLS = 9  # LU-03

Line = tuple[int, str]  # its number in the file and what it says


def read_edition(text: str, source: str, name: str, built_in: bool) -> Edition:
    """An edition from the text of its file; EditionError if it is not one."""
    record = blank(EDITION)
    maps = split_sides(text, source)
    for side in (SMALL, LARGE):
        check_map(side, maps[side], source)
        for row, (_, line) in enumerate(reversed(maps[side])):
            for column, letter in enumerate(line):
                record.room[side, row * WIDE + column] = room_number(letter)
        record.centre[side] = room_number(centre_letter(side, maps[side]))
    return Edition(name=name, text=text, record=record, built_in=built_in)


def split_sides(text: str, source: str) -> dict[int, list[Line]]:
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
                raise EditionError(source, number, f"a second map for {line!r}; one was expected")
            maps[side] = []
        elif side is None or "player" in line:
            raise EditionError(source, number, f"{line[:40]!r} is not a heading; expected {headings()}")
        else:
            maps[side].append((number, line))
    for side, heading in enumerate(HEADINGS):
        if side not in maps:
            raise EditionError(source, None, f"there is no map for {heading!r}; expected the headings {headings()}")
    return maps


def headings() -> str:
    return " and ".join(repr(heading) for heading in HEADINGS)


def check_map(side: int, lines: list[Line], source: str) -> None:
    """LU-03: size, letters, number of rooms, centre room."""
    heading, columns, rows = HEADINGS[side], COLUMNS[side], ROWS[side]
    known = letters_of(side)
    for number, line in lines:
        for column, letter in enumerate(line):
            if letter not in known and letter != ".":
                place = f"column {column + 1} of {line[:40]!r}"
                problem = f"{letter!r} in {place} is not a room; expected letters {known[0]} to {known[-1]} and dots"
                raise EditionError(source, number, problem)
        if len(line) != columns:
            raise EditionError(source, number, f"a row of {len(line)} cells; {columns} were expected for {heading!r}")
    if len(lines) != rows:
        last = lines[-1][0] if lines else None
        raise EditionError(source, last, f"{len(lines)} rows under {heading!r}; {rows} were expected")
    check_rooms(side, lines, source)


def check_rooms(side: int, lines: list[Line], source: str) -> None:
    heading, known = HEADINGS[side], letters_of(side)
    cells = "".join(line for _, line in lines)
    missing = [letter for letter in known if letter not in cells]
    if missing:
        expected = f"{len(known)} rooms, {known[0]} to {known[-1]}, were expected"
        problem = f"no room {', '.join(missing)} under {heading!r}; {expected}"
        raise EditionError(source, lines[-1][0], problem)
    middle, centre = lines[ROWS[side] // 2][0], centre_letter(side, lines)
    if centre == ".":
        raise EditionError(source, middle, f"the middle cell under {heading!r} is a passage; a room was expected there")
    size = cells.count(centre)
    if size != CENTRE_CELLS:
        problem = f"the centre room {centre} under {heading!r} has {size} cells; {CENTRE_CELLS} were expected"
        raise EditionError(source, middle, problem)


def letters_of(side: int) -> str:
    """The letters of the rooms: A, B and so on."""
    return "".join(chr(ord("A") + i) for i in range(ROOMS_OF[side]))


def centre_letter(side: int, lines: list[Line]) -> str:
    """What the map says of the cell in the middle of the board."""
    return lines[ROWS[side] // 2][1][COLUMNS[side] // 2]


def room_number(letter: str) -> int:
    return PASSAGE if letter == "." else ord(letter) - ord("A") + 1
