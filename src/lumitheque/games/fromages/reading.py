"""Positions of La chasse aux fromages put back into a record, and checked: no position that cannot be."""

from collections.abc import Sequence
from typing import Any

from lumitheque.games.edition import Edition
from lumitheque.games.fromages import rules
from lumitheque.games.fromages.network import can_turn, has_face_down, has_target, is_clogging, is_home, round_points
from lumitheque.games.fromages.position import (
    CELL_TEXTS,
    PHASES,
    RAT_NAMES,
    SOURCES,
    TILES,
    UNKNOWN,
    Pipe,
    Position,
    rounds_finished,
    write_ending,
)
from lumitheque.games.fromages.record import (
    CARDS,
    CLASSIQUE,
    FLIPPING,
    FROM_PILE,
    FROM_PLUMBER,
    HELD,
    HIDDEN,
    NO_TILE,
    NOBODY,
    OVER,
    PASSES,
    PATIENCE,
    PATIENCE_TURNS,
    PLACES,
    REASONS,
    REPLACED,
    ROUNDS_PLAYED,
    TOILET_UP,
    TURN,
    WAY_HOME,
)
from lumitheque.games.game import GameError

LOWEST, HIGHEST = -7, 5 + 7 * 3  # FR-22: points of a round


def demand(fact: bool, problem: str) -> None:
    """A position of which this is not so cannot be."""
    if not fact:
        raise GameError(problem)


def one_of(value: str | None, known: Sequence[str | None], what: str) -> int:
    demand(value in known, f"{what}: {value!r} is not one of {', '.join(str(name) for name in known if name != '')}")
    return known.index(value)


def read_seat(seat: int | None, seats: int, what: str) -> int:
    """A seat of this game, NOBODY for null."""
    demand(seat is None or 0 <= seat < seats, f"{what}: there is no seat {seat} in a game of {seats}")
    return NOBODY if seat is None else seat


def read_card(edition: Edition, name: str, what: str) -> int:
    """The number of a card, HIDDEN for one that the viewer does not know."""
    if name == UNKNOWN:
        return HIDDEN
    demand(name in edition.cards, f"{what}: {name!r} is not a card of this edition")
    return edition.cards.index(name) + 1


def read_cards(edition: Edition, names: Sequence[str], what: str, out: Any) -> int:
    """Write cards into the beginning of a list; returns how many."""
    demand(len(names) <= CARDS, f"{what}: {len(names)} cards, of {CARDS}")
    for i, name in enumerate(names):
        out[i] = read_card(edition, name, what)
    return len(names)


def known_card(edition: Edition, name: str | None, what: str) -> int:
    """The number of a card that everybody knows, HIDDEN for null."""
    demand(name != UNKNOWN, f"{what}: this card is never hidden")
    return HIDDEN if name is None else read_card(edition, name, what)


def read_position(edition: Edition, seats: int, options: Any, position: Position, out: Any) -> None:
    """Fill a blank record; GameError if there can be no such position."""
    rules.agree(out, seats, options)
    read_table(position, out)
    read_networks(edition, position, out)
    read_piles(edition, position, out)
    read_hand(edition, position, out)
    read_rounds(edition, position, out)
    check_cards(edition, position)
    check_hidden(out)
    check_counters(position, out)
    check_networks(edition, out)
    read_ending(edition, position, out)


def read_table(position: Position, out: Any) -> None:
    """Whose turn it is in which round, the rats, the tile and the cheese."""
    seats = int(out.seats)
    out.phase = one_of(position.phase, PHASES, "phase")
    out.turn = read_seat(position.turn, seats, "turn")
    demand((position.turn is None) == (out.phase == OVER), "turn: it is somebody's turn unless the game is over")
    demand(0 <= position.dealer < seats, f"dealer: there is no seat {position.dealer} in a game of {seats}")
    demand(1 <= position.round <= out.rounds, f"round: {position.round} of {out.rounds}")
    out.dealer, out.round_number = position.dealer, position.round
    names = [one_of(name, RAT_NAMES, "rats") for name in position.rats]
    demand(len(names) == len(set(names)) == seats, f"rats: expected {seats} different ones")
    out.rats[:seats] = names
    out.tile = one_of(position.tile, TILES, "tile")
    demand((out.tile == NO_TILE) == (out.game != CLASSIQUE), "tile: there is one, but not in the little ones' game")
    out.cheese = read_seat(position.cheese, seats, "cheese")
    demand(out.cheese == NOBODY or out.game == CLASSIQUE, "cheese: there is none in the little ones' game")


