"""Luminis, a slow and plain reference: every function says which rule it follows (LM-..)."""

import copy
import re
from typing import Any

from .luminis_cards import Card

POINTS_AT = {"left": (-1, 0), "up-left": (-1, 1), "up": (0, 1), "up-right": (1, 1), "right": (1, 0)}  # LM-02
PILES = {2: 3, 3: 4, 4: 4, 5: 5}  # LM-06
DEFAULTS = {"game": "basic", "support": "column"}  # LM-03, LM-11
NUMBER = "(0|[1-9][0-9]{0,8})"
COLUMN = "(0|-?[1-9][0-9]{0,8})"
CARD = r"([^\s@>]+)"
FORMS = {  # verb -> (phase, form of the text)
    "pile": ("piles", "pile " + NUMBER),
    "draw": ("turn", "draw " + NUMBER),
    "build": ("turn", "build " + CARD + "@" + COLUMN),
    "bonus": ("turn", "bonus " + CARD + "@" + COLUMN),
    "spire": ("turn", "spire " + CARD + "@" + COLUMN),
    "pass": ("turn", "pass"),
    "discard": ("pay", "discard " + CARD + ">" + NUMBER),
    "name": ("name", "name P" + NUMBER),
    "steal": ("steal", "steal P" + NUMBER),
    "drop": ("drop", "drop " + CARD + ">" + NUMBER),
}
PLACING_RULE = {"build": "LM-10", "spire": "LM-17", "bonus": "LM-18"}


