"""What is true of every state of Luminis."""

from typing import Any

from lumitheque.games.edition import Edition
from lumitheque.games.luminis.dealing import holds_level_one, is_set_aside
from lumitheque.games.luminis.hands import looks_on
from lumitheque.games.luminis.notation import deck_of
from lumitheque.games.luminis.positions import standing
from lumitheque.games.luminis.record import (
    CARDS,
    CHOOSE_PILE,
    HAND,
    KEPT,
    MIDDLE,
    OVER,
    PATIENCE,
    PAY,
    PILES,
    SEATS,
    STEAL,
    TURN,
    VIEWERS,
)


def audit(edition: Edition | None, s: Any) -> list[str]:
    """What is wrong with a state; nothing, if the rules are right."""
    e = deck_of(edition).record
    problems = [*audit_deck(e, s), *audit_piles(e, s), *audit_hands(s), *audit_holders(s), *audit_turn(s)]
    for seat in range(SEATS):
        problems += audit_cathedral(e, s, seat)
    return problems


def audit_deck(e: Any, s: Any) -> list[str]:
    """LM-01, LM-05, LM-18: every card is in one place."""
    found = [int(card) for pile in range(PILES) for card in s.piles[pile, : s.height[pile]]]
    found += [int(card) for seat in range(SEATS) for card in s.hands[seat, : s.held[seat]]]
    if any(is_set_aside(e, s, card) for card in found):
        return ["a spire or a bonus card is in a pile or a hand"]
    found += [card for seat in range(SEATS) for card, _ in standing(s, seat)]
    found += [*s.spires[: s.spire_count].tolist(), *e.bonus[s.bonus :].tolist()]
    found += [int(s.paying)] if s.phase == PAY else []
    gone = 3 if s.seats == 2 else 2  # spires
    return [] if len(found) == len(set(found)) == CARDS - gone else ["a card is in two places, or in none"]


def audit_piles(e: Any, s: Any) -> list[str]:
    """Nothing above the tops; LM-07: which piles hold level I cards."""
    problems = [f"pile {pile}: cards above its top" for pile in range(PILES) if s.piles[pile, s.height[pile] :].any()]
    searched = s.phase == CHOOSE_PILE
    expected = [int(searched and pile < s.pile_count and holds_level_one(e, s, pile)) for pile in range(PILES)]
    if s.level_one.tolist() != expected or searched != (s.to_take > 0):
        problems.append(f"level I cards: {s.level_one}, {s.to_take} to take; expected {expected}")
    return problems


def audit_hands(s: Any) -> list[str]:
    """Ascending; LM-19: seven at most at the end of a turn, and never more than thefts and a draw can add to that."""
    problems = []
    for seat in range(SEATS):
        cards = s.hands[seat, : s.held[seat]].tolist()
        if cards != sorted(set(cards)) or s.hands[seat, len(cards) :].any():
            problems.append(f"hand {seat} is out of order")
        kept = s.phase == TURN and (seat + 1 - s.turn) % s.seats == 0
        if len(cards) > (KEPT if kept and seat < s.seats else HAND) or (cards and seat >= s.seats):
            problems.append(f"hand {seat}: {len(cards)} cards")
    return problems


def audit_holders(s: Any) -> list[str]:
    """Everybody knows of every card in another hand, its true place among the possible ones, and of no other card."""
    where = {int(card): seat for seat in range(SEATS) for card in s.hands[seat, : s.held[seat]]}
    problems = []
    for viewer in range(VIEWERS):
        for card in range(CARDS):
            seats, holder = int(s.holders[viewer, card]), where.get(card, viewer)
            if not looks_on(s, viewer) or holder == viewer:
                good = seats == 0
            else:
                good = bool((seats >> holder) & 1) and not (seats >> viewer) & 1 and seats < 1 << s.seats
            if not good:
                problems.append(f"viewer {viewer}: card {card} with {seats:b}")
    return problems


def audit_cathedral(e: Any, s: Any, seat: int) -> list[str]:
    """LM-11: a row of level I without gaps around column 0, columns without gaps; LM-12: the sum of the centres."""
    tall = s.tall[seat].tolist()
    columns = [at for at, high in enumerate(tall) if high]
    left, right = (columns[0], columns[-1]) if columns else (MIDDLE + 1, MIDDLE - 1)
    problems = []
    if seat >= s.seats:
        left, right = 0, 0
    elif columns != list(range(left, right + 1)) or (columns and not left <= MIDDLE <= right):
        problems.append(f"cathedral {seat}: level I has gaps")
    if (s.left[seat], s.right[seat]) != (left, right) or (columns and seat >= s.seats):
        problems.append(f"cathedral {seat}: its ends are not {left} and {right}")
    for at, high in enumerate(tall):
        levels = [int(e.level[card - 1]) for card in s.cathedral[seat, at] if card]
        if levels != list(range(1, high + 1)):
            problems.append(f"cathedral {seat}, column {at}: levels {levels}")
    centres = [sum(int(e.centre[card, kind]) for card, _ in standing(s, seat)) for kind in range(3)]
    return problems if s.permanent[seat].tolist() == centres else [*problems, f"cathedral {seat} gives {centres}"]


def audit_turn(s: Any) -> list[str]:
    problems = []
    if s.phase == OVER:
        good = s.turn == s.acting == -1 and s.reason and s.winners
    else:
        good = 0 <= s.turn < s.seats and (s.turn != s.acting) == (s.phase == STEAL) and not s.reason and not s.winners
    if not good:
        problems.append(f"phase {s.phase}: turn {s.turn}, acting {s.acting}, reason {s.reason}, winners {s.winners}")
    if (s.phase == PAY) != bool(s.missing.any()) or (s.phase != PAY and (s.paying or s.paying_at)):
        problems.append(f"phase {s.phase}: {s.missing} missing for card {s.paying}")
    if not 0 <= s.quiet <= PATIENCE * s.seats:
        problems.append(f"{s.quiet} quiet turns")
    return problems
