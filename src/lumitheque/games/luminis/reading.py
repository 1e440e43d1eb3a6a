"""Positions of Luminis read from JSON. Everything is checked: the rules can play on from whatever is let in."""

from typing import Any

from lumitheque.games.edition import Edition
from lumitheque.games.game import GameError
from lumitheque.games.luminis import rules
from lumitheque.games.luminis.dealing import is_set_aside
from lumitheque.games.luminis.hands import can_take, insert_card, take_up
from lumitheque.games.luminis.placing import can_pay_on, fits
from lumitheque.games.luminis.positions import HIDDEN, PHASES, Paying, Position, ending_of, viewer_name
from lumitheque.games.luminis.record import (
    BONUSES,
    BYSTANDERS,
    CARDS,
    CHOOSE_PILE,
    DECK,
    DROP,
    EXHAUSTED,
    FIRST_COLUMN,
    HAND,
    KEPT,
    KINDS,
    LAST_COLUMN,
    MIDDLE,
    NAME,
    NOBODY,
    OVER,
    PATIENCE,
    PAY,
    SPIRE,
    SPIRE_LEVEL,
    STEAL,
    UNKNOWN,
)


def demand(condition: Any, problem: str) -> None:
    if not condition:
        raise GameError(problem)


class PositionReader:
    """Fills a blank record from a position; GameError, in one line, if there can be no such position."""

    def __init__(self, edition: Edition, seats: int, options: Any, position: Position, out: Any) -> None:
        self.edition, self.e, self.seats, self.told, self.s = edition, edition.record, seats, position, out
        self.numbers = {name: card for card, name in enumerate(edition.cards)}
        self.where: dict[int, str] = {}  # each card whose place is known, and the field it was found in
        self.is_view = len(position.holders) == 1
        self.hiding = False  # some cards are not known
        rules.agree(out, seats, options)

    def read(self) -> None:
        self.read_phase()
        self.read_spires()
        self.read_bonus()
        self.read_piles()
        self.read_hands()
        self.read_cathedrals()
        self.read_paying()
        self.read_level_ones()
        self.read_holders()
        self.count_cards()
        self.read_quiet()
        self.check_phase()
        self.read_ending()

    # --- small things -----------------------------------------------------------------------------------------------

    def number(self, name: str, field: str) -> int:
        demand(name in self.numbers, f"{field}: there is no card {name[:40]!r} in this deck")
        return self.numbers[name]

    def card(self, name: str, field: str) -> int:
        """A card in its place, the only one that it has."""
        card = self.number(name, field)
        demand(card not in self.where, f"{field}: {name} is in {self.where.get(card)} already")
        self.where[card] = field
        return card

    def deck_card(self, name: str, field: str) -> int:
        """A card that goes through piles and hands, or UNKNOWN."""
        if name == HIDDEN:
            demand(self.hiding, f"{field}: '?' is for the view of a game that goes on")
            return UNKNOWN
        card = self.card(name, field)
        demand(not is_set_aside(self.e, self.s, card), f"{field}: {name} is no card of the piles")
        return card

    def seat(self, value: int | None, field: str) -> int:
        demand(value is not None and 0 <= value < self.seats, f"{field}: expected a seat from 0 to {self.seats - 1}")
        return int(value or 0)

    def level(self, card: int) -> int:
        return int(self.e.level[card])

    # --- one field after the other ----------------------------------------------------------------------------------

    def read_phase(self) -> None:
        s, told = self.s, self.told
        demand(told.phase in PHASES, f"phase: {told.phase!r} is not one of {', '.join(PHASES)}")
        s.phase, s.first = PHASES.index(told.phase), self.seat(told.first, "first")
        self.hiding = self.is_view and s.phase != OVER
        if s.phase == OVER:
            demand(told.turn is None and told.acting is None, "turn and acting: expected null when the game is over")
            s.turn, s.acting = NOBODY, NOBODY
        else:
            s.turn, s.acting = self.seat(told.turn, "turn"), self.seat(told.acting, "acting")
            demand((s.turn != s.acting) == (s.phase == STEAL), "acting: expected another than turn in phase steal only")
        named = told.acting if s.phase == STEAL else None
        demand(told.named == named, "named: expected who acts in phase steal, else null")

    def read_spires(self) -> None:
        shown = 3 if self.seats == 2 else 4
        placed = [self.number(place.card, "cathedrals") for mine in self.told.cathedrals for place in mine]
        crowned = sum(self.level(card) == SPIRE_LEVEL for card in placed)
        demand(crowned == 0 or (crowned == 1 and self.s.phase == OVER), "cathedrals: the first spire ends the game")
        demand(len(self.told.spires) == shown - crowned, f"spires: expected {shown - crowned} of them")
        for i, name in enumerate(self.told.spires):
            card = self.card(name, "spires")
            demand(self.level(card) == SPIRE_LEVEL, f"spires: {name} is no spire")
            insert_card(self.s.spires, i, card)
        self.s.spire_count = shown - crowned

    def read_bonus(self) -> None:
        s, told = self.s, self.told.bonus
        all_of_them = [self.edition.cards[card] for card in self.e.bonus[s.bonus :]]
        expected = all_of_them[max(0, len(all_of_them) - len(told)) :]
        demand(told == expected, f"bonus: expected {all_of_them}, or the last of them")
        for name in told:
            self.card(name, "bonus")
        s.bonus = BONUSES - len(told)

    def read_piles(self) -> None:
        s, told = self.s, self.told.piles
        demand(len(told) == s.pile_count, f"piles: expected {s.pile_count} of them")
        for pile, names in enumerate(told):
            field = f"pile {pile + 1}"
            demand(len(names) <= DECK, f"{field}: expected {DECK} cards at most")
            cards = [self.deck_card(name, field) for name in names]
            demand(UNKNOWN not in cards[-1:], f"{field}: its top is seen by all")
            self.check_hidden(cards[:-1], field, self.hiding)
            s.piles[pile, : len(cards)] = cards
            s.height[pile] = len(cards)

    def check_hidden(self, cards: list[int], field: str, hidden: bool) -> None:
        wanted = "'?'" if hidden else "known"
        demand(all((card == UNKNOWN) == hidden for card in cards), f"{field}: expected cards that are {wanted} here")

    def read_hands(self) -> None:
        s, told = self.s, self.told.hands
        demand(len(told) == self.seats, f"hands: expected {self.seats} of them")
        for seat, names in enumerate(told):
            most = self.most_held(seat)
            demand(len(names) <= most, f"hand {seat}: expected {most} cards at most")
            cards = [self.deck_card(name, f"hand {seat}") for name in names]
            self.check_hidden(cards, f"hand {seat}", self.hiding and viewer_name(seat) not in self.told.holders)
            for card in cards:
                take_up(s, seat, card)

    def most_held(self, seat: int) -> int:
        """Seven kept, a theft in each turn of another since, and a draw (LM-16, LM-19)."""
        if self.s.phase == OVER:
            return HAND
        turns_to_come = (seat - int(self.s.turn)) % self.seats
        return KEPT + self.seats - 1 - turns_to_come + int(self.s.phase == DROP)

    def read_cathedrals(self) -> None:
        s = self.s
        demand(len(self.told.cathedrals) == self.seats, f"cathedrals: expected {self.seats} of them")
        for seat, told in enumerate(self.told.cathedrals):
            cards = [(self.card(place.card, f"cathedral {seat}"), place.column) for place in told]
            for card, column in sorted(cards, key=lambda place: (self.level(place[0]), abs(place[1]))):
                self.check_place(seat, card, column)
                rules.stand(self.e, s, seat, card, column + MIDDLE)

    def check_place(self, seat: int, card: int, column: int) -> None:
        """LM-11. Lower levels stand already, and of level I the middle ones."""
        at = column + MIDDLE
        good = FIRST_COLUMN <= at <= LAST_COLUMN and fits(self.s, seat, self.level(card), at)
        demand(good, f"cathedral {seat}: {self.edition.cards[card]} cannot stand in column {column}")

    def read_paying(self) -> None:
        told = self.told.paying
        demand((told is not None) == (self.s.phase == PAY), "paying: expected a card in phase pay, else null")
        if told is not None:
            self.read_price(told)

    def read_price(self, told: Paying) -> None:
        s = self.s
        card = self.deck_card(told.card, "paying")
        demand(card != UNKNOWN, "paying: everybody knows the card")
        self.check_place(int(s.turn), card, told.column)
        good = len(told.missing) == KINDS and any(told.missing)
        good = good and all(0 <= told.missing[kind] <= self.e.cost[card, kind] for kind in range(KINDS))
        demand(good, f"paying: missing has three numbers, not all 0, within the cost of {told.card}")
        s.paying, s.paying_at = card, told.column + MIDDLE
        s.missing[:] = told.missing
        known = UNKNOWN not in s.hands[s.turn, : s.held[s.turn]]
        demand(not known or can_pay_on(self.e, s), "paying: the hand cannot cover what is missing")

    def read_level_ones(self) -> None:
        """LM-07: which piles hold level I cards, and how many are to be taken."""
        s, told = self.s, self.told.level_one
        demand((told is not None) == (s.phase == CHOOSE_PILE), "level_one: expected a list in phase piles, else null")
        good = self.told.to_take in (range(1) if told is None else range(1, 7))
        demand(good, "to_take: expected 1 to 6 in phase piles, else 0")
        s.to_take = self.told.to_take
        demand(told is None or len(told) == s.pile_count, f"level_one: expected {s.pile_count} answers")
        for pile, answer in enumerate(told or ()):
            cards = s.piles[pile, : s.height[pile]]
            seen = any(card != UNKNOWN and self.level(card) == 1 for card in cards)
            demand(answer or not seen, f"level_one: pile {pile + 1} does hold one")
            demand(seen or not answer or UNKNOWN in cards, f"level_one: pile {pile + 1} holds none")
            s.level_one[pile] = answer

    # --- what everybody saw -----------------------------------------------------------------------------------------

    def read_holders(self) -> None:
        rows = {viewer_name(row): row for row in (*range(self.seats), BYSTANDERS)}
        told = self.told.holders
        good = set(told) <= set(rows) and len(told) in (1, len(rows))
        demand(good, f"holders: expected one viewer, or all of {', '.join(rows)}")
        for name, cards in told.items():
            for card, seats in cards.items():
                self.s.holders[rows[name], self.number(card, "holders")] = self.bits(seats, rows[name])
            if self.hiding:
                self.check_suspects(rows[name])
            else:
                self.check_row(rows[name])

    def bits(self, seats: list[int], row: int) -> int:
        good = seats and all(0 <= seat < self.seats and seat != row for seat in seats) and len(set(seats)) == len(seats)
        demand(good, "holders: expected the other seats that may hold a card, each once")
        return sum(1 << seat for seat in seats)

    def check_row(self, row: int) -> None:
        """All hands are known: a viewer's row has the cards of all others, with the right seat among those named."""
        for card in range(CARDS):
            seats, place = int(self.s.holders[row, card]), self.where.get(card, "")
            holder = int(place[5:]) if place.startswith("hand ") else row
            good = (seats >> holder) & 1 if holder != row else seats == 0
            demand(good, f"holders of {viewer_name(row)}: {self.edition.cards[card]} is in {place or 'no hand'}")

    def check_suspects(self, row: int) -> None:
        """The cards of a row fill the hidden hands, and there is a way to deal them."""
        masks = [int(seats) for seats in self.s.holders[row] if seats]
        for card in range(CARDS):
            hidden = card not in self.where and not is_set_aside(self.e, self.s, card)
            demand(hidden or not self.s.holders[row, card], f"holders: {self.edition.cards[card]} is in no other hand")
        for some in range(1 << self.seats):  # enough room in any hands for the cards that can be in no others
            room = sum(int(self.s.held[seat]) for seat in range(self.seats) if (some >> seat) & 1 and seat != row)
            demand(sum(mask & ~some == 0 for mask in masks) <= room, "holders: too many cards for these hands")
        room = sum(int(self.s.held[seat]) for seat in range(self.seats) if seat != row)
        demand(len(masks) == room, f"holders: {len(masks)} cards for {room} places in the hands of others")

    # --- the whole --------------------------------------------------------------------------------------------------

    def unknown_cards(self) -> list[int]:
        """The cards that are neither seen nor in a hand: those under the tops."""
        held = self.s.holders.any(axis=0) if self.hiding else [False] * CARDS
        lost = [card for card in range(CARDS) if card not in self.where and not held[card]]
        unknown = [card for card in lost if self.level(card) < SPIRE_LEVEL]
        demand(not any(is_set_aside(self.e, self.s, card) for card in unknown), "cards: a bonus card has no place")
        return unknown

    def count_cards(self) -> None:
        s, unknown = self.s, self.unknown_cards()
        hidden = [max(0, int(high) - 1) if self.hiding else 0 for high in s.height]
        names = ", ".join(self.edition.cards[card] for card in unknown[:5])
        found = f"{len(unknown)} without a place ({names} …)" if unknown else "all have a place"
        demand(len(unknown) == sum(hidden), f"cards: {found}; expected {sum(hidden)} under the tops")
        if s.phase != CHOOSE_PILE or not self.hiding:
            return
        ones = sum(self.level(card) == 1 for card in unknown)
        without = sum(hidden[pile] for pile in range(s.pile_count) if not s.level_one[pile])
        wanted = sum(s.level_one[pile] and self.level(s.piles[pile, hidden[pile]]) != 1 for pile in range(s.pile_count))
        demand(wanted <= ones and without <= len(unknown) - ones, "level_one: the cards left cannot lie like that")

    def read_quiet(self) -> None:
        """LM-21: a count that has been looked at is below the limit."""
        s, most = self.s, PATIENCE * self.seats
        if s.phase in (CHOOSE_PILE, NAME, STEAL):
            most = 0
        elif s.phase not in (DROP, OVER):
            most -= 1
        demand(0 <= self.told.quiet <= most, f"quiet: expected a number from 0 to {most}")
        s.quiet = self.told.quiet

    def check_phase(self) -> None:
        """What a phase needs to go on."""
        s = self.s
        if s.phase == CHOOSE_PILE:
            self.check_search()
        elif s.phase == DROP:
            demand(s.held[s.turn] > KEPT, f"phase drop: expected more than {KEPT} cards in hand {s.turn}")
        elif s.phase == NAME:
            demand(self.seats > 2 and rules.somebody_can_take(s, int(s.turn)), "phase name: there is nobody to name")
        elif s.phase == STEAL:
            demand(self.seats > 2 and can_take(s, int(s.acting)), "phase steal: there is nothing to take")

    def check_search(self) -> None:
        """LM-07: four, five, six cards, and nothing built."""
        s = self.s
        now = (int(s.turn) - int(s.first)) % self.seats
        for place in range(self.seats):
            seat = (int(s.first) + place) % self.seats
            due = min(4 + place, 6) if place <= now else 0
            expected = due - int(s.to_take) if place == now else due
            demand(s.held[seat] == expected >= 0, f"phase piles: expected {expected} cards in hand {seat}")
            good = all(card == UNKNOWN or self.level(card) == 1 for card in s.hands[seat, : s.held[seat]])
            demand(good and not s.tall[seat].any(), "phase piles: expected only level I cards and nothing built")

    def read_ending(self) -> None:
        s = self.s
        if s.phase == OVER:
            crowned = [seat for seat in range(self.seats) if (s.tall[seat] == SPIRE_LEVEL).any()]
            exhausted = s.quiet == PATIENCE * self.seats
            demand(crowned or exhausted, "phase over: expected a spire, or the limit of turns without a placement")
            s.reason = SPIRE if crowned else EXHAUSTED
            s.winners = 1 << crowned[0] if crowned else rules.leaders(s)
        expected = ending_of(self.edition, s)
        demand(self.told.ending == expected, f"ending: expected {expected}")
