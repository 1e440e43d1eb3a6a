"""What is true of every state of La chasse aux fromages."""

from typing import Any

from lumitheque.games.edition import Edition
from lumitheque.games.fromages.network import can_turn, has_face_down, is_home
from lumitheque.games.fromages.position import rounds_finished
from lumitheque.games.fromages.record import (
    CARDS,
    CLASSIQUE,
    FLIPPING,
    FROM_NOWHERE,
    HELD,
    HIDDEN,
    NO_TILE,
    NOBODY,
    OVER,
    PATIENCE_TURNS,
    PLACES,
    REPLACED,
    SEATS,
)


def audit(edition: Edition, s: Any) -> list[str]:
    """What is wrong with a state; nothing, if the rules are right."""
    e = edition.record
    problems = [*audit_cards(e, s), *audit_blanks(s), *audit_turn(s), *audit_ends(e, s)]
    for seat in range(int(s.seats)):
        problems += audit_network(e, s, seat)
    return problems


def audit_cards(e: Any, s: Any) -> list[str]:
    """FR-01: each of the 88 cards is in one place; FR-18: only clogged pipes leave the round."""
    gone = [card for card in range(CARDS + 1) if s.gone[card]]
    found = [*s.pile.tolist(), *s.discard.tolist(), *s.cards.flat, *s.covers.flat, s.held, s.replaced, *gone]
    problems = [f"card {card} is out of the round" for card in gone if not e.clogged[card]]
    if sorted(int(card) for card in found if card != HIDDEN) != list(range(1, CARDS + 1)):
        problems.append("a card is in two places, or in none")
    for pile, count in ((s.pile, s.pile_count), (s.discard, s.discard_count)):
        if not pile[:count].all() or pile[count:].any():
            problems.append(f"a pile that is not {count} cards high")
    return problems


def audit_blanks(s: Any) -> list[str]:
    """Nothing lies at seats and places that this game does not have, nothing is written for rounds to come."""
    seats, places, finished = int(s.seats), PLACES[s.game], rounds_finished(s)
    problems = []
    if any(field[seats:].any() or field[:, places:].any() for field in (s.cards, s.up, s.turned, s.covers)):
        problems.append("a card where there is no network")
    unplayed = any(field[finished:].any() or field[:, seats:].any() for field in (s.scores, s.history))
    if unplayed or s.arrivals[finished:].any():
        problems.append("points or cards of a round that was not played")
    if len(set(s.rats[:seats].tolist())) != seats or s.rats[seats:].any():
        problems.append(f"rats {s.rats}")
    return problems


def audit_network(e: Any, s: Any, seat: int) -> list[str]:
    """FR-02: only cards that look different are turned; FR-13: a cover fits; face-down cards are not covered."""
    problems = []
    for place in range(PLACES[s.game]):
        card, cover = int(s.cards[seat, place]), int(s.covers[seat, place])
        if s.turned[seat, place] and not can_turn(e, card):
            problems.append(f"seat {seat}, place {place}: card {card} is turned")
        fits = s.up[seat, place] and e.clogged[cover] and e.sides[cover] == e.sides[card] and s.game == CLASSIQUE
        if cover != HIDDEN and not fits:
            problems.append(f"seat {seat}, place {place}: {cover} lies on {card}")
    return problems


def audit_turn(s: Any) -> list[str]:
    """What is in hand goes with the phase; counters are in range."""
    held, replaced = s.held != HIDDEN and s.held_from != FROM_NOWHERE, s.replaced != HIDDEN
    problems = []
    if held != (s.phase == HELD) or replaced != (s.phase == REPLACED) or (s.may_decline and s.phase != FLIPPING):
        problems.append(f"phase {s.phase}: held {s.held} from {s.held_from}, replaced {s.replaced}")
    if (s.phase == OVER) != (s.turn == NOBODY) or (s.phase == OVER) != bool(s.reason) or not s.turn < s.seats <= SEATS:
        problems.append(f"phase {s.phase}: turn {s.turn}, reason {s.reason}")
    if not (1 <= s.round_number <= s.rounds and 0 <= s.dealer < s.seats and 0 <= s.passes <= s.seats):
        problems.append(f"round {s.round_number}, dealer {s.dealer}, passes {s.passes}")
    if not 0 <= s.quiet <= PATIENCE_TURNS[s.game] * int(s.seats):
        problems.append(f"{s.quiet} quiet turns")
    return problems


def audit_ends(e: Any, s: Any) -> list[str]:
    """FR-20, FR-21, FR-24, FR-25: nobody is home or has shown all cards without consequence."""
    problems = []
    if (s.game == CLASSIQUE) == (s.tile == NO_TILE) or (s.game != CLASSIQUE and s.cheese != NOBODY):
        problems.append(f"game {s.game}: tile {s.tile}, cheese {s.cheese}")
    for seat in range(int(s.seats)):
        if is_home(e, s, seat) and s.phase != OVER and (s.game != CLASSIQUE or s.cheese == NOBODY):
            problems.append(f"seat {seat} is home, and nothing came of it")
        ending = s.phase == OVER or (s.phase == REPLACED and s.turn == seat)
        if s.game == CLASSIQUE and not has_face_down(s, seat) and not ending:
            problems.append(f"seat {seat} has shown all cards, and the round goes on")
    return problems
