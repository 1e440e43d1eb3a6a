"""A position of Lumens as a picture: the palace, lit by whoever leads in each room, and the players beside it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from lumitheque.art.palette import Palette
from lumitheque.art.shapes import seat_mark, seat_shape
from lumitheque.art.svg import Picture, group, path, rect, tag, text
from lumitheque.games.edition import Edition
from lumitheque.games.lumens import rules
from lumitheque.games.lumens.art import lamps
from lumitheque.games.lumens.edition import letters_of
from lumitheque.games.lumens.position import UNKNOWN, Position, record_of, write_position
from lumitheque.games.lumens.record import PASSAGE, WIDE

CELL, RIM, PANEL = 60, 34, 300
FULL = 24  # a strength at which a room cannot get any brighter


def draw(edition: Edition | None, s: Any, viewer: int | None, words: Mapping[str, Any], palette: Palette) -> Picture:
    e, position = record_of(edition), write_position(edition, s, viewer)
    plan, wide, high = plan_of(e, rules.side_of(s)), int(s.wide), int(s.high)
    picture = Picture(RIM + wide * CELL + PANEL, RIM + high * CELL + 14, left=-RIM, top=-14)
    picture.define(**lamps.definitions(palette))
    picture.add(rect(-RIM, -14, picture.width, picture.height, fill=palette("ground")))
    picture.add(*rim(wide, high, palette))
    free = {(x, y) for y in range(high) for x in range(wide)} - {lamps.spot(high, c) for c in position.board}
    free -= {lamps.spot(high, cell) for cell in position.starts}
    lit = [light for n, letter in enumerate(lamps.letters_of(plan), 1) for light in glow(plan, letter, s, n, palette)]
    floor = [*lamps.palace(plan, palette, free)]
    starts = [
        lamps.start_mark(seat, *lamps.spot(high, cell), palette(f"seat-{seat}"))
        for seat, cell in enumerate(position.starts)
    ]
    frame = rect(0, 0, wide, high, fill="none", stroke=palette("bronze"), stroke_width=0.1)
    definitions = [tag("defs", lantern(seat, palette)) for seat in range(int(s.seats))]
    picture.add(group(*definitions, *floor, *starts, *lit, *set_out(position, high, palette), frame, scale=CELL))
    picture.add(*players(position, s, wide * CELL + 26, words["pieces"], palette))
    picture.said = say_palace(s, plan, words["pieces"])
    return picture


def plan_of(e: Any, side: int) -> list[str]:
    """One side of a board as its edition writes it, the far row first."""
    letters = letters_of(side)
    rooms = e.room[side].reshape(-1, WIDE)
    wide, high = (13, 9) if side == 0 else (WIDE, WIDE)
    rows = reversed(range(high))
    return ["".join("." if room == PASSAGE else letters[room - 1] for room in rooms[row, :wide]) for row in rows]


def rim(wide: int, high: int, palette: Palette) -> Iterable[str]:
    ink = palette("soft")
    for x in range(wide):
        yield text(lamps.LETTERS[x], (x + 0.5) * CELL, high * CELL - 14 + RIM, 18, ink)
    for y in range(high):
        yield text(str(high - y), -RIM / 2, (y + 0.5) * CELL + 6, 18, ink)


def leaders_of(s: Any, room: int) -> list[int]:
    strengths = s.strength[room, : s.seats].tolist()
    most = max(strengths)
    return [seat for seat, strength in enumerate(strengths) if most and strength == most]


def glow(plan: Sequence[str], letter: str, s: Any, room: int, palette: Palette) -> Iterable[str]:
    """The light of whoever leads in a room, in its colour and thrown in its shape; those who are level share it."""
    leaders = leaders_of(s, room)
    if not leaders:
        return
    bright = 0.4 + 0.6 * min(1, int(s.strength[room].max()) / FULL)
    cells, walls = lamps.cells_of(plan, letter), lamps.walls_of(plan, letter)
    for place, seat in enumerate(leaders):
        own = [cell for index, cell in enumerate(cells) if index * len(leaders) // len(cells) == place]
        floor, ink = "".join(f"M{x} {y}h1v1h-1z" for x, y in own), palette(f"seat-{seat}")
        yield path(floor, fill=ink, opacity=0.34 * bright, class_="glow")
        yield path(floor, fill=f"url(#lumens-lantern-{seat})", opacity=0.5 * bright)
    edge = palette(f"seat-{leaders[0]}")
    yield path(walls, fill="none", stroke=edge, stroke_width=0.3, opacity=0.25 * bright, stroke_linecap="round")
    yield path(walls, fill="none", stroke=edge, stroke_width=0.07, opacity=bright, stroke_linecap="round")


def lantern(seat: int, palette: Palette) -> str:
    shape = path(seat_shape(seat), fill=palette(f"seat-{seat}"), transform="translate(.25 .25) scale(.012)")
    size = {"width": "0.5", "height": "0.5", "patternUnits": "userSpaceOnUse"}
    return tag("pattern", shape, id=f"lumens-lantern-{seat}", **size)


def set_out(position: Position, high: int, palette: Palette) -> Iterable[str]:
    """Lamps on their cells, one above another where there are two."""
    for cell, pile in position.board.items():
        x, y = lamps.spot(high, cell)
        *under, (seat, _, face) = pile
        for one in under:
            covered = lamps.lamp(int(one[0]), None, palette, covered=True)
            yield group(covered, at=(x + 0.55, y + 0.56), scale=0.0092)
        at, scale = ((x + 0.46, y + 0.45), 0.0083) if under else ((x + 0.5, y + 0.5), 0.0092)
        yield group(lamps.lamp(int(seat), face, palette), at=at, scale=scale)
    for seat, (cell, chosen) in enumerate(zip(position.starts, position.chosen, strict=True)):
        if cell not in position.board and chosen is not None:
            x, y = lamps.spot(high, cell)
            yield group(lamps.lamp(seat, chosen, palette), at=(x + 0.5, y + 0.5), scale=0.0092)


def players(position: Position, s: Any, x: float, pieces: Mapping[str, str], palette: Palette) -> Iterable[str]:
    """Beside the palace: whose turn, points as they would be counted now, the tokens in the bag."""
    step = min(220, int(s.high) * CELL // int(s.seats))
    for seat in range(int(s.seats)):
        y, ink = seat * step + 10, palette(f"seat-{seat}")
        turn = position.turn == seat
        won = position.ending is not None and seat in position.ending.winners
        edge = palette("lamp") if turn or won else palette("line")
        yield rect(
            x,
            y,
            PANEL - 64,
            step - 14,
            rx=12,
            fill=palette("surface"),
            stroke=edge,
            stroke_width=4 if turn or won else 1.5,
        )
        yield seat_mark(seat, x + 32, y + 38, 34, ink, palette("ink"))
        yield text(f"P{seat + 1}", x + 60, y + 47, 26, palette("ink"), bold=True, anchor="start")
        yield text(
            str(int(rules.points_of(s, seat))),
            x + PANEL - 84,
            y + 52,
            44,
            palette("ink"),
            serif=True,
            bold=True,
            anchor="end",
        )
        yield hand(seat, position.hands[seat], x + PANEL - 104, y + step - 50, palette)
        bag = f"{pieces['bag']} {len(position.bags[seat])}"
        yield text(
            f"{pieces['out']} · {bag}" if position.out[seat] else bag,
            x + 20,
            y + step - 30,
            20,
            palette("soft"),
            anchor="start",
        )


def hand(seat: int, kind: str | None, x: float, y: float, palette: Palette) -> str:
    """A token in hand with both its faces, as far as the viewer knows it."""
    faces = [] if kind is None else [None] if kind == UNKNOWN else [int(face) for face in kind.split("/")]
    lamps_there = [
        group(lamps.lamp(seat, face, palette), at=(x - place * 50, y), scale=0.46)
        for place, face in enumerate(reversed(faces))
    ]
    return group(*lamps_there, class_="hand")


def say_palace(s: Any, plan: Sequence[str], pieces: Mapping[str, str]) -> str:
    """The rooms in words: who has how much light in each."""
    told = []
    for room, letter in enumerate(lamps.letters_of(plan), 1):
        sums = [
            f"{pieces[f'seat{seat}']} {strength}"
            for seat, strength in enumerate(s.strength[room, : s.seats].tolist())
            if strength
        ]
        told.append(f"{letter}: {', '.join(sums) or '–'}")
    return "; ".join(told)