def read_networks(edition: Edition, position: Position, out: Any) -> None:
    seats, cells = int(out.seats), CELL_TEXTS[out.game]
    demand(len(position.networks) == seats, f"networks: {len(position.networks)}; expected {seats}")
    for seat, network in enumerate(position.networks):
        demand(sorted(network) == sorted(cells), f"networks: P{seat + 1} needs the cells {', '.join(cells)}")
        for place, cell in enumerate(cells):
            read_pipe(edition, network[cell], f"P{seat + 1} {cell}", out, seat, place)


def read_pipe(edition: Edition, pipe: Pipe, what: str, out: Any, seat: int, place: int) -> None:
    e, card, cover = edition.record, read_card(edition, pipe.card, what), known_card(edition, pipe.cover, what)
    demand((card == HIDDEN) == (pipe.turned is None), f"{what}: turned is null for a hidden card, and only for one")
    demand(card != HIDDEN or not pipe.up, f"{what}: a face-up card is not hidden")
    demand(not pipe.turned or can_turn(e, card), f"{what}: {pipe.card} looks the same turned, so it never is (FR-02)")
    out.cards[seat, place], out.up[seat, place], out.covers[seat, place] = card, pipe.up, cover
    out.turned[seat, place] = bool(pipe.turned)
    if cover != HIDDEN:
        fits = pipe.up and is_clogging(e, out, cover) and e.sides[cover] == e.sides[card]
        demand(bool(fits), f"{what}: {pipe.cover} cannot lie on this card (FR-13)")


def read_piles(edition: Edition, position: Position, out: Any) -> None:
    out.pile_count = read_cards(edition, position.pile, "pile", out.pile)
    out.discard_count = read_cards(edition, position.discard, "discard", out.discard)
    demand(UNKNOWN not in position.discard, "discard: all of its cards were seen")
    demand(out.game == CLASSIQUE or not position.gone, "gone: nothing is flushed in the little ones' game")
    for name in position.gone:
        card = known_card(edition, name, "gone")
        demand(edition.record.clogged[card] == 1, f"gone: {name} is not a clogged pipe (FR-18)")
        out.gone[card] = 1


def read_hand(edition: Edition, position: Position, out: Any) -> None:
    """The card in hand or the one just replaced, and whether a card must be turned over."""
    demand((position.held is not None) == (out.phase == HELD), "held: a card is held in phase held, and only then")
    if position.held is not None:
        out.held = read_card(edition, position.held.card, "held")
        out.held_from = one_of(position.held.source, SOURCES[1:], "held from") + 1
        demand(out.held != HIDDEN or out.held_from == FROM_PILE, "held: only a card from the draw pile can be hidden")
        plumbed = out.held_from == FROM_PLUMBER
        demand(not plumbed or out.tile == TOILET_UP, "held: the plumber's tile shows the toilet now (FR-17)")
    demand((position.replaced is not None) == (out.phase == REPLACED), "replaced: a card waits in phase replaced only")
    out.replaced = known_card(edition, position.replaced, "replaced")
    if out.phase == REPLACED:
        useful = has_target(edition.record, out, int(out.turn), int(out.replaced))
        demand(useful, f"replaced: {position.replaced} is not a clogged pipe with a target (FR-11)")
    demand(not position.may_decline or out.phase == FLIPPING, "may_decline: true in phase flip only")
    demand(out.game == CLASSIQUE or not position.may_decline, "may_decline: never in the little ones' game (FR-13)")
    out.may_decline = position.may_decline


def read_rounds(edition: Edition, position: Position, out: Any) -> None:
    """The points of the finished rounds, and what was face down at their ends."""
    seats, finished = int(out.seats), rounds_finished(out)
    demand(len(position.scores) == len(position.history) == finished, f"scores, history: expected {finished} rounds")
    demand(len(position.arrivals) in (0, finished), f"arrivals: expected {finished} rounds")
    out.arrivals[: len(position.arrivals)] = [read_seat(seat, seats, "arrivals") + 1 for seat in position.arrivals]
    for number, (scores, history) in enumerate(zip(position.scores, position.history, strict=True)):
        what = f"round {number + 1}"
        demand(len(scores) == len(history) == seats, f"{what}: expected scores and history of {seats} seats")
        possible = all(LOWEST <= score <= HIGHEST for score in scores)
        demand(possible, f"{what}: scores go from {LOWEST} to {HIGHEST}")
        out.scores[number, :seats] = scores
        for seat, cards in enumerate(history):
            read_history(edition, cards, what, out.history[number, seat])
        shown = [name for cards in history for name in cards.values()]
        demand(len(shown) == len(set(shown)), f"{what}: a card was face down in two places")