class LuminisTwin:
    """One game of Luminis, replayed from recorded chance."""

    def __init__(self, seats: int, options: dict, chance: list[list], cards: Any = None) -> None:
        self.seats = seats
        self.options = {**DEFAULTS, **options}
        self.chance = chance
        self.used = 0
        self.cards: dict[str, Card] = {row["id"]: Card(row) for row in cards}
        self.deal()
        self.phase = "piles"
        self.turn: int | None = self.first
        self.acting: int | None = self.first
        self.to_take = 4
        self.hands: list[set[str]] = [set() for _ in range(seats)]
        viewers = [str(seat) for seat in range(seats)] + ["spectator"]
        self.rows: dict[str, dict[str, set[int]]] = {viewer: {} for viewer in viewers}  # seen cards: who may hold them
        self.cathedrals: list[dict[tuple[int, int], str]] = [{} for _ in range(seats)]  # (level, column) -> card
        self.paying: dict | None = None
        self.named: int | None = None
        self.quiet = 0
        self.result: dict | None = None

    def deal(self) -> None:
        """LM-03, LM-05, LM-06, LM-08 in the printed order of the chance events."""
        order = list(self.next_chance("spires"))
        assert sorted(order) == sorted(c.id for c in self.cards.values() if c.level == 4), order
        self.spires = order[:3] if self.seats == 2 else order[:4]
        self.first: int = self.next_chance("first")
        assert self.first in range(self.seats), self.first
        self.bonus: list[str] = []
        if self.options["game"] == "advanced":
            empty = [card for card in self.cards.values() if card.centre == [0, 0, 0]]
            self.bonus = [card.id for level in (1, 2, 3) for card in empty if card.level == level]
        deck = list(self.next_chance("deck"))
        assert sorted(deck) == sorted(c.id for c in self.cards.values() if c.level < 4 and c.id not in self.bonus)
        self.piles: list[list[str]] = [[] for _ in range(PILES[self.seats])]
        for i, card in enumerate(deck):
            self.piles[i % len(self.piles)].append(card)  # the last card is the top

    def next_chance(self, label: str) -> Any:
        """Take the next recorded chance event, which must carry this label."""
        assert self.used < len(self.chance), f"no chance left for {label}"
        found, outcome = self.chance[self.used]
        assert found == label, f"chance {found} where {label} was due"
        self.used += 1
        return outcome

    def permanent(self, seat: int) -> list[int]:
        """LM-12: the centres of all cards of the cathedral."""
        return [sum(self.cards[c].centre[k] for c in self.cathedrals[seat].values()) for k in range(3)]

    def local(self, seat: int, column: int, level: int) -> list[int]:
        """LM-13: the top zones that have an arrow at this place."""
        total = [0, 0, 0]
        for (y, x), card_id in self.cathedrals[seat].items():
            card = self.cards[card_id]
            for arrow in card.arrows:
                dx, dy = POINTS_AT[arrow]
                if (x + dx, y + dy) == (column, level):
                    total = [total[k] + card.top[k] for k in range(3)]
        return total

    def missing(self, seat: int, verb: str, card: Card, column: int) -> list[int]:
        """What permanent and (LM-18: not for a bonus card) local resources leave to be paid; LM-15 kind by kind."""
        have = self.permanent(seat)
        if verb != "bonus":
            have = [have[k] + self.local(seat, column, card.level)[k] for k in range(3)]
        return [max(0, card.cost[k] - have[k]) for k in range(3)]

    def gives(self, card_id: str, missing: list[int]) -> bool:
        """LM-14: whether this discard gives at least one of a kind still missing."""
        return any(missing[k] > 0 and self.cards[card_id].centre[k] > 0 for k in range(3))

    def after_discard(self, card_id: str, missing: list[int]) -> list[int]:
        """LM-14: a discard is worth twice its centre."""
        return [max(0, missing[k] - 2 * self.cards[card_id].centre[k]) for k in range(3)]

    def coverable(self, missing: list[int], hand: set[str]) -> bool:
        """LM-14: whether discards one by one, each of them allowed, can cover what is missing."""
        while any(missing):
            useful = [c for c in hand if self.gives(c, missing)]
            if not useful:
                return False
            missing = self.after_discard(useful[0], missing)
            hand = hand - {useful[0]}
        return True

    def fits(self, seat: int, card: Card, column: int) -> bool:
        """LM-11, and LM-17 for the place of a spire."""
        mine = self.cathedrals[seat]
        if (card.level, column) in mine:
            return False
        if card.level == 1:
            row = [x for y, x in mine if y == 1]
            return column in (min(row) - 1, max(row) + 1) if row else column == 0
        below = card.level - 1
        if (below, column) not in mine:
            return False
        if self.options["support"] == "pyramid" and card.level < 4:
            return (below, column - 1) in mine or (below, column + 1) in mine
        return True

    def can_take(self, thief: int) -> bool:
        """LM-16: there is a non-empty hand other than the thief's own."""
        return any(self.hands[other] for other in range(self.seats) if other != thief)

    def has_level_one(self, pile: list[str]) -> bool:
        """LM-07."""
        return any(self.cards[card].level == 1 for card in pile)

    def waiting(self) -> list[int]:
        """The seat that has to decide now."""
        return [] if self.acting is None else [self.acting]

    def placements(self, seat: int) -> list[str]:
        """Candidate texts of build, bonus and spire."""
        columns = [x for _, x in self.cathedrals[seat]] + [0]
        around = range(min(columns) - 1, max(columns) + 2)
        cards = [("build", c) for c in self.hands[seat]]
        cards += [("bonus", c) for c in self.bonus] + [("spire", c) for c in self.spires]
        return [f"{verb} {card}@{column}" for verb, card in cards for column in around]

    def legal(self, seat: int) -> list[str]:
        """Every move text that is not refused."""
        if seat not in self.waiting():
            return []
        piles = range(1, len(self.piles) + 1)
        candidates = [f"{verb} {pile}" for verb in ("pile", "draw") for pile in piles]
        candidates += [*self.placements(seat), "pass"]
        candidates += [f"{verb} P{player}" for verb in ("name", "steal") for player in range(1, self.seats + 1)]
        away = [f"{card}>{pile}" for card in self.hands[seat] for pile in piles]
        candidates += ["discard " + text for text in away] + ["drop " + text for text in away]
        return [text for text in candidates if self.refusal(seat, text) is None]

    def refusal(self, seat: int, text: str) -> str | None:
        """None, or the first rule that the move breaks, in the digest's order of checks."""
        verb = text.split(" ", maxsplit=1)[0]
        if seat not in self.waiting() or verb not in FORMS:
            return "LM-00"
        phase, form = FORMS[verb]
        found = re.fullmatch(form, text)
        if not found or phase != self.phase:
            return "LM-00"
        if verb == "pass":
            can_place = any(self.refusal(seat, other) is None for other in self.placements(seat))
            return "LM-20" if any(self.piles) or can_place else None
        if verb in PLACING_RULE:
            return self.refuse_placing(seat, verb, found[1], int(found[2]))
        if verb in ("name", "steal"):
            return self.refuse_player(seat, verb, int(found[1]) - 1)
        if verb in ("discard", "drop"):
            return self.refuse_discard(seat, verb, found[1], int(found[2]))
        cards = self.piles[int(found[1]) - 1] if 1 <= int(found[1]) <= len(self.piles) else []
        if verb == "pile":
            return None if self.has_level_one(cards) else "LM-07"
        return None if cards else "LM-09"

    def refuse_placing(self, seat: int, verb: str, card_id: str, column: int) -> str | None:
        """Available (LM-10, LM-17, LM-18), then the place (LM-11), then the cost."""
        rule = PLACING_RULE[verb]
        available = {"build": self.hands[seat], "spire": self.spires, "bonus": self.bonus[:1]}[verb]
        if card_id not in available:
            return rule
        card = self.cards[card_id]
        if not self.fits(seat, card, column):
            return "LM-11"
        missing = self.missing(seat, verb, card, column)
        discards = self.hands[seat] - {card_id} if verb == "build" else set()
        return None if self.coverable(missing, discards) else rule

    def refuse_player(self, seat: int, verb: str, player: int) -> str | None:
        """LM-16; a player who is not in this game is no move at all."""
        if player not in range(self.seats):
            return "LM-00"
        good = self.can_take(player) if verb == "name" else bool(self.hands[player])
        return None if good and player != seat else "LM-16"

    def refuse_discard(self, seat: int, verb: str, card_id: str, pile: int) -> str | None:
        """LM-14 while paying, LM-19 at the end of the turn."""
        good = card_id in self.hands[seat] and 1 <= pile <= len(self.piles)
        if verb == "drop":
            return None if good else "LM-19"
        return None if good and self.gives(card_id, self.paying["missing"]) else "LM-14"

    def play(self, seat: int, text: str) -> None:
        """Carry out a legal move."""
        assert self.refusal(seat, text) is None, (seat, text, self.refusal(seat, text))
        verb = text.split(" ", maxsplit=1)[0]
        found = re.fullmatch(FORMS[verb][1], text)
        if verb == "pile":
            self.search(seat, int(found[1]))
        elif verb in ("pass", "draw"):
            if verb == "draw":
                self.enter(seat, self.piles[int(found[1]) - 1].pop())  # LM-09
            self.quiet += 1  # LM-21: known now, looked at after LM-19
            self.close_turn()
        elif verb in PLACING_RULE:
            self.announce(seat, verb, self.cards[found[1]], int(found[2]))
        elif verb in ("discard", "drop"):
            self.leave(seat, found[1])
            self.piles[int(found[2]) - 1].append(found[1])
            if verb == "discard":
                self.paying["missing"] = self.after_discard(found[1], self.paying["missing"])
                self.pay_on(seat)
            else:
                self.close_turn()
        elif verb == "name":
            self.named = self.acting = int(found[1]) - 1
            self.phase = "steal"
        else:
            self.steal(seat, int(found[1]) - 1)
            self.close_turn()

    def search(self, seat: int, number: int) -> None:
        """LM-07: the first level I cards from the top; then the pile is shuffled."""
        pile = self.piles[number - 1]
        for card in list(reversed(pile)):
            if self.to_take > 0 and self.cards[card].level == 1:
                pile.remove(card)
                self.enter(seat, card)  # LM-08
                self.to_take -= 1
        order = list(self.next_chance(f"pile {number}"))
        assert sorted(order) == sorted(pile), (order, pile)
        self.piles[number - 1] = order
        if self.to_take > 0:
            return
        self.turn = self.acting = (seat + 1) % self.seats
        self.to_take = 5 if seat == self.first else 6
        if self.turn == self.first:
            self.phase = "turn"

    def enter(self, seat: int, card: str) -> None:
        """A card enters a hand before everybody's eyes."""
        self.hands[seat].add(card)
        for viewer, row in self.rows.items():
            if viewer != str(seat):
                row[card] = {seat}

    def leave(self, seat: int, card: str) -> None:
        """A card leaves a hand before everybody's eyes."""
        self.hands[seat].remove(card)
        for row in self.rows.values():
            row.pop(card, None)

    def announce(self, seat: int, verb: str, card: Card, column: int) -> None:
        """LM-10, LM-17, LM-18: place at once when nothing is missing, else LM-14."""
        self.paying = {"card": card.id, "column": column, "missing": self.missing(seat, verb, card, column)}
        if verb == "build":
            self.leave(seat, card.id)
        else:
            (self.bonus if verb == "bonus" else self.spires).remove(card.id)
        self.phase = "pay"
        self.pay_on(seat)

    def pay_on(self, seat: int) -> None:
        """LM-14: the card is placed as soon as it is covered."""
        if any(self.paying["missing"]):
            return
        card = self.cards[self.paying["card"]]
        self.cathedrals[seat][(card.level, self.paying["column"])] = card.id
        self.paying, self.quiet = None, 0
        if card.level == 4:
            self.finish("spire", [seat])  # LM-17
            return
        takers = [other for other in range(self.seats) if other != seat and self.can_take(other)]
        if card.theft and takers:  # LM-16
            if self.seats > 2:
                self.phase = "name"
                return
            self.steal(takers[0], seat)  # 2 players: by itself
        self.close_turn()

    def steal(self, thief: int, victim: int) -> None:
        """LM-16, and what each viewer then knows."""
        card = self.next_chance("theft")
        assert card in self.hands[victim], (card, victim)
        self.hands[victim].remove(card)
        self.hands[thief].add(card)
        for viewer, row in self.rows.items():
            if viewer == str(thief):
                row.pop(card)
            elif viewer == str(victim):
                row[card] = {thief}
            else:
                for places in row.values():
                    if victim in places:
                        places.add(thief)
                        if not self.hands[victim]:
                            places.remove(victim)

    def close_turn(self) -> None:
        """LM-19, then LM-21, then the next player."""
        self.acting = self.turn
        self.named = None
        if len(self.hands[self.turn]) > 7:
            self.phase = "drop"
            return
        if self.quiet >= 12 * self.seats:
            self.finish("exhausted", self.leaders())
            return
        self.turn = self.acting = (self.turn + 1) % self.seats
        self.phase = "turn"

    def leaders(self) -> list[int]:
        """LM-21: most level III cards, then most permanent resources; ties share."""
        thirds = [len([column for level, column in mine if level == 3]) for mine in self.cathedrals]
        scores = [(thirds[seat], sum(self.permanent(seat))) for seat in range(self.seats)]
        return [seat for seat in range(self.seats) if scores[seat] == max(scores)]

    def finish(self, reason: str, winners: list[int]) -> None:
        """The game is over."""
        points = [1 / len(winners) if seat in winners else 0 for seat in range(self.seats)]
        self.result = {"reason": reason, "points": points, "winners": winners}
        self.phase, self.turn, self.acting = "over", None, None

    def ending(self) -> dict | None:
        """None while the game runs."""
        return copy.deepcopy(self.result)

    def in_order(self, some: Any) -> list[str]:
        """Cards in the edition's order."""
        return [card for card in self.cards if card in some]

    def position(self) -> dict:
        """Everything."""
        return {
            "phase": self.phase,
            "turn": self.turn,
            "acting": self.acting,
            "first": self.first,
            "spires": self.in_order(self.spires),
            "bonus": list(self.bonus),
            "piles": [list(pile) for pile in self.piles],
            "level_one": [self.has_level_one(pile) for pile in self.piles] if self.phase == "piles" else None,
            "to_take": self.to_take if self.phase == "piles" else 0,
            "hands": [self.in_order(hand) for hand in self.hands],
            "holders": {v: {c: sorted(row[c]) for c in self.in_order(row)} for v, row in self.rows.items()},
            "cathedrals": [[[mine[place], place[1]] for place in sorted(mine)] for mine in self.cathedrals],
            "paying": copy.deepcopy(self.paying),
            "named": self.named,
            "quiet": self.quiet,
            "ending": self.ending(),
        }

    def view(self, seat: int | None) -> dict:
        """What this seat (None: a spectator) knows."""
        seen = self.position()
        viewer = "spectator" if seat is None else str(seat)
        seen["holders"] = {viewer: seen["holders"][viewer]}
        if self.phase == "over":
            return seen
        for pile in seen["piles"]:
            pile[:-1] = ["?"] * len(pile[:-1])
        for other in range(self.seats):
            if other != seat:
                seen["hands"][other] = ["?"] * len(self.hands[other])
        return seen
