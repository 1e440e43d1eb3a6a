"""What is true of every state of Lumens."""

from typing import Any

from lumitheque.games.edition import Edition
from lumitheque.games.lumens.position import record_of
from lumitheque.games.lumens.record import (
    CELLS,
    EACH,
    FACES,
    HIGH,
    KINDS,
    NOBODY,
    NOTHING,
    PLAY,
    ROOMS,
    SEATS,
    START,
    TOKENS,
    WIDE,
)
from lumitheque.games.lumens.rules import side_of


def audit(edition: Edition | None, s: Any) -> list[str]:
    """What is wrong with a state; nothing, if the rules are right."""
    tops = {cell: divmod(int(s.top[cell]), FACES) for cell in range(CELLS) if s.top[cell] != NOTHING}
    problems = [*audit_board(tops, s), *audit_strength(record_of(edition).room[side_of(s)].tolist(), tops, s)]
    for seat in range(SEATS):
        problems += audit_seat(seat, tops, s)
    if (s.turn == NOBODY) != (s.phase != PLAY) or (s.first == NOBODY) != (s.phase == START):
        problems.append(f"phase {s.phase}: turn {s.turn}, first {s.first}")
    return problems


def audit_board(tops: dict[int, tuple[int, int]], s: Any) -> list[str]:
    """Tokens lie on the board, a covered one under another; rows and columns of bits say where."""
    problems = [f"cell {cell}: off the board" for cell in tops if cell % WIDE >= s.wide or cell // WIDE >= s.high]
    problems += [f"cell {cell}: covered by nothing" for cell in range(CELLS) if s.under[cell] and cell not in tops]
    rows, columns = [0] * HIGH, [0] * WIDE
    for cell in tops:
        rows[cell // WIDE] |= 1 << (cell % WIDE)
        columns[cell % WIDE] |= 1 << (cell // WIDE)
    if s.rows.tolist() != rows or s.columns.tolist() != columns:
        problems.append("the bits of rows or columns are not what lies on the board")
    return problems


def audit_strength(rooms: list[int], tops: dict[int, tuple[int, int]], s: Any) -> list[str]:
    strength = [[0] * SEATS for _ in range(ROOMS + 1)]
    for cell, (seat, face) in tops.items():
        strength[rooms[cell]][seat] += face
    return [] if s.strength.tolist() == strength else ["strengths are not what the lights show"]


def audit_seat(seat: int, tops: dict[int, tuple[int, int]], s: Any) -> list[str]:
    """LU-01, LU-11: 24 tokens, eight of a kind, nobody else's on the start; the list of lights in order."""
    if seat >= s.seats:
        kept = (s.lights, s.light_count, s.start, s.bag, s.in_bag, s.unseen, s.hand, s.chosen, s.out)
        return [f"seat {seat} is not in this game"] if any(field[seat].any() for field in kept) else []
    problems = []
    lights = sorted(cell for cell, (owner, _) in tops.items() if owner == seat)
    if s.lights[seat].tolist() != lights + [0] * (TOKENS - len(lights)) or s.light_count[seat] != len(lights):
        problems.append(f"seat {seat}: the list of lights is not what lies on the board")
    faces = [light % FACES for light in (*s.top.tolist(), *s.under.tolist()) if light and light // FACES == seat]
    held = [kind for kind in (int(s.hand[seat]), *s.bag[seat].tolist()) if kind != NOTHING]
    for kind in range(1, KINDS + 1):
        on_board = faces.count(kind) + faces.count(7 - kind)
        if on_board + held.count(kind) != EACH or s.unseen[seat, kind - 1] != held.count(kind):
            problems.append(f"seat {seat}: {on_board} tokens of kind {kind} on the board, {held.count(kind)} not")
    if s.bag[seat].tolist().count(NOTHING) != TOKENS - s.in_bag[seat]:
        problems.append(f"seat {seat}: the bag is not as full as it says")
    if s.phase != START and {
        int(light) // FACES for light in (s.top[s.start[seat]], s.under[s.start[seat]]) if light
    } != {seat}:
        problems.append(f"seat {seat}: somebody else lies on its start")
    return problems