def read_history(edition: Edition, cards: dict[str, str], what: str, out: Any) -> None:
    for cell, name in cards.items():
        out[one_of(cell, CELL_TEXTS[CLASSIQUE], what)] = known_card(edition, name, what)


def check_cards(edition: Edition, position: Position) -> None:
    """FR-01: every card is somewhere, and only once."""
    cards = [*position.pile, *position.discard, *position.gone]
    for network in position.networks:
        for pipe in network.values():
            cards += [pipe.card] if pipe.cover is None else [pipe.card, pipe.cover]
    cards += [position.held.card] if position.held else []
    cards += [position.replaced] if position.replaced else []
    for name in edition.cards:
        demand(cards.count(name) <= 1, f"card {name} is in two places")
    demand(len(cards) == CARDS, f"{len(cards)} cards are on the table; expected {CARDS}")


def check_hidden(out: Any) -> None:
    """Either everything is known, or all that lies face down is hidden."""
    lying = [int(card) for card in out.pile[: out.pile_count]]
    for seat in range(out.seats):
        lying += [int(out.cards[seat, place]) for place in range(PLACES[out.game]) if out.up[seat, place] == 0]
    hidden = lying.count(HIDDEN)
    demand(
        hidden in (0, len(lying)), "face-down cards and the draw pile are all hidden from a viewer, or none of them is"
    )
    demand(hidden == 0 or out.phase != OVER, "nothing is hidden when the game is over")
    demand(hidden == len(lying) or out.phase != HELD or out.held != HIDDEN, "held: hidden while the draw pile is known")


def check_counters(position: Position, out: Any) -> None:
    """FR-19, FR-26: passes and quiet turns that have not ended the round yet."""
    seats = int(out.seats)
    patience = PATIENCE_TURNS[out.game] * seats
    most_quiet = patience if out.phase in (OVER, REPLACED) else patience - 1
    demand(0 <= position.quiet <= most_quiet, f"quiet: expected 0 to {most_quiet}")
    most_passes = {OVER: seats, TURN: seats - 1}.get(int(out.phase), 0)
    demand(0 <= position.passes <= most_passes, f"passes: expected 0 to {most_passes}")
    out.quiet, out.passes = position.quiet, position.passes


def check_networks(edition: Edition, out: Any) -> None:
    """FR-20, FR-21, FR-25: a way home or a network all face up would have had its consequence."""
    e = edition.record
    for seat in range(out.seats):
        who = f"P{seat + 1}"
        if out.phase == FLIPPING and seat == out.turn:
            demand(has_face_down(out, seat), f"{who} has no card to turn over")
        if out.game == CLASSIQUE:
            demand(
                out.cheese != NOBODY or not is_home(e, out, seat), f"{who} is home, so somebody has the cheese (FR-20)"
            )
            ending = out.phase == OVER or (out.phase == REPLACED and seat == out.turn)
            demand(ending or has_face_down(out, seat), f"{who}'s cards are all face up, so the round is over (FR-21)")
        else:
            demand(out.phase == OVER or not is_home(e, out, seat), f"{who} is home, so the game is over (FR-25)")


def read_ending(edition: Edition, position: Position, out: Any) -> None:
    """FR-19, FR-23, FR-25, FR-26: the ending must be the one that the position has."""
    over = out.phase == OVER
    demand((position.ending is not None) == over, "ending: there is one when the phase is over, and only then")
    if position.ending is None:
        return
    out.reason = one_of(position.ending.reason, REASONS[1:], "ending") + 1
    if out.game == CLASSIQUE:
        last = out.reason == ROUNDS_PLAYED and out.round_number == out.rounds
        demand(bool(last), "ending: the game ends after its last round")
        counted = [int(round_points(edition.record, out, seat)) for seat in range(out.seats)]
        demand(position.scores[-1] == counted, f"scores: the last round counts {counted} (FR-22)")
    else:
        check_little_ending(edition, out)
    demand(write_ending(edition, out) == position.ending, "ending: points and winners do not follow from the position")


def check_little_ending(edition: Edition, out: Any) -> None:
    """FR-19, FR-25, FR-26: one rat is home, or none and nothing happens any more."""
    at_home = sum(bool(is_home(edition.record, out, seat)) for seat in range(out.seats))
    patience = PATIENCE_TURNS[out.game] * int(out.seats)
    true_of = {WAY_HOME: True, PASSES: out.passes == out.seats, PATIENCE: out.quiet == patience}
    expected = 1 if out.reason == WAY_HOME else 0
    right = true_of.get(int(out.reason), False) and at_home == expected
    demand(bool(right), f"ending: not by {REASONS[out.reason]}, for {at_home} rats are home")
