"""Positions of Lumens as JSON: writing them, reading them, and saying what is wrong with one that cannot be."""

from collections.abc import Sequence
from typing import Any

import msgspec

from lumitheque.games.edition import Edition
from lumitheque.games.ending import Ending, tell_ending
from lumitheque.games.game import GameError
from lumitheque.games.lumens import rules
from lumitheque.games.lumens.record import (
    BY_LOT,
    CELLS,
    COUNTED,
    EACH,
    FACES,
    HIDDEN,
    HIGH,
    NOBODY,
    NOTHING,
    NOWHERE,
    OVER,
    PLAY,
    REASONS,
    ROOMS_OF,
    START,
    STARTS,
    TOKENS,
    WIDE,
)
from lumitheque.games.lumens.ways import can_place, is_anothers_start, may_return
from lumitheque.games.texts import grammar, read_cell, write_cell

PHASES = ("start", "play", "over")
KIND_TEXTS = ("", "1/6", "2/5", "3/4")  # by kind
UNKNOWN = "?"
CELL_TEXT = grammar("CELL")
CELL_TEXTS = tuple(write_cell(cell, WIDE) for cell in range(CELLS))


class Position(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A position of Lumens. A question mark is a thing that is there but hidden, null is no thing."""

    phase: str  # start, play or over
    turn: int | None  # null at the start and when over
    first: int | None  # the first player, once the lot has been drawn
    starts: list[str]  # by seat: the cell of its start marker
    board: dict[str, list[list[int | str]]]  # cell: [seat, token, face that shows], from bottom to top
    hands: list[str | None]  # by seat; in the phase start: the start token
    chosen: list[int | str | None]  # by seat: the face of the start token
    bags: list[list[str]]  # by seat, the next to be drawn first
    left: list[dict[str, int]]  # by seat: tokens that are neither on the board nor, as far as the viewer knows, in hand
    home_right: list[bool]  # by seat: LU-12 is still unused
    out: list[bool]  # by seat: LU-14
    ending: Ending | None


def record_of(edition: Edition | None) -> Any:
    """What the rules see of the board."""
    if edition is None:
        raise GameError("lumens is played on a board: an edition is needed")
    return edition.record


# --- writing -------------------------------------------------------------------------------------------------------


def write_position(edition: Edition | None, s: Any, viewer: int | None) -> Position:
    """A position as far as the record knows it: what a viewer does not know is marked in the record of the view."""
    seats = range(int(s.seats))
    return Position(
        phase=PHASES[s.phase],
        turn=None if s.turn == NOBODY else int(s.turn),
        first=None if s.first == NOBODY else int(s.first),
        starts=[CELL_TEXTS[cell] for cell in s.start[: len(seats)].tolist()],
        board=write_board(s),
        hands=[write_kind(kind) for kind in s.hand[: len(seats)].tolist()],
        chosen=[write_chosen(face) for face in s.chosen[: len(seats)].tolist()],
        bags=[[write_kind(kind) or "" for kind in s.bag[seat, TOKENS - s.in_bag[seat] :].tolist()] for seat in seats],
        left=[write_left(s, seat) for seat in seats],
        home_right=[bool(may_return(s, seat)) for seat in seats],
        out=[out != 0 for out in s.out[: len(seats)].tolist()],
        ending=write_ending(edition, s),
    )


def write_board(s: Any) -> dict[str, list[list[int | str]]]:
    """By cell, the tokens from bottom to top."""
    cells = s.top.nonzero()[0]
    piles = zip(cells.tolist(), s.under[cells].tolist(), s.top[cells].tolist(), strict=True)
    return {CELL_TEXTS[cell]: [write_token(light) for light in pile if light != NOTHING] for cell, *pile in piles}


def write_token(light: int) -> list[int | str]:
    seat, face = divmod(light, FACES)
    return [seat, KIND_TEXTS[min(face, 7 - face)], face]


def write_kind(kind: int) -> str | None:
    if kind == NOTHING:
        return None
    return UNKNOWN if kind == HIDDEN else KIND_TEXTS[kind]


def write_chosen(face: int) -> int | str | None:
    if face == NOTHING:
        return None
    return UNKNOWN if face == HIDDEN else int(face)


def write_left(s: Any, seat: int) -> dict[str, int]:
    """By kind: eight, less those on the board, less the hand token if it is known."""
    hand = s.hand[seat]
    return {KIND_TEXTS[kind]: count - int(hand == kind) for kind, count in enumerate(s.unseen[seat].tolist(), 1)}


def room_letters(s: Any) -> str:
    """The rooms of this side of the board."""
    return "".join(chr(ord("A") + i) for i in range(ROOMS_OF[rules.side_of(s)]))


def write_ending(edition: Edition | None, s: Any) -> Ending | None:
    """How a game ended, room by room; None while it goes on."""
    seats = range(int(s.seats))
    ending = tell_ending(rules, REASONS, record_of(edition), s, len(seats))
    if ending is not None:
        ending.rooms = {}
        for room, letter in enumerate(room_letters(s), 1):
            strength = [int(s.strength[room, seat]) for seat in seats]
            points = [int(rules.room_points(s, room, seat)) for seat in seats]
            ending.rooms[letter] = {"strength": strength, "points": points}
    return ending


# --- reading -------------------------------------------------------------------------------------------------------


def read_position(edition: Edition | None, seats: int, options: Any, position: Position, out: Any) -> None:
    """Fill a blank record; GameError if there can be no such position."""
    rules.open_table(out, seats, options)
    for name in ("starts", "hands", "chosen", "bags", "left", "home_right", "out"):
        entries = len(getattr(position, name))
        if entries != seats:
            raise GameError(f"{name}: {entries} entries; one for each of {seats} seats was expected")
    if position.phase not in PHASES:
        raise GameError(f"phase: {position.phase!r} is not one of {', '.join(PHASES)}")
    out.phase = PHASES.index(position.phase)
    out.reason = COUNTED if out.phase == OVER else 0
    read_starts(position.starts, options[1] == BY_LOT, out)
    for cell, pile in position.board.items():
        read_pile(record_of(edition), cell, pile, out)
    for seat in range(seats):
        read_seat(position, seat, out)
    read_turn(position, out)
    check_agreement(position, write_position(edition, out, None))


def read_starts(starts: list[str], by_lot: bool, out: Any) -> None:
    """LU-04: the cells for this many players, clockwise; from any of them on if a lot decides."""
    seats = len(starts)
    cells = [write_cell(cell, WIDE) for cell in STARTS[seats - 2][:seats]]
    for place in range(seats if by_lot else 1):
        if cells[place:] + cells[:place] == starts:
            out.start[:seats] = [cell_on_board(text, out) for text in starts]
            return
    turned = ", from any of them on," if by_lot else ""
    raise GameError(f"starts: {', '.join(starts)}; expected{turned} {', '.join(cells)}")


def cell_on_board(text: str, out: Any) -> int:
    cell = read_cell(text, WIDE, HIGH, NOWHERE) if CELL_TEXT.fullmatch(text) else NOWHERE
    if cell == NOWHERE or cell % WIDE >= out.wide or cell // WIDE >= out.high:
        last = write_cell((int(out.high) - 1) * WIDE + int(out.wide) - 1, WIDE)
        raise GameError(f"board: {text!r} is not a cell; cells go from a1 to {last}")
    return cell


def read_pile(e: Any, text: str, pile: list[list[int | str]], out: Any) -> None:
    """LU-09, LU-10, LU-11: one or two tokens; on a start marker only its owner's."""
    cell = cell_on_board(text, out)
    if len(pile) not in (1, 2):
        raise GameError(f"board: {len(pile)} tokens on {text}; a cell that is listed holds one or two")
    for token in pile:
        seat, face = read_token(text, token, out)
        if is_anothers_start(out, seat, cell):
            raise GameError(f"board: a token of seat {seat} on {text}, the start of another seat")
        rules.put_token(e, out, seat, cell, face)


def read_token(text: str, token: list[int | str], out: Any) -> tuple[int, int]:
    """A token on the board: whose it is and the face that shows."""
    if [type(part) for part in token] != [int, str, int]:
        raise GameError(f"board: {token} on {text} is not a token; [seat, token, face] was expected")
    seat, kind, face = int(token[0]), str(token[1]), int(token[2])
    if not 0 <= seat < out.seats:
        raise GameError(f"board: seat {seat} on {text} is not in this game")
    if face not in faces_of(read_kind(kind, f"board: {text}")):
        raise GameError(f"board: {face} on {text} is not a face of {kind}")
    if out.unseen[seat, KIND_TEXTS.index(kind) - 1] == 0:
        raise GameError(f"board: seat {seat} has more than eight tokens {kind}")
    return seat, face


def read_kind(text: str, where: str) -> int:
    if text not in KIND_TEXTS[1:]:
        raise GameError(f"{where}: {text!r} is not a token; tokens are {', '.join(KIND_TEXTS[1:])}")
    return KIND_TEXTS.index(text)


def faces_of(kind: int) -> tuple[int, int]:
    return kind, 7 - kind


def read_seat(position: Position, seat: int, out: Any) -> None:
    """The hand, the bag and the start face of a seat."""
    read_tokens(position.hands[seat], position.bags[seat], seat, out)
    read_chosen(position.chosen[seat], seat, out)
    out.out[seat] = position.out[seat]
    if out.out[seat] and (out.phase == START or out.hand[seat] == NOTHING or may_return(out, seat)):
        raise GameError(f"out: seat {seat} can place, or has nothing to place, so it is not out")


def read_tokens(hand: str | None, bag: list[str], seat: int, out: Any) -> None:
    """LU-01: 24 tokens on the board, in hand and in the bag; a hand is empty only when the bag is (LU-15)."""
    unseen = int(sum(out.unseen[seat]))
    if len(bag) + (hand is not None) != unseen:
        held = f"{TOKENS - unseen} tokens on the board, {int(hand is not None)} in hand, {len(bag)} in the bag"
        raise GameError(f"bags: seat {seat} has {held}; {TOKENS} in all were expected")
    if hand is None and bag:
        raise GameError(f"hands: seat {seat} holds nothing, but its bag is not empty")
    if out.phase == OVER and UNKNOWN in (hand, *bag):
        raise GameError(f"hands: seat {seat} hides something, but the game is over")
    if hand is not None:
        out.hand[seat] = HIDDEN if hand == UNKNOWN else read_kind(hand, f"hands: seat {seat}")
    out.in_bag[seat] = len(bag)
    out.bag[seat, TOKENS - len(bag) :] = read_bag(bag, f"bags: seat {seat}")
    check_kinds(seat, out)


def read_bag(bag: list[str], where: str) -> list[int]:
    if UNKNOWN in bag:
        if set(bag) != {UNKNOWN}:
            raise GameError(f"{where}: a bag is hidden as a whole, or not at all")
        return [HIDDEN] * len(bag)
    return [read_kind(kind, where) for kind in bag]


def check_kinds(seat: int, out: Any) -> None:
    """LU-01: no more than eight of a kind, wherever they are."""
    held = [int(out.hand[seat]), *out.bag[seat].tolist()]
    for kind, unseen in enumerate(out.unseen[seat], 1):
        count = EACH - int(unseen) + held.count(kind)
        if count > EACH:
            raise GameError(f"bags: seat {seat} has {count} tokens {KIND_TEXTS[kind]}; {EACH} were expected")


def read_chosen(chosen: int | str | None, seat: int, out: Any) -> None:
    """LU-05: a face of the start token, in the hand until all are revealed, then at the bottom of the start cell."""
    cell, hand = int(out.start[seat]), int(out.hand[seat])
    if out.phase == START:
        known: Sequence[int | str | None] = (None, UNKNOWN) if hand == HIDDEN else (None, *faces_of(hand))
    else:
        known = [int(out.under[cell] or out.top[cell]) % FACES]
    if chosen not in known or (out.phase != START and chosen == 0):
        raise GameError(f"chosen: {chosen!r} is not a face that the start token of seat {seat} can show")
    out.chosen[seat] = NOTHING if chosen is None else HIDDEN if chosen == UNKNOWN else chosen


def read_turn(position: Position, out: Any) -> None:
    """Who begins, whose turn it is, and whether the phase can be what it is said to be."""
    for name in ("turn", "first"):
        seat = getattr(position, name)
        if (seat is not None) != (out.phase == PLAY or (name == "first" and out.phase == OVER)):
            raise GameError(f"{name}: {seat} does not go with the phase {position.phase}")
        if seat is not None and not 0 <= seat < out.seats:
            raise GameError(f"{name}: seat {seat} is not in this game")
    out.turn = NOBODY if position.turn is None else position.turn
    out.first = NOBODY if position.first is None else position.first
    if out.phase == START:
        if position.board or None not in position.chosen:
            raise GameError("phase: with tokens on the board, or all faces chosen, the start is over")
    elif (finished := bool(rules.is_finished(out))) != (out.phase == OVER):
        raise GameError(f"phase: {position.phase}, but by LU-17 the game {'is over' if finished else 'goes on'}")
    if out.phase == PLAY and not can_have_turn(int(out.turn), out):
        raise GameError(f"turn: seat {position.turn} cannot place, so it does not have the turn")


def can_have_turn(seat: int, out: Any) -> bool:
    """LU-14, LU-16: whoever has the turn is in the game, holds a token and can place it."""
    return bool(not out.out[seat] and out.hand[seat] != NOTHING and can_place(out, seat))


def check_agreement(told: Position, found: Position) -> None:
    """What follows from the rest must be told as it follows."""
    for name in Position.__struct_fields__:
        said, follows = getattr(told, name), getattr(found, name)
        if said != follows:
            raise GameError(f"{name}: {said} is told, but the rest of the position gives {follows}")
