"""AgentTable: a table of the house with an agent in one seat and bots in all others.

It is a house on one device (`reception/pocket.py`) with a single table: what is legal, what is refused, what bots play
and what a seat is told is decided there. Here is only what an agent's own pace asks for: secret decisions chosen step
by step, plays since its last one, refusals counted, a stand-in. Whoever calls it from several threads holds its `lock`.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from io import StringIO

import msgspec
from msgspec.structs import replace as with_fields

from lumitheque.agents.chosen import sight_with
from lumitheque.agents.dice import KeyedDice
from lumitheque.agents.faults import AgentFault
from lumitheque.agents.news import News
from lumitheque.agents.shapes import AgentOpening, AgentView, MoveAnswer, MovesTold, MoveTold, RecordTold
from lumitheque.bots import Bot, Budget, Player, Sight, find_player
from lumitheque.games import find
from lumitheque.games.game import Game
from lumitheque.games.speech import say_move
from lumitheque.reception import hints, study
from lumitheque.reception.faults import Fault, HouseFault, say_denied
from lumitheque.reception.pocket import PocketHouse
from lumitheque.reception.pocket_routes import open_and_seat
from lumitheque.reception.replay import PAGE
from lumitheque.reception.shapes import FramesAnswer, Opening
from lumitheque.reception.turns import Haste, Turn, choose_moves, next_turn
from lumitheque.reception.viewers import viewer_for
from lumitheque.referee import GameRecord, Referee
from lumitheque.tables import (
    BOT,
    Denied,
    StateTold,
    Table,
    TableNote,
    TableTerms,
    decide,
    record_for,
    tell_state,
    tell_table,
)
from lumitheque.tables.commands import Play, Resign

AGENT = "agent"  # the person in the agent's seat
STAND_IN = "random"  # decides after too many refusals: it must not earn an agent points
SHOWN = 60  # legal moves that a view lists; beyond that they are asked for page by page
WIDE = 100  # columns of a drawing

Clock = Callable[[], int]  # milliseconds since 1970


def now_of_this_machine() -> int:
    return int(time.time() * 1000)


class AgentTable:
    def __init__(
        self, opening: AgentOpening, house: PocketHouse, table_id: str, clock: Clock = now_of_this_machine
    ) -> None:
        self.opening, self.id, self.seat, self.language = opening, table_id, opening.seat, opening.language
        self.game: Game = find(opening.game)
        self.illegal: Counter[str] = Counter()  # refused moves by rule id
        self.stood_in = 0  # decisions that a stand-in made
        self.cost = 0  # tokens that the agent told
        self.chosen: list[str] = []
        self.lock = threading.RLock()
        self._house, self._clock, self._refused = house, clock, 0
        self._bots: dict[tuple[int, str], tuple[Player, Bot]] = {}
        self._news = News(self.table, AGENT, self.seat, self.language)

    @classmethod
    def open(cls, opening: AgentOpening, dice: KeyedDice, clock: Clock = now_of_this_machine) -> "AgentTable":
        """Open a table, and let the bots play up to the agent's first turn."""
        house = PocketHouse(dice, AGENT, AGENT)
        house.language = opening.language
        seating = seats_of(opening, find(opening.game))
        table = cls(opening, house, open_and_seat(house, seating.terms, seating, clock()).table.id, clock)
        table._let_bots_play()
        return table

    @property
    def table(self) -> Table:
        return self._house.table(self.id)

    @property
    def referee(self) -> Referee:
        referee = self.table.referee
        assert referee is not None
        return referee

    @property
    def is_over(self) -> bool:
        return self.table.is_finished

    @property
    def decisions(self) -> int:
        """Made by the agent's seat, whoever made them for it."""
        return sum(one.seat == self.seat for one in self.referee.decisions)

    def note(self) -> TableNote:
        return self.table.note()

    # --- what the agent sees -----------------------------------------------------------------------------------------

    def view(self, drawing: bool = False) -> AgentView:
        table = tell_table(self.table, viewer_for(self.table, AGENT, self.seat))
        state, total = self._state()
        return AgentView(
            table=with_fields(table, state=state, may_hint=self._may_hint),
            names=self._house.names(),
            legal_total=total,
            chosen=list(self.chosen),
            refusals_left=self._refusals_left,
            sentence=self._what_to_do(state),
            drawing=self.draw() if drawing else None,
        )

    def sight(self) -> Sight:
        """What the agent's seat sees, what it has chosen included."""
        return sight_with(self.referee, self.seat, self.chosen)

    def legal(self) -> list[str]:
        """The moves that may be chosen next."""
        if self.seat not in self.table.waiting:
            return []
        sight = self.sight()
        return [self.game.notation.write_move(self.referee.edition, sight.view, move) for move in sight.moves()]

    def moves(self, first: int = 0, count: int = SHOWN, like: str = "") -> MovesTold:
        """A page of them with sentences; `like`: only those whose text or sentence has it."""
        if self.seat not in self.table.waiting:
            return MovesTold(0, first, [])
        sight, wanted = self.sight(), like.casefold()
        told = [self._tell_move(sight, move) for move in sight.moves()]
        found = [one for one in told if wanted in f"{one.move} {one.sentence}".casefold()]
        end = first + count
        return MovesTold(len(found), first, found[first:end], end if end < len(found) else None, list(self.chosen))

    def _tell_move(self, sight: Sight, move: int) -> MoveTold:
        notation, edition = self.game.notation, self.referee.edition
        kind, parts = notation.describe_move(edition, sight.view, move)
        text = notation.write_move(edition, sight.view, move)
        return MoveTold(text, say_move(self.game.words(self.language), kind, parts))

    def _state(self) -> tuple[StateTold, int]:
        """How things stand, what was chosen included; and how many moves are legal."""
        state = tell_state(self.table, viewer_for(self.table, AGENT, self.seat))
        state.take_back = None  # an agent's move stands
        if self.chosen:
            state.view = msgspec.to_builtins(self.referee.write_view(self.sight().view, self.seat))
            state.legal = self.legal()
        total = len(state.legal)
        if total > SHOWN:
            state.legal = []
        return state, total

    def _what_to_do(self, state: StateTold) -> str | None:
        if self.seat not in state.waiting or state.view is None:
            return None
        found: str | None = self.game.words(self.language)["phases"].get(state.view.get("phase"))
        return found

    def draw(self) -> str:
        """The position as on a terminal."""
        from rich.console import Console  # noqa: PLC0415 - only who wants a drawing waits for it

        page = StringIO()
        words, referee = self.game.words(self.language), self.referee
        drawn = (
            self.game.drawing.draw(referee.edition, referee.state, None, words)
            if self.is_over
            else self.game.drawing.draw(referee.edition, self.sight().view, self.seat, words)
        )
        Console(file=page, width=WIDE, color_system=None, markup=False, emoji=False, highlight=False).print(drawn)
        return "\n".join(line.rstrip() for line in page.getvalue().splitlines())

    # --- what the agent does -----------------------------------------------------------------------------------------

    def play(self, texts: list[str], afresh: bool = False, cost: int = 0) -> MoveAnswer:
        """Play these moves, and let the bots answer. Refused moves change nothing but their count."""
        self.cost += cost
        if afresh:
            self.chosen = []
        before = len(self.chosen)
        try:
            self._play([*self.chosen, *texts])
        except Denied as denied:
            if denied.code == "incomplete":
                self.chosen += texts
                return self._answer(done=True)
            if denied.code != "refused":
                raise
            return self._refuse(denied, before)
        return self._answer(done=True)

    def _play(self, texts: list[str]) -> None:
        self._house.command(self.id, self._house.actor, Play(self.seat, texts), None, self._clock())
        self.chosen, self._refused = [], 0
        self._let_bots_play()

    def _refuse(self, denied: Denied, before: int) -> MoveAnswer:
        fault = say_denied(denied, self.language)
        self.illegal[fault.rule or fault.code] += 1
        self._refused += 1
        number = max(0, denied.facts.get("number", before) - before)
        if self.opening.refusals is None or self._refused <= self.opening.refusals:
            return self._answer(done=False, refused=fault, number=number)
        return self._answer(done=False, refused=fault, number=number, stand_in=self.decide_instead())

    def decide_instead(self) -> list[str]:
        """Let the stand-in make the agent's decision; returns what it played."""
        turn = self._turn_instead()
        player = find_player(self.game, STAND_IN)
        bot = player.bot()
        moves = choose_moves(player, bot, turn, Haste(bot, None))
        self.stood_in += 1
        self._play(moves)
        return moves

    def _turn_instead(self) -> Turn:
        """The agent's decision as a bot's turn."""
        if self.seat not in self.table.waiting:
            raise Denied("over" if self.is_over else "not_your_turn")
        referee, together = self.referee, bool(self.table.deciding)
        seed = int(self._house.dice.token(), 16) % (1 << 62)
        sight = sight_with(referee, self.seat, [])
        return Turn(
            self.id, self.seat, STAND_IN, None, sight, referee.edition, seed, "", None, 0, together, 0.0, 0, AGENT, 1.0
        )

    def resign(self) -> MoveAnswer:
        self._house.command(self.id, self._house.actor, Resign(self.seat), None, self._clock())
        self.chosen = []
        self._let_bots_play()
        return self._answer(done=True)

    def _let_bots_play(self) -> None:
        """Until the agent is to move, or the game is over."""
        while (turn := next_turn(self.table, self._house.dice, self._clock())) is not None:
            player, bot = self._bot(turn.seat, turn.level)
            moves = choose_moves(player, bot, turn, Haste(bot, None))
            self._house.command(self.id, BOT, Play(turn.seat, moves, turn.after), turn.key, self._clock())
        self._house.reply()  # what a page would be sent is not needed
        if self.is_over:
            self._bots.clear()  # a search takes megabytes

    def _bot(self, seat: int, level: str) -> tuple[Player, Bot]:
        """A bot thinks a number of simulations where it has one: then the clock of the machine decides nothing."""
        if (seat, level) not in self._bots:
            player = find_player(self.game, level)
            if player.budget.simulations is not None:
                player = replace(player, budget=Budget(simulations=player.budget.simulations))
            self._bots[seat, level] = player, player.bot()
        return self._bots[seat, level]

    def _answer(
        self,
        done: bool,
        refused: Fault | None = None,
        number: int | None = None,
        stand_in: list[str] | None = None,
    ) -> MoveAnswer:
        state, total = self._state()
        return MoveAnswer(
            done=done,
            refused=refused,
            number=number,
            refusals_left=None if done else self._refusals_left,
            stand_in=stand_in or [],
            chosen=list(self.chosen),
            plays=self._news.tell(),
            state=state,
            legal_total=total,
        )

    @property
    def _refusals_left(self) -> int | None:
        return None if self.opening.refusals is None else max(0, self.opening.refusals - self._refused)

    # --- what the agent may ask --------------------------------------------------------------------------------------

    def judge(self, texts: list[str]) -> tuple[Fault | None, int]:
        """Whether these moves could be played now: the refusal, and which of them it is of."""
        play, before = Play(self.seat, [*self.chosen, *texts]), len(self.chosen)
        try:
            decide(self.table, self._house.actor, play, self._clock(), self._house.dice)
        except Denied as denied:
            if denied.code == "incomplete":
                return None, 0
            return say_denied(denied, self.language), max(0, denied.facts.get("number", before) - before)
        return None, 0

    def describe(self, texts: list[str]) -> str:
        """Moves that may be played, as a sentence."""
        said = []
        for number, text in enumerate(texts):
            sight = sight_with(self.referee, self.seat, [*self.chosen, *texts[:number]])
            move = self.game.notation.read_move(self.referee.edition, sight.view, text)
            said.append(self._tell_move(sight, move).sentence)
        return " ".join(said)

    @property
    def _may_hint(self) -> bool:
        return self.opening.hints and not self.is_over

    def hint(self, seconds: float) -> hints.HintTold:
        """What the strongest bot would do, knowing what this seat knows."""
        if not self._may_hint:
            raise HouseFault("no_hint")
        if self.seat not in self.table.waiting:
            raise HouseFault("not_your_move")
        question = hints.HintRequest(
            self.sight(), self.referee.edition, len(self.referee.decisions) + len(self.chosen), self.language
        )
        return hints.think(question, seconds)

    def frames(self, first: int = 0, last: int | None = None) -> FramesAnswer:
        """The game once more, as this seat knew it; over: from this seat all the same."""
        asked = study.FramesAsked(self.seat, first, None if last is None else min(last, first + PAGE), self.language)
        return study.show(*study.ask_for_frames(self.table, AGENT, asked))

    def record(self) -> RecordTold:
        """As the house tells it: whole once the game is over, before that as far as this seat may know it."""
        known = record_for(self.table, viewer_for(self.table, AGENT, self.seat))
        return RecordTold(known, self.cost, dict(sorted(self.illegal.items())))

    def finished_record(self) -> GameRecord:
        """HouseFault while the game goes on."""
        return study.finished_for(self.table, AGENT).game.game_record()


def terms_of(opening: AgentOpening) -> TableTerms:
    return TableTerms(
        game=opening.game,
        seats=opening.seats,
        options=opening.options,
        edition=opening.edition,
        spectators=False,
        hints=opening.hints,
    )


def seats_of(opening: AgentOpening, game: Game) -> Opening:
    """Who sits where. AgentFault if that is not possible."""
    seats = game.check_seats(game.seats[0] if opening.seats is None else opening.seats)
    if not 0 <= opening.seat < seats:
        raise AgentFault("no_such_seat", highest=seats - 1)
    others = [seat for seat in range(seats) if seat != opening.seat]
    levels = opening.opponents or ["greedy"]
    if len(levels) > len(others):
        raise AgentFault("opponents", count=len(others))
    sitting = [*levels, *[levels[-1]] * len(others)]
    bots = {str(seat): level for seat, level in zip(others, sitting, strict=False)}
    return Opening(terms=terms_of(opening), sit=[opening.seat], bots=bots, start=True)
