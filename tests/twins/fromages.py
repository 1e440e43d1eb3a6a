"""La chasse aux fromages a second time: slow, plain, written from the rules alone, to be compared with the engine."""

import re
from typing import Any

from .fromages_network import Deck, Network

RATS = ["Brie", "Comté", "Morbier", "Picodon", "Roquefort", "Tomme"]  # FR-01, FR-06

NUMBER = "(0|[1-9][0-9]{0,8})"
CELL = "([a-z](?:0|[1-9][0-9]{0,8}))"
GRAMMAR = {  # verb: (its text, the phases that it belongs to)
    "draw": ("draw (pile|discard)", ["turn"]),
    "plumber": (f"plumber {NUMBER}", ["turn"]),
    "flush": (f"flush {CELL}", ["turn"]),
    "pass": ("pass", ["turn"]),
    "put": (f"put {CELL} (up|down)", ["held"]),
    "clog": (f"clog P{NUMBER} {CELL}", ["held", "replaced"]),
    "toss": ("toss", ["held", "replaced"]),
    "flip": (f"flip {CELL}", ["flip"]),
    "noflip": ("noflip", ["flip"]),
}


class FromagesTwin:
    def __init__(
        self, seats: int, options: dict[str, Any], chance: list[list[Any]], cards: list[dict[str, str]]
    ) -> None:
        self.seats = seats
        self.little = options.get("game", "classique") == "tout_petits"  # FR-24
        self.home_stops = options.get("home", "through") == "stop"  # FR-05
        default_rounds = 1 if self.little else 4 if seats == 2 else seats  # FR-09, FR-24
        self.rounds = options.get("rounds", default_rounds)
        self.chance = [list(event) for event in chance]
        self.deck = Deck(cards)
        order = self.next_chance("rats")
        assert sorted(order) == sorted(RATS)
        self.rats = order[:seats]
        self.dealer = self.next_chance("dealer")
        assert self.dealer in range(seats)
        self.round = 0
        self.scores: list[list[int]] = []
        self.arrivals: list[int | None] = []
        self.history: list[list[dict[str, str]]] = []
        self.end: dict[str, Any] | None = None
        self.begin_round()

    def next_chance(self, label: str) -> Any:
        assert self.chance, f"no chance event left, {label} wanted"
        found, outcome = self.chance.pop(0)
        assert found == label, f"chance event {found}, {label} wanted"
        return outcome

    # ---- Set-up of a round

    def begin_round(self) -> None:
        self.round += 1
        cards = list(self.next_chance("deck"))
        assert sorted(cards) == sorted(self.deck.ids)  # FR-18: all cards are dealt anew
        ways = list(self.next_chance("way up"))
        self.networks = [Network(self.deck, self.little) for _ in range(self.seats)]
        for network in self.networks:  # FR-07
            for cell in network.cells("321"):
                card = cards.pop()
                way = ways.pop(0)
                assert way in (0, 1)
                turned = way == 1 and self.deck.can_turn(card)
                network.pipes[cell] = {"card": card, "up": False, "turned": turned, "cover": None}
        assert not ways
        self.discard = [cards.pop()]  # FR-08
        self.pile = cards
        self.gone: list[str] = []
        self.tile = None if self.little else "plumber"  # FR-06, FR-24
        self.cheese: int | None = None
        self.quiet = 0
        self.passes = 0
        self.begin_turn(self.dealer)  # FR-09

    def begin_turn(self, seat: int) -> None:
        self.turn: int | None = seat
        self.phase = "turn"
        self.held: str | None = None
        self.held_from: str | None = None
        self.replaced: str | None = None
        self.may_decline = False

    # ---- Clogging

    def can_clog(self, seat: int, card: str, victim: int, cell: str) -> bool:
        """FR-13: a clogged pipe onto an opponent's pipe; in the little ones' game clogged pipes are plain (FR-24)."""
        if self.little or card not in self.deck.clogged or victim == seat:
            return False
        return self.networks[victim].can_be_clogged(card, cell)

    def has_target(self, seat: int, card: str) -> bool:
        cells = self.networks[seat].cells()
        return any(self.can_clog(seat, card, victim, cell) for victim in range(self.seats) for cell in cells)

    # ---- Which moves there are

    def waiting(self) -> list[int]:
        return [] if self.turn is None else [self.turn]

    def candidates(self) -> list[str]:
        cells = [column + row for column in "abcde" for row in "01234"]
        texts = ["draw pile", "draw discard", "toss", "noflip", "pass"]
        texts += [f"plumber {number}" for number in range(8)]
        texts += [f"{verb} {cell}" for verb in ("flush", "flip") for cell in cells]
        texts += [f"put {cell} {way}" for cell in cells for way in ("up", "down")]
        texts += [f"clog P{number} {cell}" for number in range(8) for cell in cells]
        return texts

    def legal(self, seat: int) -> list[str]:
        return [text for text in self.candidates() if self.refusal(seat, text) is None]

    def read(self, text: str) -> tuple[str, tuple[str, ...]] | None:
        """The verb of a text and what follows it, None if it is unreadable."""
        for verb, (grammar, _) in GRAMMAR.items():
            match = re.fullmatch(grammar, text)
            if match:
                return verb, match.groups()
        return None

    def refusal(self, seat: int, text: str) -> str | None:
        if seat not in self.waiting():
            return "FR-00"
        move = self.read(text)
        if move is None:
            return "FR-00"
        verb, words = move
        if self.phase not in GRAMMAR[verb][1]:
            return "FR-00"
        if verb == "clog" and not 1 <= int(words[0]) <= self.seats:
            return "FR-00"
        return getattr(self, f"refuse_{verb}")(seat, *words)

    def refuse_draw(self, seat: int, source: str) -> str | None:
        if source == "discard":
            return None if self.discard else "FR-10"
        if not self.pile and len(self.discard) < 2:  # nothing to make a new pile of
            return "FR-19"
        return None

    def refuse_plumber(self, seat: int, number: str) -> str | None:
        if self.tile != "plumber" or not 1 <= int(number) <= min(5, len(self.discard)):
            return "FR-17"
        return None

    def refuse_flush(self, seat: int, cell: str) -> str | None:
        pipe = self.networks[seat].pipes.get(cell)
        if self.tile != "toilet" or pipe is None or pipe["cover"] is None:
            return "FR-18"
        return None

    def refuse_pass(self, seat: int) -> str | None:
        others = [text for text in self.candidates() if text != "pass"]
        if any(self.refusal(seat, text) is None for text in others):
            return "FR-19"
        return None

    def refuse_put(self, seat: int, cell: str, way: str) -> str | None:
        assert self.held is not None
        if cell not in self.networks[seat].cells():
            return "FR-11"
        if way == "down" and not self.deck.can_turn(self.held):
            return "FR-02"
        return None

    def refuse_clog(self, seat: int, player: str, cell: str) -> str | None:
        card = self.held if self.phase == "held" else self.replaced
        assert card is not None
        return None if self.can_clog(seat, card, int(player) - 1, cell) else "FR-13"

    def refuse_toss(self, seat: int) -> str | None:
        if self.phase == "held" and self.held_from != "pile":
            return "FR-14"
        return None

    def refuse_flip(self, seat: int, cell: str) -> str | None:
        return None if cell in self.networks[seat].face_down() else "FR-12"

    def refuse_noflip(self, seat: int) -> str | None:
        return None if self.may_decline else "FR-12"

    # ---- What a move does

    def play(self, seat: int, text: str) -> None:
        move = self.read(text)
        assert move is not None
        verb, words = move
        if verb != "pass":
            self.passes = 0
        getattr(self, f"play_{verb}")(seat, *words)

    def hold(self, card: str, source: str) -> None:
        self.phase = "held"
        self.held = card
        self.held_from = source

    def play_draw(self, seat: int, source: str) -> None:
        if source == "discard":
            self.hold(self.discard.pop(), "discard")
            return
        if not self.pile:  # FR-19
            new_pile = list(self.next_chance("renew"))
            assert sorted(new_pile) == sorted(self.discard[:-1])
            self.discard = self.discard[-1:]
            self.pile = new_pile
        self.hold(self.pile.pop(), "pile")

    def play_plumber(self, seat: int, number: str) -> None:
        self.tile = "toilet"  # FR-17
        self.hold(self.discard.pop(-int(number)), "plumber")

    def play_flush(self, seat: int, cell: str) -> None:
        self.tile = "plumber"  # FR-18
        self.gone.append(self.networks[seat].pipes[cell]["cover"])
        self.networks[seat].pipes[cell]["cover"] = None
        self.quiet += 1
        self.end_turn()

    def play_pass(self, seat: int) -> None:
        self.passes += 1
        self.quiet += 1
        self.end_turn()

    def play_put(self, seat: int, cell: str, way: str) -> None:
        left = self.networks[seat].pipes[cell]
        self.networks[seat].pipes[cell] = {"card": self.held, "up": True, "turned": way == "down", "cover": None}
        self.held = self.held_from = None
        self.quiet = self.quiet + 1 if left["up"] else 0  # FR-26
        self.look_for_the_way_home(seat)  # FR-20: when the new card lies
        last = left["card"]
        if left["cover"] is not None:  # FR-16
            self.discard.append(left["card"])
            last = left["cover"]
        if self.has_target(seat, last):  # FR-11
            self.phase = "replaced"
            self.replaced = last
        else:
            self.discard.append(last)
        if self.phase == "held":
            self.end_turn()

    def play_clog(self, seat: int, player: str, cell: str) -> None:
        target = self.networks[int(player) - 1].pipes[cell]
        if self.phase == "replaced":  # FR-13: no card to turn over
            target["cover"] = self.replaced
            self.replaced = None
            self.end_turn()
            return
        target["cover"] = self.held
        self.turn_one_over(seat, may_decline=True)

    def play_toss(self, seat: int) -> None:
        if self.phase == "replaced":
            assert self.replaced is not None
            self.discard.append(self.replaced)
            self.replaced = None
            self.end_turn()
            return
        assert self.held is not None
        self.discard.append(self.held)
        self.turn_one_over(seat, may_decline=False)

    def turn_one_over(self, seat: int, may_decline: bool) -> None:
        """FR-12, FR-13: the held card is played; one of the own face-down cards is turned over next."""
        self.held = self.held_from = None
        if self.networks[seat].face_down():
            self.phase = "flip"
            self.may_decline = may_decline
        else:
            self.quiet += 1
            self.end_turn()

    def play_flip(self, seat: int, cell: str) -> None:
        self.networks[seat].pipes[cell]["up"] = True
        self.quiet = 0  # FR-26
        self.look_for_the_way_home(seat)
        if self.end is None:
            self.end_turn()

    def play_noflip(self, seat: int) -> None:
        self.quiet += 1
        self.end_turn()

    # ---- Ends: of a way, of a turn, of a round, of the game

    def look_for_the_way_home(self, seat: int) -> None:
        """FR-20: after every change."""
        if not self.networks[seat].is_home():
            return
        if self.little:  # FR-25
            self.end_game("home", [1 if other == seat else 0 for other in range(self.seats)])
        elif self.cheese is None:
            self.cheese = seat

    def end_turn(self) -> None:
        assert self.turn is not None
        if not self.little and any(not network.face_down() for network in self.networks):  # FR-21, FR-25
            self.end_round()
        elif self.passes >= self.seats:  # FR-19
            self.stop_early("passes")
        elif self.quiet >= (30 if self.little else 10) * self.seats:  # FR-26
            self.stop_early("patience")
        else:
            self.begin_turn((self.turn + 1) % self.seats)

    def stop_early(self, reason: str) -> None:
        if self.little:
            self.end_game(reason, [1 / self.seats] * self.seats)
        else:
            self.end_round()

    def end_round(self) -> None:
        scores = []
        shown = []
        for seat, network in enumerate(self.networks):  # FR-22
            scores.append(network.score(self.cheese == seat, self.home_stops))
            shown.append({cell: network.pipes[cell]["card"] for cell in network.face_down()})
        self.scores.append(scores)
        self.arrivals.append(self.cheese)
        self.history.append(shown)
        if self.round < self.rounds:
            self.dealer = (self.dealer + 1) % self.seats  # FR-09
            self.begin_round()
        else:
            self.end_game("rounds", [sum(scores[seat] for scores in self.scores) for seat in range(self.seats)])

    def end_game(self, reason: str, points: list[Any]) -> None:
        """FR-23: the highest total wins, ties share."""
        winners = [seat for seat in range(self.seats) if points[seat] == max(points)]
        self.end = {"reason": reason, "points": points, "winners": winners}
        self.phase = "over"
        self.turn = None
        self.may_decline = False

    def ending(self) -> dict[str, Any] | None:
        if self.end is None:
            return None
        return {"reason": self.end["reason"], "points": list(self.end["points"]), "winners": list(self.end["winners"])}

    # ---- What is to be seen

    def position(self) -> dict[str, Any]:
        return {
            "phase": self.phase,
            "turn": self.turn,
            "dealer": self.dealer,
            "round": self.round,
            "rats": list(self.rats),
            "networks": [{cell: dict(net.pipes[cell]) for cell in net.cells()} for net in self.networks],
            "pile": list(self.pile),
            "discard": list(self.discard),
            "gone": [card for card in self.deck.ids if card in self.gone],
            "held": None if self.held is None else {"card": self.held, "from": self.held_from},
            "replaced": self.replaced,
            "may_decline": self.may_decline,
            "tile": self.tile,
            "cheese": self.cheese,
            "scores": [list(scores) for scores in self.scores],
            "arrivals": list(self.arrivals),
            "history": [[dict(shown) for shown in shown_by_seat] for shown_by_seat in self.history],
            "quiet": self.quiet,
            "passes": self.passes,
            "ending": self.ending(),
        }

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat knows; a spectator (None) knows what all seats have in common. Everything is open at the end."""
        seen = self.position()
        if self.end is not None:
            return seen
        for network in seen["networks"]:
            for pipe in network.values():
                if not pipe["up"]:
                    pipe["card"] = "?"
                    pipe["turned"] = None
        seen["pile"] = ["?"] * len(self.pile)
        if seen["held"] is not None and self.held_from == "pile" and seat != self.turn:
            seen["held"]["card"] = "?"
        return seen
