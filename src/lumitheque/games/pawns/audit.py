"""What is true of every state of Galax and Sirius."""

from typing import Any

from lumitheque.games.edition import Edition
from lumitheque.games.pawns.board import BROWN, CELLS, CHAMPION, EACH, EMPTY, PAWNS, ROWS, WHITE, at_cell


def ascending(places: list[int]) -> bool:
    return places == sorted(set(places))


def audit(edition: Edition | None, s: Any) -> list[str]:
    """What is wrong with a state; nothing, if the rules are right."""
    problems = []
    stand: dict[int, int] = {at_cell(cell): int(s.board[at_cell(cell)]) for cell in range(CELLS)}
    for side in (WHITE, BROWN):
        pieces = {at: piece for at, piece in stand.items() if piece and (piece > 0) == (side == WHITE)}
        listed = s.cells[side].tolist()
        if listed != sorted(pieces) + [0] * (PAWNS - len(pieces)) or int(s.count[side]) != len(pieces):
            problems.append(f"side {side}: the list of places is not what stands on the board")
        kinds = [abs(piece) for piece in pieces.values()]
        if any(kinds.count(kind) > EACH for kind in (1, 2, 3)):
            problems.append(f"side {side}: more than {EACH} pawns of a kind")
    for piece in range(-CHAMPION, CHAMPION + 1):
        rows = [0] * ROWS
        for at in (at for at, other in stand.items() if other == piece):
            rows[at >> 4] |= 1 << (at & 15)
        if s.where[piece + CHAMPION].tolist() != rows:
            problems.append(f"piece {piece}: the rows of bits are not what stands on the board")
    faults = s.faults[: s.fault_count].tolist()
    if not ascending(faults) or any(stand[at] == EMPTY for at in faults) or any(s.faults[s.fault_count :]):
        problems.append(f"faults {faults}: out of order, or of nobody")
    if not 0 <= s.quiet <= s.patience or not 0 <= s.passes <= 2:
        problems.append("quiet or passes out of range")
    return problems
